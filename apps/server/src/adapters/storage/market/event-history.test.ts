/** A page of the history is what sorting and filtering all of it would give, whatever the filter, on both databases. */
import type { FlowEvent } from '@undertow/market';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { HistoryPlace, HistoryQuery, HistoryStore } from '#ports/history.ts';
import { hasWords } from '#rules/history-words.ts';
import { hasPostgres, openTestDatabase, type TestDatabase } from '#testing/database/databases.ts';
import { testEvent } from '#testing/event.ts';
import { createEventHistory } from './event-history.ts';
import { createMarketStore } from './market-store.ts';

const NOW = Date.UTC(2026, 10, 20);
const given = process.env['DATABASE_URL_TEST'];
const TYPES = ['iceberg', 'absorption', 'support'] as const;
const SIDES = ['bid', 'ask'] as const;

function eventAt(place: number): FlowEvent {
  const detectedNs = BigInt(NOW - Math.floor(place / 2) * 60_000) * 1_000_000n;
  const type = TYPES[place % 7 === 0 ? 0 : (place % 2) + 1] ?? 'support';
  return testEvent(`event-${place * 7919}`, NOW - Math.floor(place / 2) * 60_000, {
    type,
    sub: type === 'iceberg' ? 'native' : null,
    instrumentId: (place % 3) + 1,
    side: SIDES[place % 5 === 0 ? 1 : 0] ?? 'bid',
    size: (place * 37) % 11,
    confidence: ((place * 31) % 20) / 20,
    updatedNs: detectedNs + (place % 9 === 0 ? 600_000_000_000n : 1n),
    degraded: place % 13 === 0,
    // Every eleventh is of before there were ranks
    ...(place % 11 === 0 ? {} : { perDay: (place * 13) % 60 }),
    description: `Bid refilled ${place % 4} times at 4566.50, 1,${100 + (place % 3)} traded.${place === 17 ? ' Unusual' : ''}`,
  });
}

const ALL = Array.from({ length: 240 }, (_, place) => eventAt(place));
const msOf = (timeNs: bigint): number => Number(timeNs / 1_000_000n);

function placeOf(event: FlowEvent, sort: HistoryQuery['sort']): HistoryPlace {
  const figure = sort === 'confidence' ? event.confidence : sort === 'size' ? event.size : 0;
  return { figure, detectedMs: msOf(event.detectedNs), id: event.id };
}

const isLargeAndSure = (event: FlowEvent, { minConfidence, perDay }: HistoryQuery): boolean =>
  event.confidence >= minConfidence && (perDay === null || (event.perDay ?? 0) <= perDay);
const isFound = ({ type, sub, description }: FlowEvent, { words }: HistoryQuery): boolean =>
  words === null || hasWords(`${type} ${sub ?? ''} ${description}`, words);

/** The page by the plain rule: everything, filtered, sorted, cut. */
function plainPage(query: HistoryQuery): readonly FlowEvent[] {
  const { sort } = query;
  const rising = (a: HistoryPlace, b: HistoryPlace): number =>
    a.figure - b.figure || a.detectedMs - b.detectedMs || (a.id < b.id ? -1 : Number(a.id > b.id));
  const order = (a: HistoryPlace, b: HistoryPlace): number =>
    sort === 'oldest' ? rising(a, b) : -rising(a, b);
  return ALL.filter((event) => {
    const span = query.spans.find(({ instrumentId }) => instrumentId === event.instrumentId);
    const detectedMs = msOf(event.detectedNs);
    if (span === undefined || detectedMs < span.fromMs || detectedMs > span.toMs) return false;
    if (msOf(event.updatedNs) > span.settledMs) return false;
    if (!query.types.includes(event.type) || !query.sides.includes(event.side)) return false;
    if (!isLargeAndSure(event, query) || !isFound(event, query)) return false;
    return query.after === null || order(query.after, placeOf(event, sort)) < 0;
  })
    .toSorted((a, b) => order(placeOf(a, sort), placeOf(b, sort)))
    .slice(0, query.limit);
}

const subset = <T>(all: readonly T[]) => fc.subarray([...all], { minLength: 1 });
const minutes = fc.integer({ min: -5, max: 130 }).map((back) => NOW - back * 60_000);
const span = (instrumentId: number) =>
  fc.record({ instrumentId: fc.constant(instrumentId), fromMs: minutes, toMs: minutes, settledMs: minutes });

const drawn: fc.Arbitrary<HistoryQuery> = fc.record({
  source: fc.constant('simulated'),
  spans: subset([1, 2, 3]).chain((ids) => fc.tuple(...ids.map(span))),
  types: subset(TYPES),
  sides: subset(SIDES),
  minConfidence: fc.constantFrom(0, 0.5, 0.95, 1),
  perDay: fc.constantFrom(null, 3, 10, 30, 45),
  words: fc.constantFrom(
    null,
    ['refilled'],
    ['ref', '1101'],
    ['4566.50', '3'],
    ['unus'],
    ['native'],
    ['nothing'],
  ),
  sort: fc.constantFrom('newest', 'oldest', 'confidence', 'size'),
  after: fc.option(
    fc.record({
      figure: fc.constantFrom(0, 1, 3),
      detectedMs: minutes,
      id: fc.constantFrom('a', 'event-7919', 'z'),
    }),
  ),
  limit: fc.integer({ min: 1, max: 40 }),
});

/** Where time alone sorts there is no figure. */
const queries = drawn.map((query): HistoryQuery => {
  const byTime = query.sort === 'newest' || query.sort === 'oldest';
  return { ...query, after: query.after && byTime ? { ...query.after, figure: 0 } : query.after };
});

describe.each([
  { kind: 'embedded', present: true },
  { kind: 'postgres', present: hasPostgres(given) },
] as const)('$kind database', ({ kind, present }) => {
  let database: TestDatabase;
  let history: HistoryStore;

  beforeAll(async () => {
    if (!present) return;
    database = await openTestDatabase(kind, given);
    history = createEventHistory(database.orm);
    const store = createMarketStore(database.orm);
    await store.saveEvents('simulated', 'one', ALL);
    await store.saveEvents('replay', 'other', [{ ...eventAt(3), id: 'replayed' }]);
  });
  afterAll(() => database?.close());

  test.skipIf(!present)('any page is the plain one, whether few or many match', async () => {
    await fc.assert(
      fc.asyncProperty(queries, fc.constantFrom(undefined, 1, 7, 60), async (query, budget) => {
        const page = await createEventHistory(database.orm, budget).page(query);
        expect(page.map(({ id }) => id)).toEqual(plainPage(query).map(({ id }) => id));
      }),
      { numRuns: process.env['LONG_TESTS'] === '1' ? 1000 : 50 },
    );
  });

  test.skipIf(!present)('pages follow each other to the end without a gap or a row twice', async () => {
    const spans = [1, 2, 3].map((instrumentId) => ({
      instrumentId,
      fromMs: 0,
      toMs: NOW * 2,
      settledMs: NOW * 2,
    }));
    const base = {
      source: 'simulated',
      spans,
      types: TYPES,
      sides: SIDES,
      minConfidence: 0,
      perDay: null,
      words: null,
    };
    for (const sort of ['newest', 'oldest', 'confidence', 'size'] as const) {
      const seen: string[] = [];
      let after: HistoryPlace | null = null;
      for (;;) {
        const page: readonly FlowEvent[] = await history.page({ ...base, sort, after, limit: 23 });
        seen.push(...page.map(({ id }) => id));
        const last = page.at(-1);
        if (last === undefined || page.length < 23) break;
        after = placeOf(last, sort);
      }
      expect(seen).toHaveLength(ALL.length);
      expect(new Set(seen).size).toBe(ALL.length);
    }
  });

  test.skipIf(!present)(
    'an event that changes is found by what it became, and one that goes is gone',
    async () => {
      const store = createMarketStore(database.orm);
      const event = { ...eventAt(4), id: 'changing', instrumentId: 9, confidence: 0.5 };
      await store.saveEvents('simulated', 'one', [event]);
      const spans = [{ instrumentId: 9, fromMs: 0, toMs: NOW, settledMs: NOW }];
      const query = {
        ...{
          source: 'simulated',
          spans,
          types: TYPES,
          sides: SIDES,
          minConfidence: 0,
          perDay: null,
          after: null,
          limit: 5,
        },
        sort: 'newest',
      } as const;
      expect(await history.page({ ...query, words: ['refilled'] })).toEqual([event]);
      const changed: FlowEvent = { ...event, perDay: 2, confidence: 0.9, description: 'Bid gave way' };
      await store.saveEvents('simulated', 'one', [changed]);
      expect(await history.page({ ...query, words: ['refilled'] })).toEqual([]);
      expect(await history.page({ ...query, words: ['gave'], minConfidence: 0.9 })).toEqual([changed]);
      expect(await history.page({ ...query, words: null, perDay: 2 })).toEqual([changed]);
      expect(await history.page({ ...query, words: null, perDay: 1 })).toEqual([]);
      await store.prune(NOW + 400 * 86_400_000);
      expect(await history.page({ ...query, words: null })).toEqual([]);
      expect(await store.findEvent('changing')).toBeUndefined();
    },
  );
});
