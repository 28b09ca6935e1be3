/** Round-trip rows as drafts: numbers, instants, instrument and price P&L. */

import type { Rejection, TradeFlag } from '#model/import-model.ts';
import type { RawTrip } from '#model/raw-records.ts';
import { formatScaled, moneyOf, type Scaled, scaledOf } from '#numbers/decimal.ts';
import { type Micros, microsOf } from '#numbers/money.ts';
import { decimalFact, factHash, timeFact } from '#trades/trade-key.ts';
import { type DraftContext, placeSymbol } from './draft-context.ts';
import type { DraftTrade } from './draft-trade.ts';

export interface Drafts {
  readonly drafts: readonly DraftTrade[];
  readonly rejected: readonly Rejection[];
}

/** Drafts of all rows; rows with impossible figures are rejected with a reason. */
export function draftTrips(trips: readonly RawTrip[], context: DraftContext): Drafts {
  const drafts: DraftTrade[] = [];
  const rejected: Rejection[] = [];
  for (const trip of trips) {
    const draft = draftTrip(trip, context);
    if (typeof draft === 'string')
      rejected.push({ line: trip.line, reason: draft, text: trip.raw.slice(0, 200) });
    else drafts.push(draft);
  }
  return { drafts, rejected };
}

/** A trade without a day is not imported; no day is invented for it, neither 1970 nor the day of the import. */
const NO_DATE = 'No date: the row has neither an entry nor an exit time.';

/** The draft, or why the row cannot be a trade. */
function draftTrip(trip: RawTrip, context: DraftContext): DraftTrade | string {
  if (trip.entryTime === null && trip.exitTime === null && trip.tradeDay === null) return NO_DATE;
  const figures = figuresOf(trip);
  if (typeof figures === 'string') return figures;
  const { quantity, entryPrice, exitPrice } = figures;
  const symbol = trip.symbol ?? context.answers.symbol ?? '';
  const entryMs = context.clock.instantOf(trip.entryTime);
  const exitMs = trip.status === 'open' ? null : context.clock.instantOf(trip.exitTime);
  const placed = placeSymbol(context, symbol, exitMs ?? entryMs, trip.pointValue);
  return {
    line: trip.line,
    raw: trip.raw,
    book: null,
    fills: null,
    ...namesOf(trip, context, quantity),
    hasNativeId: trip.nativeId !== null,
    positionId: trip.positionId,
    account: trip.account ?? context.rows.account ?? context.answers.account ?? '',
    symbol,
    ...placed,
    currency: trip.currency ?? context.rows.currency ?? context.answers.currency ?? null,
    side: trip.side,
    quantity,
    entryMs,
    exitMs,
    tradeDay: trip.tradeDay,
    entryPrice,
    exitPrice,
    pnlMicros: figures.money.pnl,
    pnlIs: trip.pnlIs,
    priceMicros: priceMoney(trip, figures, placed.pointValue),
    commissionMicros: figures.money.commission,
    feesMicros: figures.money.fees,
    swapMicros: figures.money.swap,
    maeMicros: magnitude(figures.money.mae),
    mfeMicros: magnitude(figures.money.mfe),
    plannedStop: trip.plannedStop,
    strategy: trip.strategy,
    notes: trip.notes,
    status: trip.status,
    legs: [],
    flags: flagsOf(trip, entryMs, exitMs),
  };
}

interface TripFigures {
  readonly quantity: Scaled;
  readonly entryPrice: Scaled | null;
  /** Null while open. */
  readonly exitPrice: Scaled | null;
  readonly money: TripMoney;
}

/** The numbers of a row, or why they are invalid. */
function figuresOf(trip: RawTrip): TripFigures | string {
  const quantity = scaledOf(trip.quantity);
  if (quantity === null || quantity === 0n) return 'The quantity is zero or not a number.';
  const money = moneyOfTrip(trip);
  if (money === null) return 'An amount of money is not a number or beyond what the journal can hold.';
  const entryPrice = priceOf(trip.entryPrice);
  const exitPrice = trip.status === 'open' ? null : priceOf(trip.exitPrice);
  if (trip.status === 'closed' && money.pnl === null && (entryPrice === null || exitPrice === null))
    return 'There is neither a P&L nor a pair of prices: the result of the trade is unknown.';
  return { quantity: quantity < 0n ? -quantity : quantity, entryPrice, exitPrice, money };
}

const priceOf = (text: string | null): Scaled | null => (text === null ? null : scaledOf(text));

const magnitude = (micros: Micros | null): Micros | null => (micros === null ? null : Math.abs(micros));

function priceMoney(
  { side }: RawTrip,
  { quantity, entryPrice, exitPrice }: TripFigures,
  pointValue: Scaled | null,
): Micros | null {
  if (entryPrice === null || exitPrice === null || pointValue === null) return null;
  return moneyOf(side === 'long' ? exitPrice - entryPrice : entryPrice - exitPrice, quantity, pointValue);
}

const MONEY_FIELDS = ['pnl', 'commission', 'fees', 'swap', 'mae', 'mfe'] as const;

type TripMoney = Record<(typeof MONEY_FIELDS)[number], Micros | null>;

/** Micros of every money field; null when a required field is out of range. */
function moneyOfTrip(trip: RawTrip): TripMoney | null {
  const money: TripMoney = { pnl: null, commission: null, fees: null, swap: null, mae: null, mfe: null };
  for (const field of MONEY_FIELDS) {
    const text = trip[field];
    if (text === null) continue;
    money[field] = microsOf(text);
    if (money[field] === null && field !== 'mae' && field !== 'mfe') return null;
  }
  return money;
}

/** A trade with a native id is named by it and by what never changes between open and closed. */
function namesOf(
  trip: RawTrip,
  context: DraftContext,
  quantity: Scaled,
): { identity: string; facts: string } {
  const account = trip.account ?? context.rows.account;
  const [entryPrice, exitPrice] = [decimalFact(trip.entryPrice), decimalFact(trip.exitPrice)];
  const facts = factHash([
    context.platform,
    account,
    trip.symbol,
    trip.side,
    formatScaled(quantity),
    timeFact(trip.entryTime),
    timeFact(trip.exitTime),
    entryPrice,
    exitPrice,
    decimalFact(trip.pnl),
  ]);
  if (trip.nativeId === null) return { identity: facts, facts };
  return {
    identity: factHash([context.platform, account, trip.nativeId, trip.symbol, trip.side, entryPrice]),
    facts,
  };
}

function flagsOf(trip: RawTrip, entryMs: number | null, exitMs: number | null): TradeFlag[] {
  const flags: TradeFlag[] = [];
  const isClosed = trip.status === 'closed';
  if (entryMs === null) flags.push('entry-time-missing');
  if (isClosed && exitMs === null) flags.push('exit-time-missing');
  if (entryMs !== null && exitMs !== null && exitMs < entryMs) flags.push('exit-before-entry');
  if (isClosed && trip.exitPrice === null)
    flags.push(trip.entryPrice === null ? 'pnl-only' : 'exit-price-missing');
  if (trip.backtest) flags.push('backtest');
  return flags;
}
