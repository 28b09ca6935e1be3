import { expect, test } from 'vitest';
import { leadFigures, type PairMinuteOutcome } from './lead-score.ts';

const minute = (parts: Partial<PairMinuteOutcome>): PairMinuteOutcome => ({
  pair: 'ES-NQ',
  trueLagMs: 23,
  claimedLagMs: null,
  correlation: 0.7,
  isIndependent: false,
  ...parts,
});

test('a lag is right within one step of the grid, and in the right direction', () => {
  const claims = [10, 20, 50, 100, -20].map((claimedLagMs) => minute({ claimedLagMs }));
  const [all, pair] = leadFigures([claims], 1);
  expect(all).toMatchObject({ pair: 'all', minutes: 5, claimed: 5 });
  expect(all?.right?.value).toBeCloseTo(3 / 5, 12);
  expect({ ...pair, pair: 'all' }).toEqual(all);
});

test('minutes without one true lag or without correlation require nothing', () => {
  const minutes = [
    minute({ trueLagMs: null, claimedLagMs: 5 }),
    minute({ correlation: 0.2, claimedLagMs: 500 }),
    minute({ correlation: Number.NaN, claimedLagMs: 500 }),
    minute({}),
  ];
  const [all] = leadFigures([minutes], 1);
  expect(all).toMatchObject({
    minutes: 1,
    claimed: 0,
    right: null,
    independentMinutes: 0,
    falseClaims: null,
  });
});

test('every claim about markets that share nothing is a false one', () => {
  const strangers = Array.from({ length: 50 }, (_, at) =>
    minute({ isIndependent: true, trueLagMs: null, claimedLagMs: at === 0 ? 20 : null }),
  );
  const [all] = leadFigures([strangers], 1);
  expect(all).toMatchObject({ minutes: 0, independentMinutes: 50, right: null });
  expect(all?.falseClaims?.value).toBeCloseTo(0.02, 12);
});

test('each pair has a row of its own beside that of all', () => {
  const rows = leadFigures([[minute({}), minute({ pair: 'CL-GC' })]], 1);
  expect(rows.map(({ pair, minutes }) => [pair, minutes])).toEqual([
    ['all', 2],
    ['ES-NQ', 1],
    ['CL-GC', 1],
  ]);
});
