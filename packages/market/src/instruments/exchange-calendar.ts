/** When a venue trades: trading days, sessions, breaks, holidays. Two venues: CME Globex and the simulated exchange. */

import type { FeedSource } from '#events/vocabulary.ts';
import { chicagoClock, chicagoToUtcMs } from '#time/chicago-time.ts';
import { dayString, parseDay, weekdayOf } from '#time/civil-date.ts';
import { specialDay } from '#time/cme-holidays.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#time/durations.ts';
import type { Instrument } from './instrument.ts';

/** `preopen` takes orders without matching, `break` is the daily pause, `closed` a weekend, a holiday or an early halt. */
export const MARKET_PHASES = ['preopen', 'open', 'break', 'closed'] as const;
export type MarketPhase = (typeof MARKET_PHASES)[number];

/** Half-open interval of an instant in milliseconds since 1970 UTC: open inclusive, close exclusive. */
export interface SessionBounds {
  readonly openMs: number;
  readonly closeMs: number;
}

/** All times are milliseconds since 1970 UTC, all days are `YYYY-MM-DD`. */
export interface ExchangeCalendar {
  readonly name: 'cme' | 'simulated';
  /** The trading day of the session that opened last. It rolls at the open (17:00 Chicago), not at the close. */
  tradingDayOf(timeMs: number): string;
  /** Open and close of a trading day. Throws RangeError when the venue does not trade on that day. */
  sessionBounds(tradingDay: string): SessionBounds;
  marketPhase(timeMs: number): MarketPhase;
  /** The first open after the instant, also while a session is open. */
  nextOpenMs(timeMs: number): number;
  /** Regular trading hours of a product on a trading day, cut at an early halt; null when they fall away. */
  regularHours(instrument: Instrument, tradingDay: string): SessionBounds | null;
}

/** A session opens at 17:00 Chicago of the day before its trading day. */
const OPEN_MINUTE = 17 * 60;
const CME_CLOSE_MINUTE = 16 * 60;
const MINUTES_PER_DAY = 1440;
/** Orders are taken 15 minutes before the open, an hour before it after a pause of a day or more. */
const PREOPEN_MS = 15 * MINUTE_MS;
const LONG_PREOPEN_MS = HOUR_MS;
const DAILY_BREAK_MS = HOUR_MS;
const LONG_PAUSE_MS = DAY_MS;

/** Minute of the close on the trading day, or null when the venue does not trade. */
type CloseRule = (day: number) => number | null;

function cmeCloseMinute(day: number): number | null {
  const weekday = weekdayOf(day);
  if (weekday === 0 || weekday === 6) return null;
  const special = specialDay(day);
  if (special === 'closed') return null;
  return special ?? CME_CLOSE_MINUTE;
}

function makeCalendar(name: ExchangeCalendar['name'], closeMinute: CloseRule): ExchangeCalendar {
  const openMs = (day: number): number => chicagoToUtcMs(day - 1, OPEN_MINUTE);

  /** Trading day whose session opened last. */
  function sessionDay(timeMs: number): number {
    const { day, minute } = chicagoClock(timeMs);
    let at = minute >= OPEN_MINUTE ? day + 1 : day;
    while (closeMinute(at) === null) at -= 1;
    return at;
  }

  function nextSessionDay(day: number): number {
    let at = day + 1;
    while (closeMinute(at) === null) at += 1;
    return at;
  }

  function boundsOf(day: number): SessionBounds {
    const minute = closeMinute(day);
    if (minute === null) throw new RangeError(`${name} does not trade on ${dayString(day)}`);
    const closeDay = day + Math.floor(minute / MINUTES_PER_DAY);
    return { openMs: openMs(day), closeMs: chicagoToUtcMs(closeDay, minute % MINUTES_PER_DAY) };
  }

  return {
    name,
    tradingDayOf: (timeMs) => dayString(sessionDay(timeMs)),
    sessionBounds: (tradingDay) => boundsOf(parseDay(tradingDay)),
    marketPhase(timeMs) {
      const day = sessionDay(timeMs);
      const { closeMs } = boundsOf(day);
      if (timeMs < closeMs) return 'open';
      const reopenMs = openMs(nextSessionDay(day));
      const pauseMs = reopenMs - closeMs;
      if (timeMs >= reopenMs - (pauseMs >= LONG_PAUSE_MS ? LONG_PREOPEN_MS : PREOPEN_MS)) return 'preopen';
      return pauseMs <= DAILY_BREAK_MS ? 'break' : 'closed';
    },
    nextOpenMs: (timeMs) => openMs(nextSessionDay(sessionDay(timeMs))),
    regularHours(instrument, tradingDay) {
      const day = parseDay(tradingDay);
      const rthOpenMs = chicagoToUtcMs(day, instrument.rthOpenMinute);
      const closeMs = Math.min(chicagoToUtcMs(day, instrument.rthCloseMinute), boundsOf(day).closeMs);
      return closeMs > rthOpenMs ? { openMs: rthOpenMs, closeMs } : null;
    },
  };
}

/** CME Globex: 17:00 to 16:00 Chicago, Sunday to Friday, with the holidays of `cme-holidays.ts`. */
export const CME_CALENDAR: ExchangeCalendar = makeCalendar('cme', cmeCloseMinute);

/** The simulated exchange trades round the clock, every day; its trading day rolls at 17:00 Chicago like the real one. */
export const SIMULATED_CALENDAR: ExchangeCalendar = makeCalendar('simulated', () => OPEN_MINUTE);

/** The calendar that days of a source are counted by. */
export function calendarOf(source: FeedSource): ExchangeCalendar {
  return source === 'simulated' ? SIMULATED_CALENDAR : CME_CALENDAR;
}
