/**
 * Permutation test of habits that follow results: the order of each day's results is shuffled and the groups are formed
 * again.
 */
import type { SeededRandom } from '#numbers/random.ts';
import { type ShufflePlan, shuffledP } from './shuffle-plan.ts';

/** Weight of the common variance in that of a group, in trades. */
const VARIANCE_PULL = 20;

export interface OrderedResults {
  /** Results, centred within each day. */
  readonly values: Float64Array;
  /** 1 win, -1 loss, 0 neither; it moves with the result. */
  readonly outcomes: Int8Array;
  /** Place of the trade before within the same day, -1 for none; it stays where it is. */
  readonly previous: Int32Array;
  /** First place of each day, and at the end the number of places. */
  readonly strata: Int32Array;
  /**
   * Which group a place belongs to, from the outcomes before it: `after-loss` compares a loss before with a win before,
   * `after-losses` two losses in a row with everything else that had two trades before.
   */
  readonly rule: 'after-loss' | 'after-losses';
}

export interface OrderResult {
  /** Two-sided. */
  readonly p: number;
  readonly t: number;
}

/** Shuffles that only serve to find the middle of the statistic. */
const PILOT_SHUFFLES = 100;

/**
 * Shuffling labels would be unfair here: in a shuffled day a loss is followed by better results than the day's average,
 * because the loss itself is used up (Miller and Sanjurjo 2018). Shuffling the order and forming the groups again
 * carries the same tilt; its middle is found by separate shuffles, and the distance from it counts. Null when a
 * group is empty.
 */
export function shuffleOrder(
  results: OrderedResults,
  plan: ShufflePlan,
  random: SeededRandom,
): OrderResult | null {
  const n = results.values.length;
  const places = Int32Array.from({ length: n }, (_, at) => at);
  const common = results.values.reduce((sum, value) => sum + value * value, 0) / n;
  if (!(common > 0)) return null;
  const observed = tOfOrder(results, places, common);
  if (Number.isNaN(observed)) return null;
  const draw = (): number => {
    for (let day = 0; day + 1 < results.strata.length; day++)
      random.shuffle(places, results.strata[day]!, results.strata[day + 1]!);
    return tOfOrder(results, places, common);
  };
  const middle = middleOf(draw);
  const bound = Math.abs(observed - middle) * (1 - 1e-9);
  let extreme = 0;
  let drawn = 0;
  while (drawn < plan.shuffles && extreme < plan.enough) {
    // A shuffle without one of the groups is undefined: it counts against the claim.
    if (!(Math.abs(draw() - middle) < bound)) extreme++;
    drawn++;
  }
  return { p: shuffledP(plan, extreme, drawn), t: observed - middle };
}

function middleOf(draw: () => number): number {
  let sum = 0;
  let n = 0;
  for (let shuffle = 0; shuffle < PILOT_SHUFFLES; shuffle++) {
    const t = draw();
    if (Number.isNaN(t)) continue;
    sum += t;
    n++;
  }
  return n === 0 ? 0 : sum / n;
}

function tOfOrder(results: OrderedResults, places: Int32Array, common: number): number {
  const { values, outcomes, previous, rule } = results;
  let n = 0;
  let sum = 0;
  let square = 0;
  let rest = 0;
  let restSum = 0;
  let restSquare = 0;
  for (let at = 0; at < places.length; at++) {
    const before = previous[at]!;
    if (before < 0) continue;
    const last = outcomes[places[before]!]!;
    let inside = last < 0;
    if (rule === 'after-loss') {
      if (last === 0) continue;
    } else {
      const earlier = previous[before]!;
      if (earlier < 0) continue;
      inside = inside && outcomes[places[earlier]!]! < 0;
    }
    const value = values[places[at]!]!;
    if (inside) {
      n++;
      sum += value;
      square += value * value;
    } else {
      rest++;
      restSum += value;
      restSquare += value * value;
    }
  }
  const spread = square - (sum * sum) / n + VARIANCE_PULL * common;
  const restSpread = restSquare - (restSum * restSum) / rest + VARIANCE_PULL * common;
  return (
    (sum / n - restSum / rest) /
    Math.sqrt(spread / ((n + VARIANCE_PULL) * n) + restSpread / ((rest + VARIANCE_PULL) * rest))
  );
}
