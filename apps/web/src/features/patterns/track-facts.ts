/**
 * The live track record as the insights tab shows it: a row a kind, and one curve over all that forecast something.
 * Pure.
 */
import type { AiPattern, TrackRecord } from '@undertow/contracts';
import { PATTERN_TYPES } from '@undertow/market';

type Entry = TrackRecord['entries'][number];

export interface CurvePoint {
  readonly stated: number;
  readonly came: number;
  readonly count: number;
}

const isPattern = ({ type }: Entry): boolean => (PATTERN_TYPES as readonly string[]).includes(type);

/** Patterns first, then the events that they rest on, each the most often raised first. */
export function trackRows({ entries }: TrackRecord): readonly Entry[] {
  return entries.toSorted((a, b) => Number(isPattern(b)) - Number(isPattern(a)) || b.count - a.count);
}

const STEPS = 10;

/** Points of all kinds in steps of a tenth of the stated probability; points of fewer than `enough` are left out. */
export function trackCurve({ entries, enough }: TrackRecord): CurvePoint[] {
  const steps = Array.from({ length: STEPS }, () => ({ stated: 0, came: 0, count: 0 }));
  for (const { meanForecast, hitRate, count } of entries.flatMap(({ reliability }) => reliability)) {
    const step = steps[Math.min(STEPS - 1, Math.floor(meanForecast * STEPS))];
    if (step === undefined) continue;
    step.stated += meanForecast * count;
    step.came += hitRate * count;
    step.count += count;
  }
  return steps
    .filter(({ count }) => count >= enough)
    .map(({ stated, came, count }) => ({ stated: stated / count, came: came / count, count }));
}

/** Signals raised, and those that came out one way or the other. */
export function trackTotals({ entries }: TrackRecord): { raised: number; resolved: number } {
  return {
    raised: entries.reduce((sum, { count }) => sum + count, 0),
    resolved: entries.reduce((sum, { resolved }) => sum + resolved, 0),
  };
}

/** In percent: a pattern above it counts as one of high confidence. */
export const HIGH_CONFIDENCE = 80;

export function highOnes(patterns: readonly AiPattern[]): number {
  return patterns.filter(({ confidence }) => confidence > HIGH_CONFIDENCE).length;
}
