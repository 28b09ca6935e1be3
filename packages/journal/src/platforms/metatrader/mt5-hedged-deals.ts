/**
 * Deals of accounts that hold several positions of a symbol at a time, where no table has the entry that an exit
 * closed.
 */

import type { RawTrip } from '#model/raw-records.ts';
import { formatScaled, type Scaled, scaledOf } from '#numbers/decimal.ts';
import { formatMicros, microsOf } from '#numbers/money.ts';
import { BLANK_TRIP } from '#platforms/reader/blank-rows.ts';
import { compareFileTimes } from '#platforms/reader/compare-file-times.ts';
import { sumOf } from '#platforms/reader/money-text.ts';
import { earliestTime } from '#platforms/reader/time-extremes.ts';
import { averagePrice } from '#platforms/reader/weighted-fills.ts';
import type { Mt5Deal } from './mt5-deals.ts';

/** The open remainder of an entry, with its share of the costs. */
interface Lot {
  readonly deal: Mt5Deal;
  left: Scaled;
  commissionMicros: number | null;
  feeMicros: number | null;
}

/** Part of an entry that one exit closed. */
interface LotPart {
  readonly deal: Mt5Deal;
  readonly price: string;
  readonly quantity: string;
  readonly commission: string | null;
  readonly fee: string | null;
}

function inOrder(deals: readonly Mt5Deal[]): Mt5Deal[] {
  return [...deals].sort(
    (one, other) => compareFileTimes(one.time, other.time) || Number(one.id) - Number(other.id) || 0,
  );
}

function sizeOf(deal: Mt5Deal): Scaled {
  return scaledOf(deal.quantity) ?? 0n;
}

/** Whether an entry is opposite to an open position. An account that reverses positions nets them. */
export function isHedged(deals: readonly Mt5Deal[]): boolean {
  const open = new Map<string, Scaled>();
  let hedged = false;
  for (const deal of inOrder(deals)) {
    if (deal.direction === 'turn') return false;
    const own = `${deal.symbol} ${deal.action}`;
    const other = `${deal.symbol} ${deal.action === 'buy' ? 'sell' : 'buy'}`;
    if (deal.direction === 'in') {
      hedged ||= (open.get(other) ?? 0n) > 0n;
      open.set(own, (open.get(own) ?? 0n) + sizeOf(deal));
    } else {
      const left = (open.get(other) ?? 0n) - sizeOf(deal);
      open.set(other, left > 0n ? left : 0n);
    }
  }
  return hedged;
}

function lotOf(deal: Mt5Deal): Lot {
  return {
    deal,
    left: sizeOf(deal),
    commissionMicros: deal.commission === null ? null : microsOf(deal.commission),
    feeMicros: deal.fee === null ? null : microsOf(deal.fee),
  };
}

function share(micros: number | null, part: Scaled, whole: Scaled): number | null {
  return micros === null
    ? null
    : part === whole
      ? micros
      : Math.round((micros * Number(part)) / Number(whole));
}

function textOf(micros: number | null): string | null {
  return micros === null ? null : formatMicros(micros);
}

function less(micros: number | null, part: number | null): number | null {
  return micros === null ? null : micros - (part ?? 0);
}

/** Removes a quantity from the lots: from one of equal size, else from the oldest on. */
function takeOut(lots: Lot[], quantity: Scaled): LotPart[] {
  const parts: LotPart[] = [];
  let wanted = quantity;
  while (wanted > 0n && lots.length > 0) {
    const exact = lots.findIndex((lot) => lot.left === wanted);
    const lot = lots[Math.max(exact, 0)];
    if (lot === undefined) break;
    const taken = lot.left < wanted ? lot.left : wanted;
    const commission = share(lot.commissionMicros, taken, lot.left);
    const fee = share(lot.feeMicros, taken, lot.left);
    parts.push({
      deal: lot.deal,
      price: lot.deal.price,
      quantity: formatScaled(taken),
      commission: textOf(commission),
      fee: textOf(fee),
    });
    lot.commissionMicros = less(lot.commissionMicros, commission);
    lot.feeMicros = less(lot.feeMicros, fee);
    lot.left -= taken;
    wanted -= taken;
    if (lot.left === 0n) lots.splice(lots.indexOf(lot), 1);
  }
  return parts;
}

function closedTrip(exit: Mt5Deal, parts: readonly LotPart[]): RawTrip {
  return {
    ...BLANK_TRIP,
    line: exit.line,
    raw: exit.raw,
    nativeId: exit.id,
    symbol: exit.symbol,
    side: exit.action === 'sell' ? 'long' : 'short',
    quantity: exit.quantity,
    entryTime: earliestTime(parts.map((part) => part.deal.time)),
    exitTime: exit.time,
    entryPrice: parts.length === 0 ? null : averagePrice(parts),
    exitPrice: exit.price,
    pnl: exit.profit ?? '0',
    pnlIs: 'gross',
    commission: sumOf([exit.commission, ...parts.map((part) => part.commission)]),
    fees: sumOf([exit.fee, ...parts.map((part) => part.fee)]),
    swap: exit.swap,
    notes: exit.comment === '' ? null : exit.comment,
  };
}

function openTrip(lot: Lot): RawTrip {
  return {
    ...BLANK_TRIP,
    line: lot.deal.line,
    raw: lot.deal.raw,
    nativeId: lot.deal.id,
    symbol: lot.deal.symbol,
    side: lot.deal.action === 'buy' ? 'long' : 'short',
    quantity: formatScaled(lot.left),
    entryTime: lot.deal.time,
    entryPrice: lot.deal.price,
    commission: textOf(lot.commissionMicros),
    fees: textOf(lot.feeMicros),
    status: 'open',
  };
}

/**
 * One trade per exit, as MetaTrader counts them. Profits are those booked on the exits; entries are the likeliest ones.
 */
export function pairHedgedDeals(deals: readonly Mt5Deal[]): RawTrip[] {
  const open = new Map<string, Lot[]>();
  const trips: RawTrip[] = [];
  for (const deal of inOrder(deals)) {
    const entered = deal.direction === 'in' ? deal.action : deal.action === 'buy' ? 'sell' : 'buy';
    const key = `${deal.symbol} ${entered}`;
    const lots = open.get(key) ?? [];
    open.set(key, lots);
    if (deal.direction === 'in') lots.push(lotOf(deal));
    else trips.push(closedTrip(deal, takeOut(lots, sizeOf(deal))));
  }
  return [...trips, ...[...open.values()].flat().map(openTrip)];
}
