/** A straight line that somebody drew, and its price at an instant: the same for a chart and for a rule of alerts. */
import type { ExchangeCalendar } from './exchange-calendar.ts';
import { TradingClock } from './trading-clock.ts';

/** Beyond which of its ends a line continues. */
export const LINE_EXTENTS = ['none', 'left', 'right', 'both'] as const;
export type LineExtent = (typeof LINE_EXTENTS)[number];

export interface LineEnd {
  /** Milliseconds since 1970 UTC. */
  readonly atMs: number;
  readonly priceTicks: number;
}

/** `from` is not later than `to`. */
export interface DrawnLine {
  readonly from: LineEnd;
  readonly to: LineEnd;
  readonly extent: LineExtent;
}

/** True where the line has a price at the instant, unless it is vertical. */
export function reaches({ from, to, extent }: DrawnLine, atMs: number): boolean {
  if (atMs < from.atMs) return extent === 'left' || extent === 'both';
  return atMs <= to.atMs || extent === 'right' || extent === 'both';
}

/**
 * The price of a line at instants, in ticks with a fraction; null where the line is not. It is straight in trading time: a weekend is no
 * part of its slope. A vertical line has no price. `calendar` is the product's (`productCalendar`).
 */
export function linePrices(line: DrawnLine, calendar: ExchangeCalendar): (atMs: number) => number | null {
  const { from, to } = line;
  const rise = to.priceTicks - from.priceTicks;
  if (rise === 0) return (atMs) => (reaches(line, atMs) ? from.priceTicks : null);
  const clock = new TradingClock(calendar, from.atMs);
  const runMs = clock.elapsedMs(to.atMs);
  if (runMs <= 0) return () => null;
  return (atMs) => (reaches(line, atMs) ? from.priceTicks + (rise * clock.elapsedMs(atMs)) / runMs : null);
}

/** As `linePrices`, in whole ticks: the price that trades are compared with. */
export function lineTicks(line: DrawnLine, calendar: ExchangeCalendar): (atMs: number) => number | null {
  const priceAt = linePrices(line, calendar);
  return (atMs) => {
    const price = priceAt(atMs);
    // Without the sum, -0.2 would be the price -0
    return price === null ? null : Math.round(price) + 0;
  };
}
