/**
 * Finds trades that came already by another export: fills and performance rows of the same day, two statements that
 * overlap.
 */

import { LotPool, lotsOf, type TradeFacts, wholeOf } from './trade-lots.ts';

/** An incoming trade that is in the journal already, by index. */
export interface SameTrade {
  readonly incoming: number;
  /** One, or several that make it up together. */
  readonly existing: readonly number[];
  /** Order of detail: fills with commission, then round trips, then orders, then balance lines. */
  readonly keep: 'existing' | 'incoming';
}

/**
 * Which incoming trades equal existing ones: same account (or none), root, side, quantity, prices, and times
 * within a second; as a whole, or pair by pair of entry and exit (rows of a performance file against a position paired
 * from fills). Each existing contract matches one incoming contract only, so genuine twins are kept.
 * Trades without an exit time are never mistaken for another.
 */
export function sameTrades(existing: readonly TradeFacts[], incoming: readonly TradeFacts[]): SameTrade[] {
  const pool = new LotPool(existing);
  return incoming.flatMap((trade, index) => {
    const found = pool.take(lotsOf(trade)) ?? pool.take([wholeOf(trade)]);
    if (found === null) return [];
    const best = Math.max(...found.map((each) => sourceRank(existing[each] as TradeFacts)));
    return [
      { incoming: index, existing: found, keep: sourceRank(trade) > best ? 'incoming' : 'existing' } as const,
    ];
  });
}

/** 4 fills with commission, 3 round trips, 2 orders or fills without costs, 1 balance lines (no entry time). */
export function sourceRank({ legs, commissionMicros, entryMs }: TradeFacts): number {
  if (entryMs === null) return 1;
  if (legs.length === 0) return 3;
  return commissionMicros === null ? 2 : 4;
}
