/** The outbox as its sender sees it: mails are claimed before they are sent, so that two senders never hold one. */

import { quietHours } from '@undertow/contracts';
import { epochMs, HOUR_MS } from '@undertow/market';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { type Orm, rowsOf } from '#adapters/storage/database/orm.ts';
import { mailOutbox } from '#adapters/storage/tables/billing-tables.ts';
import { alerts } from '#adapters/storage/tables/tables.ts';
import type { AccountAlertTexts } from '#ports/account-feeds.ts';
import type {
  AlertMailPreferences,
  AlertMailRule,
  MailQueue,
  ReservedMail,
  WaitingMail,
} from '#ports/mail.ts';
import { notificationsIn } from './notification-choices.ts';

/** No mail is postponed for longer: one that seems to be was written under a clock that jumped, and is due. */
const MAX_WAIT_MS = 5 * HOUR_MS;

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
  readonly preferences: unknown;
  readonly rules: readonly (Pick<AlertMailRule, 'name' | 'isMailed'> & { readonly quietHours: unknown })[];
}

const ruleHours = quietHours.nullable().catch(null);

function alertPreferencesOf({ preferences, rules }: ClaimedRow): AlertMailPreferences {
  const chosen = notificationsIn(preferences);
  return {
    isStopped: chosen?.email === false,
    quietHours: chosen?.quietHours ?? null,
    rules: rules.map((rule) => ({ ...rule, quietHours: ruleHours.parse(rule.quietHours) })),
  };
}

/** The rules that matched the event of a mail, in the order in which they did; without an event the one rule. */
const MATCHED = sql`(
  SELECT coalesce(jsonb_agg(jsonb_build_object('name', r.name, 'quietHours', r.quiet_hours,
    'isMailed', r.is_enabled AND r.notification_method = 'email_in_app') ORDER BY a.created_at_ms, a.id), '[]')
  FROM alert_rules r LEFT JOIN alerts a
    ON a.user_id = r.user_id AND a.event_id = o.facts ->> 'eventId' AND a.rule_id = r.id
  WHERE o.template = 'alert_raised' AND r.user_id = o.user_id AND (r.id = o.facts ->> 'ruleId' OR a.id IS NOT NULL))`;

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
    alertPreferences: alertPreferencesOf(row),
  } as unknown as WaitingMail;
}

/** Still reserved by this sender: nobody reserved it later, and nobody settled it. */
function isReserved({ id, attempts }: ReservedMail) {
  return and(
    eq(mailOutbox.id, id),
    eq(mailOutbox.attempts, attempts),
    isNull(mailOutbox.sentAtMs),
    isNull(mailOutbox.givenUpAtMs),
  );
}

interface OwnAlertMail {
  readonly alertId?: string;
}

/** Mails of own feeds hold no words: they are those of the alert, opened now. */
async function withOwnWords(orm: Orm, texts: AccountAlertTexts | null, row: ClaimedRow): Promise<ClaimedRow> {
  const { alertId } = row.facts as OwnAlertMail;
  if (row.template !== 'alert_raised' || alertId === undefined) return row;
  const [alert] = await orm
    .select({ sealed: alerts.sealed })
    .from(alerts)
    .where(and(eq(alerts.id, alertId), eq(alerts.userId, row.user_id)));
  const sealed = alert?.sealed ?? null;
  const opened = sealed === null ? undefined : await texts?.open(row.user_id, new Map([[alertId, sealed]]));
  const words = opened?.get(alertId) ?? { message: 'Its text is in the app.' };
  return { ...row, facts: { ...row.facts, ...words } };
}

/** `texts` opens what alerts quote of own feeds; null without the operator's keys. */
export function createMailQueue(orm: Orm, texts: AccountAlertTexts | null = null): MailQueue {
  return {
    async claim(nowMs, holdMs, limit) {
      const atMs = epochMs(nowMs);
      const rows = await rowsOf<ClaimedRow>(
        orm,
        sql`UPDATE mail_outbox m
          SET attempts = m.attempts + 1, next_attempt_ms = ${atMs + holdMs}::bigint
          FROM mail_outbox o JOIN users u ON u.id = o.user_id LEFT JOIN preferences p ON p.user_id = u.id
          WHERE o.id = m.id AND m.id IN (
            SELECT id FROM mail_outbox
            WHERE sent_at_ms IS NULL AND given_up_at_ms IS NULL
              AND (next_attempt_ms <= ${atMs}::bigint OR next_attempt_ms > ${atMs + MAX_WAIT_MS}::bigint)
            ORDER BY next_attempt_ms, created_at_ms, id LIMIT ${limit} FOR UPDATE SKIP LOCKED)
          RETURNING m.id, m.user_id, m.template, m.facts, m.created_at_ms, m.attempts, u.email, u.first_name,
            p.body ->> 'timeZone' AS time_zone, p.body AS preferences, ${MATCHED} AS rules`,
      );
      const mails: WaitingMail[] = [];
      for (const row of rows) mails.push(mailOf(await withOwnWords(orm, texts, row)));
      return mails;
    },
    async renew(mail, nowMs, holdMs) {
      const renewed = await orm
        .update(mailOutbox)
        .set({ nextAttemptMs: epochMs(nowMs + holdMs) })
        .where(isReserved(mail))
        .returning({ id: mailOutbox.id });
      return renewed.length > 0;
    },
    async markSent(id, nowMs) {
      await orm
        .update(mailOutbox)
        .set({ sentAtMs: epochMs(nowMs), failure: null })
        .where(eq(mailOutbox.id, id));
    },
    async postpone(mail, untilMs, failure) {
      await orm
        .update(mailOutbox)
        .set({ nextAttemptMs: epochMs(untilMs), failure })
        .where(isReserved(mail));
    },
    async giveUp(mail, nowMs, failure) {
      await orm
        .update(mailOutbox)
        .set({ givenUpAtMs: epochMs(nowMs), failure })
        .where(isReserved(mail));
    },
  };
}
