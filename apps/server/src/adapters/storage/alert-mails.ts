/** The mail of an alert: written in the alert's transaction, at most so many an hour and a day. */
import { preferences as preferencesSchema } from '@undertow/contracts';
import { eq, sql } from 'drizzle-orm';
import type { AlertMailState, RaisedAlert } from '#alert-dependencies.ts';
import { type Orm, rowsOf } from './orm.ts';
import { createOutbox } from './outbox.ts';
import { preferences, users } from './tables.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const MOST_AN_HOUR = 20;
const MOST_A_DAY = 100;

const notificationsOf = preferencesSchema.pick({ notifications: true }).partial();

/** Whether mails of alerts can and may reach the person; `queued` when they can. */
async function reachOf(orm: Orm, userId: string): Promise<'queued' | 'no_address' | 'stopped'> {
  const [row] = await orm
    .select({ email: users.email, body: preferences.body })
    .from(users)
    .leftJoin(preferences, eq(preferences.userId, users.id))
    .where(eq(users.id, userId));
  if (row === undefined || row.email === null) return 'no_address';
  const chosen = notificationsOf.strip().safeParse(row.body ?? {});
  return chosen.success && chosen.data.notifications?.email === false ? 'stopped' : 'queued';
}

interface Counts {
  readonly hour: number | string;
  readonly day: number | string;
}

async function isLimited(orm: Orm, userId: string, nowMs: number): Promise<boolean> {
  const [counts] = await rowsOf<Counts>(
    orm,
    sql`SELECT count(*) FILTER (WHERE created_at_ms > ${Math.floor(nowMs - HOUR_MS)}::bigint) AS hour, count(*) AS day
      FROM mail_outbox WHERE user_id = ${userId} AND template = 'alert_raised'
        AND created_at_ms > ${Math.floor(nowMs - DAY_MS)}::bigint`,
  );
  return Number(counts?.hour ?? 0) >= MOST_AN_HOUR || Number(counts?.day ?? 0) >= MOST_A_DAY;
}

/** Writes the mail that is wanted. Beyond the measure one mail an hour says that the others wait in the app. */
export async function queueAlertMail(
  orm: Orm,
  { row, mail }: RaisedAlert,
  nowMs: number,
): Promise<AlertMailState> {
  if (mail === null) return 'off';
  const { userId } = row;
  const reach = await reachOf(orm, userId);
  if (reach !== 'queued') return reach;
  const outbox = createOutbox(orm);
  if (await isLimited(orm, userId, nowMs)) {
    const key = `alerts_limited/${Math.floor(nowMs / HOUR_MS)}`;
    await outbox.put({ userId, key, template: 'alerts_limited', facts: { atMs: nowMs } }, nowMs);
    return 'limited';
  }
  const facts = {
    title: row.title,
    message: row.message,
    marketAtMs: row.eventAtMs,
    instrumentId: row.instrumentId,
    delaySeconds: mail.delaySeconds,
    isTest: row.isTest,
  };
  await outbox.put({ userId, key: `alert/${row.id}`, template: 'alert_raised', facts }, nowMs);
  return 'queued';
}
