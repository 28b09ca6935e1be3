/** Alerts of users; one per user and event. */
import { and, desc, eq } from 'drizzle-orm';
import type { AlertStore } from '#dependencies.ts';
import type { Orm } from './orm.ts';
import { alerts } from './tables.ts';

export function createAlertStore(orm: Orm): AlertStore {
  return {
    async insert({ createdAt, ...alert }) {
      const inserted = await orm
        .insert(alerts)
        .values({ ...alert, createdAtMs: Date.parse(createdAt) })
        .onConflictDoNothing()
        .returning({ id: alerts.id });
      return inserted.length > 0;
    },

    async list(userId, instrumentId, limit) {
      const mine = eq(alerts.userId, userId);
      const rows = await orm
        .select()
        .from(alerts)
        .where(instrumentId === null ? mine : and(mine, eq(alerts.instrumentId, instrumentId)))
        .orderBy(desc(alerts.createdAtMs), desc(alerts.id))
        .limit(limit);
      return rows.map(({ userId: _, createdAtMs, ...row }) => ({
        ...row,
        createdAt: new Date(createdAtMs).toISOString(),
      }));
    },

    async markRead(userId, id) {
      const mine = and(eq(alerts.userId, userId), eq(alerts.id, id));
      return (await orm.update(alerts).set({ isRead: true }).where(mine).returning()).length > 0;
    },

    async markAllRead(userId) {
      await orm.update(alerts).set({ isRead: true }).where(eq(alerts.userId, userId));
    },
  };
}
