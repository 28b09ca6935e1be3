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

test.each([
  ['a true lag between two steps is that of the nearer', 23, [10, 20, 50], [5, 100]],
  ['halfway the earlier step of the grid is taken', 35, [10, 20, 50], [100]],
  ['at no lag a step to either side is right', 0, [-1, 0, 1], [-2, 2]],
  ['a follower is no leader', -20, [-50, -20, -10], [10, 20]],
  ['beyond the grid the last step is taken', 60_000, [2000, 5000], [1000, -5000]],
])('%s', (_, trueLagMs, right, wrong) => {
  const shareOf = (claimedLagMs: number): number | undefined =>
    leadFigures([[minute({ trueLagMs, claimedLagMs })]], 1)[0]?.right?.value;
  expect(right.map(shareOf)).toEqual(right.map(() => 1));
  expect(wrong.map(shareOf)).toEqual(wrong.map(() => 0));
});

test('a correlation of 0.3 is required, and below it is not', () => {
  const claims = [0.3, 0.299, -0.9].map((correlation) => minute({ correlation, claimedLagMs: 20 }));
  expect(leadFigures([claims], 1)[0]).toMatchObject({ minutes: 1, claimed: 1 });
});

test('markets that share nothing are never required, whatever their lag and correlation seem to be', () => {
  const strangers = [minute({ isIndependent: true, claimedLagMs: 20 }), minute({ isIndependent: true })];
  expect(leadFigures([strangers], 1)[0]).toMatchObject({
    ...{ minutes: 0, claimed: 0, right: null, independentMinutes: 2 },
    falseClaims: { value: 0.5 },
  });
});

test('intervals come from sessions, which are all counted also where a pair was not played', () => {
  const good = Array.from({ length: 4 }, () => minute({ claimedLagMs: 20 }));
  const bad = Array.from({ length: 4 }, () => minute({ claimedLagMs: 500 }));
  const [all, pair, other] = leadFigures([good, good, good, bad, [minute({ pair: 'CL-GC' })]], 1);
  expect(all).toMatchObject({ sessions: 5, minutes: 17, claimed: 16, right: { value: 0.75 } });
  expect(pair?.right?.low).toBeLessThan(0.6);
  expect(pair?.right?.high).toBe(1);
  expect(other).toMatchObject({ pair: 'CL-GC', sessions: 5, minutes: 1, claimed: 0, right: null });
  expect(leadFigures([], 1)).toMatchObject([{ pair: 'all', sessions: 0, minutes: 0, right: null }]);
});
