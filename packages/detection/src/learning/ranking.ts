/** How well scores order truths: area under the ROC curve, average precision, lift. */
import type { Scored } from './isotonic.ts';

/** Probability that a true one scores above a false one, ties counted half; NaN without both kinds. */
export function areaUnderRoc(scored: readonly Scored[]): number {
  const sorted = [...scored].sort((a, b) => a.score - b.score);
  let positives = 0;
  let rankSum = 0;
  for (let at = 0; at < sorted.length; ) {
    let end = at;
    let inTie = 0;
    while (end < sorted.length && sorted[end]?.score === sorted[at]?.score) {
      if (sorted[end]?.truth) inTie += 1;
      end += 1;
    }
    rankSum += inTie * ((at + 1 + end) / 2);
    positives += inTie;
    at = end;
  }
  const negatives = sorted.length - positives;
  if (positives === 0 || negatives === 0) return Number.NaN;
  return (rankSum - (positives * (positives + 1)) / 2) / (positives * negatives);
}

/**
 * Average precision: the area under precision over recall as a step function. `wanted` is the number of truths that
 * there were, found or not. Equal scores enter together. NaN when nothing was wanted.
 */
export function averagePrecision(scored: readonly Scored[], wanted: number): number {
  if (wanted === 0) return Number.NaN;
  const sorted = [...scored].sort((a, b) => b.score - a.score);
  let area = 0;
  let positives = 0;
  for (let at = 0; at < sorted.length; ) {
    let end = at;
    let inTie = 0;
    while (end < sorted.length && sorted[end]?.score === sorted[at]?.score) {
      if (sorted[end]?.truth) inTie += 1;
      end += 1;
    }
    positives += inTie;
    area += (inTie / wanted) * (positives / end);
    at = end;
  }
  return area;
}

/** Share of truths in the best scored tenth over the share in all; NaN without truths. */
export function topDecileLift(scored: readonly Scored[]): number {
  const sorted = [...scored].sort((a, b) => b.score - a.score);
  const top = sorted.slice(0, Math.max(1, Math.floor(sorted.length / 10)));
  const share = (some: readonly Scored[]): number => some.filter(({ truth }) => truth).length / some.length;
  const base = share(sorted);
  return base > 0 ? share(top) / base : Number.NaN;
}
