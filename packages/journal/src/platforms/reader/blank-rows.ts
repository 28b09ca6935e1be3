/** A trip and a fill in which every field that a file may lack is missing: readers fill in what theirs has. */
import type { RawFill, RawTrip } from '#model/raw-records.ts';

export const BLANK_TRIP: Omit<RawTrip, 'line' | 'raw' | 'side' | 'quantity'> = {
  nativeId: null,
  positionId: null,
  account: null,
  symbol: null,
  currency: null,
  entryTime: null,
  exitTime: null,
  tradeDay: null,
  entryPrice: null,
  exitPrice: null,
  pnl: null,
  pnlIs: 'unknown',
  commission: null,
  fees: null,
  swap: null,
  pointValue: null,
  mae: null,
  mfe: null,
  plannedStop: null,
  strategy: null,
  notes: null,
  status: 'closed',
  backtest: false,
};

export const BLANK_FILL: Omit<RawFill, 'line' | 'raw' | 'symbol' | 'action' | 'quantity' | 'price' | 'time'> =
  {
    sequence: null,
    nativeId: null,
    account: null,
    currency: null,
    commission: null,
    fees: null,
    pnl: null,
    pnlIs: 'unknown',
    pointValue: null,
    effect: null,
    positionAfter: null,
    plannedStop: null,
    highDuring: null,
    lowDuring: null,
    strategy: null,
  };
