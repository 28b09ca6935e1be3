/** The path of an account over its closed trades, with what is certain about the moments in between. */
import { CME_CALENDAR } from '@undertow/market';
import { type TradeDays, tradeDaysOf } from '#statistics/trade-days.ts';
import type { JournalTrade } from '#trades/journal-trade.ts';

/** One closed trade on the path. Micros of profit since the start; the balance is the start balance and this. */
export interface PathStep {
  readonly trade: JournalTrade;
  /** Index of its exchange day. */
  readonly day: number;
  readonly before: number;
  readonly after: number;
  /**
   * Worst and best open point that was surely reached; null where that is unknown. It is known when the trade was the
   * only one open from its entry to its exit and the file has its MAE or MFE: then nothing else moved the account
   * meanwhile.
   */
  readonly low: number | null;
  readonly high: number | null;
  /** True when it was entered on an earlier exchange day, or at an unknown time. */
  readonly held: boolean;
}

export interface AccountPath {
  readonly steps: readonly PathStep[];
  readonly days: TradeDays;
  /** True when the low (high) of every trade is known: the observed path is complete. */
  readonly lowsKnown: boolean;
  readonly highsKnown: boolean;
}

/** Trades that were alone in the market from entry to exit. Unknown without an entry time. */
function loneTrades(trades: readonly JournalTrade[]): ReadonlySet<JournalTrade> {
  const entered = (trade: JournalTrade): number => Math.min(trade.entryMs ?? trade.exitMs, trade.exitMs);
  const byEntry = trades.toSorted((a, b) => entered(a) - entered(b) || a.exitMs - b.exitMs);
  const lone = new Set<JournalTrade>();
  let lastExitMs = Number.NEGATIVE_INFINITY;
  for (const [at, trade] of byEntry.entries()) {
    const next = byEntry[at + 1];
    const alone = entered(trade) >= lastExitMs && (next === undefined || entered(next) >= trade.exitMs);
    if (alone && trade.entryMs !== null && trade.entryMs <= trade.exitMs) lone.add(trade);
    lastExitMs = Math.max(lastExitMs, trade.exitMs);
  }
  return lone;
}

/** `trades`: closed rows of one account in one currency (rows, so that partial exits free their contracts in time). */
export function accountPathOf(trades: readonly JournalTrade[]): AccountPath {
  const days = tradeDaysOf(trades);
  const lone = loneTrades(trades);
  let total = 0;
  const steps = days.trades.map((trade, at): PathStep => {
    const before = total;
    total += trade.netMicros;
    const alone = lone.has(trade);
    const { maeMicros, mfeMicros, entryMs } = trade;
    const held = entryMs === null || CME_CALENDAR.tradingDayOf(entryMs) < trade.tradeDay;
    return {
      trade,
      day: days.dayOf[at]!,
      before,
      after: total,
      low: alone && maeMicros !== null ? before - maeMicros : null,
      high: alone && mfeMicros !== null ? before + mfeMicros : null,
      held,
    };
  });
  return {
    steps,
    days,
    lowsKnown: steps.every(({ low }) => low !== null),
    highsKnown: steps.every(({ high }) => high !== null),
  };
}

/** Average loss of one standard contract over the losing trades; null without any. */
export function lossPerContract(
  trades: readonly JournalTrade[],
  weight: (root: string, quantity: number) => number,
): number | null {
  let lost = 0;
  let contracts = 0;
  for (const trade of trades) {
    if (trade.netMicros >= 0) continue;
    lost -= trade.netMicros;
    contracts += weight(trade.root, trade.quantity);
  }
  return contracts > 0 ? lost / contracts : null;
}
