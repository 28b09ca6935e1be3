/** Events are ranked by size against their own type and their instrument's own last trading day. */
import {
  CME_CALENDAR,
  DAY_MS,
  FLOW_EVENT_TYPES,
  type FlowEvent,
  type FlowEventType,
  NS_PER_MS,
  SIMULATED_CALENDAR,
} from '@undertow/market';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EventRanking } from './event-ranking.ts';

const START_MS = Date.UTC(2026, 2, 2, 23);

interface Raised {
  readonly id: string;
  readonly type?: FlowEventType;
  readonly size: number;
  readonly atMs: number;
  readonly firstMs?: number;
  readonly degraded?: boolean;
}

function event({ id, type = 'iceberg', size, atMs, firstMs = atMs, degraded = false }: Raised): FlowEvent {
  const detectedNs = BigInt(Math.round(firstMs)) * NS_PER_MS;
  const updatedNs = BigInt(Math.round(atMs)) * NS_PER_MS;
  return {
    id,
    type,
    size,
    degraded,
    sub: null,
    instrumentId: 1,
    side: 'bid',
    priceTicks: 100,
    priceLowTicks: 100,
    priceHighTicks: 100,
    tier: 'L3',
    exact: true,
    confidence: 1,
    confidenceLow: 1,
    confidenceHigh: 1,
    score: null,
    calibrator: 'exact',
    status: 'open',
    startNs: detectedNs,
    detectedNs,
    updatedNs,
    expiresNs: updatedNs,
    description: '',
    severity: 'low',
    zoneHeightTicks: null,
    evidence: {},
  };
}

/** A ranking that watched `days` of the simulated exchange without a pause. */
function watching(days: number): EventRanking {
  const ranking = new EventRanking(SIMULATED_CALENDAR);
  for (let atMs = START_MS; atMs < START_MS + days * DAY_MS; atMs += 60_000) ranking.watch(atMs);
  return ranking;
}

/** A day of events of these sizes, evenly spread; the ranks of the last day's events as they were raised. */
function ranksOf(
  ranking: EventRanking,
  sizes: readonly number[],
  type: FlowEventType,
  fromMs: number,
): number[] {
  const stepMs = DAY_MS / sizes.length;
  return sizes.map((size, at) => {
    const raised = event({ id: `${type}-${fromMs}-${at}`, type, size, atMs: fromMs + at * stepMs });
    return ranking.rank(raised).perDay ?? Number.NaN;
  });
}

const OVER_A_DAY_MS = START_MS + DAY_MS;

test('the largest of a day is one a day, the fourth largest four a day', () => {
  const ranking = watching(2);
  ranksOf(ranking, [90, 30, 70, 50, 10], 'iceberg', START_MS + 0.5 * DAY_MS);
  const at = (size: number) => ranking.rank(event({ id: `${size}`, size, atMs: OVER_A_DAY_MS })).perDay;
  expect(at(100)).toBe(1);
  expect(at(40)).toBe(5);
});

test('types do not compare by contracts: the largest stop run ranks equal to the largest absorption', () => {
  const ranking = watching(2);
  ranksOf(ranking, [5000, 4000, 3000, 2000], 'absorption', START_MS + 0.5 * DAY_MS);
  ranksOf(ranking, [600, 500, 400, 300, 200, 100], 'iceberg', START_MS + 0.5 * DAY_MS);
  const largest = event({ id: 'a', type: 'stop_run', size: 24, atMs: OVER_A_DAY_MS });
  const second = event({ id: 'b', type: 'stop_run', size: 12, atMs: OVER_A_DAY_MS });
  expect(ranking.rank(largest).perDay).toBe(2);
  expect(ranking.rank(second).perDay).toBe(5);
});

test('events of equal rank count as the middle of them', () => {
  const ranking = watching(2);
  for (const [at, type] of FLOW_EVENT_TYPES.slice(0, 6).entries())
    ranksOf(ranking, [900 - at, 500, 100], type, START_MS + 0.5 * DAY_MS);
  const { perDay } = ranking.rank(event({ id: 'a', size: 1000, atMs: OVER_A_DAY_MS }));
  expect(perDay).toBe(3.5);
  expect(ranking.rank(event({ id: 'b', size: 950, atMs: OVER_A_DAY_MS })).perDay).toBe(9.5);
});

test('a type with few events leaves its share to the others', () => {
  const ranking = watching(2);
  ranksOf(ranking, [50], 'spoofing', START_MS + 0.5 * DAY_MS);
  ranksOf(ranking, [600, 500, 400, 300], 'iceberg', START_MS + 0.5 * DAY_MS);
  expect(ranking.rank(event({ id: 'a', size: 350, atMs: OVER_A_DAY_MS })).perDay).toBe(5);
});

test('an event that grows is ranked again, one that only changes keeps its rank', () => {
  const ranking = watching(2);
  ranksOf(ranking, [500, 400, 300], 'iceberg', START_MS + 0.5 * DAY_MS);
  const grow = (size: number, atMs: number) =>
    ranking.rank(event({ id: 'a', size, atMs, firstMs: OVER_A_DAY_MS })).perDay;
  expect(grow(3, OVER_A_DAY_MS)).toBe(4);
  expect(grow(450, OVER_A_DAY_MS + 5000)).toBe(2);
  expect(ranking.rank(event({ id: 'b', size: 900, atMs: OVER_A_DAY_MS + 6000 })).perDay).toBe(1);
  expect(grow(450, OVER_A_DAY_MS + 7000)).toBe(2);
  expect(grow(460, OVER_A_DAY_MS + 8000)).toBe(3);
});

test('what was raised later does not reach an earlier rank', () => {
  const early = event({ id: 'a', size: 10, atMs: START_MS + 1000 });
  const ranking = watching(1);
  const before = ranking.rank(early);
  ranking.rank(event({ id: 'b', size: 1000, atMs: START_MS + 2000 }));
  expect(ranking.rank(early)).toEqual(before);
});

test('after a tenth of a day the second largest so far is one of about twenty a day', () => {
  const ranking = new EventRanking(SIMULATED_CALENDAR);
  for (let atMs = START_MS; atMs < START_MS + DAY_MS / 10; atMs += 60_000) ranking.watch(atMs);
  ranking.rank(event({ id: 'a', size: 100, atMs: START_MS + 1000 }));
  const { perDay } = ranking.rank(event({ id: 'b', size: 50, atMs: START_MS + DAY_MS / 10 }));
  expect(Math.round((perDay ?? 0) / 5)).toBe(4);
});

test('the very first event is one of ten a day: nothing is known that is larger', () => {
  expect(new EventRanking(CME_CALENDAR).rank(event({ id: 'a', size: 3, atMs: START_MS })).perDay).toBe(10);
});

test('a Sunday evening is ranked against the Friday before it, not against the weekend', () => {
  const friday = Date.UTC(2026, 2, 6, 15);
  const sunday = Date.UTC(2026, 2, 8, 23);
  const ranking = new EventRanking(CME_CALENDAR);
  for (let atMs = friday - DAY_MS; atMs < friday + 7 * 3_600_000; atMs += 60_000) ranking.watch(atMs);
  ranking.watch(sunday);
  for (let at = 0; at < 20; at += 1) ranking.rank(event({ id: `${at}`, size: 100 + at, atMs: friday + at }));
  const { perDay } = ranking.rank(event({ id: 'new', size: 50, atMs: sunday }));
  expect(Math.floor(perDay ?? 0)).toBe(21);
});

test('what a book with gaps raised has a rank, and does not count in that of others', () => {
  const ranking = watching(2);
  expect(ranking.rank(event({ id: 'a', size: 900, atMs: OVER_A_DAY_MS, degraded: true })).perDay).toBe(1);
  expect(ranking.rank(event({ id: 'b', size: 20, atMs: OVER_A_DAY_MS + 1 })).perDay).toBe(1);
});

test('a restart continues with the ranks of the run before', () => {
  const sizes = Array.from({ length: 96 }, (_none, at) => ((at * 37) % 96) + 1);
  const whole = watching(2);
  const stepMs = DAY_MS / sizes.length;
  const stored = sizes.map((size, at) =>
    whole.rank(event({ id: `${at}`, size, atMs: START_MS + 0.5 * DAY_MS + at * stepMs })),
  );
  const restarted = new EventRanking(SIMULATED_CALENDAR);
  restarted.restore(stored);
  const next = event({ id: 'next', size: 80, atMs: START_MS + 1.5 * DAY_MS });
  expect(restarted.rank(next).perDay).toBeCloseTo(whole.rank(next).perDay ?? 0, 0);
});

test('hours in which nothing ran do not count as quiet hours', () => {
  const ranking = new EventRanking(SIMULATED_CALENDAR);
  const ran = Array.from({ length: 24 }, (_none, at) => ({
    ...event({ id: `${at}`, size: 100 + at, atMs: START_MS + at * 600_000 }),
    perDay: 1,
  }));
  ranking.restore(ran);
  // Twelve of 24 hours later: four were watched of the day before
  const { perDay } = ranking.rank(event({ id: 'next', size: 100, atMs: START_MS + 16 * 3_600_000 }));
  expect(perDay).toBeCloseTo(25 * 6, -1);
});

test('with the sizes of any market about the requested number of events is highlighted', () => {
  const size = fc.integer({ min: 1, max: 100_000 });
  fc.assert(
    fc.property(
      fc.array(size, { minLength: 100, maxLength: 300 }),
      fc.constantFrom(3, 10, 30),
      (sizes, wanted) => {
        const ranking = watching(3);
        ranksOf(ranking, sizes, 'iceberg', START_MS);
        // The same day in another order: what it brings is no other
        const ranks = ranksOf(ranking, sizes.toReversed(), 'iceberg', START_MS + DAY_MS);
        const shown = ranks.filter((perDay) => perDay <= wanted).length;
        expect(shown).toBeLessThanOrEqual(2 * wanted + 5);
        expect(Math.min(...ranks)).toBeGreaterThanOrEqual(1);
      },
    ),
    { numRuns: 30 },
  );
});

test('a larger event of the same type and instant never ranks lower', () => {
  const sizes = fc.array(fc.integer({ min: 1, max: 500 }), { minLength: 2, maxLength: 60 });
  fc.assert(
    fc.property(
      sizes,
      fc.integer({ min: 1, max: 500 }),
      fc.integer({ min: 0, max: 500 }),
      (past, small, more) => {
        const rankOf = (size: number): number => {
          const ranking = watching(2);
          ranksOf(ranking, past, 'iceberg', START_MS + 0.5 * DAY_MS);
          return (
            ranking.rank(event({ id: 'next', size, atMs: START_MS + 1.5 * DAY_MS })).perDay ?? Number.NaN
          );
        };
        expect(rankOf(small + more)).toBeLessThanOrEqual(rankOf(small));
      },
    ),
    { numRuns: 30 },
  );
});
