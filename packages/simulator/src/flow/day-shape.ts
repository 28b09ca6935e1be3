/** Time of day at the exchange: busy at the open and the close of regular hours, slow at lunch, nearly still at night. */
import { CME_CALENDAR, chicagoClock, type Instrument, MINUTE_MS } from '@undertow/market';
import { exp } from '#random/exact-math.ts';
import type { MarketConditions } from './market-conditions.ts';

/** `flat` is a day of regular hours without an end; `exchange` follows the clock of Chicago and the product's hours. */
export type TimeOfDay = 'flat' | 'exchange';

// Pace in regular hours before normalisation: about 3.4 at the open, 0.6 at lunch, 2.5 at the close.
const FLOOR = 0.55;
const OPEN_SURGE = 2.2;
const OPEN_MINUTES = 20;
const MORNING = 0.6;
const MORNING_MINUTES = 75;
const CLOSE_SURGE = 1.9;
const CLOSE_MINUTES = 15;

// Night: 0.06 in the quiet hours, 0.22 around the European open (02:00 Chicago), rising into the product's own open.
const NIGHT_FLOOR = 0.06;
const EUROPE_SURGE = 0.12;
const EUROPE_MINUTE = 150;
const EUROPE_MINUTES = 150;
const DAWN_SURGE = 0.16;
const DAWN_MINUTES = 45;
const EVENING_SURGE = 0.1;
const EVENING_MINUTES = 40;
const NIGHT_DEPTH = 0.65;

/** Depth and eagerness at the bell, as shares of those in quiet regular hours; both recover within minutes. */
const OPEN_DEPTH = 0.5;
const OPEN_NARROWING = 0.3;
const RECOVERY_MINUTES = 12;
const GLOBEX_OPEN_MINUTE = 17 * 60;
const MINUTES_PER_DAY = 1440;

export interface DayShape {
  /** Sets the day's part of the conditions for an instant, milliseconds since 1970 UTC. */
  apply(timeMs: number, conditions: MarketConditions): void;
}

const FLAT: DayShape = {
  apply: () => {
    // Every hour is the same.
  },
};

/** The day of a product. Pace is 1 on average over regular hours. */
export function dayShapeOf(instrument: Instrument, timeOfDay: TimeOfDay): DayShape {
  return timeOfDay === 'flat' ? FLAT : new ExchangeDay(instrument);
}

class ExchangeDay implements DayShape {
  readonly #openMinute: number;
  readonly #length: number;
  readonly #mean: number;

  constructor(instrument: Instrument) {
    this.#openMinute = instrument.rthOpenMinute;
    this.#length = instrument.rthCloseMinute - instrument.rthOpenMinute;
    let sum = 0;
    for (let minute = 0; minute < this.#length; minute++) sum += this.#regularPace(minute + 0.5);
    this.#mean = sum / this.#length;
  }

  apply(timeMs: number, { day }: MarketConditions): void {
    const minute = chicagoClock(timeMs).minute + (timeMs % MINUTE_MS) / MINUTE_MS;
    const sinceOpen = minute - this.#openMinute;
    const isRegular = sinceOpen >= 0 && sinceOpen < this.#length && isTradingDay(timeMs);
    day.pace = isRegular ? this.#regularPace(sinceOpen) / this.#mean : this.#nightPace(minute);
    const waking = isRegular ? exp(-sinceOpen / RECOVERY_MINUTES) : 0;
    day.depth = isRegular ? 1 - (1 - OPEN_DEPTH) * waking : NIGHT_DEPTH;
    day.narrowing = 1 - (1 - OPEN_NARROWING) * waking;
  }

  #regularPace(sinceOpen: number): number {
    return (
      FLOOR +
      OPEN_SURGE * exp(-sinceOpen / OPEN_MINUTES) +
      MORNING * exp(-sinceOpen / MORNING_MINUTES) +
      CLOSE_SURGE * exp((sinceOpen - this.#length) / CLOSE_MINUTES)
    );
  }

  #nightPace(minute: number): number {
    const fromEurope = (minute - EUROPE_MINUTE) / EUROPE_MINUTES;
    const toOpen = (this.#openMinute - minute + MINUTES_PER_DAY) % MINUTES_PER_DAY;
    const sinceGlobex = (minute - GLOBEX_OPEN_MINUTE + MINUTES_PER_DAY) % MINUTES_PER_DAY;
    return (
      NIGHT_FLOOR +
      EUROPE_SURGE * exp(-fromEurope * fromEurope) +
      DAWN_SURGE * exp(-toOpen / DAWN_MINUTES) +
      EVENING_SURGE * exp(-sinceGlobex / EVENING_MINUTES)
    );
  }
}

/** Whether the exchange trades at the instant: regular hours of a holiday are night. */
function isTradingDay(timeMs: number): boolean {
  return CME_CALENDAR.marketPhase(timeMs) === 'open';
}
