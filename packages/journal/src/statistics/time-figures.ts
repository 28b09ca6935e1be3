/** How long trades lasted, and how much of the exchange's time a position was open. */
import { CME_CALENDAR, DAY_MS } from '@undertow/market';
import { quantileOfSorted } from '#inference/bootstrap.ts';
import type { Interval } from '#inference/intervals.ts';
import type { JournalTrade } from '#trades/journal-trade.ts';
import { FIGURES } from './figures.ts';
import { figureOf, missing } from './make-statistic.ts';
import type { Statistic } from './statistic.ts';

const NORMAL_975 = 1.959963984540054;
/** Longer than any record of one user: a span beyond it contains a wrong date and gets no exposure. */
const MAX_SPAN_MS = 15_000 * DAY_MS;

/** Milliseconds from entry to exit; null when the entry is unknown or after the exit. */
export function holdingMsOf(trade: JournalTrade): number | null {
  return trade.entryMs !== null && trade.exitMs >= trade.entryMs ? trade.exitMs - trade.entryMs : null;
}

/** Interval of a quantile from the ranks around it (Conover 1999, normal approximation): no shape is assumed. */
function rankInterval(sorted: Float64Array, probability: number): Interval {
  const n = sorted.length;
  const spread = NORMAL_975 * Math.sqrt(n * probability * (1 - probability));
  const at = (rank: number): number => sorted[Math.min(n - 1, Math.max(0, rank))]!;
  return [at(Math.floor(n * probability - spread) - 1), at(Math.ceil(n * probability + spread))];
}

/** Known holding times, sorted. */
export function holdingTimesOf(trades: readonly JournalTrade[]): Float64Array {
  const times = new Float64Array(trades.length);
  let count = 0;
  for (const trade of trades) {
    const holdingMs = holdingMsOf(trade);
    if (holdingMs !== null) times[count++] = holdingMs;
  }
  return times.subarray(0, count).sort();
}

export function holdingFiguresOf(sorted: Float64Array) {
  const figure = (name: 'holdingLower' | 'holdingMedian' | 'holdingUpper', probability: number): Statistic =>
    figureOf(
      FIGURES[name],
      sorted.length,
      quantileOfSorted(sorted, probability),
      sorted.length > 0 ? rankInterval(sorted, probability) : null,
    );
  return {
    holdingMedian: figure('holdingMedian', 0.5),
    holdingLower: figure('holdingLower', 0.25),
    holdingUpper: figure('holdingUpper', 0.75),
  };
}

interface OpenTimes {
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

/**
 * Open times joined where they overlap, oldest first: starts and ends. `trades` in exit order; entries are sorted for
 * themselves, and a joined time ends where as many trades have ended as have begun.
 */
function openTimesOf(trades: readonly JournalTrade[]): OpenTimes {
  let count = 0;
  const entries = new Float64Array(trades.length);
  const exits = new Float64Array(trades.length);
  for (const trade of trades) {
    if (trade.entryMs === null || trade.exitMs < trade.entryMs) continue;
    entries[count] = trade.entryMs;
    exits[count++] = trade.exitMs;
  }
  const begun = entries.subarray(0, count).sort();
  const ended = exits.subarray(0, count);
  const starts: number[] = [];
  const ends: number[] = [];
  for (let at = 0; at < count; at++) {
    if (at === 0 || begun[at]! > ended[at - 1]!) starts.push(begun[at]!);
    if (at === count - 1 || begun[at + 1]! > ended[at]!) ends.push(ended[at]!);
  }
  return { starts, ends };
}

/** Milliseconds of CME Globex sessions within a span of time, and how many of them a position was open. */
function sessionTime({ starts, ends }: OpenTimes, startMs: number, endMs: number) {
  let sessionMs = 0;
  let openMs = 0;
  let at = 0;
  for (let time = startMs; time <= endMs; time = CME_CALENDAR.nextOpenMs(time)) {
    const session = CME_CALENDAR.sessionBounds(CME_CALENDAR.tradingDayOf(time));
    sessionMs += session.closeMs - session.openMs;
    while (at < ends.length && ends[at]! <= session.openMs) at += 1;
    for (let next = at; next < starts.length && starts[next]! < session.closeMs; next++)
      openMs += Math.min(ends[next]!, session.closeMs) - Math.max(starts[next]!, session.openMs);
  }
  return { sessionMs, openMs };
}

/**
 * Share of CME Globex session time, from the first entry's session to the last exit's, in which at least one trade was
 * open. `trades` in exit order; `days`: days with trades. Trades without a usable entry are left out.
 */
export function exposureOf(trades: readonly JournalTrade[], days: number): Statistic {
  if (days < FIGURES.exposure.show) return missing('too-few-days', days);
  const openTimes = openTimesOf(trades);
  const startMs = openTimes.starts[0];
  const endMs = openTimes.ends.at(-1);
  if (startMs === undefined || endMs === undefined || endMs - startMs > MAX_SPAN_MS)
    return missing('too-few', 0);
  const { sessionMs, openMs } = sessionTime(openTimes, startMs, endMs);
  return figureOf(FIGURES.exposure, days, openMs / sessionMs, null);
}
