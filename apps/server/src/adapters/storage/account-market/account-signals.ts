/** Events and AI patterns of an owner's feed in their last state, and the windows around events. */
import {
  epochMs,
  epochMsOfNs,
  type FlowEvent,
  type FlowEventType,
  type Pattern,
  type PatternType,
} from '@undertow/market';
import { and, desc, eq, gte, inArray, lt, sql } from 'drizzle-orm';
import { accountEvents, accountWindows } from '#adapters/storage/tables/account-tables.ts';
import { decodeSignal, encodeSignal, type StoredSignal } from '#adapters/storage/tables/signal-row.ts';
import type { AccountMarket, AccountRecord, OwnerKey } from '#ports/account-feeds.ts';
import type { EventWindow, StoredEvent } from '#ports/market-store.ts';
import type { OwnerKeys } from './owner-keys.ts';
import { openBody, placeOf, sealBody } from './sealed-body.ts';

type Kind = 'event' | 'pattern';

interface SignalBody {
  readonly run: string;
  readonly signal: unknown;
}

interface SignalRow {
  readonly id: string;
  readonly kind: Kind;
  readonly source: string;
  readonly sealed: Uint8Array;
}

export function openSignal<S extends StoredSignal>(
  key: OwnerKey,
  row: SignalRow,
): { readonly run: string; readonly signal: S } {
  const { run, signal } = openBody<SignalBody>(key, placeOf.signal(row), row.sealed);
  return { run, signal: decodeSignal<S>(signal) };
}

interface SavedSignals {
  readonly kind: Kind;
  readonly source: string;
  readonly run: string;
  readonly signals: readonly StoredSignal[];
  readonly toNotify: ReadonlySet<string>;
}

async function saveSignals(
  keys: OwnerKeys,
  userId: string,
  { kind, source, run, signals, toNotify }: SavedSignals,
): Promise<void> {
  if (signals.length === 0) return;
  await keys.writing(userId, async (key, tx) => {
    const newest = [...new Map(signals.map((signal) => [signal.id, signal])).values()];
    const rows = newest.map((signal) => {
      const { id, instrumentId, detectedMs, body } = encodeSignal(signal);
      const sealed = sealBody(key, placeOf.signal({ id, kind, source }), { run, signal: JSON.parse(body) });
      const times = { detectedMs: epochMs(detectedMs), updatedMs: epochMsOfNs(signal.updatedNs) };
      return { userId, id, kind, source, instrumentId, ...times, isDue: toNotify.has(id), sealed };
    });
    await tx
      .insert(accountEvents)
      .values(rows)
      .onConflictDoUpdate({
        target: [accountEvents.userId, accountEvents.id],
        set: {
          detectedMs: sql`excluded.detected_ms`,
          updatedMs: sql`excluded.updated_ms`,
          // What is due stays due until its alerts are stored
          isDue: sql`account_events.is_due OR excluded.is_due`,
          sealed: sql`excluded.sealed`,
        },
      });
  });
}

interface WindowHead extends Pick<EventWindow, 'fromMs' | 'toMs' | 'truncated'> {
  readonly deltas: string;
}

export function accountSignalWrites(
  keys: OwnerKeys,
  userId: string,
): Pick<AccountRecord, 'saveEvents' | 'savePatterns' | 'saveEventWindow'> {
  return {
    saveEvents: (source, run, events, toNotify = new Set()) =>
      saveSignals(keys, userId, { kind: 'event', source, run, signals: events, toNotify }),
    savePatterns: (source, run, patterns) =>
      saveSignals(keys, userId, { kind: 'pattern', source, run, signals: patterns, toNotify: new Set() }),
    saveEventWindow: (eventId, { fromMs, toMs, truncated, deltas, tape }) =>
      keys.writing(userId, async (key, tx) => {
        const head: WindowHead = {
          ...{ fromMs, toMs, truncated },
          deltas: Buffer.from(deltas).toString('base64'),
        };
        const values = {
          toMs: epochMs(toMs),
          sealed: sealBody(key, placeOf.window(eventId), head),
          tape: tape === null ? null : key.seal(placeOf.tape(eventId), tape),
        };
        await tx
          .insert(accountWindows)
          .values({ userId, eventId, ...values })
          .onConflictDoUpdate({ target: [accountWindows.userId, accountWindows.eventId], set: values });
      }),
  };
}

/** Rows opened at a time: others get their turn while the next ones are read. */
const PAGE = 500;

interface SignalQuery {
  readonly kind: Kind;
  readonly instrumentIds: readonly number[];
  readonly source: string;
  readonly fromMs: number;
  readonly toMs: number;
}

/** Pages of what was detected in `[fromMs, toMs)`, newest first. */
export async function* signalPages<S extends StoredSignal>(
  keys: OwnerKeys,
  userId: string,
  { kind, instrumentIds, source, fromMs, toMs }: SignalQuery,
): AsyncGenerator<readonly S[]> {
  const { detectedMs, id } = accountEvents;
  let behind = sql`true`;
  while (instrumentIds.length > 0) {
    const page = await keys.reading(userId, [], async (key) => {
      const rows = await keys.orm
        .select()
        .from(accountEvents)
        .where(
          and(
            ...[eq(accountEvents.userId, userId), eq(accountEvents.source, source)],
            ...[inArray(accountEvents.instrumentId, [...instrumentIds]), eq(accountEvents.kind, kind)],
            ...[gte(detectedMs, epochMs(fromMs)), lt(detectedMs, epochMs(toMs)), behind],
          ),
        )
        .orderBy(desc(detectedMs), desc(id))
        .limit(PAGE);
      return rows.map((row) => ({ row, signal: openSignal<S>(key, row).signal }));
    });
    if (page.length > 0) yield page.map(({ signal }) => signal);
    const last = page.at(-1)?.row;
    if (last === undefined || page.length < PAGE) return;
    behind = sql`(${detectedMs}, ${id}) < (${last.detectedMs}::bigint, ${last.id}::text)`;
  }
}

async function listSignals<S extends StoredSignal>(
  keys: OwnerKeys,
  userId: string,
  query: SignalQuery,
  { types, limit }: { readonly types: readonly string[]; readonly limit: number },
): Promise<readonly S[]> {
  const found: S[] = [];
  if (types.length === 0) return found;
  for await (const page of signalPages<S>(keys, userId, query)) {
    found.push(...page.filter(({ type }) => types.includes(type)));
    if (found.length >= limit) break;
  }
  return found.slice(0, limit);
}

export function accountSignalReads(
  keys: OwnerKeys,
  userId: string,
): Pick<AccountMarket, 'findEvent' | 'listEvents' | 'listPatterns' | 'findEventWindow'> {
  return {
    findEvent: (id) =>
      keys.reading(userId, undefined, async (key): Promise<StoredEvent | undefined> => {
        const mine = and(eq(accountEvents.userId, userId), eq(accountEvents.id, id));
        const [row] = await keys.orm
          .select()
          .from(accountEvents)
          .where(and(mine, eq(accountEvents.kind, 'event')));
        if (row === undefined) return undefined;
        const { run, signal } = openSignal<FlowEvent>(key, row);
        return { event: signal, source: row.source as StoredEvent['source'], run };
      }),
    listEvents: (instrumentIds, source, types: readonly FlowEventType[], fromMs, toMs, limit) =>
      listSignals<FlowEvent>(
        keys,
        userId,
        { kind: 'event', instrumentIds, source, fromMs, toMs },
        { types, limit },
      ),
    listPatterns: (instrumentIds, source, types: readonly PatternType[], fromMs, toMs, limit) =>
      listSignals<Pattern>(
        keys,
        userId,
        { kind: 'pattern', instrumentIds, source, fromMs, toMs },
        { types, limit },
      ),
    findEventWindow: (eventId) =>
      keys.reading(userId, undefined, async (key): Promise<EventWindow | undefined> => {
        const mine = and(eq(accountWindows.userId, userId), eq(accountWindows.eventId, eventId));
        const [row] = await keys.orm.select().from(accountWindows).where(mine);
        if (row === undefined) return undefined;
        const { deltas, ...head } = openBody<WindowHead>(key, placeOf.window(eventId), row.sealed);
        const tape = row.tape === null ? null : key.open(placeOf.tape(eventId), row.tape);
        return { ...head, deltas: Buffer.from(deltas, 'base64'), tape };
      }),
  };
}
