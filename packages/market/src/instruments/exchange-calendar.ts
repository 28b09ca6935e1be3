/** When a venue trades: trading days, sessions, breaks, holidays. CME Globex by groups of products, and the simulated exchange. */

import { chicagoClock, chicagoToUtcMs } from '#time/chicago-time.ts';
import { dayString, parseDay, weekdayOf } from '#time/civil-date.ts';
import { type HolidayKind, holidayKindOf, specialDay } from '#time/cme-holidays.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#time/durations.ts';
import type { Instrument, ProductGroup } from './instrument.ts';

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
  readonly name: 'cme' | 'simulated' | ProductGroup;
  /** The trading day of the session that opened last. It rolls at the open (17:00 Chicago, grains 19:00), not at the close. */
  tradingDayOf(timeMs: number): string;
  /** Open and close of a trading day. Throws RangeError when the venue does not trade on that day. */
  sessionBounds(tradingDay: string): SessionBounds;
  marketPhase(timeMs: number): MarketPhase;
  /** The first open after the instant, also while a session is open. */
  nextOpenMs(timeMs: number): number;
  /** Regular trading hours of a product on a trading day, cut at an early halt; null when they fall away. */
  regularHours(instrument: Instrument, tradingDay: string): SessionBounds | null;
}

/** Minutes after midnight of the trading day; negative on the evening before it. */
const OPEN_MINUTE = 17 * 60 - 1440;
const CME_CLOSE_MINUTE = 16 * 60;
const MINUTES_PER_DAY = 1440;
/** Orders are taken 15 minutes before the open, an hour before it after a pause of a day or more. */
const PREOPEN_MS = 15 * MINUTE_MS;
const LONG_PREOPEN_MS = HOUR_MS;
const LONG_PAUSE_MS = DAY_MS;

interface DayHours {
  /** Minutes after midnight of the trading day in Chicago. */
  readonly openMinute: number;
  readonly closeMinute: number;
  /** A pause within the session. */
  readonly pause?: readonly [fromMinute: number, toMinute: number];
}

interface VenueHours {
  /** Null when the venue does not trade on the day (a number since 1970-01-01). */
  of(day: number): DayHours | null;
  /** The longest pause between two sessions that is an ordinary daily break. */
  readonly dailyBreakMs: number;
}

const minuteMs = (day: number, minute: number): number => {
  const shift = Math.floor(minute / MINUTES_PER_DAY);
  return chicagoToUtcMs(day + shift, minute - shift * MINUTES_PER_DAY);
};

function makeCalendar(name: ExchangeCalendar['name'], hours: VenueHours): ExchangeCalendar {
  /** Trading day whose session opened last. */
  function sessionDay(timeMs: number): number {
    let at = chicagoClock(timeMs).day + 1;
    for (;;) {
      const of = hours.of(at);
      if (of !== null && minuteMs(at, of.openMinute) <= timeMs) return at;
      at -= 1;
    }
  }

  function openAfter(day: number): number {
    for (let at = day + 1; ; at += 1) {
      const of = hours.of(at);
      if (of !== null) return minuteMs(at, of.openMinute);
    }
  }

  function hoursOf(day: number): DayHours {
    const of = hours.of(day);
    if (of === null) throw new RangeError(`${name} does not trade on ${dayString(day)}`);
    return of;
  }

  function boundsOf(day: number): SessionBounds {
    const { openMinute, closeMinute } = hoursOf(day);
    return { openMs: minuteMs(day, openMinute), closeMs: minuteMs(day, closeMinute) };
  }

  function withinSession(day: number, timeMs: number): MarketPhase {
    const { pause } = hoursOf(day);
    if (pause === undefined) return 'open';
    const toMs = minuteMs(day, pause[1]);
    if (timeMs < minuteMs(day, pause[0]) || timeMs >= toMs) return 'open';
    return timeMs >= toMs - PREOPEN_MS ? 'preopen' : 'break';
  }

  return {
    name,
    tradingDayOf: (timeMs) => dayString(sessionDay(timeMs)),
    sessionBounds: (tradingDay) => boundsOf(parseDay(tradingDay)),
    marketPhase(timeMs) {
      const day = sessionDay(timeMs);
      const { closeMs } = boundsOf(day);
      if (timeMs < closeMs) return withinSession(day, timeMs);
      const reopenMs = openAfter(day);
      const pauseMs = reopenMs - closeMs;
      if (timeMs >= reopenMs - (pauseMs >= LONG_PAUSE_MS ? LONG_PREOPEN_MS : PREOPEN_MS)) return 'preopen';
      return pauseMs <= hours.dailyBreakMs ? 'break' : 'closed';
    },
    nextOpenMs: (timeMs) => openAfter(sessionDay(timeMs)),
    regularHours(instrument, tradingDay) {
      const day = parseDay(tradingDay);
      const rthOpenMs = chicagoToUtcMs(day, instrument.rthOpenMinute);
      const closeMs = Math.min(chicagoToUtcMs(day, instrument.rthCloseMinute), boundsOf(day).closeMs);
      return closeMs > rthOpenMs ? { openMs: rthOpenMs, closeMs } : null;
    },
  };
}

const isWeekend = (day: number): boolean => weekdayOf(day) === 0 || weekdayOf(day) === 6;

/** Hours from 17:00 to 16:00 Chicago, with the minute of the close on days that are not ordinary; null closes the day. */
function globexHours(closeOn: (day: number) => number | null | undefined): VenueHours {
  return {
    dailyBreakMs: HOUR_MS,
    of(day) {
      const closeMinute = isWeekend(day) ? null : closeOn(day);
      return closeMinute === null
        ? null
        : { openMinute: OPEN_MINUTE, closeMinute: closeMinute ?? CME_CLOSE_MINUTE };
    },
  };
}

function equityClose(day: number): number | null | undefined {
  const special = specialDay(day);
  return special === 'closed' ? null : special;
}

const byKind =
  (closes: Partial<Record<HolidayKind, number>>) =>
  (day: number): number | null | undefined => {
    const kind = holidayKindOf(day);
    if (kind === 'new_year' || kind === 'good_friday' || kind === 'christmas') return null;
    return kind === undefined ? undefined : closes[kind];
  };

const NOON = 12 * 60;
const QUARTER_PAST = NOON + 15;

/** CME Globex, equity indices: 17:00 to 16:00 Chicago, Sunday to Friday, with the holidays of `cme-holidays.ts`. */
export const CME_CALENDAR: ExchangeCalendar = makeCalendar('cme', globexHours(equityClose));

/** Treasuries: noon on holidays; of the days beside one only two are short. */
const RATES = byKind({
  ...{ holiday: NOON, independence: NOON, thanksgiving: NOON },
  ...{ thanksgiving_friday: QUARTER_PAST, christmas_eve: QUARTER_PAST },
});
/** Currencies trade through the holidays of the United States since 2022. */
const CURRENCIES = byKind({ thanksgiving_friday: QUARTER_PAST, christmas_eve: QUARTER_PAST });
/** Energies and metals: 13:30 on holidays since 2022, 12:45 beside them. */
const ENERGIES = byKind({
  ...{ holiday: 13 * 60 + 30, independence: 13 * 60 + 30, thanksgiving: 13 * 60 + 30 },
  ...{ thanksgiving_friday: 12 * 60 + 45, christmas_eve: 12 * 60 + 45 },
});

/** Grains: 19:00 to 07:45, and 08:30 to 13:20 Chicago. */
const GRAIN_OPEN = 19 * 60 - 1440;
const GRAIN_DAY_OPEN = 8 * 60 + 30;
const GRAIN_PAUSE = [7 * 60 + 45, GRAIN_DAY_OPEN] as const;
const GRAIN_CLOSE = 13 * 60 + 20;
const GRAIN_EARLY_CLOSE = 12 * 60 + 5;
/** Holidays after which the evening session falls away. On the evening of the others trading goes on at 19:00. */
const NO_EVENING_AFTER: ReadonlySet<HolidayKind | undefined> = new Set<HolidayKind>([
  ...(['new_year', 'independence', 'thanksgiving', 'christmas'] as const),
]);

const grainHours: VenueHours = {
  dailyBreakMs: (GRAIN_OPEN + 1440 - GRAIN_CLOSE) * MINUTE_MS,
  of(day) {
    const kind = holidayKindOf(day);
    const isShort = kind === 'thanksgiving_friday' || kind === 'christmas_eve';
    if (isWeekend(day) || (kind !== undefined && !isShort && kind !== 'independence_eve')) return null;
    const closeMinute = isShort ? GRAIN_EARLY_CLOSE : GRAIN_CLOSE;
    if (NO_EVENING_AFTER.has(holidayKindOf(day - 1))) return { openMinute: GRAIN_DAY_OPEN, closeMinute };
    return { openMinute: GRAIN_OPEN, closeMinute, pause: GRAIN_PAUSE };
  },
};

const ENERGY_CALENDAR = makeCalendar('energies', globexHours(ENERGIES));

/** Hours and holidays of CME Globex by group of products (CME Group: trading hours, holiday calendar). */
const CALENDARS: Readonly<Record<ProductGroup, ExchangeCalendar>> = {
  equities: CME_CALENDAR,
  rates: makeCalendar('rates', globexHours(RATES)),
  currencies: makeCalendar('currencies', globexHours(CURRENCIES)),
  energies: ENERGY_CALENDAR,
  metals: ENERGY_CALENDAR,
  grains: makeCalendar('grains', grainHours),
};

/** The simulated exchange trades round the clock, every day; its trading day rolls at 17:00 Chicago like the real one. */
export const SIMULATED_CALENDAR: ExchangeCalendar = makeCalendar('simulated', {
  dailyBreakMs: HOUR_MS,
  of: () => ({ openMinute: OPEN_MINUTE, closeMinute: OPEN_MINUTE + MINUTES_PER_DAY }),
});

/** The trading day before a trading day. */
export function tradingDayBefore(calendar: ExchangeCalendar, tradingDay: string): string {
  return calendar.tradingDayOf(calendar.sessionBounds(tradingDay).openMs - 1);
}

/** The calendar that days of a source are counted by, of all products together. */
export function calendarOf(source: string): ExchangeCalendar {
  return source === 'simulated' ? SIMULATED_CALENDAR : CME_CALENDAR;
}

/** The hours of a product where the days of its venue are counted by `venue`: its group's, or the simulated exchange's. */
export function productCalendar(venue: ExchangeCalendar, { group }: Instrument): ExchangeCalendar {
  return venue.name === 'simulated' ? venue : CALENDARS[group];
}
