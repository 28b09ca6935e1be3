/** What each trading day counted, by instrument and event type: days that are over are counted once and remembered. */
import { DAY_MS } from '@undertow/market';
import type { HistoryStore } from '#ports/history.ts';

export interface TypeCount {
  events: number;
  confidenceSum: number;
  resolved: number;
  hits: number;
}

/** Counts of one instrument's day by event type. */
export type DayCounts = ReadonlyMap<string, TypeCount>;

export interface TradingDay {
  readonly date: string;
  readonly openMs: number;
  /** When the next one opens. */
  readonly endMs: number;
}

export interface SessionCounts {
  /** For each day and instrument, in their order. `days` follow each other, oldest first. */
  count(query: {
    readonly source: string;
    readonly instrumentIds: readonly number[];
    readonly days: readonly TradingDay[];
    readonly asOfMs: number;
  }): Promise<readonly (readonly DayCounts[])[]>;
}

type Query = Parameters<SessionCounts['count']>[0];

/** After this long nothing of a day changes any more: outcomes are declared for minutes, an hour at most. */
const SETTLED_AFTER_MS = DAY_MS;
/** Remembered days of instruments: 400 days of twenty. */
const MAX_REMEMBERED = 8_000;

type Counted = Map<string, Map<string, TypeCount>>;

function countOf(counted: Counted, key: string, type: string): TypeCount {
  const ofDay = counted.get(key) ?? new Map<string, TypeCount>();
  counted.set(key, ofDay);
  const count = ofDay.get(type) ?? { events: 0, confidenceSum: 0, resolved: 0, hits: 0 };
  ofDay.set(type, count);
  return count;
}

export function createSessionCounts(store: Pick<HistoryStore, 'countDays' | 'countHits'>): SessionCounts {
  const remembered = new Map<string, DayCounts>();

  function keep(key: string, counts: DayCounts): void {
    remembered.set(key, counts);
    const [oldest] = remembered.keys();
    if (remembered.size > MAX_REMEMBERED && oldest !== undefined) remembered.delete(oldest);
  }

  /** Counts days that follow each other, in two statements. */
  async function read(query: Query): Promise<Counted> {
    const { source, instrumentIds, days, asOfMs } = query;
    const boundsMs = [...days.map(({ openMs }) => openMs), days.at(-1)?.endMs ?? 0];
    const [events, outcomes] = await Promise.all([
      store.countDays({ source, instrumentIds, boundsMs, asOfMs }),
      store.countHits({ source, instrumentIds, boundsMs, asOfMs }),
    ]);
    const counted: Counted = new Map();
    for (const row of events) {
      const count = countOf(counted, `${row.day}/${row.instrumentId}`, row.type);
      count.events += row.events;
      count.confidenceSum += row.confidenceSum;
    }
    for (const row of outcomes) {
      const count = countOf(counted, `${row.day}/${row.instrumentId}`, row.type);
      count.resolved += row.resolved;
      count.hits += row.hits;
    }
    return counted;
  }

  return {
    async count(query) {
      const { source, instrumentIds, days, asOfMs } = query;
      const keyOf = (day: TradingDay, id: number): string => `${source}/${id}/${day.date}`;
      const firstUnknown = days.findIndex((day) =>
        instrumentIds.some((id) => !remembered.has(keyOf(day, id))),
      );
      const known = firstUnknown < 0 ? days : days.slice(0, firstUnknown);
      const unknown = days.slice(known.length);
      const counts = known.map((day) =>
        instrumentIds.map((id) => remembered.get(keyOf(day, id)) ?? new Map()),
      );
      if (unknown.length === 0) return counts;
      const counted = await read({ ...query, days: unknown });
      const rest = unknown.map((day, at) =>
        instrumentIds.map((id): DayCounts => {
          const counts: DayCounts = counted.get(`${at}/${id}`) ?? new Map();
          if (day.endMs + SETTLED_AFTER_MS < asOfMs) keep(keyOf(day, id), counts);
          return counts;
        }),
      );
      return [...counts, ...rest];
    },
  };
}
