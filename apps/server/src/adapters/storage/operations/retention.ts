/** How long rows are kept: one list, by which they are removed and by which `purge --dry-run` lists them. */

import { API_KEY_DAYS_KEPT, CONNECTION_LOG_DAYS, WEBHOOK_DAYS_KEPT } from '@undertow/contracts';
import { DAY_MS, epochMs, HOUR_MS, MINUTE_MS } from '@undertow/market';
import { type Orm, rowsOf, sql } from '#adapters/storage/database/orm.ts';

/** Rows that go at once: a year of events that leaves by a shorter setting must not stop the writers. */
const PRUNE_BATCH = 5_000;

/** What was requested again with the same key within this time is not done again. */
const DONE_JOB_DAYS = 30;

/** Days by the settings; null forever. */
export interface Retention {
  /** Events and AI patterns. */
  readonly eventDays: number;
  /** Bars of one minute. */
  readonly barDays: number | null;
  /** Top of book by the second, and the window of each event. */
  readonly bookDays: number;
  /** Tapes by which an event can be played again: a tenth of a megabyte each. */
  readonly tapeDays: number;
  /** Alerts of people. */
  readonly alertDays: number;
  /** Mails that were sent or given up; null: as long as the account. */
  readonly mailDays: number | null;
  /** Events of the payment provider that were applied. */
  readonly webhookDays: number;
}

export const DEFAULT_RETENTION: Retention = {
  eventDays: 400,
  barDays: null,
  bookDays: 90,
  tapeDays: 14,
  alertDays: 90,
  mailDays: null,
  webhookDays: 400,
};

/** Rows of a table that are older than they are kept. */
export interface RetentionRule {
  readonly table: string;
  /** How long, for people. */
  readonly kept: string;
  /** Column by which a row is old. */
  readonly time: string;
  readonly beforeMs: number;
  /** Which of the old rows, where not all. */
  readonly only?: ReturnType<typeof sql>;
  /** Only this column is emptied; the row stays. */
  readonly clears?: string;
  /** The table whose index finds the old rows by their id, where it is another one. */
  readonly foundIn?: string;
}

const days = (count: number): string => `${count} days`;

/** Market data. Ages count on the feed's clock. */
export function marketRules(retention: Retention, nowMs: number): readonly RetentionRule[] {
  const { eventDays, barDays, bookDays, tapeDays } = retention;
  const before = (count: number): number => epochMs(nowMs - count * DAY_MS);
  const book = { kept: days(bookDays), beforeMs: before(bookDays) };
  const events = { kept: days(eventDays), time: 'detected_ms', beforeMs: before(eventDays) };
  const tape = { kept: `tapes ${days(tapeDays)}`, beforeMs: before(tapeDays), clears: 'tape' };
  return [
    // Of an event its narrow row has the index by age
    { table: 'flow_events', ...events, foundIn: 'event_facets' },
    { table: 'patterns', ...events },
    ...(barDays === null
      ? []
      : [{ table: 'bars', kept: days(barDays), time: 'start_ms', beforeMs: before(barDays) }]),
    // As long as there are bars to show them on
    ...(barDays === null
      ? []
      : [{ table: 'feed_gaps', kept: days(barDays), time: 'from_ms', beforeMs: before(barDays) }]),
    { table: 'frames', kept: '30 minutes', time: 'as_of_ms', beforeMs: epochMs(nowMs - 30 * MINUTE_MS) },
    { table: 'top_of_book', time: 'second_ms', ...book },
    { table: 'book_seconds', time: 'to_ms', ...book },
    { table: 'event_windows', time: 'to_ms', ...book },
    { table: 'event_windows', time: 'to_ms', ...tape, only: sql`tape IS NOT NULL` },
  ];
}

/** What accounts leave behind. */
export function accountRules(retention: Retention, nowMs: number): readonly RetentionRule[] {
  const { alertDays, mailDays, webhookDays, eventDays, barDays, bookDays, tapeDays } = retention;
  const before = (count: number): number => epochMs(nowMs - count * DAY_MS);
  const over = {
    kept: '6 years after the account was erased',
    time: 'kept_until_ms',
    beforeMs: epochMs(nowMs),
  };
  return [
    // Processes have read them long since
    { table: 'changes', kept: '1 hour', time: 'at_ms', beforeMs: epochMs(nowMs - HOUR_MS) },
    { table: 'alerts', kept: days(alertDays), time: 'created_at_ms', beforeMs: before(alertDays) },
    {
      table: 'alert_dead_letters',
      kept: days(alertDays),
      time: 'failed_at_ms',
      beforeMs: before(alertDays),
    },
    ...[
      { kept: `${days(DONE_JOB_DAYS)} once done`, count: DONE_JOB_DAYS, only: sql`state <> 'dead'` },
      { kept: `${days(alertDays)} as dead letters`, count: alertDays, only: sql`state = 'dead'` },
    ].map(({ count, ...rule }) => ({ ...rule, table: 'jobs', time: 'ended_ms', beforeMs: before(count) })),
    {
      table: 'broker_connection_log',
      kept: days(CONNECTION_LOG_DAYS),
      time: 'at_ms',
      beforeMs: before(CONNECTION_LOG_DAYS),
    },
    { table: 'api_idempotency', kept: '1 day', time: 'created_at_ms', beforeMs: before(1) },
    ...[
      { table: 'api_key_usage', time: 'hour_ms' },
      { table: 'api_keys', time: 'expires_at_ms' },
      { table: 'api_keys', time: 'revoked_at_ms' },
    ].map((rule) => ({ ...rule, kept: days(API_KEY_DAYS_KEPT), beforeMs: before(API_KEY_DAYS_KEPT) })),
    {
      table: 'webhook_deliveries',
      kept: days(WEBHOOK_DAYS_KEPT),
      time: 'created_at_ms',
      beforeMs: before(WEBHOOK_DAYS_KEPT),
    },
    { table: 'session_facts', kept: days(eventDays), time: 'made_ms', beforeMs: before(eventDays) },
    // Own feeds are of the present, whatever the platform feed replays
    ...[
      { table: 'account_events', time: 'detected_ms' },
      { table: 'account_outcomes', time: 'at_ms' },
    ].map((rule) => ({ ...rule, kept: days(eventDays), beforeMs: before(eventDays) })),
    ...(barDays === null
      ? []
      : [
          { table: 'account_bars', time: 'start_ms' },
          { table: 'account_gaps', time: 'from_ms' },
        ].map((rule) => ({ ...rule, kept: days(barDays), beforeMs: before(barDays) }))),
    { table: 'account_windows', kept: days(bookDays), time: 'to_ms', beforeMs: before(bookDays) },
    {
      table: 'account_windows',
      kept: `tapes ${days(tapeDays)}`,
      time: 'to_ms',
      beforeMs: before(tapeDays),
      clears: 'tape',
      only: sql`tape IS NOT NULL`,
    },
    ...(mailDays === null
      ? []
      : [
          {
            table: 'mail_outbox',
            kept: `${days(mailDays)} once settled`,
            time: 'created_at_ms',
            beforeMs: before(mailDays),
            only: sql`(sent_at_ms IS NOT NULL OR given_up_at_ms IS NOT NULL)`,
          },
        ]),
    {
      table: 'stripe_events',
      kept: `${days(webhookDays)} once applied`,
      time: 'received_at_ms',
      beforeMs: before(webhookDays),
      only: sql`(applied_at_ms IS NOT NULL OR ignored IS NOT NULL)`,
    },
    ...['invoices', 'consents'].map((table) => ({ table, ...over, only: sql`pseudonym IS NOT NULL` })),
  ];
}

function isOld({ time, beforeMs, only }: RetentionRule) {
  const old = sql`${sql.identifier(time)} < ${beforeMs}::bigint`;
  return only === undefined ? old : sql`${old} AND ${only}`;
}

function removal(rule: RetentionRule) {
  const table = sql.identifier(rule.table);
  const old = isOld(rule);
  if (rule.foundIn !== undefined)
    return sql`DELETE FROM ${table} WHERE id IN (SELECT id FROM ${sql.identifier(rule.foundIn)}
      WHERE ${old} ORDER BY ${sql.identifier(rule.time)} LIMIT ${PRUNE_BATCH})`;
  const batch = sql`WHERE ctid = ANY (ARRAY(SELECT ctid FROM ${table} WHERE ${old} LIMIT ${PRUNE_BATCH}))`;
  if (rule.clears === undefined) return sql`DELETE FROM ${table} ${batch}`;
  return sql`UPDATE ${table} SET ${sql.identifier(rule.clears)} = NULL ${batch}`;
}

/** Removes what is old, a batch at a time; returns how many rows. */
export async function removeOld(orm: Orm, rule: RetentionRule): Promise<number> {
  for (let removed = 0; ; ) {
    const rows = await rowsOf<object>(orm, sql`${removal(rule)} RETURNING 1 AS gone`);
    removed += rows.length;
    if (rows.length < PRUNE_BATCH) return removed;
  }
}

export interface OldRows {
  readonly rule: RetentionRule;
  readonly rows: number;
  /** Time of the oldest one; null without any. */
  readonly oldestMs: number | null;
}

/** What would go now. Changes nothing. */
export async function countOld(orm: Orm, rule: RetentionRule): Promise<OldRows> {
  const [row] = await rowsOf<{ rows: string; oldest: string | null }>(
    orm,
    sql`SELECT count(*)::text AS rows, min(${sql.identifier(rule.time)})::text AS oldest
      FROM ${sql.identifier(rule.table)} WHERE ${isOld(rule)}`,
  );
  return {
    rule,
    rows: Number(row?.rows),
    oldestMs: row === undefined || row.oldest === null ? null : Number(row.oldest),
  };
}
