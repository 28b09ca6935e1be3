/** Which bar of time a trade belongs to, by the marker that the wire gives it: seconds of its close, or a date. */
import { dayString, parseDay, SIMULATED_CALENDAR, WEEK_MS, weekdayOf } from '@undertow/market';

/** Kinds of `bar_type`. */
export const SECOND_BAR = 1;
export const MINUTE_BAR = 2;
export const DAILY_BAR = 3;
export const WEEKLY_BAR = 4;

export interface BarMarkers {
  /** Marker of the bar of an instant. */
  readonly markerOf: (timeMs: number) => number;
  /** An instant before every trade of the bars from this marker on. */
  readonly beginMs: (marker: number) => number;
}

const wireDate = (day: string): number => Number(day.replaceAll('-', ''));

function dateMs(marker: number): number {
  const text = String(marker);
  return Date.UTC(Number(text.slice(0, 4)), Number(text.slice(4, 6)) - 1, Number(text.slice(6, 8)));
}

/** Trading days are requested trade by trade: each is looked up once. */
function tradingDays(nameOf: (day: string) => string): (timeMs: number) => number {
  let fromMs = 0;
  let toMs = 0;
  let marker = 0;
  return (timeMs) => {
    if (timeMs >= fromMs && timeMs < toMs) return marker;
    const day = SIMULATED_CALENDAR.tradingDayOf(timeMs);
    const bounds = SIMULATED_CALENDAR.sessionBounds(day);
    fromMs = bounds.openMs;
    toMs = SIMULATED_CALENDAR.nextOpenMs(timeMs);
    marker = wireDate(nameOf(day));
    return marker;
  };
}

/** Monday of a day's week. */
function weekOf(day: string): string {
  const days = parseDay(day);
  return dayString(days - ((weekdayOf(days) + 6) % 7));
}

/** Null for a type or a period that there is not. Weeks and days come singly. */
export function barMarkers(barType: number | undefined, period: number): BarMarkers | null {
  if (!Number.isInteger(period) || period < 1) return null;
  if (barType === SECOND_BAR || barType === MINUTE_BAR) {
    const seconds = barType === MINUTE_BAR ? period * 60 : period;
    return {
      markerOf: (timeMs) => (Math.floor(timeMs / 1000 / seconds) + 1) * seconds,
      beginMs: (marker) => (marker - seconds) * 1000,
    };
  }
  if (period !== 1) return null;
  if (barType === DAILY_BAR)
    return { markerOf: tradingDays((day) => day), beginMs: (marker) => dateMs(marker) - WEEK_MS };
  if (barType === WEEKLY_BAR)
    return { markerOf: tradingDays(weekOf), beginMs: (marker) => dateMs(marker) - WEEK_MS };
  return null;
}
