/** The random seed of a user's statistics: from the user and the trades, not from row numbers or their order. */
import { type JournalTrade, seedOf } from '@undertow/journal';

/** The same data give the same figures, whenever and in whatever order they were imported. */
export function seedOfTrades(userId: string, trades: readonly JournalTrade[]): number {
  let sum = 0;
  for (const { account, symbol, side, quantity, entryMs, exitMs, netMicros } of trades) {
    sum = (sum + seedOf(`${account}|${symbol}|${side}|${quantity}|${entryMs}|${exitMs}|${netMicros}`)) >>> 0;
  }
  return seedOf(`${userId}\n${trades.length}\n${sum}`);
}
