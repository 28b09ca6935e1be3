/**
 * Deals of a MetaTrader 5 report: additions to positions (fees, entry commission), and trades where there are no
 * positions.
 */

import type { RawFill, RawTrip } from '#model/raw-records.ts';
import { microsOf } from '#numbers/money.ts';
import { BLANK_FILL } from '#platforms/reader/blank-rows.ts';
import type { Collected, Skip } from '#platforms/reader/collect-rows.ts';
import { compareFileTimes } from '#platforms/reader/compare-file-times.ts';
import { isZero, negated, sumOf } from '#platforms/reader/money-text.ts';
import type { PlatformTable } from '#platforms/reader/open-platform-table.ts';
import { booked, spent, TOTAL_LINES } from '#platforms/reader/statement.ts';
import { isAboveZero, quantityLeft, sumQuantities } from '#platforms/reader/weighted-fills.ts';
import type { FileTime } from '#time/file-time.ts';
import { BALANCE_LINES, lotsOf, movesMoneyOnly, sideOfType, TRADED } from './metatrader-statement.ts';
import type { DealField } from './mt5-sections.ts';

export interface Mt5Deal {
  readonly line: number;
  readonly raw: string;
  readonly time: FileTime;
  readonly id: string;
  readonly order: string;
  readonly symbol: string;
  readonly action: 'buy' | 'sell';
  readonly direction: 'in' | 'out' | 'turn' | null;
  readonly quantity: string;
  readonly price: string;
  readonly commission: string | null;
  readonly fee: string | null;
  /** Signed as booked. */
  readonly swap: string | null;
  readonly profit: string | null;
  readonly comment: string;
}

function directionOf(text: string): Mt5Deal['direction'] {
  const word = text.toLowerCase().replace(/\s/g, '');
  if (/^in\/out|^inout|reverse/.test(word)) return 'turn';
  if (/^(?:in|entryin|entry_in)$/.test(word)) return 'in';
  return /^(?:out|outby|entryout|entry_out|entry_out_by)$/.test(word) ? 'out' : null;
}

export function readDeals(table: PlatformTable<DealField>): Collected<Mt5Deal> {
  return table.collect((row): Mt5Deal | Skip => {
    const type = row.text('type');
    const side = sideOfType(type);
    if (side === null && row.text('time') === '') return { skip: TOTAL_LINES };
    if (side === null && (row.text('symbol') === '' || movesMoneyOnly(row, TRADED)))
      return { skip: BALANCE_LINES };
    if (side === null) row.refuse(`The type is neither buy nor sell: “${type.slice(0, 40)}”`);
    return {
      line: row.line,
      raw: row.raw,
      time: row.requiredTime('time'),
      id: row.requiredText('deal'),
      order: row.text('order'),
      symbol: row.requiredText('symbol'),
      action: side === 'short' ? 'sell' : 'buy',
      direction: directionOf(row.text('direction')),
      quantity: lotsOf(row, 'volume', table.decimalMark),
      price: row.requiredDecimal('price'),
      commission: spent(row, 'commission', table.has('commission')),
      fee: spent(row, 'fee', table.has('fee')),
      swap: booked(row, 'swap', table.has('swap')),
      profit: row.decimal('profit'),
      comment: row.text('comment'),
    };
  });
}

/** Deals as executions to be paired, for reports without positions. Swap counts as a fee there: fills have no swap. */
export function fillOfDeal(deal: Mt5Deal): RawFill {
  return {
    ...BLANK_FILL,
    line: deal.line,
    raw: deal.raw,
    sequence: deal.id,
    nativeId: deal.id,
    symbol: deal.symbol,
    action: deal.action,
    quantity: deal.quantity,
    price: deal.price,
    time: deal.time,
    commission: deal.commission,
    fees: sumOf([deal.fee, deal.swap === null ? null : negated(deal.swap)]),
    pnl: deal.direction === 'in' ? null : deal.profit,
    pnlIs: 'gross',
    effect: deal.direction === 'in' ? 'open' : deal.direction === 'out' ? 'close' : null,
  };
}

interface DealIndex {
  /** Entries by the order that opened the position, whose number the position bears. */
  readonly entries: ReadonlyMap<string, readonly Mt5Deal[]>;
  /** Exits by symbol and action, oldest first. */
  readonly exits: ReadonlyMap<string, readonly Mt5Deal[]>;
  readonly used: Set<Mt5Deal>;
}

function indexOf(deals: readonly Mt5Deal[]): DealIndex {
  const entries = new Map<string, Mt5Deal[]>();
  const exits = new Map<string, Mt5Deal[]>();
  for (const deal of deals) {
    const [map, key] =
      deal.direction === 'in' ? [entries, deal.order] : [exits, `${deal.symbol} ${deal.action}`];
    const group = map.get(key);
    if (group === undefined) map.set(key, [deal]);
    else group.push(deal);
  }
  for (const group of exits.values()) group.sort((one, other) => compareFileTimes(one.time, other.time));
  return { entries, exits, used: new Set() };
}

/** Index of the last deal at or before the time, by bisection; -1 for none. */
function lastAtOrBefore(deals: readonly Mt5Deal[], time: FileTime): number {
  let [low, high] = [0, deals.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const deal = deals[middle];
    if (deal !== undefined && compareFileTimes(deal.time, time) <= 0) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

const MAX_EXITS_LOOKED_AT = 200;

/** The exits that make up a position: backwards from its close until its size is reached; null when they do not. */
function exitsOf(trip: RawTrip, index: DealIndex): readonly Mt5Deal[] | null {
  const group = index.exits.get(`${trip.symbol} ${trip.side === 'long' ? 'sell' : 'buy'}`) ?? [];
  if (trip.exitTime === null || trip.entryTime === null) return null;
  const found: Mt5Deal[] = [];
  let left = trip.quantity;
  let at = lastAtOrBefore(group, trip.exitTime);
  for (let looked = 0; at >= 0 && isAboveZero(left) && looked < MAX_EXITS_LOOKED_AT; at -= 1, looked += 1) {
    const deal = group[at];
    if (deal === undefined || compareFileTimes(deal.time, trip.entryTime) < 0) break;
    if (index.used.has(deal) || quantityLeft(left, deal.quantity).startsWith('-')) continue;
    found.push(deal);
    left = quantityLeft(left, deal.quantity);
  }
  return isAboveZero(left) ? null : found;
}

/** Trip with the costs of its deals, where the deals of its whole size are there; else the trip as it is. */
function withCostsOf(trip: RawTrip, index: DealIndex): RawTrip {
  const entries = index.entries.get(trip.nativeId ?? '') ?? [];
  const entered = sumQuantities(entries.map((deal) => deal.quantity));
  if (entries.length === 0 || !isZero(quantityLeft(entered, trip.quantity))) return trip;
  const exits = exitsOf(trip, index);
  if (exits === null) return trip;
  for (const deal of exits) index.used.add(deal);
  const parts = [...entries, ...exits];
  const commission = sumOf(parts.map((deal) => deal.commission));
  const fee = sumOf(parts.map((deal) => deal.fee));
  return {
    ...trip,
    // The positions table can lack the entry's commission, never print more than was paid.
    commission: isMore(commission, trip.commission) ? commission : trip.commission,
    fees: trip.fees ?? (fee === null || isZero(fee) ? null : fee),
  };
}

function isMore(one: string | null, other: string | null): boolean {
  return one !== null && Math.abs(microsOf(one) ?? 0) > Math.abs(microsOf(other ?? '0') ?? 0);
}

/** Positions with the fees and the entry commission that only the deals print. Nothing changes where the sums agree. */
export function addDealCosts(trips: readonly RawTrip[], deals: readonly Mt5Deal[]): RawTrip[] {
  const fees = sumOf(deals.map((deal) => deal.fee));
  const hasFees = fees !== null && deals.some((deal) => deal.fee !== null && !isZero(deal.fee));
  const paid = sumOf(deals.map((deal) => deal.commission)) ?? '0';
  if (!hasFees && !isMore(paid, sumOf(trips.map((trip) => trip.commission)))) return [...trips];
  const index = indexOf(deals);
  return trips.map((trip) => (trip.status === 'closed' ? withCostsOf(trip, index) : trip));
}
