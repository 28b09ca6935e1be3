/** How good scores of headlines have been: the share of right signs beside what chance gives. */
import type { SignCounts } from '#ports/news/score-store.ts';

/** Of the 95 % interval. */
const Z = 1.96;
/** Below it no skill is claimed, whatever the share. */
const ENOUGH = 100;

export interface SentimentSkill {
  readonly minutes: number;
  readonly count: number;
  readonly right: number;
  readonly rate: {
    readonly value: number;
    readonly low: number;
    readonly high: number;
    readonly base: number;
  } | null;
}

/** Wilson's interval of the share, and what scores and moves with these shares of positive signs have by chance. */
export function skillOf({
  minutes,
  count,
  right,
  positiveScores,
  positiveMoves,
}: SignCounts): SentimentSkill {
  if (count === 0) return { minutes, count, right, rate: null };
  const value = right / count;
  const spread = Z * Math.sqrt((value * (1 - value)) / count + (Z * Z) / (4 * count * count));
  const middle = value + (Z * Z) / (2 * count);
  const whole = 1 + (Z * Z) / count;
  const [scores, moves] = [positiveScores / count, positiveMoves / count];
  const base = scores * moves + (1 - scores) * (1 - moves);
  const [low, high] = [Math.max(0, (middle - spread) / whole), Math.min(1, (middle + spread) / whole)];
  return { minutes, count, right, rate: { value, low, high, base } };
}

/** Skill is shown where a horizon's whole interval lies above chance, over enough headlines. */
export function hasSkill(horizons: readonly SentimentSkill[]): boolean {
  return horizons.some(({ count, rate }) => count >= ENOUGH && rate !== null && rate.low > rate.base);
}
