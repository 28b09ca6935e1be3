/** The outbox as its sender sees it: mails are claimed before they are sent, so that two senders never hold one. */
import { eq, sql } from 'drizzle-orm';
import type { MailQueue, WaitingMail } from '#mail-dependencies.ts';
import { mailOutbox } from './billing-tables.ts';
import { type Orm, rowsOf } from './orm.ts';

interface ClaimedRow {
  readonly id: string;
  readonly user_id: string;
  readonly template: string;
  readonly facts: object;
  /** A driver may bring bigints as strings. */
  readonly created_at_ms: number | string;
  readonly attempts: number;
  readonly email: string | null;
  readonly first_name: string | null;
  readonly time_zone: string | null;
}

/** The outbox holds what `Outbox.put` wrote, which types template and facts together. */
function mailOf(row: ClaimedRow): WaitingMail {
  return {
    id: row.id,
    userId: row.user_id,
    template: row.template,
    facts: row.facts,
    createdAtMs: Number(row.created_at_ms),
    attempts: row.attempts,
    email: row.email,
    firstName: row.first_name,
    timeZone: row.time_zone,
  } as unknown as WaitingMail;
}

export function createMailQueue(orm: Orm): MailQueue {
  return {
    async claim(nowMs, holdMs, limit) {
      const atMs = Math.floor(nowMs);
      const rows = await rowsOf<ClaimedRow>(
        orm,
        sql`UPDATE mail_outbox m
          SET attempts = m.attempts + 1, next_attempt_ms = ${atMs + holdMs}::bigint
          FROM users u LEFT JOIN preferences p ON p.user_id = u.id
          WHERE u.id = m.user_id AND m.id IN (
            SELECT id FROM mail_outbox
            WHERE sent_at_ms IS NULL AND given_up_at_ms IS NULL AND next_attempt_ms <= ${atMs}::bigint
            ORDER BY next_attempt_ms, created_at_ms, id LIMIT ${limit} FOR UPDATE SKIP LOCKED)
          RETURNING m.id, m.user_id, m.template, m.facts, m.created_at_ms, m.attempts, u.email, u.first_name,
            p.body ->> 'timeZone' AS time_zone`,
      );
      return rows.map(mailOf);
    },
    async markSent(id, nowMs) {
      await orm
        .update(mailOutbox)
        .set({ sentAtMs: Math.floor(nowMs), failure: null })
        .where(eq(mailOutbox.id, id));
    },
    async postpone(id, untilMs, failure) {
      await orm
        .update(mailOutbox)
        .set({ nextAttemptMs: Math.floor(untilMs), failure })
        .where(eq(mailOutbox.id, id));
    },
    async giveUp(id, nowMs, failure) {
      await orm
        .update(mailOutbox)
        .set({ givenUpAtMs: Math.floor(nowMs), failure })
        .where(eq(mailOutbox.id, id));
    },
  };
}
