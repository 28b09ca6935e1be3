/** The history of an owner's feed. What it filters by is sealed, so that pages are read and filtered here, newest first. */
import type { FlowEvent, FlowEventType } from '@undertow/market';
import type { AccountMarket } from '#ports/account-feeds.ts';
import type { DayCount, HistoryPlace, HistoryQuery, HistorySort, HistorySpan } from '#ports/history.ts';
import { hasWords } from '#rules/history-words.ts';
import { settledSignals } from './account-outcomes.ts';
import { signalPages } from './account-signals.ts';
import type { OwnerKeys } from './owner-keys.ts';

type AccountHistory = AccountMarket['history'];

const detectedMsOf = ({ detectedNs }: FlowEvent): number => Number(detectedNs / 1_000_000n);
const updatedMsOf = ({ updatedNs }: FlowEvent): number => Number(updatedNs / 1_000_000n);

function placeOf(event: FlowEvent, sort: HistorySort): HistoryPlace {
  const figure = sort === 'confidence' ? event.confidence : sort === 'size' ? event.size : 0;
  return { figure, detectedMs: detectedMsOf(event), id: event.id };
}

/** Negative when `a` comes first. */
function inOrder(sort: HistorySort, a: HistoryPlace, b: HistoryPlace): number {
  const rising =
    a.figure - b.figure || a.detectedMs - b.detectedMs || (a.id < b.id ? -1 : Number(a.id > b.id));
  return sort === 'oldest' ? rising : -rising;
}

function isWithin(event: FlowEvent, { instrumentId, fromMs, toMs, settledMs }: HistorySpan): boolean {
  const detectedMs = detectedMsOf(event);
  return (
    event.instrumentId === instrumentId &&
    detectedMs >= fromMs &&
    detectedMs <= toMs &&
    updatedMsOf(event) <= settledMs
  );
}

function matches(event: FlowEvent, query: HistoryQuery): boolean {
  const { types, sides, minConfidence, perDay, words } = query;
  return (
    types.includes(event.type) &&
    sides.includes(event.side) &&
    event.confidence >= minConfidence &&
    (perDay === null || (event.perDay ?? 0) <= perDay) &&
    (words === null || hasWords(`${event.type} ${event.sub ?? ''} ${event.description}`, words)) &&
    query.spans.some((span) => isWithin(event, span))
  );
}

interface Reach {
  readonly source: string;
  readonly instrumentIds: readonly number[];
  readonly fromMs: number;
  /** Included. */
  readonly toMs: number;
}

type EventPages = (reach: Reach) => AsyncGenerator<readonly FlowEvent[]>;

function reachOf({ source, spans, sort, after }: HistoryQuery): Reach {
  const newestMs = sort === 'newest' && after !== null ? after.detectedMs : Number.POSITIVE_INFINITY;
  return {
    source,
    instrumentIds: spans.map(({ instrumentId }) => instrumentId),
    fromMs: Math.min(...spans.map(({ fromMs }) => fromMs)),
    toMs: Math.min(newestMs, Math.max(...spans.map(({ toMs }) => toMs))),
  };
}

async function pageOf(pages: EventPages, query: HistoryQuery): Promise<readonly FlowEvent[]> {
  const { sort, after, limit } = query;
  const isBehind = (event: FlowEvent): boolean =>
    after === null || inOrder(sort, after, placeOf(event, sort)) < 0;
  const found: FlowEvent[] = [];
  if (query.spans.length === 0 || query.words?.length === 0) return found;
  for await (const events of pages(reachOf(query))) {
    found.push(...events.filter((event) => matches(event, query) && isBehind(event)));
    if (sort === 'newest' && found.length >= limit) break;
    // Of other orders only the first rows count: what cannot be among them is not kept
    if (found.length > 4 * limit) found.splice(0, found.length, ...first(found, query));
  }
  return first(found, query);
}

async function countDays(
  pages: EventPages,
  { source, instrumentIds, boundsMs, asOfMs }: Parameters<AccountHistory['countDays']>[0],
): Promise<readonly DayCount[]> {
  const counts = new Map<string, DayCount>();
  const [fromMs, toMs] = [boundsMs[0] ?? 0, Math.min(boundsMs.at(-1) ?? 0, asOfMs) - 1];
  for await (const events of pages({ source, instrumentIds, fromMs, toMs })) {
    for (const event of events) {
      if (event.degraded || updatedMsOf(event) >= asOfMs) continue;
      const day = boundsMs.findLastIndex((boundMs) => boundMs <= detectedMsOf(event));
      const key = `${day}/${event.instrumentId}/${event.type}`;
      const { events: before = 0, confidenceSum = 0 } = counts.get(key) ?? {};
      counts.set(key, {
        ...{ day, instrumentId: event.instrumentId, type: event.type },
        ...{ events: before + 1, confidenceSum: confidenceSum + event.confidence },
      });
    }
  }
  return [...counts.values()];
}

export function accountHistory(keys: OwnerKeys, userId: string): AccountHistory {
  const pages: EventPages = ({ source, instrumentIds, fromMs, toMs }: Reach) =>
    signalPages<FlowEvent>(keys, userId, {
      ...{ kind: 'event', source, instrumentIds },
      fromMs: Math.max(0, Math.ceil(fromMs)),
      toMs: Math.floor(toMs) + 1,
    });

  return {
    page: (query) => pageOf(pages, query),
    countDays: (query) => countDays(pages, query),
    async countTypes({ source, span, types, except }) {
      const counts = new Map<FlowEventType, number>();
      const known = new Set(except);
      const { instrumentId, fromMs, toMs } = span;
      for await (const events of pages({ source, instrumentIds: [instrumentId], fromMs, toMs }))
        for (const event of events)
          if (types.includes(event.type) && isWithin(event, span) && !known.has(event.id))
            counts.set(event.type, (counts.get(event.type) ?? 0) + 1);
      return [...counts].map(([type, events]) => ({ type, events }));
    },
    async countHits({ source, instrumentIds, boundsMs, asOfMs }) {
      const [fromMs, toMs] = [boundsMs[0] ?? 0, boundsMs.at(-1) ?? 0];
      const signals = await settledSignals(keys, userId, { source, instrumentIds, fromMs, toMs, asOfMs });
      const grouped = Map.groupBy(signals, ({ raised, raisedMs }) => {
        const day = boundsMs.findLastIndex((boundMs) => boundMs <= raisedMs);
        return `${day}/${raised.instrumentId}/${raised.type}`;
      });
      return [...grouped].map(([key, ofKey]) => {
        const [day, instrumentId] = key.split('/').map(Number);
        const type = ofKey[0]?.raised.type ?? '';
        const hits = ofKey.filter(({ hit }) => hit).length;
        return { day: day ?? 0, instrumentId: instrumentId ?? 0, type, resolved: ofKey.length, hits };
      });
    },
    async unsettled({ source, instrumentIds, fromMs, asOfMs }) {
      const ids: string[] = [];
      for await (const events of pages({ source, instrumentIds, fromMs, toMs: asOfMs }))
        for (const event of events) if (updatedMsOf(event) >= asOfMs) ids.push(event.id);
      return ids;
    },
  };
}

function first(found: readonly FlowEvent[], { sort, limit }: HistoryQuery): readonly FlowEvent[] {
  return found.toSorted((a, b) => inOrder(sort, placeOf(a, sort), placeOf(b, sort))).slice(0, limit);
}
