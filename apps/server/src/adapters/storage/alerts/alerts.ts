/** Alerts of users: one per rule and cause, stored with its mail. */

import { type AlertDto, type AlertType, instantOfMs } from '@undertow/contracts';
import { epochMs, epochMsOfNs, type FlowEvent, type FlowEventType, instrumentById } from '@undertow/market';
import { and, desc, eq, getTableColumns, gte, inArray, isNotNull, isNull, lte, or, sql } from 'drizzle-orm';
import { isDataRefused, type Orm, sqlStateOf } from '#adapters/storage/database/orm.ts';
import { decodeSignal } from '#adapters/storage/tables/signal-row.ts';
import { alerts, flowEvents } from '#adapters/storage/tables/tables.ts';
import { enterAlerts } from '#adapters/storage/webhooks/webhook-entries.ts';
import { eventText } from '#alerting/alert-text.ts';
import { type AccountAlertTexts, OwnerGone } from '#ports/account-feeds.ts';
import {
  AlertRefused,
  type AlertScope,
  type AlertStore,
  type RaisedAlert,
  type StoredAlert,
} from '#ports/alerts.ts';
import { AlertMailer } from './alert-mails.ts';
import { type ClearRow, openOwn, sealOwn } from './own-alerts.ts';

/** Firings from which cool-downs resume after a start; more would slow it down. */
const MAX_FIRINGS = 100_000;

/** Market data in an alert must be within the reader's plan, and old enough. */
function visible({ instruments, types, isOwner }: AlertScope) {
  const included = or(
    isNull(alerts.instrumentId),
    ...instruments.map(({ instrumentId, untilMs }) =>
      and(
        eq(alerts.instrumentId, instrumentId),
        or(eq(alerts.market, 'own'), isNull(alerts.eventAtMs), lte(alerts.eventAtMs, epochMs(untilMs))),
        or(isNull(alerts.eventType), inArray(alerts.eventType, [...types])),
      ),
    ),
  );
  return isOwner ? included : and(included, eq(alerts.market, 'platform'));
}

/** Older than an alert of the reader, in the order of the list; nothing is older than an unknown one. */
function olderThan(userId: string, id: string) {
  return sql`(${alerts.createdAtMs}, ${alerts.id}) <
    (SELECT created_at_ms, id FROM alerts WHERE id = ${id} AND user_id = ${userId})`;
}

/** Several rules may have matched one event: the first alert represents all of them. */
const IS_FIRST_OF_EVENT = sql`NOT EXISTS (
  SELECT FROM alerts earlier WHERE earlier.user_id = ${alerts.userId} AND earlier.event_id = ${alerts.eventId}
    AND (earlier.created_at_ms, earlier.id) < (${alerts.createdAtMs}, ${alerts.id}))`;

const OF_SAME = sql`alike.user_id = ${alerts.userId}
  AND (alike.id = ${alerts.id} OR alike.event_id = ${alerts.eventId})`;

const SIBLINGS = {
  rules: sql<
    { id: string; name: string }[]
  >`(SELECT coalesce(jsonb_agg(jsonb_build_object('id', rule.id, 'name', rule.name)
    ORDER BY alike.created_at_ms, alike.id), '[]') FROM alerts alike
    JOIN alert_rules rule ON rule.id = alike.rule_id AND rule.user_id = alike.user_id WHERE ${OF_SAME})`,
  areRead: sql<boolean>`(SELECT bool_and(alike.is_read) FROM alerts alike WHERE ${OF_SAME})`,
  areQuiet: sql<boolean>`(SELECT bool_and(alike.is_quiet) FROM alerts alike WHERE ${OF_SAME})`,
};

/** The present texts of the event, where the reader may see them already; else those of the alert. */
function newestWords(
  body: unknown,
  { instruments }: AlertScope,
): Pick<AlertDto, 'title' | 'message' | 'eventSize'> | null {
  if (body === null) return null;
  const event = decodeSignal<FlowEvent>(body);
  const instrument = instrumentById(event.instrumentId);
  const reach = instruments.find(({ instrumentId }) => instrumentId === event.instrumentId);
  if (instrument === undefined || reach === undefined) return null;
  return epochMsOfNs(event.updatedNs) <= reach.untilMs
    ? { ...eventText(instrument, event), eventSize: event.size }
    : null;
}

async function insertNew(orm: Orm, rows: readonly ClearRow[]): Promise<ReadonlySet<string>> {
  const values = rows.map(({ createdAt, ...row }) => ({
    ...row,
    createdAtMs: epochMs(Date.parse(createdAt)),
  }));
  const inserted = await orm.insert(alerts).values(values).onConflictDoNothing().returning({ id: alerts.id });
  return new Set(inserted.map(({ id }) => id));
}

/** Of these alerts every rule that matched their events, those of earlier transactions among them. */
async function rulesOf(
  orm: Orm,
  ids: ReadonlySet<string>,
): Promise<ReadonlyMap<string, StoredAlert['rules']>> {
  if (ids.size === 0) return new Map();
  const rows = await orm
    .select({ id: alerts.id, rules: SIBLINGS.rules })
    .from(alerts)
    .where(inArray(alerts.id, [...ids]));
  return new Map(rows.map(({ id, rules }) => [id, rules]));
}

/** Stores alerts that are not there yet and writes their mails, in a transaction of the caller. `rows` are theirs, sealed. */
export async function storeAlerts(
  tx: Orm,
  raised: readonly RaisedAlert[],
  rows: readonly ClearRow[],
  nowMs: number,
): Promise<readonly StoredAlert[]> {
  const inserted = await insertNew(tx, rows);
  const fresh = raised.filter(({ row }) => inserted.has(row.id));
  const mailer = await AlertMailer.of(tx, fresh, nowMs);
  const rules = await rulesOf(tx, inserted);
  await enterAlerts(tx, [...inserted]);
  const stored: StoredAlert[] = [];
  for (const one of fresh) {
    const { id } = one.row;
    stored.push({ id, mail: await mailer.queue(one), rules: rules.get(id) ?? [] });
  }
  return stored;
}

/** What the database refuses because of the data becomes an `AlertRefused`; anything else stays what it is. */
export function asRefusal(error: unknown): unknown {
  if (error instanceof OwnerGone) return new AlertRefused(error.message, null, error);
  if (!isDataRefused(error)) return error;
  return new AlertRefused('the database refuses the data of an alert', sqlStateOf(error), error);
}

async function listAlerts(
  orm: Orm,
  texts: AccountAlertTexts | null,
  ...[userId, scope, limit, before]: Parameters<AlertStore['list']>
): ReturnType<AlertStore['list']> {
  const rows = await orm
    .select({ ...getTableColumns(alerts), ...SIBLINGS, body: flowEvents.body })
    .from(alerts)
    .leftJoin(
      flowEvents,
      and(eq(flowEvents.id, alerts.eventId), eq(alerts.isTest, false), eq(alerts.market, 'platform')),
    )
    .where(
      and(
        eq(alerts.userId, userId),
        visible(scope),
        IS_FIRST_OF_EVENT,
        before === undefined ? undefined : olderThan(userId, before),
      ),
    )
    .orderBy(desc(alerts.createdAtMs), desc(alerts.id))
    .limit(limit);
  const own = await openOwn(texts, userId, rows);
  return rows.map(
    ({
      userId: _user,
      sealed: _sealed,
      eventType,
      body,
      eventAtMs,
      createdAtMs,
      areRead,
      areQuiet,
      ...row
    }) => ({
      ...row,
      ...newestWords(body, scope),
      ...own.get(row.id),
      isRead: areRead,
      isQuiet: areQuiet,
      eventType: eventType as FlowEventType | null,
      alertType: row.alertType as AlertType,
      marketAt: eventAtMs === null ? null : instantOfMs(eventAtMs),
      createdAt: instantOfMs(createdAtMs),
    }),
  );
}

/** `texts` seals what alerts quote of own feeds; null without the operator's keys. */
export function createAlertStore(orm: Orm, texts: AccountAlertTexts | null = null): AlertStore {
  return {
    async raise(raised, nowMs) {
      if (raised.length === 0) return [];
      try {
        const rows = await sealOwn(
          texts,
          raised.map(({ row }) => row),
        );
        return await orm.transaction((tx) => storeAlerts(tx, raised, rows, nowMs));
      } catch (error) {
        throw asRefusal(error);
      }
    },

    async firings(sinceMs) {
      const rows = await orm
        .select({
          ruleId: alerts.ruleId,
          instrumentId: alerts.instrumentId,
          eventType: alerts.eventType,
          alertId: alerts.id,
          atMs: alerts.eventAtMs,
        })
        .from(alerts)
        .where(and(isNotNull(alerts.ruleId), gte(alerts.eventAtMs, epochMs(sinceMs))))
        .orderBy(desc(alerts.eventAtMs))
        .limit(MAX_FIRINGS);
      return rows.toReversed() as Awaited<ReturnType<AlertStore['firings']>>;
    },

    list: (...query) => listAlerts(orm, texts, ...query),

    async markRead(userId, id) {
      const event = sql`(SELECT event_id FROM alerts one WHERE one.id = ${id} AND one.user_id = ${userId})`;
      const mine = and(eq(alerts.userId, userId), or(eq(alerts.id, id), eq(alerts.eventId, event)));
      return (await orm.update(alerts).set({ isRead: true }).where(mine).returning()).length > 0;
    },

    async markAllRead(userId) {
      await orm.update(alerts).set({ isRead: true }).where(eq(alerts.userId, userId));
    },
  };
}
