/** The table of contexts: what counts as one trade in it. */
import { expect, test } from 'vitest';
import type { TradeContext } from '#insights/claims/trade-context.ts';
import { journalTrade, tradingDay } from '#testing/closed-trades.ts';
import { contextTableOf } from './context-table.ts';

const NOON_MS = 64_800_000;
const at = (day: number, account: string, lateMs = 0) =>
  journalTrade({ account, exitMs: tradingDay(day) * 86_400_000 + NOON_MS + lateMs, netMicros: 1_000_000 });

const contextOf = (tradeId: string): TradeContext => ({
  tradeId,
  covered: true,
  typesBeforeEntry: ['absorption'],
  mfeAfterExitMicros: null,
  maeAfterExitMicros: null,
});

test('a decision that was copied to a second account counts once', () => {
  const own = [0, 1, 2].map((day) => at(day, 'A'));
  const copies = [0, 1, 2].map((day) => at(day, 'B', 2000));
  const trades = [...own, ...copies];
  const contexts = trades.map(({ id }) => contextOf(id));
  const table = contextTableOf(trades, contexts, 1);
  expect(table).toMatchObject({ covered: 3, trades: 3 });
  expect(table.rows.map(({ eventType, with: mean }) => [eventType, mean.n])).toEqual([['absorption', 3]]);
});
