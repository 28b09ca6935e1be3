/** What one pass over the trades adds up, day by day: everything that figures and their day bootstrap are made of. */

import { type DaySums, emptyDaySums } from '#inference/bootstrap.ts';
import type { JournalTrade } from '#trades/journal-trade.ts';
import { outcomeOf, type TradeDays } from './trade-days.ts';

/** Columns of the sums that every trade has. Money in micros; `lost` is at or below zero, `won + lost` is the net. */
export const CORE = { n: 0, wins: 1, losses: 2, won: 3, lost: 4 } as const;
const CORE_COLUMNS = 5;

/** Columns of the sums that only some trades have: planned risk, excursions, gross and costs. */
export const EXTRA = {
  rCount: 0,
  r: 1,
  rSquared: 2,
  maeCount: 3,
  mae: 4,
  mfeCount: 5,
  mfe: 6,
  /** Winners with a best open profit above zero: how many, their net, their MFE. */
  captureCount: 7,
  captureNet: 8,
  captureMfe: 9,
  /** Trades whose gross and costs are both known; costs; gross of those with gross above zero. */
  costCount: 10,
  costs: 11,
  grossWon: 12,
  /** Gross at or above zero, net a loss. */
  turned: 13,
  /** Trades whose costs are known, gross or not, and the costs. */
  paidCount: 14,
  paid: 15,
} as const;
const EXTRA_COLUMNS = 16;

export interface Tally {
  readonly core: DaySums;
  readonly extra: DaySums;
  readonly coreTotals: Float64Array;
  readonly extraTotals: Float64Array;
}

/** R of a trade: net over planned risk; null without a stop or with a risk of nothing. */
export function rOf(trade: JournalTrade): number | null {
  return trade.plannedRiskMicros !== null && trade.plannedRiskMicros > 0
    ? trade.netMicros / trade.plannedRiskMicros
    : null;
}

function add(values: Float64Array, at: number, amount: number): void {
  values[at]! += amount;
}

function addCore(values: Float64Array, row: number, net: number, outcome: number): void {
  add(values, row + CORE.n, 1);
  if (outcome > 0) add(values, row + CORE.wins, 1);
  if (outcome < 0) add(values, row + CORE.losses, 1);
  add(values, row + (net > 0 ? CORE.won : CORE.lost), net);
}

function addExcursions(values: Float64Array, row: number, trade: JournalTrade): void {
  if (trade.maeMicros !== null) {
    add(values, row + EXTRA.maeCount, 1);
    add(values, row + EXTRA.mae, trade.maeMicros);
  }
  if (trade.mfeMicros === null) return;
  add(values, row + EXTRA.mfeCount, 1);
  add(values, row + EXTRA.mfe, trade.mfeMicros);
  if (outcomeOf(trade.netMicros) <= 0 || trade.mfeMicros === 0) return;
  add(values, row + EXTRA.captureCount, 1);
  add(values, row + EXTRA.captureNet, trade.netMicros);
  add(values, row + EXTRA.captureMfe, trade.mfeMicros);
}

function addCosts(values: Float64Array, row: number, trade: JournalTrade): void {
  if (trade.costsMicros === null) return;
  add(values, row + EXTRA.paidCount, 1);
  add(values, row + EXTRA.paid, trade.costsMicros);
  if (trade.grossMicros === null) return;
  add(values, row + EXTRA.costCount, 1);
  add(values, row + EXTRA.costs, trade.costsMicros);
  if (trade.grossMicros > 0) add(values, row + EXTRA.grossWon, trade.grossMicros);
  if (trade.grossMicros >= 0 && outcomeOf(trade.netMicros) < 0) add(values, row + EXTRA.turned, 1);
}

function addExtra(values: Float64Array, row: number, trade: JournalTrade): void {
  const r = rOf(trade);
  if (r !== null) {
    add(values, row + EXTRA.rCount, 1);
    add(values, row + EXTRA.r, r);
    add(values, row + EXTRA.rSquared, r * r);
  }
  addExcursions(values, row, trade);
  addCosts(values, row, trade);
}

function totalsOf({ days, width, values }: DaySums): Float64Array {
  const totals = new Float64Array(width);
  for (let at = 0; at < days * width; at++) add(totals, at % width, values[at]!);
  return totals;
}

/** Sums of the trades by day. Money sums are exact while they stay below 2^53 micros (nine thousand million units). */
export function tallyOf({ trades, days, dayOf, netMicros, outcomes }: TradeDays): Tally {
  const core = emptyDaySums(days.length, CORE_COLUMNS);
  const extra = emptyDaySums(days.length, EXTRA_COLUMNS);
  for (let at = 0; at < trades.length; at++) {
    const day = dayOf[at]!;
    addCore(core.values, day * core.width, netMicros[at]!, outcomes[at]!);
    addExtra(extra.values, day * extra.width, trades[at] as JournalTrade);
  }
  return { core, extra, coreTotals: totalsOf(core), extraTotals: totalsOf(extra) };
}
