/** The styles of those who hide size or spoof in families: their ranges, and that each of them occurs. */
import { expect, test } from 'vitest';
import { randomStream } from '#random/random.ts';
import { marketBench } from '#testing/market-bench.ts';
import { drawIcebergStyle } from './iceberg-style.ts';
import { drawSpoofStyle } from './spoof-style.ts';

const DRAWS = 2000;
const MS = 1e6;

const shareOf = <T>(all: readonly T[], is: (one: T) => boolean): number => all.filter(is).length / all.length;

test('slices of every kind occur as often as stated, with pauses from microseconds to seconds', () => {
  const { market } = marketBench('ES', 1);
  const random = randomStream(1, 'styles', 0);
  const styles = Array.from({ length: DRAWS }, () => drawIcebergStyle(market, random));
  for (const [variant, share] of [
    ['constant', 0.25],
    ['jittered', 0.3],
    ['randomised', 0.2],
    ['as_others', 0.15],
    ['timed', 0.1],
  ] as const)
    expect(shareOf(styles, (one) => one.variant === variant)).toBeCloseTo(share, 1);
  const pauses = styles.map(({ latencyNs }) => latencyNs);
  expect(Math.min(...pauses)).toBeGreaterThanOrEqual(0.05 * MS);
  expect(Math.max(...pauses)).toBeLessThanOrEqual(1500 * MS);
  expect(shareOf(pauses, (pause) => pause > 60 * MS)).toBeGreaterThan(0.4);
  for (const { slice } of styles) expect(slice).toBeGreaterThanOrEqual(1);
});

test('half of the spoofers work by hand, a quarter takes, and postures are at the touch and away from it', () => {
  const random = randomStream(2, 'styles', 0);
  const styles = Array.from({ length: DRAWS }, () => drawSpoofStyle(random));
  expect(shareOf(styles, ({ medianReactionNs }) => medianReactionNs >= 250 * MS)).toBeCloseTo(0.5, 1);
  expect(shareOf(styles, ({ medianReactionNs }) => medianReactionNs <= 20 * MS)).toBeCloseTo(0.5, 1);
  expect(shareOf(styles, ({ takes }) => takes)).toBeCloseTo(0.25, 1);
  expect(shareOf(styles, ({ farTicks }) => farTicks === 0)).toBeCloseTo(0.3, 1);
  expect(shareOf(styles, ({ farTicks }) => farTicks >= 3)).toBeGreaterThan(0.25);
  const multiples = styles.map(({ multiple }) => multiple).toSorted((a, b) => a - b);
  expect(multiples[DRAWS / 2]).toBeGreaterThan(10);
  expect(multiples[DRAWS / 2]).toBeLessThan(12);
});
