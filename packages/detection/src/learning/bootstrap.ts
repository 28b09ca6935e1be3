/** Intervals by resampling whole sessions: what happens inside one session is not independent (Efron 1979). */
import { seededDraws } from '@undertow/market';
import type { Interval } from '#statistics/wilson.ts';
import { quantileOf } from './standardisation.ts';

const RESAMPLES = 1000;
const LOW = 0.025;
const HIGH = 0.975;

/**
 * 95 % interval of a figure of many sessions: sessions are drawn with replacement, `figure` is taken of each draw, and
 * draws where it is not a number are left out. Both ends are NaN when none is left. The same seed gives the same ends.
 */
export function sessionBootstrap<T>(
  sessions: readonly T[],
  figure: (chosen: readonly T[]) => number,
  seed: number,
  resamples = RESAMPLES,
): Interval {
  const draw = seededDraws(seed);
  const values: number[] = [];
  for (let run = 0; run < resamples; run += 1) {
    const chosen = sessions.map(() => sessions[Math.floor(draw() * sessions.length)]!);
    const value = figure(chosen);
    if (!Number.isNaN(value)) values.push(value);
  }
  return { low: quantileOf(values, LOW), high: quantileOf(values, HIGH) };
}
