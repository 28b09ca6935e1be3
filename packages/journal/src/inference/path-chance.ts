/**
 * How often a path of resampled days ends in a certain way: the chance of ruin, the chance of a breach before a target.
 */

import type { SeededRandom } from '#numbers/random.ts';
import { quantileOfSorted } from './bootstrap.ts';
import type { Interval } from './intervals.ts';

/** Paths for the value; records drawn again for its interval, and paths from each of them. */
const VALUE_PATHS = 2000;
const RECORDS = 200;
const PATHS_A_RECORD = 100;

/** Walks one path: `nextDay` gives the index of the next day; true when it ended in the wanted way. */
export type PathWalk = (nextDay: () => number) => boolean;

export interface PathChance {
  readonly value: number;
  /**
   * The range over other records of as many days from the same trader: days drawn with replacement, the chance
   * computed for each, middle 95 %. It does not apply to a trader who changes.
   */
  readonly ci95: Interval;
  readonly days: number;
}

/** Chance of an outcome over independent draws of `days` days. The caller checks first that there are enough days. */
export function chanceOfPath(days: number, walk: PathWalk, random: SeededRandom): PathChance {
  const record = Int32Array.from({ length: days }, (_, day) => day);
  const nextDay = (): number => record[random.below(days)]!;
  const share = (paths: number): number => {
    let hits = 0;
    for (let path = 0; path < paths; path++) if (walk(nextDay)) hits += 1;
    return hits / paths;
  };
  const value = share(VALUE_PATHS);
  const shares = new Float64Array(RECORDS);
  for (let drawn = 0; drawn < RECORDS; drawn++) {
    for (let at = 0; at < days; at++) record[at] = random.below(days);
    shares[drawn] = share(PATHS_A_RECORD);
  }
  shares.sort();
  return { value, ci95: [quantileOfSorted(shares, 0.025), quantileOfSorted(shares, 0.975)], days };
}
