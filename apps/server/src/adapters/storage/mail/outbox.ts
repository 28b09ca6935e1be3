/** The outbox: mails that wait to be sent, exactly one per user and key. */
import { epochMs } from '@undertow/market';
import { sql } from 'drizzle-orm';
import type { Orm } from '#adapters/storage/database/orm.ts';
import type { Outbox } from '#ports/mail.ts';

/** The row of a mail to a user. */
export function outboxIdOf(userId: string, key: string): string {
  return `${userId}/${key}`;
}

/** Over a transaction the mail is written with what causes it, or not at all. */
export function createOutbox(orm: Orm): Outbox {
  return {
    async put({ userId, key, template, facts }, nowMs) {
      const atMs = epochMs(nowMs);
      // Selected from the account: a mail to an account erased meanwhile is no error, and is not stored
      await orm.execute(sql`
        INSERT INTO mail_outbox (id, user_id, template, facts, created_at_ms, next_attempt_ms)
        SELECT ${outboxIdOf(userId, key)}, id, ${template}::text, ${JSON.stringify(facts)}::jsonb, ${atMs}::bigint, ${atMs}::bigint
        FROM users WHERE id = ${userId}
        ON CONFLICT (id) DO NOTHING`);
    },
  };
}
