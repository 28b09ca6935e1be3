/** What a permutation test shuffles: trades within their day, and sums of days and groups. */
import { expect, test } from 'vitest';
import { SeededRandom } from '#numbers/random.ts';
import { tradesOfNets } from '#testing/closed-trades.ts';
import {
  NO_GROUP,
  type RowGroups,
  testGroups,
  testOneGroup,
  unitsAcrossDays,
  unitsWithinDays,
} from './shuffle-units.ts';
import { tradeColumns } from './trade-columns.ts';

const PLAN = { shuffles: 2000, enough: 1_000_000 };

/** `perDay` rows a day with these labels; values are 1, 2, 3 and so on unless given. */
function labelled(labels: readonly number[], perDay: number, more: Partial<RowGroups> = {}) {
  const columns = tradeColumns(
    tradesOfNets(
      labels.map((_, at) => at + 1),
      perDay,
    ),
  );
  const rows: RowGroups = {
    values: Float64Array.from(labels, (_, at) => at + 1),
    labels: Uint8Array.from(labels),
    groups: 1,
    ...more,
  };
  return { columns, rows };
}

const within = (made: ReturnType<typeof labelled>, mask: Uint8Array | null = null) =>
  unitsWithinDays(made.columns, made.rows, mask);
const across = (made: ReturnType<typeof labelled>, mask: Uint8Array | null = null) =>
  unitsAcrossDays(made.columns, made.rows, mask);

test('within days every trade is a unit, less the average of its day', () => {
  const units = within(labelled([0, 1, 1, 1, 1, 0], 3));
  expect(units).toEqual({
    sums: Float64Array.of(-1, 0, 1, -1, 0, 1),
    counts: null,
    labels: Uint8Array.of(0, 1, 1, 1, 1, 0),
    groups: 1,
    strata: Int32Array.of(0, 3, 6),
  });
});

test('a day of one group carries no information and is left out', () => {
  expect(within(labelled([0, 0, 1, 0, 1, 1], 2))?.strata).toEqual(Int32Array.of(0, 2));
  expect(within(labelled([0, 0, 1, 0, 1, 1], 2))?.sums).toEqual(Float64Array.of(-0.5, 0.5));
  expect(within(labelled([0, 0, 1, 1], 2))).toBeNull();
});

test('rows that take no part do not count towards the average of the day', () => {
  const units = within(labelled([0, NO_GROUP, 1, 0, 1, NO_GROUP], 3));
  expect(units?.sums).toEqual(Float64Array.of(-1, 1, -0.5, 0.5));
  expect(units?.labels).toEqual(Uint8Array.of(0, 1, 0, 1));
  expect(units?.strata).toEqual(Int32Array.of(0, 2, 4));
});

test('a mask leaves rows out, and a day of one group with them', () => {
  const units = within(labelled([0, 1, 1, 0, 1, 1], 3), Uint8Array.of(1, 0, 1, 0, 1, 1));
  expect(units?.sums).toEqual(Float64Array.of(-1, 1));
  expect(units?.strata).toEqual(Int32Array.of(0, 2));
});

test('parts of a day are strata of their own, each with its average', () => {
  const part = Int32Array.of(7, 9, 7, 9, 7, 7);
  const units = within(labelled([0, 0, 1, 1, 0, 0], 4, { part }));
  // Rows 1 and 3 of part 7, rows 2 and 4 of part 9; the second day has one group.
  expect(units?.sums).toEqual(Float64Array.of(-1, 1, -1, 1));
  expect(units?.labels).toEqual(Uint8Array.of(0, 1, 0, 1));
  expect(units?.strata).toEqual(Int32Array.of(0, 2, 4));
});

test('across days a unit is a group of a day, its sum less as many times the average of all', () => {
  // Average 3.5. Day 1: rows 1 and 3 of group 0, row 2 of the rest; day 2: rows 4, 5 and 6 of the rest.
  expect(across(labelled([0, 1, 0, 1, 1, 1], 3))).toEqual({
    sums: Float64Array.of(1 + 3 - 7, 2 - 3.5, 4 + 5 + 6 - 10.5),
    counts: Float64Array.of(2, 1, 3),
    labels: Uint8Array.of(0, 1, 1),
    groups: 1,
    strata: Int32Array.of(0, 3),
  });
});

test('across days the average is that of the rows that take part', () => {
  const units = across(labelled([0, NO_GROUP, 1, 1], 2), Uint8Array.of(1, 1, 1, 0));
  expect(units?.sums).toEqual(Float64Array.of(-1, 1));
  expect(units?.counts).toEqual(Float64Array.of(1, 1));
});

test('fewer than two units cannot be shuffled', () => {
  expect(across(labelled([0, 0, 0], 3))).toBeNull();
  expect(across(labelled([0, 0, 0], 3), Uint8Array.of(0, 0, 0))).toBeNull();
  expect(across(labelled([0, 0, 0, 0], 2))).not.toBeNull();
});

test('one group is tested against everything else that takes part, with the sign of its difference', () => {
  const labels = Array.from({ length: 120 }, (_, at) => [0, 1, 2, NO_GROUP][at % 4] as number);
  const values = Float64Array.from(
    labels,
    (label, at) => (label === 1 ? -10 : label === NO_GROUP ? 500 : 0) + (at % 8),
  );
  const { columns, rows } = labelled(labels, 4, { values, groups: 2 });
  const low = testOneGroup(columns, rows, 'within-day', 1)(null, PLAN, new SeededRandom(1));
  expect(low?.t).toBeLessThan(-3);
  expect(low?.p).toBeLessThan(0.002);
  const high = testOneGroup(columns, rows, 'within-day', 0)(null, PLAN, new SeededRandom(1));
  expect(high?.t).toBeGreaterThan(0);
});

test('a test of rows that leave nothing to shuffle has no answer', () => {
  const { columns, rows } = labelled([0, 1, 0, 1], 2);
  const one = testOneGroup(columns, rows, 'within-day', 0);
  expect(one(new Uint8Array(4), PLAN, new SeededRandom(1))).toBeNull();
  expect(one(Uint8Array.of(1, 0, 1, 0), PLAN, new SeededRandom(1))).toBeNull();
  expect(
    testGroups(columns, { ...rows, labels: new Uint8Array(4) }, 'within-day', PLAN, new SeededRandom(1)),
  ).toBeNull();
});

test('days that differ as a whole are found across days and not within them', () => {
  const labels = Array.from({ length: 120 }, (_, at) => (Math.floor(at / 4) % 2 ? 0 : 1));
  const values = Float64Array.from(labels, (label, at) => (label === 0 ? -10 : 10) + (at % 4));
  const { columns, rows } = labelled(labels, 4, { values });
  expect(testGroups(columns, rows, 'within-day', PLAN, new SeededRandom(1))).toBeNull();
  expect(testGroups(columns, rows, 'across-days', PLAN, new SeededRandom(1))?.p).toBeLessThan(0.001);
});

test('trades of one day and group stay together: forty copies of two days are two days', () => {
  // One bad day of 40 trades of the group; all else is even.
  const labels = Array.from({ length: 80 }, (_, at) => (at < 40 ? 0 : 1));
  const values = Float64Array.from(labels, (label, at) => (label === 0 ? -10 : at % 2 ? 10 : -10));
  const { columns, rows } = labelled(labels, 40, { values });
  const answer = testOneGroup(columns, rows, 'across-days', 0)(null, PLAN, new SeededRandom(1));
  expect(answer?.p).toBeGreaterThan(0.3);
});
