/** What a permutation test shuffles: trades within their day, or the sums of whole days and of parts of days. */

import { type LabelledUnits, type ShuffleResult, shuffleLabels } from '#insights/tests/label-shuffle.ts';
import { centredWithin } from '#insights/tests/rank-shuffle.ts';
import type { ShufflePlan } from '#insights/tests/shuffle-plan.ts';
import type { SeededRandom } from '#numbers/random.ts';
import type { RowMask, TestAnswer } from './claim.ts';
import type { TradeColumns } from './trade-columns.ts';

/** Row that takes no part in a comparison. */
export const NO_GROUP = 255;

/** Groups of rows to compare: 0 to `groups` - 1 are tested, `groups` is the rest, `NO_GROUP` is left out. */
export interface RowGroups {
  readonly values: Float64Array;
  readonly labels: Uint8Array;
  readonly groups: number;
  /** Finer than a day where given: rows of a day are only shuffled among those of the same number. */
  readonly part?: Int32Array;
}

/** Where labels are shuffled: among the trades of each day, or among the sums of each day and group. */
export type ShuffleLevel = 'within-day' | 'across-days';

export type UnitsOf = (columns: TradeColumns, rows: RowGroups, mask: RowMask) => LabelledUnits | null;

/**
 * Trades, shuffled only within their day. Days of one group carry no information and are left out. Null when all are.
 */
export function unitsWithinDays(columns: TradeColumns, rows: RowGroups, mask: RowMask): LabelledUnits | null {
  const kept: number[] = [];
  const strata = [0];
  for (let day = 0; day < columns.days; day++) {
    const from = columns.dayStarts[day]!;
    const to = columns.dayStarts[day + 1]!;
    for (const stratum of strataOfDay(rows, mask, from, to)) {
      const first = rows.labels[stratum[0]!];
      if (stratum.every((row) => rows.labels[row] === first)) continue;
      kept.push(...stratum);
      strata.push(kept.length);
    }
  }
  if (kept.length === 0) return null;
  const places = Int32Array.from(strata);
  const sums = centredWithin(
    Float64Array.from(kept, (row) => rows.values[row]!),
    places,
  );
  return {
    sums,
    counts: null,
    labels: Uint8Array.from(kept, (row) => rows.labels[row]!),
    groups: rows.groups,
    strata: places,
  };
}

function strataOfDay(rows: RowGroups, mask: RowMask, from: number, to: number): number[][] {
  const all: number[] = [];
  for (let row = from; row < to; row++)
    if (rows.labels[row] !== NO_GROUP && (mask === null || mask[row] === 1)) all.push(row);
  if (all.length === 0) return [];
  if (rows.part === undefined) return [all];
  const parts = new Map<number, number[]>();
  for (const row of all) {
    const part = rows.part[row]!;
    const known = parts.get(part);
    if (known) known.push(row);
    else parts.set(part, [row]);
  }
  return [...parts.values()];
}

/**
 * Sums of (value - mean of all) of each day and group, shuffled among all of them: for labels that belong to whole days
 * (weekdays) or to decisions rather than moments (symbol, strategy, side). Trades of one day and group hang together
 * and stay together.
 */
export function unitsAcrossDays(columns: TradeColumns, rows: RowGroups, mask: RowMask): LabelledUnits | null {
  const sums: number[] = [];
  const counts: number[] = [];
  const labels: number[] = [];
  const mean = meanOf(rows, mask);
  const places = new Int32Array(rows.groups + 1);
  for (let day = 0; day < columns.days; day++) {
    places.fill(-1);
    for (let row = columns.dayStarts[day]!; row < columns.dayStarts[day + 1]!; row++) {
      const label = rows.labels[row]!;
      if (label === NO_GROUP || (mask !== null && mask[row] === 0)) continue;
      if (places[label] === -1) places[label] = labels.push(label) - 1;
      const place = places[label]!;
      sums[place] = (sums[place] ?? 0) + rows.values[row]! - mean;
      counts[place] = (counts[place] ?? 0) + 1;
    }
  }
  if (labels.length < 2) return null;
  return {
    sums: Float64Array.from(sums),
    counts: Float64Array.from(counts),
    labels: Uint8Array.from(labels),
    groups: rows.groups,
    strata: Int32Array.of(0, labels.length),
  };
}

function meanOf(rows: RowGroups, mask: RowMask): number {
  let n = 0;
  let sum = 0;
  for (let row = 0; row < rows.labels.length; row++) {
    if (rows.labels[row] === NO_GROUP || (mask !== null && mask[row] === 0)) continue;
    n++;
    sum += rows.values[row]!;
  }
  return n === 0 ? 0 : sum / n;
}

const UNITS: Readonly<Record<ShuffleLevel, UnitsOf>> = {
  'within-day': unitsWithinDays,
  'across-days': unitsAcrossDays,
};

/** The overall test of several groups. Null where nothing can be shuffled. */
export function testGroups(
  columns: TradeColumns,
  rows: RowGroups,
  level: ShuffleLevel,
  plan: ShufflePlan,
  random: SeededRandom,
): ShuffleResult | null {
  const units = UNITS[level](columns, rows, null);
  return units === null ? null : shuffleLabels(units, plan, random);
}

/** The test of one group against everything else that takes part. */
export function testOneGroup(
  columns: TradeColumns,
  rows: RowGroups,
  level: ShuffleLevel,
  group: number,
): (mask: RowMask, plan: ShufflePlan, random: SeededRandom) => TestAnswer | null {
  const labels = rows.labels.map((label) => (label === NO_GROUP ? NO_GROUP : label === group ? 0 : 1));
  const pair = { ...rows, labels, groups: 1 };
  return (mask, plan, random) => {
    const units = UNITS[level](columns, pair, mask);
    const result = units === null ? null : shuffleLabels(units, plan, random);
    return result === null ? null : { p: result.p, t: result.t[0]! };
  };
}
