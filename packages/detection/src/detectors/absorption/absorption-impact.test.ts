/** How far volume usually moves price, and where the mid was a minute ago: against figures computed anew from all samples. */
import { seededDraws } from '@undertow/market';
import { describe, expect, test } from 'vitest';
import { ImpactRegression } from './absorption-impact.ts';
import { LastMinute } from './absorption-minute.ts';

/** Half of a sample's weight is left after half an hour. */
const KEEP = 2 ** (-1 / 1800);

interface Sample {
  readonly depths: number;
  readonly move: number;
}

/** Gives the regression moves over ten seconds: the mid of each second is that of ten seconds ago and the move. */
function fed(samples: readonly Sample[], regression = new ImpactRegression()): ImpactRegression {
  const mids = Array.from({ length: 10 }, () => 1000);
  for (const mid of mids) regression.sample(mid, 0);
  for (const { depths, move } of samples) {
    const mid = (mids.at(-10) ?? 0) + move;
    mids.push(mid);
    regression.sample(mid, depths);
  }
  return regression;
}

/** Volumes of both directions, and moves of `beta` for each usual depth. */
const steady = (count: number, beta: number): Sample[] =>
  Array.from({ length: count }, (_, n) => {
    const depths = (n % 5) - 2;
    return { depths, move: beta * depths };
  });

describe('the impact of volume', () => {
  test('is unknown before a minute of moves, which begin after ten seconds', () => {
    expect(fed(steady(59, 2)).beta).toBe(0);
    expect(fed(steady(60, 2)).beta).toBeGreaterThan(1);
    expect(new ImpactRegression().scale).toBe(0.25);
  });

  test.each([0.5, 1, 2])('of %d ticks for a usual depth is the decayed least squares of it', (beta) => {
    const samples = steady(400, beta);
    const weighted = (of: (sample: Sample) => number): number =>
      samples.reduce((sum, sample) => sum * KEEP + of(sample), 0);
    const expected =
      weighted(({ depths, move }) => depths * move) / (weighted(({ depths }) => depths ** 2) + 2);
    expect(fed(samples).beta).toBeCloseTo(expected, 9);
    // The ridge of two is next to nothing by then.
    expect(fed(samples).beta).toBeCloseTo(beta, 1);
  });

  test('is never against the direction of the volume', () => {
    expect(fed(steady(200, -1)).beta).toBe(0);
  });

  test('is the same in the mirrored market', () => {
    const draw = seededDraws(17);
    const samples = Array.from({ length: 300 }, () => {
      const depths = 4 * draw() - 2;
      return { depths, move: Math.round(depths + 2 * draw() - 1) };
    });
    const mirrored = samples.map(({ depths, move }) => ({ depths: -depths, move: -move }));
    expect(fed(mirrored).beta).toBe(fed(samples).beta);
    expect(fed(mirrored).scale).toBe(fed(samples).scale);
    expect(fed(samples).beta).toBeGreaterThan(0.7);
    expect(fed(samples).beta).toBeLessThan(1.3);
  });

  test('hardly follows a single jump, however far it goes', () => {
    const [usual, far, further] = [2, 500, 50_000].map(
      (move) => fed([...steady(300, 1), { depths: 2, move }]).beta,
    ) as [number, number, number];
    expect(Math.abs(far - usual)).toBeLessThan(0.01);
    expect(Math.abs(further - far)).toBeLessThan(1e-4);
  });

  test('follows every move before it is known what is usual', () => {
    const early = fed([...steady(30, 1), { depths: 2, move: 500 }, ...steady(40, 1)]).beta;
    expect(early).toBeGreaterThan(5);
  });

  test('leaves a rest whose deviation is 1.25 times its mean', () => {
    const restless = Array.from({ length: 120 }, (_, n) => ({ depths: 0, move: n % 2 === 0 ? 3 : -3 }));
    expect(fed(restless).scale).toBeCloseTo(1.2533 * 3, 9);
    expect(fed(restless).beta).toBe(0);
    // Even a market that does what it should is not known to less than a quarter of a tick.
    expect(fed(steady(100, 0)).scale).toBe(0.25);
  });
});

describe('across a hole', () => {
  test('no move is measured: ten seconds later the next one is', () => {
    const regression = fed(steady(100, 1));
    const { beta, scale } = regression;
    regression.interrupt();
    for (let second = 0; second < 10; second += 1) regression.sample(9000, 2);
    expect([regression.beta, regression.scale]).toEqual([beta, scale]);
    regression.sample(9001, 2);
    expect(regression.beta).not.toBe(beta);
  });

  test.each([
    { name: 'without a mid', mid: Number.NaN, depths: 1 },
    { name: 'without a known volume', mid: 1000, depths: Number.NaN },
    { name: 'with a volume of no depth', mid: 1000, depths: Number.POSITIVE_INFINITY },
  ])('a second $name is no sample', ({ mid, depths }) => {
    const regression = fed(steady(100, 1));
    const { beta, scale } = regression;
    regression.sample(mid, depths);
    expect([regression.beta, regression.scale]).toEqual([beta, scale]);
  });

  test('the mid of ten seconds ago is remembered, and unknown before', () => {
    const regression = new ImpactRegression();
    const seen = Array.from({ length: 12 }, (_, second) => {
      const { earlierMid } = regression;
      regression.sample(1000 + second, 0);
      return earlierMid;
    });
    expect(seen).toEqual([...Array.from({ length: 10 }, () => Number.NaN), 1000, 1001]);
  });
});

describe('the last minute', () => {
  test('knows the mid of sixty seconds ago', () => {
    const minute = new LastMinute();
    for (let second = 0; second < 59; second += 1) minute.sample(1000 + second);
    expect(minute.earliest).toBeNaN();
    minute.sample(1059);
    expect(minute.earliest).toBe(1000);
    minute.sample(1060);
    expect(minute.earliest).toBe(1001);
  });

  test.each([
    { name: 'nothing', mids: [], range: 0 },
    { name: 'one mid', mids: [1000], range: 0 },
    { name: 'a rise and a fall', mids: [1000, 1004.5, 998], range: 6.5 },
    { name: 'seconds without a mid', mids: [1000, Number.NaN, 1002, Number.NaN], range: 2 },
    { name: 'no mid at all', mids: [Number.NaN, Number.NaN], range: 0 },
  ])('ranges by $range ticks after $name', ({ mids, range }) => {
    const minute = new LastMinute();
    for (const mid of mids) minute.sample(mid);
    expect(minute.range).toBe(range);
  });

  test('forgets an extreme when it is older than a minute, and all of it after a hole', () => {
    const minute = new LastMinute();
    minute.sample(2000);
    for (let second = 0; second < 59; second += 1) minute.sample(1000 + (second % 3));
    expect(minute.range).toBe(1000);
    minute.sample(1000);
    expect(minute.range).toBe(2);
    minute.clear();
    expect([minute.range, minute.earliest]).toEqual([0, Number.NaN]);
  });
});
