/** Levels of the trading day that traders watch: prior day, overnight, opening range. */

import type { SessionBounds } from '#instruments/exchange-calendar.ts';
import { MINUTE_MS } from '#time/durations.ts';

import type { Bar } from './bar.ts';

/** Minutes of the opening ranges of regular trading. */
export const OPENING_RANGE_MINUTES = [5, 15, 30, 60] as const;
/** The opening range of `LevelFacts` is the first half hour. */
const OPENING_RANGE = OPENING_RANGE_MINUTES.indexOf(30);
/** The initial balance is the first hour (Market Profile). */
const INITIAL_BALANCE = OPENING_RANGE_MINUTES.indexOf(60);
const LONGEST_RANGE_MS = 60 * MINUTE_MS;

/** Prices in ticks; null before the first trade that makes them. */
export interface LevelFacts {
  readonly priorHighTicks: number | null;
  readonly priorLowTicks: number | null;
  /** Last trade of the prior day: the feed carries no official settlement. */
  readonly priorSettlementTicks: number | null;
  /** From the open of the trading day to the open of regular hours. */
  readonly overnightHighTicks: number | null;
  readonly overnightLowTicks: number | null;
  readonly openingRangeHighTicks: number | null;
  readonly openingRangeLowTicks: number | null;
}

export interface OpeningRange {
  readonly minutes: (typeof OPENING_RANGE_MINUTES)[number];
  readonly highTicks: number | null;
  readonly lowTicks: number | null;
}

/** Levels of regular trading hours. Prices in ticks; null before the first trade that makes them. */
export interface RegularFacts {
  /** From the open of regular hours, shortest first; each goes on until its minutes are over. */
  readonly openingRanges: readonly OpeningRange[];
  readonly initialBalanceHighTicks: number | null;
  readonly initialBalanceLowTicks: number | null;
  /** First price, extremes and last price of regular hours today. */
  readonly openTicks: number | null;
  readonly highTicks: number | null;
  readonly lowTicks: number | null;
  readonly closeTicks: number | null;
  /** Of the last day that traded in regular hours before today. */
  readonly priorHighTicks: number | null;
  readonly priorLowTicks: number | null;
  readonly priorCloseTicks: number | null;
}

/** Running extremes; NaN while empty. */
class PriceRange {
  high = Number.NaN;
  low = Number.NaN;

  add(highTicks: number, lowTicks: number): void {
    if (!(highTicks <= this.high)) this.high = highTicks;
    if (!(lowTicks >= this.low)) this.low = lowTicks;
  }

  set({ high, low }: PriceRange): void {
    this.high = high;
    this.low = low;
  }

  reset(): void {
    this.high = Number.NaN;
    this.low = Number.NaN;
  }
}

const orNull = (ticks: number): number | null => (Number.isNaN(ticks) ? null : ticks);

/** Prices in ticks; null until the session that makes a level has traded. */
export class SessionLevels {
  readonly #day = new PriceRange();
  readonly #overnight = new PriceRange();
  readonly #openingRanges = OPENING_RANGE_MINUTES.map(() => new PriceRange());
  readonly #regular = new PriceRange();
  readonly #priorRegular = new PriceRange();
  #regularFirst = Number.NaN;
  #regularLast = Number.NaN;
  #priorRegularLast = Number.NaN;
  readonly #prior = new PriceRange();
  #priorSettlement = Number.NaN;
  #lastTicks = Number.NaN;
  #firstTicks = Number.NaN;
  #rthOpenMs = Number.POSITIVE_INFINITY;
  #rthCloseMs = Number.POSITIVE_INFINITY;

  /** Starts a trading day with its regular hours (null when they fall away); the day before becomes the prior day. */
  startDay(regularHours: SessionBounds | null): void {
    if (!Number.isNaN(this.#day.high)) {
      this.#prior.set(this.#day);
      this.#priorSettlement = this.#lastTicks;
    }
    if (!Number.isNaN(this.#regular.high)) {
      this.#priorRegular.set(this.#regular);
      this.#priorRegularLast = this.#regularLast;
    }
    this.#day.reset();
    this.#overnight.reset();
    this.#regular.reset();
    for (const range of this.#openingRanges) range.reset();
    this.#firstTicks = Number.NaN;
    this.#regularFirst = Number.NaN;
    this.#regularLast = Number.NaN;
    this.#rthOpenMs = regularHours?.openMs ?? Number.POSITIVE_INFINITY;
    this.#rthCloseMs = regularHours?.closeMs ?? Number.POSITIVE_INFINITY;
  }

  addTrade(timeMs: number, priceTicks: number): void {
    this.#add(timeMs, priceTicks, priceTicks, priceTicks, priceTicks);
  }

  /** A stored bar counts like its trades: all windows begin and end on full minutes. */
  addBar(bar: Bar): void {
    this.#add(bar.startMs, bar.openTicks, bar.highTicks, bar.lowTicks, bar.closeTicks);
  }

  /** First price of the trading day, or null. */
  get dayFirstTicks(): number | null {
    return orNull(this.#firstTicks);
  }

  get dayHighTicks(): number | null {
    return orNull(this.#day.high);
  }

  get dayLowTicks(): number | null {
    return orNull(this.#day.low);
  }

  facts(): LevelFacts {
    const openingRange = this.#openingRanges[OPENING_RANGE]!;
    return {
      priorHighTicks: orNull(this.#prior.high),
      priorLowTicks: orNull(this.#prior.low),
      priorSettlementTicks: orNull(this.#priorSettlement),
      overnightHighTicks: orNull(this.#overnight.high),
      overnightLowTicks: orNull(this.#overnight.low),
      openingRangeHighTicks: orNull(openingRange.high),
      openingRangeLowTicks: orNull(openingRange.low),
    };
  }

  regularFacts(): RegularFacts {
    const balance = this.#openingRanges[INITIAL_BALANCE]!;
    return {
      openingRanges: OPENING_RANGE_MINUTES.map((minutes, n) => ({
        minutes,
        highTicks: orNull(this.#openingRanges[n]!.high),
        lowTicks: orNull(this.#openingRanges[n]!.low),
      })),
      initialBalanceHighTicks: orNull(balance.high),
      initialBalanceLowTicks: orNull(balance.low),
      openTicks: orNull(this.#regularFirst),
      highTicks: orNull(this.#regular.high),
      lowTicks: orNull(this.#regular.low),
      closeTicks: orNull(this.#regularLast),
      priorHighTicks: orNull(this.#priorRegular.high),
      priorLowTicks: orNull(this.#priorRegular.low),
      priorCloseTicks: orNull(this.#priorRegularLast),
    };
  }

  #add(timeMs: number, first: number, high: number, low: number, last: number): void {
    if (Number.isNaN(this.#firstTicks)) this.#firstTicks = first;
    this.#lastTicks = last;
    if (this.#isRegular(timeMs)) {
      if (Number.isNaN(this.#regularFirst)) this.#regularFirst = first;
      this.#regularLast = last;
    }
    this.#widen(timeMs, high, low);
  }

  /** A price of a minute that is over, which was not received: neither the first one nor the last. */
  addMissed(timeMs: number, priceTicks: number): void {
    this.#widen(timeMs, priceTicks, priceTicks);
  }

  #widen(timeMs: number, high: number, low: number): void {
    this.#day.add(high, low);
    if (timeMs < this.#rthOpenMs) this.#overnight.add(high, low);
    else if (this.#isRegular(timeMs)) this.#widenRegular(timeMs - this.#rthOpenMs, high, low);
  }

  #isRegular(timeMs: number): boolean {
    return timeMs >= this.#rthOpenMs && timeMs < this.#rthCloseMs;
  }

  #widenRegular(sinceOpenMs: number, high: number, low: number): void {
    this.#regular.add(high, low);
    if (sinceOpenMs >= LONGEST_RANGE_MS) return;
    OPENING_RANGE_MINUTES.forEach((minutes, n) => {
      if (sinceOpenMs < minutes * MINUTE_MS) this.#openingRanges[n]!.add(high, low);
    });
  }
}
