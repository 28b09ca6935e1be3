/**
 * Determines from the prices of the same rows whether a P&L column is before or after costs, and sets gross and net.
 */

import type { Assumption, TradeFlag } from '#model/import-model.ts';
import { formatScaled, type Scaled } from '#numbers/decimal.ts';
import { formatMicros, MICROS_PER_UNIT, type Micros } from '#numbers/money.ts';
import type { DraftTrade } from './draft-trade.ts';

/** The final amounts of one trade. Null while open, or when the file does not have them. */
export interface SettledPnl {
  readonly grossMicros: Micros | null;
  readonly netMicros: Micros | null;
  readonly pnlSource: 'file' | 'computed';
  readonly flags: readonly TradeFlag[];
}

export interface PnlCheck {
  /** One for each trade, in the same order. */
  readonly settled: readonly SettledPnl[];
  readonly warnings: readonly string[];
  readonly assumptions: readonly Assumption[];
}

type Rule = 'net' | 'gross';

/**
 * Rules: no column: price P&L is gross, costs are deducted. A column whose rule the platform fixes keeps it and is
 * checked. An unknown column is what the majority of its rows proves: equal to the price P&L, gross; equal after costs,
 * net; neither, net unchanged. A column that counts points or ticks is replaced by the price P&L. Rows that disagree
 * keep the column, are flagged and reported.
 */
export function checkPnl(trades: readonly DraftTrade[]): PnlCheck {
  const closed = trades.filter(({ status }) => status === 'closed');
  const unknown = closed.filter((trade) => trade.pnlMicros !== null && trade.pnlIs === 'unknown');
  const units = unitsOf(unknown);
  const rule = units === null ? ruleOf(unknown) : null;
  const settled = trades.map((trade) => settle(trade, rule?.rule ?? 'net', units !== null));
  return {
    settled,
    warnings: [
      ...(units === null
        ? []
        : [`The P&L column is in ${units}, not in money: P&L is computed from prices.`]),
      ...disagreements(trades, settled, rule?.rule ?? 'net'),
      ...missingCosts(closed),
    ],
    assumptions: rule === null || unknown.length === 0 ? [] : [assumptionOf(rule)],
  };
}

function settle(trade: DraftTrade, unknownRule: Rule, inUnits: boolean): SettledPnl {
  if (trade.status === 'open') return { grossMicros: null, netMicros: null, pnlSource: 'file', flags: [] };
  const costs = costsOf(trade);
  const known = hasCosts(trade);
  const unitsOnly = inUnits && trade.pnlIs === 'unknown' && trade.priceMicros !== null;
  if (trade.pnlMicros === null || unitsOnly) return computed(trade.priceMicros, costs, known);
  const rule = trade.pnlIs === 'unknown' ? unknownRule : trade.pnlIs;
  const flags: TradeFlag[] = agrees(trade, rule) ? [] : ['pnl-disagrees'];
  if (rule === 'gross')
    return {
      grossMicros: trade.pnlMicros,
      netMicros: trade.pnlMicros - costs,
      pnlSource: 'file',
      flags: known ? flags : [...flags, 'costs-unknown'],
    };
  const provenFree = trade.checked && trade.priceMicros !== null && isClose(trade, trade.priceMicros);
  const gross = known ? trade.pnlMicros + costs : provenFree ? trade.pnlMicros : null;
  return { grossMicros: gross, netMicros: trade.pnlMicros, pnlSource: 'file', flags };
}

function computed(priceMicros: Micros | null, costs: Micros, known: boolean): SettledPnl {
  return {
    grossMicros: priceMicros,
    netMicros: priceMicros === null ? null : priceMicros - costs,
    pnlSource: 'computed',
    flags: [
      ...(priceMicros === null ? (['point-value-unknown'] as const) : []),
      ...(known ? [] : (['costs-unknown'] as const)),
    ],
  };
}

/** Commission and fees less swap, money spent above zero. */
function costsOf({ commissionMicros, feesMicros, swapMicros }: DraftTrade): Micros {
  return (commissionMicros ?? 0) + (feesMicros ?? 0) - (swapMicros ?? 0);
}

const hasCosts = ({ commissionMicros, feesMicros, swapMicros }: DraftTrade): boolean =>
  commissionMicros !== null || feesMicros !== null || swapMicros !== null;

/** Whether the column agrees with the prices under this rule; true where there are no prices. */
function agrees(trade: DraftTrade, rule: Rule): boolean {
  if (!trade.checked || trade.priceMicros === null) return true;
  if (rule === 'gross') return isClose(trade, trade.priceMicros);
  const costs = costsOf(trade);
  return isClose(trade, trade.priceMicros - costs) || (costs === 0 && isPlausibleCost(trade));
}

/** A net below the price P&L by no more than a contract may cost: the file has no costs, or has them as zero. */
function isPlausibleCost(trade: DraftTrade): boolean {
  const missing = (trade.priceMicros ?? 0) - (trade.pnlMicros ?? 0);
  return missing >= 0 && missing <= MAX_COST_A_CONTRACT * numberOf(trade.quantity);
}

/** Round turn of a full-size contract at an expensive broker, with all fees. */
const MAX_COST_A_CONTRACT: Micros = 30 * MICROS_PER_UNIT;

/** Columns are rounded to the cent, some to the cent of each contract's leg. */
const CENT: Micros = 11_000;

function isClose(trade: DraftTrade, expected: Micros): boolean {
  return Math.abs((trade.pnlMicros ?? 0) - expected) <= CENT + averagingError(trade);
}

/** Maximum rounding error of printed average prices: half a unit of the last decimal, where a price is off the tick. */
function averagingError(trade: DraftTrade): Micros {
  if (trade.pointValue === null) return 0;
  const errors = [trade.entryPrice, trade.exitPrice].map((price) => roundingOf(price, trade.tick));
  const total = errors[0]! + errors[1]!;
  return total === 0 ? 0 : total * numberOf(trade.pointValue) * numberOf(trade.quantity) * MICROS_PER_UNIT;
}

function roundingOf(price: Scaled | null, tick: Scaled | null): number {
  if (price === null || tick === null || price % tick === 0n) return 0;
  const decimals = formatScaled(price).split('.')[1]?.length ?? 0;
  return 0.5 / 10 ** decimals;
}

const numberOf = (value: Scaled): number => Number(value) / 1e12;

interface FoundRule {
  readonly rule: Rule;
  readonly proven: number;
  readonly of: number;
}

/** The rule that most rows prove; rows without costs prove nothing. */
function ruleOf(trades: readonly DraftTrade[]): FoundRule {
  const decisive = trades.filter(
    (trade) => trade.checked && trade.priceMicros !== null && Math.abs(costsOf(trade)) > CENT,
  );
  const gross = decisive.filter((trade) => agrees(trade, 'gross')).length;
  const net = decisive.filter((trade) => agrees(trade, 'net')).length;
  return gross > net
    ? { rule: 'gross', proven: gross, of: decisive.length }
    : { rule: 'net', proven: net, of: decisive.length };
}

function assumptionOf({ rule, proven, of }: FoundRule): Assumption {
  const word = rule === 'net' ? 'after costs' : 'before costs';
  const reason =
    of === 0 || proven === 0
      ? 'nothing in the file proves it'
      : `prices prove it in ${proven} of ${of} trades`;
  return { field: 'pnl', subject: '', value: rule, text: `The P&L column is taken as ${word}: ${reason}.` };
}

/** `points` or `ticks` when nearly every row of an unknown column counts those and not money; null otherwise. */
function unitsOf(trades: readonly DraftTrade[]): 'points' | 'ticks' | null {
  const decisive = trades.filter(
    (trade) =>
      trade.checked && trade.priceMicros !== null && trade.priceMicros !== 0 && trade.pointValue !== null,
  );
  if (decisive.length < 3) return null;
  const most = decisive.length * 0.9;
  const inMoney = decisive.filter((trade) => agrees(trade, 'gross') || agrees(trade, 'net')).length;
  if (inMoney > decisive.length * 0.1) return null;
  if (decisive.filter((trade) => countsUnits(trade, 1)).length >= most) return 'points';
  if (
    decisive.filter((trade) => trade.tick !== null && countsUnits(trade, numberOf(trade.tick))).length >= most
  )
    return 'ticks';
  return null;
}

/** Whether the column counts units of this size, of one contract or of all of them. */
function countsUnits(trade: DraftTrade, unit: number): boolean {
  const points = (trade.priceMicros ?? 0) / numberOf(trade.pointValue ?? 1n);
  const counted = trade.pnlMicros ?? 0;
  return [points, points / numberOf(trade.quantity)].some((each) => Math.abs(each / unit - counted) <= CENT);
}

function disagreements(
  trades: readonly DraftTrade[],
  settled: readonly SettledPnl[],
  unknownRule: Rule,
): string[] {
  const indexes = settled.flatMap(({ flags }, index) => (flags.includes('pnl-disagrees') ? [index] : []));
  const first = trades[indexes[0] ?? -1];
  if (first === undefined) return [];
  const rule = first.pnlIs === 'unknown' ? unknownRule : first.pnlIs;
  const other = indexes.filter((index) =>
    agrees(trades[index] as DraftTrade, rule === 'net' ? 'gross' : 'net'),
  ).length;
  const expected = (first.priceMicros ?? 0) - (rule === 'net' ? costsOf(first) : 0);
  const checked = trades.filter(
    (trade) =>
      trade.checked && trade.status === 'closed' && trade.priceMicros !== null && trade.pnlMicros !== null,
  ).length;
  return [
    `P&L of ${indexes.length} of ${checked} trades does not match the prices: line ${first.line} says ${formatMicros(first.pnlMicros ?? 0)}, prices say ${formatMicros(expected)}${rule === 'net' ? ' after costs' : ''}. The file's figures are kept; the reason can be another account currency, another point value or fee columns that were not exported.`,
    ...(other >= 3 && other >= indexes.length * 0.9
      ? [
          `By the prices the P&L column is ${rule === 'net' ? 'before' : 'after'} costs, against the platform's rule: check the net.`,
        ]
      : []),
  ];
}

function missingCosts(closed: readonly DraftTrade[]): string[] {
  const without = closed.filter(
    (trade) => !hasCosts(trade) && (trade.pnlMicros === null || trade.pnlIs === 'gross'),
  ).length;
  if (without === 0) return [];
  return [
    without === closed.length
      ? 'The file has no commission and no fees: net is the same as gross.'
      : `${without} of ${closed.length} trades have no commission and no fees: their net is the same as their gross.`,
  ];
}
