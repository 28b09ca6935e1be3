/** Permutation test of one average against zero: the sign of each day's sum is flipped at random. */
import type { SeededRandom } from '#numbers/random.ts';
import { type ShufflePlan, shuffledP } from './shuffle-plan.ts';

/**
 * p-value that days average zero, exact for days spread evenly around it; `greater` tests only for more than zero. The
 * statistic is the sum over the root of the sum of squares, which flips leave alone. Null without any day that moved.
 */
export function flipSigns(
  days: Float64Array,
  side: 'greater' | 'both',
  plan: ShufflePlan,
  random: SeededRandom,
): { readonly p: number; readonly t: number } | null {
  const total = days.reduce((sum, value) => sum + value, 0);
  const square = days.reduce((sum, value) => sum + value * value, 0);
  if (!(square > 0)) return null;
  const bound = (side === 'both' ? Math.abs(total) : total) - Math.abs(total) * 1e-9;
  let extreme = 0;
  let drawn = 0;
  while (drawn < plan.shuffles && extreme < plan.enough) {
    const sum = flippedSum(days, random);
    if ((side === 'both' ? Math.abs(sum) : sum) >= bound) extreme++;
    drawn++;
  }
  return { p: shuffledP(plan, extreme, drawn), t: total / Math.sqrt(square) };
}

function flippedSum(days: Float64Array, random: SeededRandom): number {
  let sum = 0;
  let bits = 0;
  for (let at = 0; at < days.length; at++) {
    if ((at & 31) === 0) bits = random.uint32();
    sum += bits & 1 ? days[at]! : -days[at]!;
    bits >>>= 1;
  }
  return sum;
}
