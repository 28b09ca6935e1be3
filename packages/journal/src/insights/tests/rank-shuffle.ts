/** Spearman's rank correlation within strata, with a permutation p-value. */
import type { SeededRandom } from '#numbers/random.ts';
import { type ShufflePlan, shuffledP } from './shuffle-plan.ts';

/** Ranks from 1; equal values share the mean of their ranks. */
export function ranksOf(values: Float64Array): Float64Array {
  const order = Uint32Array.from(values, (_, at) => at).sort((a, b) => values[a]! - values[b]!);
  const ranks = new Float64Array(values.length);
  for (let from = 0; from < order.length; ) {
    let to = from + 1;
    while (to < order.length && values[order[to]!] === values[order[from]!]) to++;
    for (let at = from; at < to; at++) ranks[order[at]!] = (from + 1 + to) / 2;
    from = to;
  }
  return ranks;
}

/** Takes from each value the mean of its stratum. `strata` holds the first place of each and the number of places. */
export function centredWithin(values: Float64Array, strata: Int32Array): Float64Array {
  const centred = new Float64Array(values.length);
  for (let stratum = 0; stratum + 1 < strata.length; stratum++) {
    const from = strata[stratum]!;
    const to = strata[stratum + 1]!;
    let sum = 0;
    for (let at = from; at < to; at++) sum += values[at]!;
    for (let at = from; at < to; at++) centred[at] = values[at]! - sum / (to - from);
  }
  return centred;
}

/**
 * Correlation of the ranks of two columns after taking out the mean rank of each stratum, and its two-sided p-value by
 * shuffling one column within strata. With one stratum it is Spearman's rho. Null when either does not vary within any.
 */
export function shuffleRanks(
  x: Float64Array,
  y: Float64Array,
  strata: Int32Array,
  plan: ShufflePlan,
  random: SeededRandom,
): { readonly p: number; readonly rho: number } | null {
  const left = centredWithin(ranksOf(x), strata);
  const right = centredWithin(ranksOf(y), strata);
  const scale = Math.sqrt(productSum(left, left) * productSum(right, right));
  if (!(scale > 1e-9)) return null;
  const observed = productSum(left, right);
  const bound = Math.abs(observed) - scale * 1e-12;
  let extreme = 0;
  let drawn = 0;
  while (drawn < plan.shuffles && extreme < plan.enough) {
    for (let stratum = 0; stratum + 1 < strata.length; stratum++)
      random.shuffle(right, strata[stratum]!, strata[stratum + 1]!);
    if (Math.abs(productSum(left, right)) >= bound) extreme++;
    drawn++;
  }
  return { p: shuffledP(plan, extreme, drawn), rho: observed / scale };
}

function productSum(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += a[at]! * b[at]!;
  return sum;
}
