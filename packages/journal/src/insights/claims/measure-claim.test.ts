/** Averages, shrinkage, resampled interval, days, trades and months of a claim, against figures computed by hand. */
import { DAY_MS } from '@undertow/market';
import { expect, test } from 'vitest';
import { SeededRandom } from '#numbers/random.ts';
import { journalTrade, tradesOfNets } from '#testing/closed-trades.ts';
import { type Claim, OUTSIDE, REST, SLICE } from './claim.ts';
import {
  averagesOf,
  monthlyMagnitude,
  monthsOf,
  resampleClaim,
  sliceDays,
  sliceTrades,
} from './measure-claim.ts';
import { tradeColumns } from './trade-columns.ts';

const NO_TEXTS = {
  title: { better: '', worse: '' },
  subject: '',
  against: '',
  action: { better: '', worse: '' },
  definition: '',
};

const claimOf = (
  values: readonly number[],
  members: readonly number[],
  bound: number | null = null,
): Claim => ({
  key: 'made-up',
  values: Float64Array.from(values),
  members: Uint8Array.from(members),
  bound,
  unit: 'micros-per-trade',
  test: () => null,
  texts: NO_TEXTS,
  meaning: 'money',
  details: [],
});

const MIXED = claimOf([10, 20, 1, 2, 3, 900], [SLICE, SLICE, REST, REST, REST, OUTSIDE]);

test('a slice is averaged against the rest, and what is outside of both is not counted', () => {
  expect(averagesOf(MIXED, null)).toMatchObject({ n: 2, restN: 3, mean: 15, baseline: 2, difference: 13 });
});

test('the slice is pulled to the average of both with the weight of 20 trades', () => {
  // Average of both 36 / 5 = 7.2; (30 + 20 x 7.2) / 22 - 2.
  expect(averagesOf(MIXED, null).shrunk).toBeCloseTo((30 + 144) / 22 - 2, 12);
});

test('against a fixed figure the slice is pulled to that figure', () => {
  const claim = claimOf([10, 20, 900], [SLICE, SLICE, OUTSIDE], 5);
  expect(averagesOf(claim, null)).toMatchObject({ n: 2, restN: 0, mean: 15, baseline: 5, difference: 10 });
  // (30 + 20 x 5) / 22 - 5 = 10 x 2 / 22.
  expect(averagesOf(claim, null).shrunk).toBeCloseTo(20 / 22, 12);
});

test('a large slice keeps nearly all of its difference', () => {
  const claim = claimOf(
    Array.from({ length: 4000 }, (_, at) => (at < 2000 ? 10 : 0)),
    Array.from({ length: 4000 }, (_, at) => (at < 2000 ? SLICE : REST)),
  );
  expect(averagesOf(claim, null).shrunk).toBeCloseTo((20_000 + 100) / 2020, 12);
});

test('a mask leaves rows out of the slice and of the rest', () => {
  expect(averagesOf(MIXED, Uint8Array.of(1, 0, 0, 1, 1, 1))).toMatchObject({
    n: 1,
    restN: 2,
    mean: 10,
    baseline: 2.5,
  });
});

test('an empty side has no average', () => {
  expect(averagesOf(MIXED, Uint8Array.of(0, 0, 1, 1, 1, 1)).mean).toBeNaN();
  expect(averagesOf(MIXED, Uint8Array.of(1, 1, 0, 0, 0, 1)).baseline).toBeNaN();
});

/** One trade of the slice and one of the rest on each of `days` days. */
const paired = (days: number, slice: (day: number) => number, rest: number) => {
  const nets = Array.from({ length: days * 2 }, (_, at) => (at % 2 ? rest : slice(Math.floor(at / 2))));
  const columns = tradeColumns(tradesOfNets(nets, 2));
  const members = nets.map((_, at) => (at % 2 ? REST : SLICE));
  return { columns, claim: claimOf([...columns.net], members) };
};

const resampled = ({ columns, claim }: ReturnType<typeof paired>, stated: number) =>
  resampleClaim(columns, claim, stated, 400, new SeededRandom(1));

test('days that are all the same have a range of no width, and every draw supports the effect', () => {
  const { ci95, support } = resampled(
    paired(20, () => 30, 10),
    20e6,
  );
  expect(ci95).toEqual([20e6, 20e6]);
  expect(support).toBe(1);
});

test('fewer than 20 days have no range but still a support', () => {
  expect(
    resampled(
      paired(19, () => 30, 10),
      20e6,
    ),
  ).toEqual({ ci95: null, support: 1 });
});

test('support needs the sign and at least half of the stated size', () => {
  const same = paired(20, () => 30, 10);
  expect(resampled(same, 40e6).support).toBe(1);
  expect(resampled(same, 40.1e6).support).toBe(0);
  expect(resampled(same, -1e6).support).toBe(0);
  expect(
    resampled(
      paired(20, () => -10, 10),
      -20e6,
    ).support,
  ).toBe(1);
});

test('the range widens with the days: +-40 by turns over 100 days is two standard errors of 4', () => {
  const { ci95, support } = resampled(
    paired(100, (day) => (day % 2 ? 50 : -30), 0),
    10e6,
  );
  expect(ci95?.[0]).toBeGreaterThan(0.5e6);
  expect(ci95?.[0]).toBeLessThan(4e6);
  expect(ci95?.[1]).toBeGreaterThan(16e6);
  expect(ci95?.[1]).toBeLessThan(19.5e6);
  // Above half of it: 1.25 standard errors to one side, 89 of 100.
  expect(support).toBeGreaterThan(0.83);
  expect(support).toBeLessThan(0.95);
});

test('against a fixed figure only the slice is drawn', () => {
  const { columns, claim } = paired(20, () => 30, 10);
  const alone: Claim = {
    ...claim,
    bound: 5e6,
    members: claim.members.map((member) => (member === SLICE ? SLICE : OUTSIDE)),
  };
  expect(resampleClaim(columns, alone, 25e6, 50, new SeededRandom(1)).ci95).toEqual([25e6, 25e6]);
});

test('days without the slice or the rest do not count towards the 20', () => {
  const { columns, claim } = paired(25, () => 30, 10);
  const without = (rows: number): Claim => ({
    ...claim,
    members: claim.members.map((member, row) => (row < rows ? OUTSIDE : member)),
  });
  expect(resampleClaim(columns, without(10), 20e6, 50, new SeededRandom(1)).ci95).not.toBeNull();
  expect(resampleClaim(columns, without(12), 20e6, 50, new SeededRandom(1)).ci95).toBeNull();
});

test('the days of a slice are those with at least one of its trades', () => {
  const columns = tradeColumns(tradesOfNets([1, 2, 3, 4, 5, 6], 2));
  const days = (...members: readonly number[]) => sliceDays(columns, claimOf([1, 2, 3, 4, 5, 6], members));
  expect(days(SLICE, SLICE, REST, REST, REST, SLICE)).toBe(2);
  expect(days(SLICE, REST, OUTSIDE, SLICE, SLICE, REST)).toBe(3);
  expect(days(REST, REST, OUTSIDE, REST, REST, REST)).toBe(0);
});

test('the trades of a slice are named newest first, at most a thousand', () => {
  const trades = tradesOfNets(
    Array.from({ length: 1100 }, () => 1),
    5,
  );
  const columns = tradeColumns(trades);
  const every = claimOf(
    [],
    Array.from({ length: 1100 }, (_, at) => (at === 1098 ? REST : SLICE)),
  );
  const ids = sliceTrades(columns, every);
  expect(ids).toHaveLength(1000);
  expect(ids[0]).toBe(trades[1099]?.id);
  expect(ids[1]).toBe(trades[1097]?.id);
});

const closedAt = (...days: readonly number[]) =>
  tradeColumns(
    days.map((day) => journalTrade({ exitMs: Date.UTC(2026, 0, 5, 15) + day * DAY_MS, netMicros: 1e6 })),
  );

test('months run from the first to the last exit, and are at least one', () => {
  expect(monthsOf(closedAt(0))).toBe(1);
  expect(monthsOf(closedAt(0, 7))).toBe(1);
  expect(monthsOf(closedAt(0, 365.2425))).toBeCloseTo(12, 12);
  expect(monthsOf(closedAt(60, 0, 15))).toBeCloseTo(60 / 30.436875, 12);
});

test('the usual month is the average absolute result of the calendar months', () => {
  const on = (tradeDay: string, net: number) => journalTrade({ tradeDay, netMicros: net * 1e6 });
  const columns = tradeColumns([
    on('2026-01-30', 100),
    on('2026-01-31', -40),
    on('2026-02-01', -90),
    on('2027-01-04', 30),
  ]);
  // 60, -90 and, a year later, 30.
  expect(monthlyMagnitude(columns)).toBe(60e6);
  expect(monthlyMagnitude(tradeColumns([]))).toBe(0);
});
