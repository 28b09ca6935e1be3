/** The outbox of webhooks as the fan-out sees it: what happened and may be seen by now, until its deliveries are stored. */
import { type AlertDto, instantOfMs, VIEW_DELAYS } from '@undertow/contracts';
import type { RaisedRow, SettledRow } from '@undertow/detection';
import { epochMs, type FeedSource, type FlowEvent } from '@undertow/market';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { type Orm, rowsOf } from '#adapters/storage/database/orm.ts';
import { column } from '#adapters/storage/tables/batch-column.ts';
import { journalImports } from '#adapters/storage/tables/journal-tables.ts';
import { decodeSignal } from '#adapters/storage/tables/signal-row.ts';
import { alerts, feedRuns, flowEvents, trackRecord } from '#adapters/storage/tables/tables.ts';
import { webhookDeliveries as deliveries, webhooks } from '#adapters/storage/tables/webhook-tables.ts';
import type {
  NewDelivery,
  VisibleUntil,
  WebhookContent,
  WebhookEntry,
  WebhookOutbox,
} from '#ports/webhooks/deliveries.ts';
import { eventOutcome } from '#rules/event-outcome.ts';
import { OPEN_COLUMNS, waitingRow } from './webhook-rows.ts';

type Contents = ReadonlyMap<string, WebhookContent>;

interface EntryRow extends Pick<WebhookEntry, 'kind' | 'ref'> {
  readonly delay: number;
  readonly state: string;
  readonly first: boolean;
}

async function readEntries(orm: Orm, until: VisibleUntil, limit: number): Promise<readonly EntryRow[]> {
  // Of users: their cause is visible already
  const delays = [-1, ...VIEW_DELAYS];
  const instants = [0, ...VIEW_DELAYS.map((delay) => Math.floor(until(delay)))];
  return rowsOf<EntryRow>(
    orm,
    sql`SELECT o.kind, o.ref, o.delay_seconds AS delay, o.state_ms::text AS state, o.is_first AS first
      FROM webhook_outbox o JOIN unnest(${column(delays, 'int')}, ${column(instants, 'bigint')})
        AS visible (delay_seconds, until_ms) ON visible.delay_seconds = o.delay_seconds
      WHERE o.state_ms <= visible.until_ms ORDER BY o.state_ms, o.ref, o.kind LIMIT ${limit}`,
  );
}

interface KnownEvent {
  readonly event: FlowEvent;
  readonly source: FeedSource;
}

async function readEvents(orm: Orm, ids: readonly string[]): Promise<ReadonlyMap<string, KnownEvent>> {
  if (ids.length === 0) return new Map();
  const rows = await orm
    .select({ id: flowEvents.id, body: flowEvents.body, source: feedRuns.source })
    .from(flowEvents)
    .innerJoin(feedRuns, eq(feedRuns.id, flowEvents.runId))
    .where(inArray(flowEvents.id, [...ids]));
  return new Map(
    rows.map(({ id, body, source }) => [
      id,
      { event: decodeSignal<FlowEvent>(body), source: source as FeedSource },
    ]),
  );
}

async function readSettled(orm: Orm, events: ReadonlyMap<string, KnownEvent>, ids: readonly string[]) {
  const contents = new Map<string, WebhookContent>();
  if (ids.length === 0) return contents;
  const rows = await orm
    .select({ id: trackRecord.signalId, kind: trackRecord.kind, body: trackRecord.body })
    .from(trackRecord)
    .where(and(inArray(trackRecord.signalId, [...ids]), inArray(trackRecord.kind, ['raised', 'settled'])));
  for (const id of ids) {
    const bodyOf = (kind: string) => rows.find((row) => row.id === id && row.kind === kind)?.body;
    const [known, raised, settled] = [events.get(id), bodyOf('raised'), bodyOf('settled')];
    if (known === undefined || raised === undefined || settled === undefined) continue;
    // Written by us and chained by hashes: read as they went in
    const found = { raised: JSON.parse(raised) as RaisedRow, settled: JSON.parse(settled) as SettledRow };
    contents.set(id, { kind: 'settled', ...known, outcome: eventOutcome(id, found) });
  }
  return contents;
}

/** One an event, whichever rules matched it: the first. */
async function readAlerts(orm: Orm, ids: readonly string[]): Promise<Contents> {
  if (ids.length === 0) return new Map();
  const alike = sql`alike.user_id = alerts.user_id AND (alike.id = alerts.id OR alike.event_id = alerts.event_id)`;
  const rows = await orm
    .select({
      alert: alerts,
      rules: sql<
        AlertDto['rules']
      >`(SELECT coalesce(jsonb_agg(jsonb_build_object('id', rule.id, 'name', rule.name)
        ORDER BY alike.created_at_ms, alike.id), '[]') FROM alerts alike
        JOIN alert_rules rule ON rule.id = alike.rule_id AND rule.user_id = alike.user_id WHERE ${alike})`,
    })
    .from(alerts)
    .where(
      and(
        inArray(alerts.id, [...ids]),
        sql`NOT EXISTS (SELECT FROM alerts earlier WHERE earlier.user_id = alerts.user_id
          AND earlier.event_id = alerts.event_id
          AND (earlier.created_at_ms, earlier.id) < (alerts.created_at_ms, alerts.id))`,
      ),
    );
  return new Map(
    rows.map(({ alert: { userId, sealed: _sealed, eventAtMs, createdAtMs, ...row }, rules }) => {
      const marketAt = eventAtMs === null ? null : instantOfMs(eventAtMs);
      const alert = { ...row, rules, marketAt, createdAt: instantOfMs(createdAtMs) } as AlertDto;
      return [row.id, { kind: 'alert', userId, alert }];
    }),
  );
}

async function readImports(orm: Orm, ids: readonly string[]): Promise<Contents> {
  if (ids.length === 0) return new Map();
  const { id, userId, fileName, platform, imported, duplicates, rejected, importedAtMs } = journalImports;
  const rows = await orm
    .select({ id, userId, fileName, platform, imported, duplicates, rejected, importedAtMs })
    .from(journalImports)
    .where(and(inArray(id, ids.map(Number)), eq(journalImports.state, 'stored')));
  return new Map(
    rows.map(({ userId: owner, ...finished }) => [
      String(finished.id),
      { kind: 'import', userId: owner, finished },
    ]),
  );
}

function createDue(orm: Orm): WebhookOutbox['due'] {
  return async (until, limit) => {
    const rows = await readEntries(orm, until, limit);
    const idsOf = (...kinds: readonly EntryRow['kind'][]): string[] => [
      ...new Set(rows.filter(({ kind }) => kinds.includes(kind)).map(({ ref }) => ref)),
    ];
    const events = await readEvents(orm, idsOf('event', 'settled'));
    const contents: Readonly<Record<Exclude<EntryRow['kind'], 'event'>, Contents>> = {
      settled: await readSettled(orm, events, idsOf('settled')),
      alert: await readAlerts(orm, idsOf('alert')),
      import: await readImports(orm, idsOf('import')),
    };
    return rows.map(({ kind, ref, delay, state, first }) => {
      const entry = { kind, ref, delaySeconds: delay, stateMs: Number(state) };
      const known = events.get(ref);
      if (kind !== 'event') return { entry, content: contents[kind].get(ref) ?? null };
      return { entry, content: known === undefined ? null : { kind, ...known, isFirst: first } };
    });
  };
}

/** Of one webhook and subject only the newest change waits: one that nobody has tried yet is replaced. */
async function removeReplaced(tx: Orm, changes: readonly NewDelivery[]): Promise<void> {
  if (changes.length === 0) return;
  await tx.execute(sql`DELETE FROM webhook_deliveries d USING unnest(
      ${column(
        changes.map(({ webhookId }) => webhookId),
        'text',
      )}, ${column(
        changes.map(({ subject }) => subject),
        'text',
      )}) AS newer (webhook_id, subject)
    WHERE d.webhook_id = newer.webhook_id AND d.subject = newer.subject AND d.topic = 'event.updated'
      AND d.state = 'waiting' AND d.attempts = 0`);
}

function createSettle(orm: Orm): WebhookOutbox['settle'] {
  return (entries, made, nowMs) =>
    orm.transaction(async (tx) => {
      await removeReplaced(
        tx,
        made.filter(({ topic }) => topic === 'event.updated'),
      );
      if (made.length > 0)
        await tx
          .insert(deliveries)
          .values(made.map((delivery) => waitingRow(delivery, nowMs)))
          .onConflictDoNothing();
      const of = (pick: (entry: WebhookEntry) => unknown, type: string) => column(entries.map(pick), type);
      await tx.execute(sql`DELETE FROM webhook_outbox o USING unnest(
          ${of(({ kind }) => kind, 'text')}, ${of(({ ref }) => ref, 'text')},
          ${of(({ delaySeconds }) => delaySeconds, 'int')}, ${of(({ stateMs }) => stateMs, 'bigint')})
          AS done (kind, ref, delay_seconds, state_ms)
        WHERE o.kind = done.kind AND o.ref = done.ref AND o.delay_seconds = done.delay_seconds
          AND o.state_ms <= done.state_ms`);
    });
}

export function createWebhookOutbox(orm: Orm): WebhookOutbox {
  return {
    due: createDue(orm),
    webhooks: () => orm.select(OPEN_COLUMNS).from(webhooks).orderBy(webhooks.userId, webhooks.createdAtMs),
    async counts(userIds, sinceMs) {
      const rows = await rowsOf<{ user_id: string; all: number }>(
        orm,
        sql`SELECT user_id, count(*)::int AS all FROM webhook_deliveries
          WHERE user_id = ANY(${column(userIds, 'text')}) AND created_at_ms >= ${epochMs(sinceMs)}::bigint GROUP BY user_id`,
      );
      return new Map(rows.map(({ user_id: userId, all }) => [userId, all]));
    },
    settle: createSettle(orm),
  };
}
