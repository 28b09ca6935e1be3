/** Counted findings: what they are unless stated otherwise, and figures over resampled days. */
import { expect, test } from 'vitest';
import { tradesOfNets } from '#testing/closed-trades.ts';
import { eachRowOf, factOf, resampleFigure } from './fact.ts';
import { tradeColumns } from './trade-columns.ts';

const GIVEN = { key: 'k', kind: 'consistency', title: 't', description: 'd.', definition: 'e.' } as const;
const SAMPLING = { seed: 5, resamples: 400, name: 'made-up' } as const;

const columnsOf = (dayNets: readonly number[]) => tradeColumns(tradesOfNets(dayNets, 1));

/** Average net of a day. */
const average = (dayNets: readonly number[], more: Partial<{ seed: number; name: string }> = {}) => {
  const columns = columnsOf(dayNets);
  return resampleFigure(
    columns,
    2,
    (day, add) => {
      add(0, columns.net[columns.dayStarts[day]!]! / 1e6);
      add(1, 1);
    },
    (totals) => totals[0]! / totals[1]!,
    { ...SAMPLING, ...more },
  );
};

const times = (n: number, ...nets: readonly number[]) => Array.from({ length: n }, () => nets).flat();

test('a counted finding is a fact of low priority and full confidence, untested and about no money', () => {
  expect(factOf(columnsOf([1]), GIVEN)).toEqual({
    ...GIVEN,
    insightType: 'other',
    standing: 'fact',
    actionable: '',
    settles: '',
    priority: 'low',
    confidence: 99,
    effect: null,
    details: [],
    p: null,
    q: null,
    seenAgain: null,
    restsOnOneTrade: false,
    impactMicrosPerMonth: null,
    currency: 'USD',
    tradeIds: [],
  });
});

test('what is stated replaces what is usual', () => {
  expect(factOf(columnsOf([1]), { ...GIVEN, priority: 'high', standing: 'not-enough-data' })).toMatchObject({
    priority: 'high',
    standing: 'not-enough-data',
    confidence: 99,
  });
});

test('days that are all the same have a range of no width and the confidence of one sighting', () => {
  expect(average(times(20, 7))).toEqual({ ci95: [7, 7], confidence: 80 });
});

test('there is no range before the twentieth day', () => {
  expect(average(times(19, 7))).toEqual({ ci95: null, confidence: 80 });
});

test('the range is that of the average: +-90 by turns around 10 over 100 days is 10 -+ 17.6', () => {
  const { ci95 } = average(times(50, 100, -80));
  expect(ci95?.[0]).toBeGreaterThan(-13);
  expect(ci95?.[0]).toBeLessThan(-3);
  expect(ci95?.[1]).toBeGreaterThan(23);
  expect(ci95?.[1]).toBeLessThan(33);
});

test('confidence is the share of draws with the sign and half of the figure, times 0.8', () => {
  // 10 with a standard error of 9: above 5 in 71 of 100 draws, whatever the sign.
  for (const sign of [1, -1]) {
    const { confidence } = average(times(50, 100 * sign, -80 * sign));
    expect(confidence).toBeGreaterThan(48);
    expect(confidence).toBeLessThan(66);
  }
});

test('draws depend on the seed and on the name of the figure only', () => {
  const days = times(50, 100, -80);
  expect(average(days)).toEqual(average(days));
  expect(average(days, { seed: 6 })).not.toEqual(average(days));
  expect(average(days, { name: 'other' })).not.toEqual(average(days));
});

test('draws without a value support nothing, and many of them leave no range', () => {
  const columns = columnsOf(times(20, 7));
  const { ci95, confidence } = resampleFigure(
    columns,
    2,
    (day, add) => {
      add(0, 1);
      // One day in 20 has something to divide by: 36 of 100 draws have none of it.
      if (day === 3) add(1, 1);
    },
    (totals) => (totals[1]! > 0 ? totals[0]! : Number.NaN),
    SAMPLING,
  );
  expect(ci95).toBeNull();
  expect(confidence).toBeGreaterThan(43);
  expect(confidence).toBeLessThan(59);
});

test('a day is visited row by row', () => {
  const columns = tradeColumns(tradesOfNets([1, 2, 3, 4, 5], 2));
  const rowsOf = (day: number): number[] => {
    const rows: number[] = [];
    eachRowOf(columns, day, (row) => rows.push(row));
    return rows;
  };
  expect([rowsOf(0), rowsOf(1), rowsOf(2)]).toEqual([[0, 1], [2, 3], [4]]);
});
