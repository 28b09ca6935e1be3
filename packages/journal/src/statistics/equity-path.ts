/** The equity of closed trades one after the other: curve, drawdown, and the same for resampled days. */

import type { Micros } from '#numbers/money.ts';
import type { JournalTrade } from '#trades/journal-trade.ts';
import type { TradeDays } from './trade-days.ts';

export interface EquityPoint {
  readonly day: string;
  /** After the day's last exit: start balance (0 where it is unknown) and all net results so far. */
  readonly equityMicros: Micros;
  /** Deepest of the day below the peak so far, at or above 0: the deepest point of the curve is the max drawdown. */
  readonly drawdownMicros: Micros;
}

/** Where the deepest drawdown lay. */
export interface DrawdownSpan {
  readonly depthMicros: Micros;
  /** Day of the peak; null when it is the start before the first trade. */
  readonly peakDay: string | null;
  readonly troughDay: string;
  /** Day on which the peak was reached again; null while it has not been. */
  readonly recoveryDay: string | null;
}

export interface EquityPath {
  readonly points: readonly EquityPoint[];
  /** Null without a drawdown. */
  readonly deepest: DrawdownSpan | null;
  /** Deepest share of the peak balance, 0 to more than 1; null without a start balance above zero. */
  readonly deepestShare: number | null;
  /** Longest time from a peak to the next, in calendar days, and whether it still lasts. */
  readonly longest: { readonly days: number; readonly open: boolean };
  /**
   * Deepest point below the peak when each trade's worst open loss is taken as met: at least as deep as `deepest`.
   * Trades without MAE count by their result. Trades that were open together can have been deeper still.
   */
  readonly openDepthMicros: Micros;
}

/** The walk: running peak, and what lay below it. */
class Walk {
  readonly #days: TradeDays;
  equity: number;
  peak: number;
  peakDay = -1;
  deepest = 0;
  deepestShare = 0;
  openDepth = 0;
  longestDays = 0;
  span: { peakDay: number; troughDay: number; recoveryDay: number } | null = null;

  constructor(days: TradeDays, start: number) {
    this.#days = days;
    this.equity = start;
    this.peak = start;
  }

  #dayNumber(day: number): number {
    return this.#days.dayNumbers[Math.max(day, 0)]!;
  }

  /** Calendar days since the peak; the start counts as the first day. */
  sincePeak(day: number): number {
    return this.#dayNumber(day) - this.#dayNumber(this.peakDay);
  }

  /** Adds one closed trade and returns how far below the peak it ends. */
  take(trade: JournalTrade, day: number): number {
    if (trade.maeMicros !== null)
      this.openDepth = Math.max(this.openDepth, this.peak - (this.equity - trade.maeMicros));
    this.equity += trade.netMicros;
    if (this.equity >= this.peak) this.#reachPeak(day);
    const depth = this.peak - this.equity;
    this.openDepth = Math.max(this.openDepth, depth);
    if (this.peak > 0) this.deepestShare = Math.max(this.deepestShare, depth / this.peak);
    if (depth > this.deepest) {
      this.deepest = depth;
      this.span = { peakDay: this.peakDay, troughDay: day, recoveryDay: -1 };
    }
    return depth;
  }

  #reachPeak(day: number): void {
    this.longestDays = Math.max(this.longestDays, this.sincePeak(day));
    if (this.span !== null && this.span.recoveryDay < 0) this.span.recoveryDay = day;
    this.peak = this.equity;
    this.peakDay = day;
  }
}

/** Walks the trades in exit order. `startBalanceMicros` null or missing: equity starts at 0 and there are no shares. */
export function equityPathOf(days: TradeDays, startBalanceMicros: Micros | null): EquityPath {
  const walk = new Walk(days, startBalanceMicros ?? 0);
  const equity = new Float64Array(days.days.length);
  const drawdown = new Float64Array(days.days.length);
  for (let at = 0; at < days.trades.length; at++) {
    const day = days.dayOf[at]!;
    const depth = walk.take(days.trades[at] as JournalTrade, day);
    equity[day] = walk.equity;
    drawdown[day] = Math.max(drawdown[day]!, depth);
  }
  const last = days.days.length - 1;
  const openDays = walk.equity < walk.peak ? walk.sincePeak(last) : 0;
  const { span } = walk;
  const dayAt = (at: number): string | null => (at < 0 ? null : days.days[at]!);
  return {
    points: days.days.map((day, at) => ({
      day,
      equityMicros: equity[at]!,
      drawdownMicros: drawdown[at]!,
    })),
    deepest: span && {
      depthMicros: walk.deepest,
      peakDay: dayAt(span.peakDay),
      troughDay: days.days[span.troughDay]!,
      recoveryDay: dayAt(span.recoveryDay),
    },
    deepestShare: (startBalanceMicros ?? 0) > 0 ? walk.deepestShare : null,
    longest: { days: Math.max(walk.longestDays, openDays), open: openDays > walk.longestDays },
    openDepthMicros: walk.openDepth,
  };
}

/**
 * A day as a piece of a path, so that days can be put in another order without their trades. Micros from the day's
 * start.
 */
export interface DaySegments {
  readonly net: Float64Array;
  /** Highest and lowest point after any of its trades. */
  readonly high: Float64Array;
  readonly low: Float64Array;
  /** Deepest drawdown within the day. */
  readonly depth: Float64Array;
}

export function daySegmentsOf({ days, dayOf, netMicros }: TradeDays): DaySegments {
  const net = new Float64Array(days.length);
  const high = new Float64Array(days.length).fill(Number.NEGATIVE_INFINITY);
  const low = new Float64Array(days.length).fill(Number.POSITIVE_INFINITY);
  const depth = new Float64Array(days.length);
  for (let at = 0; at < dayOf.length; at++) {
    const day = dayOf[at]!;
    const reached = net[day]! + netMicros[at]!;
    net[day] = reached;
    high[day] = Math.max(high[day]!, reached);
    low[day] = Math.min(low[day]!, reached);
    depth[day] = Math.max(depth[day]!, high[day]! - reached);
  }
  return { net, high, low, depth };
}

/** Max drawdown of days in the given order, peak from the start on: exactly what walking their trades would give. */
export function drawdownOfOrder({ net, high, low, depth }: DaySegments, order: Int32Array): number {
  let equity = 0;
  let peak = 0;
  let deepest = 0;
  for (let at = 0; at < order.length; at++) {
    const day = order[at]!;
    const below = peak - equity - low[day]!;
    const within = depth[day]!;
    if (below > deepest) deepest = below;
    if (within > deepest) deepest = within;
    const top = equity + high[day]!;
    if (top > peak) peak = top;
    equity += net[day]!;
  }
  return deepest;
}
