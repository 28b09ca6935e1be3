/** Order-flow events with their windows, and AI patterns: what the detectors raised, in its last state. */

import { epochMs, type FlowEvent, type Pattern } from '@undertow/market';
import { and, desc, eq, gte, inArray, lt, type SQL, sql } from 'drizzle-orm';
import { addToAlertOutbox } from '#adapters/storage/alerts/alert-outbox.ts';
import type { Orm } from '#adapters/storage/database/orm.ts';
import { column } from '#adapters/storage/tables/batch-column.ts';
import { decodeSignal, encodeSignal, type StoredSignal } from '#adapters/storage/tables/signal-row.ts';
import { eventWindows, feedRuns, flowEvents, patterns } from '#adapters/storage/tables/tables.ts';
import { enterEvents } from '#adapters/storage/webhooks/webhook-entries.ts';
import type { MarketStore, Origin } from '#ports/market-store.ts';
import type { RunNumberOf } from './run-numbers.ts';

type SignalTable = typeof flowEvents | typeof patterns;

/** Inserts, or replaces by id. */
async function saveSignals(
  orm: Orm,
  table: SignalTable,
  runId: number,
  signals: readonly StoredSignal[],
): Promise<void> {
  const rows = [...new Map(signals.map((signal) => [signal.id, encodeSignal(signal)])).values()];
  const of = (pick: (row: (typeof rows)[number]) => unknown, type: string): SQL =>
    column(rows.map(pick), type);
  await orm.execute(sql`
    INSERT INTO ${table} (id, instrument_id, run_id, type, detected_ms, body)
    SELECT id, instrument_id, ${runId}::int, type, detected_ms, body::jsonb FROM unnest(
      ${of((row) => row.id, 'text')}, ${of((row) => row.instrumentId, 'int')}, ${of((row) => row.type, 'text')},
      ${of((row) => row.detectedMs, 'bigint')}, ${of((row) => row.body, 'text')})
      AS batch (id, instrument_id, type, detected_ms, body)
    ON CONFLICT (id) DO UPDATE SET body = excluded.body, detected_ms = excluded.detected_ms`);
}

interface SignalQuery {
  readonly instrumentIds: readonly number[];
  readonly source: string;
  readonly types: readonly string[];
  readonly fromMs: number;
  readonly toMs: number;
  readonly limit: number;
}

/** Newest first, detected in `[fromMs, toMs)`. */
async function listSignals<S extends StoredSignal>(
  orm: Orm,
  table: SignalTable,
  query: SignalQuery,
): Promise<S[]> {
  const { instrumentIds, source, types, fromMs, toMs, limit } = query;
  if (instrumentIds.length === 0 || types.length === 0) return [];
  const rows = await orm
    .select({ body: table.body })
    .from(table)
    .innerJoin(feedRuns, eq(feedRuns.id, table.runId))
    .where(
      and(
        inArray(table.instrumentId, [...instrumentIds]),
        eq(feedRuns.source, source),
        inArray(table.type, [...types]),
        gte(table.detectedMs, epochMs(fromMs)),
        lt(table.detectedMs, epochMs(toMs)),
      ),
    )
    .orderBy(desc(table.detectedMs), desc(table.id))
    .limit(limit);
  return rows.map((row) => decodeSignal<S>(row.body));
}

export type SignalMethods = Pick<
  MarketStore,
  | 'saveEvents'
  | 'findEvent'
  | 'listEvents'
  | 'saveEventWindow'
  | 'findEventWindow'
  | 'savePatterns'
  | 'listPatterns'
>;

export function signalMethods(orm: Orm, runNumber: RunNumberOf): SignalMethods {
  return {
    async saveEvents(source, run, events, toNotify = new Set()) {
      if (events.length === 0) return;
      const runId = await runNumber(source, run);
      const notified = events.filter(({ id }) => toNotify.has(id));
      if (notified.length === 0) await saveSignals(orm, flowEvents, runId, events);
      else
        await orm.transaction(async (tx) => {
          await enterEvents(tx, notified);
          await saveSignals(tx, flowEvents, runId, events);
          await addToAlertOutbox(tx, notified);
        });
    },

    async savePatterns(source, run, raised) {
      if (raised.length > 0) await saveSignals(orm, patterns, await runNumber(source, run), raised);
    },

    async findEvent(id) {
      const [row] = await orm
        .select({ body: flowEvents.body, source: feedRuns.source, run: feedRuns.run })
        .from(flowEvents)
        .innerJoin(feedRuns, eq(feedRuns.id, flowEvents.runId))
        .where(eq(flowEvents.id, id));
      if (row === undefined) return undefined;
      return {
        event: decodeSignal<FlowEvent>(row.body),
        source: row.source as Origin['source'],
        run: row.run,
      };
    },

    listEvents: (instrumentIds, source, types, fromMs, toMs, limit) =>
      listSignals<FlowEvent>(orm, flowEvents, { instrumentIds, source, types, fromMs, toMs, limit }),

    listPatterns: (instrumentIds, source, types, fromMs, toMs, limit) =>
      listSignals<Pattern>(orm, patterns, { instrumentIds, source, types, fromMs, toMs, limit }),

    async saveEventWindow(eventId, { fromMs, toMs, truncated, deltas, tape }) {
      const values = { fromMs: epochMs(fromMs), toMs: epochMs(toMs), truncated, deltas, tape };
      await orm
        .insert(eventWindows)
        .values({ eventId, ...values })
        .onConflictDoUpdate({ target: eventWindows.eventId, set: values });
    },

    async findEventWindow(eventId) {
      const [row] = await orm.select().from(eventWindows).where(eq(eventWindows.eventId, eventId));
      if (row === undefined) return undefined;
      const { fromMs, toMs, truncated, deltas, tape } = row;
      return { fromMs, toMs, truncated, deltas, tape };
    },
  };
}
