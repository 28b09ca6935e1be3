/** Alerts of users; one per user and event. */
import { type AlertType, instantOfMs } from '@undertow/contracts';
import { and, desc, eq, inArray, isNull, lte, or } from 'drizzle-orm';
import type { AlertScope, AlertStore } from '#dependencies.ts';
import type { Orm } from './orm.ts';
import { alerts } from './tables.ts';

/** An alert without an event tells nothing of the market; every other one must be of the reader's plan, and old enough. */
function visible({ instruments, types }: AlertScope) {
  return or(
    ...instruments.map(({ instrumentId, untilMs }) =>
      and(
        eq(alerts.instrumentId, instrumentId),
        or(
          isNull(alerts.eventId),
          and(inArray(alerts.eventType, [...types]), lte(alerts.eventAtMs, Math.floor(untilMs))),
        ),
      ),
    ),
  );
}

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

    async list(userId, scope, limit) {
      if (scope.instruments.length === 0) return [];
      const rows = await orm
        .select()
        .from(alerts)
        .where(and(eq(alerts.userId, userId), visible(scope)))
        .orderBy(desc(alerts.createdAtMs), desc(alerts.id))
        .limit(limit);
      return rows.map(({ userId: _user, eventType: _type, eventAtMs, createdAtMs, ...row }) => ({
        ...row,
        alertType: row.alertType as AlertType,
        marketAt: eventAtMs === null ? null : instantOfMs(eventAtMs),
        createdAt: instantOfMs(createdAtMs),
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
