/** Size of an effect: averages of the slice and the rest, shrunk difference, day-bootstrap interval, money a month. */
import { DAY_MS } from '@undertow/market';
import {
  addToDay,
  bootstrapDays,
  emptyDaySums,
  MIN_BOOTSTRAP_DAYS,
  percentileInterval,
} from '#inference/bootstrap.ts';
import type { SeededRandom } from '#numbers/random.ts';
import { type Averages, type Claim, REST, type RowMask, SLICE } from './claim.ts';
import type { TradeColumns } from './trade-columns.ts';

/** Weight of the overall average in a slice, in trades. */
const SHRINKAGE_TRADES = 20;
const DAYS_PER_MONTH = 30.436875;

/** Averages over the rows of a mask. */
export function averagesOf(claim: Claim, mask: RowMask): Averages {
  let n = 0;
  let sum = 0;
  let restN = 0;
  let restSum = 0;
  for (let row = 0; row < claim.members.length; row++) {
    if (mask !== null && mask[row] === 0) continue;
    const value = claim.values[row]!;
    if (claim.members[row] === SLICE) {
      n++;
      sum += value;
    } else if (claim.members[row] === REST) {
      restN++;
      restSum += value;
    }
  }
  const mean = sum / n;
  const baseline = claim.bound ?? restSum / restN;
  const centre = claim.bound ?? (sum + restSum) / (n + restN);
  const shrunkMean = (sum + SHRINKAGE_TRADES * centre) / (n + SHRINKAGE_TRADES);
  return { n, restN, mean, baseline, difference: mean - baseline, shrunk: shrunkMean - baseline };
}

export interface Resampled {
  /** 95% interval of the difference; null with fewer than 20 days. */
  readonly ci95: readonly [number, number] | null;
  /** Share of draws in which the difference has the stated sign and at least half the stated size. */
  readonly support: number;
}

/** Draws days with replacement, each with all its trades (day bootstrap). */
export function resampleClaim(
  columns: TradeColumns,
  claim: Claim,
  stated: number,
  resamples: number,
  random: SeededRandom,
): Resampled {
  const sums = emptyDaySums(columns.days, 4);
  let days = 0;
  let last = -1;
  for (let row = 0; row < columns.n; row++) {
    const member = claim.members[row];
    if (member !== SLICE && member !== REST) continue;
    const day = columns.day[row]!;
    if (day !== last) days++;
    last = day;
    const column = member === SLICE ? 0 : 2;
    addToDay(sums, day, column, claim.values[row]!);
    addToDay(sums, day, column + 1, 1);
  }
  const draws = new Float64Array(resamples);
  bootstrapDays(sums, resamples, random, (totals, draw) => {
    const rest = claim.bound ?? totals[2]! / totals[3]!;
    draws[draw] = totals[0]! / totals[1]! - rest;
  });
  const half = Math.abs(stated) / 2;
  let supporting = 0;
  for (const draw of draws) if (draw * Math.sign(stated) >= half) supporting++;
  return {
    ci95: days < MIN_BOOTSTRAP_DAYS ? null : percentileInterval(draws),
    support: supporting / resamples,
  };
}

/** Days that hold at least one row of the slice. */
export function sliceDays(columns: TradeColumns, claim: Claim): number {
  let days = 0;
  let last = -1;
  claim.members.forEach((member, row) => {
    if (member !== SLICE || columns.day[row] === last) return;
    last = columns.day[row]!;
    days++;
  });
  return days;
}

/** Trades of the slice, newest first, at most 1,000. */
export function sliceTrades(columns: TradeColumns, claim: Claim): string[] {
  const ids: string[] = [];
  for (let row = columns.n - 1; row >= 0 && ids.length < 1000; row--)
    if (claim.members[row] === SLICE) ids.push(columns.trades[row]?.id ?? '');
  return ids;
}

/** Months from the first to the last exit, at least one: a week of trades is not stretched to a month. */
export function monthsOf(columns: TradeColumns): number {
  const first = columns.trades[0]?.exitMs ?? 0;
  const last = columns.trades.at(-1)?.exitMs ?? 0;
  return Math.max(1, (last - first) / DAY_MS / DAYS_PER_MONTH);
}

/** Average over calendar months of the absolute net of a month, in micros. */
export function monthlyMagnitude(columns: TradeColumns): number {
  const months = new Map<string, number>();
  columns.trades.forEach((trade) => {
    const month = trade.tradeDay.slice(0, 7);
    months.set(month, (months.get(month) ?? 0) + trade.netMicros);
  });
  let sum = 0;
  for (const net of months.values()) sum += Math.abs(net);
  return months.size === 0 ? 0 : sum / months.size;
}
