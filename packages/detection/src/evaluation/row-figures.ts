/** The figures of one row over many sessions, with their intervals. */
import { sessionBootstrap } from '#learning/bootstrap.ts';
import { medianOf, quantileOf } from '#learning/standardisation.ts';
import type { Interval } from '#statistics/wilson.ts';
import type { RowTally, SubCount } from './session-tally.ts';

/** A figure with its 95 % interval over sessions; null where it is unknown. */
export interface Estimate extends Interval {
  readonly value: number;
}

export interface RowFigures {
  readonly sessions: number;
  readonly hours: number;
  readonly labels: number;
  readonly found: number;
  readonly weakLabels: number;
  readonly weakFound: number;
  readonly neutral: number;
  readonly wrong: number;
  readonly duplicates: number;
  readonly precision: Estimate | null;
  readonly recall: Estimate | null;
  readonly f1: Estimate | null;
  /** Duplicates count as wrong. */
  readonly strictF1: number | null;
  readonly weakRecall: number | null;
  /** Labels an hour of the sessions in which something was planted. */
  readonly prevalencePerHour: number | null;
  readonly falseAlarmsPerHour: Estimate | null;
  readonly cleanHours: number;
  readonly delayMedianMs: number | null;
  readonly delayP90Ms: number | null;
  readonly directionAccuracy: number | null;
  readonly sizeErrorMedian: number | null;
  /** Recall by kind of label, the most frequent first. */
  readonly bySub: readonly ({ readonly sub: string } & SubCount)[];
  /** Share of the wrong findings by what they were at, the largest first. */
  readonly wrongBy: readonly { readonly cause: string; readonly share: number }[];
}

type Count = (tally: RowTally) => number;

const totalOf = (tallies: readonly RowTally[], count: Count): number =>
  tallies.reduce((sum, tally) => sum + count(tally), 0);

const rightOf: Count = ({ found, weakFound }) => found + weakFound;

/** Share of what was raised that was true, 0 to 1, over all sessions; NaN where nothing was raised. */
export function precisionOf(tallies: readonly RowTally[]): number {
  const right = totalOf(tallies, rightOf);
  return right / (right + totalOf(tallies, ({ wrong }) => wrong));
}

/** Share of the labels that were found, 0 to 1, over all sessions; NaN without labels. */
export function recallOf(tallies: readonly RowTally[]): number {
  return totalOf(tallies, ({ found }) => found) / totalOf(tallies, ({ labels }) => labels);
}

/** Harmonic mean of precision and recall; 0 where nothing was right, NaN without labels. */
export function f1Of(tallies: readonly RowTally[]): number {
  const recall = recallOf(tallies);
  if (Number.isNaN(recall)) return Number.NaN;
  return harmonic(precisionOf(tallies), recall);
}

function harmonic(precision: number, recall: number): number {
  const sum = precision + recall;
  return sum > 0 ? (2 * precision * recall) / sum : 0;
}

function strictF1Of(tallies: readonly RowTally[]): number {
  const recall = recallOf(tallies);
  if (Number.isNaN(recall)) return Number.NaN;
  const right = totalOf(tallies, rightOf);
  const found = right + totalOf(tallies, ({ wrong, duplicates }) => wrong + duplicates);
  return harmonic(right / found, recall);
}

function falseAlarmRate(tallies: readonly RowTally[]): number {
  const clean = tallies.filter(({ isClean }) => isClean);
  return totalOf(clean, ({ wrong }) => wrong) / totalOf(clean, ({ hours }) => hours);
}

/** `seed` decides the resampling only. */
export function rowFigures(tallies: readonly RowTally[], seed: number): RowFigures {
  const estimate = (figure: (chosen: readonly RowTally[]) => number): Estimate | null => {
    const value = figure(tallies);
    return Number.isNaN(value) ? null : { value, ...sessionBootstrap(tallies, figure, seed) };
  };
  const planted = tallies.filter(({ isClean }) => !isClean);
  const delays = tallies.flatMap(({ delaysMs }) => delaysMs);
  const total = (count: Count): number => totalOf(tallies, count);
  return {
    sessions: tallies.length,
    hours: total(({ hours }) => hours),
    labels: total(({ labels }) => labels),
    found: total(({ found }) => found),
    weakLabels: total(({ weakLabels }) => weakLabels),
    weakFound: total(({ weakFound }) => weakFound),
    neutral: total(({ neutral }) => neutral),
    wrong: total(({ wrong }) => wrong),
    duplicates: total(({ duplicates }) => duplicates),
    precision: estimate(precisionOf),
    recall: estimate(recallOf),
    f1: estimate(f1Of),
    strictF1: known(strictF1Of(tallies)),
    weakRecall: known(total(({ weakFound }) => weakFound) / total(({ weakLabels }) => weakLabels)),
    prevalencePerHour: known(
      totalOf(planted, ({ labels }) => labels) / totalOf(planted, ({ hours }) => hours),
    ),
    falseAlarmsPerHour: estimate(falseAlarmRate),
    cleanHours: totalOf(
      tallies.filter(({ isClean }) => isClean),
      ({ hours }) => hours,
    ),
    delayMedianMs: known(medianOf(delays)),
    delayP90Ms: known(quantileOf(delays, 0.9)),
    directionAccuracy: known(total(({ rightSide }) => rightSide) / total(({ sided }) => sided)),
    sizeErrorMedian: known(medianOf(tallies.flatMap(({ sizeErrors }) => sizeErrors))),
    bySub: subsOf(tallies),
    wrongBy: causesOf(tallies),
  };
}

function known(value: number): number | null {
  return Number.isNaN(value) ? null : value;
}

function causesOf(tallies: readonly RowTally[]): { cause: string; share: number }[] {
  const counts = new Map<string, number>();
  for (const { wrongBy } of tallies)
    for (const [cause, count] of wrongBy) counts.set(cause, (counts.get(cause) ?? 0) + count);
  const all = totalOf(tallies, ({ wrong }) => wrong);
  return [...counts]
    .map(([cause, count]) => ({ cause, share: count / all }))
    .sort((a, b) => b.share - a.share || (a.cause < b.cause ? -1 : 1));
}

function subsOf(tallies: readonly RowTally[]): ({ sub: string } & SubCount)[] {
  const counts = new Map<string, SubCount>();
  for (const { bySub } of tallies) {
    for (const [sub, { labels, found }] of bySub) {
      const known = counts.get(sub) ?? { labels: 0, found: 0 };
      counts.set(sub, { labels: known.labels + labels, found: known.found + found });
    }
  }
  return [...counts]
    .map(([sub, count]) => ({ sub, ...count }))
    .sort((a, b) => b.labels - a.labels || (a.sub < b.sub ? -1 : 1));
}
