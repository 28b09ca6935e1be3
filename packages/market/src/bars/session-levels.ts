/** Levels of the trading day that traders watch: prior day, overnight, opening range. */

import type { SessionBounds } from '#instruments/exchange-calendar.ts';
import { MINUTE_MS } from '#time/durations.ts';

import type { Bar } from './bar.ts';

/** The opening range is the first half hour of regular trading. */
const OPENING_RANGE_MS = 30 * MINUTE_MS;

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

/** Running extremes; NaN while empty. */
class PriceRange {
  high = Number.NaN;
  low = Number.NaN;

  add(highTicks: number, lowTicks: number): void {
    if (!(highTicks <= this.high)) this.high = highTicks;
    if (!(lowTicks >= this.low)) this.low = lowTicks;
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
  readonly #openingRange = new PriceRange();
  readonly #prior = new PriceRange();
  #priorSettlement = Number.NaN;
  #lastTicks = Number.NaN;
  #firstTicks = Number.NaN;
  #rthOpenMs = Number.POSITIVE_INFINITY;

  /** Starts a trading day with its regular hours (null when they fall away); the day before becomes the prior day. */
  startDay(regularHours: SessionBounds | null): void {
    if (!Number.isNaN(this.#day.high)) {
      this.#prior.high = this.#day.high;
      this.#prior.low = this.#day.low;
      this.#priorSettlement = this.#lastTicks;
    }
    this.#day.reset();
    this.#overnight.reset();
    this.#openingRange.reset();
    this.#firstTicks = Number.NaN;
    this.#rthOpenMs = regularHours?.openMs ?? Number.POSITIVE_INFINITY;
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
    return {
      priorHighTicks: orNull(this.#prior.high),
      priorLowTicks: orNull(this.#prior.low),
      priorSettlementTicks: orNull(this.#priorSettlement),
      overnightHighTicks: orNull(this.#overnight.high),
      overnightLowTicks: orNull(this.#overnight.low),
      openingRangeHighTicks: orNull(this.#openingRange.high),
      openingRangeLowTicks: orNull(this.#openingRange.low),
    };
  }

  #add(timeMs: number, first: number, high: number, low: number, last: number): void {
    if (Number.isNaN(this.#firstTicks)) this.#firstTicks = first;
    this.#lastTicks = last;
    this.#widen(timeMs, high, low);
  }

  /** A price of a minute that is over, which was not received: neither the first one nor the last. */
  addMissed(timeMs: number, priceTicks: number): void {
    this.#widen(timeMs, priceTicks, priceTicks);
  }

  #widen(timeMs: number, high: number, low: number): void {
    this.#day.add(high, low);
    if (timeMs < this.#rthOpenMs) this.#overnight.add(high, low);
    else if (timeMs < this.#rthOpenMs + OPENING_RANGE_MS) this.#openingRange.add(high, low);
  }
}
