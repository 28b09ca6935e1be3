/** Closed trades in the order of their exits, with the exchange days they belong to. */
import { parseDay } from '@undertow/market';
import { ZERO_BAND_MICROS } from '#numbers/money.ts';
import type { JournalTrade } from '#trades/journal-trade.ts';

export interface TradeDays {
  /** By exit; ties by entry (unknown entries last), then by order of import. */
  readonly trades: readonly JournalTrade[];
  /** Days with trades, oldest first, `YYYY-MM-DD`. */
  readonly days: readonly string[];
  /** Day numbers since 1970 of `days`. */
  readonly dayNumbers: readonly number[];
  /** Index in `days` of each trade. */
  readonly dayOf: Int32Array;
  /** Net result of each trade, and what it was: 1 a win, -1 a loss, 0 neither. */
  readonly netMicros: Float64Array;
  readonly outcomes: Int8Array;
}

/** 1 for a win, -1 for a loss, 0 for a net result within half a cent of nothing. */
export function outcomeOf(netMicros: number): -1 | 0 | 1 {
  return Math.abs(netMicros) < ZERO_BAND_MICROS ? 0 : netMicros > 0 ? 1 : -1;
}

function byExit(a: JournalTrade, b: JournalTrade): number {
  if (a.exitMs !== b.exitMs) return a.exitMs - b.exitMs;
  const entryA = a.entryMs ?? Number.MAX_SAFE_INTEGER;
  const entryB = b.entryMs ?? Number.MAX_SAFE_INTEGER;
  return entryA - entryB || a.ordinal - b.ordinal;
}

function inExitOrder(trades: readonly JournalTrade[]): readonly JournalTrade[] {
  const sorted = trades.every((trade, at) => at === 0 || byExit(trades[at - 1] as JournalTrade, trade) <= 0);
  return sorted ? trades : trades.toSorted(byExit);
}

/**
 * Index of each trade's day in the order in which days first come, and those days: most trades share it with the last.
 */
function dayIndexes(trades: readonly JournalTrade[]) {
  const indexOf = new Map<string, number>();
  const dayOf = new Int32Array(trades.length);
  let last = '';
  let index = -1;
  for (let at = 0; at < trades.length; at++) {
    const { tradeDay } = trades[at] as JournalTrade;
    if (tradeDay !== last || index < 0) {
      last = tradeDay;
      index = indexOf.get(tradeDay) ?? indexOf.size;
      indexOf.set(tradeDay, index);
    }
    dayOf[at] = index;
  }
  return { dayOf, found: [...indexOf.keys()] };
}

/** Throws RangeError for a trade day that is not a day: the caller violated the contract of the trade. */
export function tradeDaysOf(unordered: readonly JournalTrade[]): TradeDays {
  const trades = inExitOrder(unordered);
  const { dayOf, found } = dayIndexes(trades);
  const days = found.toSorted();
  const sortedIndex = new Map(days.map((day, index) => [day, index]));
  const places = found.map((day) => sortedIndex.get(day) as number);
  const netMicros = new Float64Array(trades.length);
  const outcomes = new Int8Array(trades.length);
  for (let at = 0; at < trades.length; at++) {
    const net = (trades[at] as JournalTrade).netMicros;
    dayOf[at] = places[dayOf[at]!]!;
    netMicros[at] = net;
    outcomes[at] = outcomeOf(net);
  }
  return { trades, days, dayNumbers: days.map(parseDay), dayOf, netMicros, outcomes };
}

/** Indexes of the trades day by day, in exit order within a day (a file may name another day than the exit's). */
export function indexesByDay({ days, dayOf }: TradeDays): Int32Array {
  const next = new Int32Array(days.length + 1);
  for (const day of dayOf) next[day + 1]! += 1;
  for (let day = 1; day <= days.length; day++) next[day]! += next[day - 1]!;
  const indexes = new Int32Array(dayOf.length);
  for (let at = 0; at < dayOf.length; at++) {
    const day = dayOf[at]!;
    indexes[next[day]!] = at;
    next[day]! += 1;
  }
  return indexes;
}
