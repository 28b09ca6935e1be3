/** Where trading days and regular hours begin among the bars, by Chicago's wall clock. */
import { chicagoClock, MINUTE_MS } from '@undertow/market';

/** A trading day runs from 17:00 to 17:00 Chicago. */
export const TRADING_DAY_MINUTE = 17 * 60;

export interface SessionMarks {
  /** Indices of bars that begin a trading day (the first bar is none). */
  readonly dayStarts: readonly number[];
  /** Latest stretch before regular hours: first bar, and the bar after its last. */
  readonly overnight: { readonly from: number; readonly to: number } | null;
  /** Bar in which the latest regular hours open; null when they have not opened since the stretch began. */
  readonly rthOpen: number | null;
}

interface Place {
  readonly tradingDay: number;
  readonly beforeRth: boolean;
}

/** Bars that begin within a minute of the opening, or that no time ends, hold no opening that they do not begin with. */
const LEAST_MINUTES = 1 / 60;

function placeOf(startMs: number, minutes: number, rthOpenMinute: number): Place {
  const { day, minute } = chicagoClock(startMs);
  const evening = minute >= TRADING_DAY_MINUTE;
  // A bar that holds the opening belongs to regular hours.
  return {
    tradingDay: evening ? day + 1 : day,
    beforeRth: evening || minute + Math.max(LEAST_MINUTES, minutes) <= rthOpenMinute,
  };
}

/** Marks of bars with ascending start times. */
export function sessionMarks(
  startTimesMs: readonly number[],
  timeframeMinutes: number,
  rthOpenMinute: number,
): SessionMarks {
  const places = startTimesMs.map((startMs) => placeOf(startMs, timeframeMinutes, rthOpenMinute));
  const dayStarts: number[] = [];
  for (let index = 1; index < places.length; index++) {
    if (places[index]!.tradingDay !== places[index - 1]!.tradingDay) dayStarts.push(index);
  }
  let to = places.length;
  while (to > 0 && !places[to - 1]!.beforeRth) to -= 1;
  if (to === 0) return { dayStarts, overnight: null, rthOpen: null };
  const tradingDay = places[to - 1]!.tradingDay;
  let from = to;
  while (from > 0 && places[from - 1]!.beforeRth && places[from - 1]!.tradingDay === tradingDay) {
    from -= 1;
  }
  return { dayStarts, overnight: { from, to }, rthOpen: to < places.length ? to : null };
}

/** The opening of regular hours inside the bar that holds it, milliseconds since 1970 UTC. */
export function rthOpenMs(barStartMs: number, rthOpenMinute: number): number {
  return barStartMs + (rthOpenMinute - chicagoClock(barStartMs).minute) * MINUTE_MS;
}
