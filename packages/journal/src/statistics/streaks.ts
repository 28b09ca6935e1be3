/** Longest runs of wins and of losses, and how long a run chance alone would give. */
import { FIGURES } from './figures.ts';
import { figureOf, missing } from './make-statistic.ts';
import type { Statistic } from './statistic.ts';

/** Turns of the run's length after which the recursion only shrinks by a constant factor. */
const SETTLED_AFTER_RUNS = 60;

/** Longest run of wins (1) and of losses (-1) in the given order; a break-even trade (0) ends both. */
export function longestRuns(outcomes: Int8Array): { readonly wins: number; readonly losses: number } {
  let wins = 0;
  let losses = 0;
  let run = 0;
  let kind = 0;
  for (const outcome of outcomes) {
    run = outcome === kind ? run + 1 : 1;
    kind = outcome;
    if (kind > 0 && run > wins) wins = run;
    if (kind < 0 && run > losses) losses = run;
  }
  return { wins, losses };
}

/**
 * Chance that n independent trades, each a loss with chance q, hold no run of k or more losses. The first such run ends
 * at trade i exactly when none ended before, trade i - k is not a loss and the k after it are: f(i) = f(i-1) - (1-q)
 * q^k f(i-k-1), f(k) = 1 - q^k, f(i) = 1 before (W. Feller, vol. 1, XIII.7). After some multiples of k the ratio of
 * neighbours is constant to the last digit, so that long records cost no more than short ones.
 */
export function chanceOfNoRun(n: number, k: number, q: number): number {
  if (k > n) return 1;
  if (k <= 0 || q >= 1) return 0;
  const run = q ** k;
  const until = Math.min(n, SETTLED_AFTER_RUNS * (k + 1));
  const none = new Float64Array(until + 1).fill(1, 0, k);
  none[k] = 1 - run;
  const step = (1 - q) * run;
  for (let at = k + 1; at <= until; at++) none[at] = Math.max(0, none[at - 1]! - step * none[at - k - 1]!);
  const last = none[until]!;
  return until === n || last === 0 ? last : last * (last / none[until - 1]!) ** (n - until);
}

/** Smallest length that the longest run does not pass with at least this chance. */
export function longestRunQuantile(n: number, q: number, probability: number): number {
  let high = 1;
  while (high < n && chanceOfNoRun(n, high + 1, q) < probability) high *= 2;
  let low = high === 1 ? 0 : high / 2;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (chanceOfNoRun(n, middle + 1, q) >= probability) high = middle;
    else low = middle + 1;
  }
  return low;
}

function byChance(name: 'winStreakByChance' | 'lossStreakByChance', n: number, count: number): Statistic {
  const format = FIGURES[name];
  if (n >= format.show && count === 0)
    return missing(name === 'winStreakByChance' ? 'no-wins' : 'no-losses', n);
  if (n < format.show) return figureOf(format, n, 0, null);
  if (count === n) return figureOf(format, n, n, [n, n]);
  const quantile = (probability: number): number => longestRunQuantile(n, count / n, probability);
  return figureOf(format, n, quantile(0.5), [quantile(0.025), quantile(0.975)]);
}

/**
 * Streaks in exit order, and for comparison the longest run of the same share of wins and losses in random order: its
 * median, with the range that 95 of 100 such records stay in.
 */
export function streakFiguresOf(outcomes: Int8Array, wins: number, losses: number) {
  const n = outcomes.length;
  const runs = longestRuns(outcomes);
  return {
    longestWinStreak: figureOf(FIGURES.longestWinStreak, n, runs.wins, null),
    winStreakByChance: byChance('winStreakByChance', n, wins),
    longestLossStreak: figureOf(FIGURES.longestLossStreak, n, runs.losses, null),
    lossStreakByChance: byChance('lossStreakByChance', n, losses),
  };
}
