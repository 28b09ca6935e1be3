/** Traders who protect positions with stops: alone near the price, and in clusters beyond swings and round numbers. */
import { HOUR_NS, SECOND_NS, SIDE_ASK, SIDE_BID } from '@undertow/market';
import type { Agent, MarketAccess } from '#agents/frame/market-access.ts';
import type { MarketGauge } from '#agents/frame/market-gauge.ts';
import { NO_SLOT } from '#engine/order-store.ts';
import type { RandomStream } from '#random/random.ts';
import type { StopLevel, StopLevels } from './stop-levels.ts';

const NAME = 'stop-traders';
const TAG_SINGLE = 0;
const TAG_CLUSTER = 1;
const TAG_WATCH = 2;
/** Higher tags are serials of stops that are still to be placed, or whose trader gives up. */
const FIRST_SERIAL = 16;

/** Mean time after which a stop is withdrawn, because the position it protects was closed. */
const SINGLE_LIFE_NS = 0.4 * HOUR_NS;
const CLUSTER_LIFE_NS = 1.2 * HOUR_NS;
const MEAN_CLUSTER = 5;
/** Mean time between the first trader of a cluster and any of the others: each comes to the level alone. */
const CLUSTER_SPREAD_NS = 4 * 60 * SECOND_NS;
const MEAN_SIZE = 2;
const STOP_LIMITS = 0.08;
/**
 * A position closed in parts has a stop for each of them, at one price or a tick apart: chances of a second and a
 * third.
 */
const SECOND_PARTS = 0.7;
const THIRD_PARTS = 0.06;
const STEPPED_PARTS = 0.25;
/** Mean distance of a trader's own stop, in usual ten-minute ranges. */
const STOP_RANGES = 0.25;
const MIN_REACH_TICKS = 2;
/** Share of clusters that lie beyond a round number instead of a swing (Osler 2003). */
const ROUND_CLUSTERS = 0.35;
const MAX_STOPS = 400;

/** A stop beyond a level, of a trader who has chosen the level and not yet placed it. */
interface ChosenStop {
  readonly side: number;
  readonly beyond: number;
  readonly level: StopLevel;
}

export interface StopTradersOptions {
  readonly owner: number;
  readonly singlesPerHour: number;
  readonly clustersPerHour: number;
  readonly gauge: MarketGauge;
  readonly levels: StopLevels;
}

export class StopTraders implements Agent {
  readonly #market: MarketAccess;
  readonly #options: StopTradersOptions;
  readonly #random: RandomStream;
  /** Slot and id of waiting stops by serial. */
  readonly #waiting = new Map<number, { readonly slot: number; readonly orderId: number }>();
  readonly #chosen = new Map<number, ChosenStop>();
  #serial = FIRST_SERIAL;
  /** Extremes of the mid since the last turn; a turn is a move back by `#turnTicks`. */
  #high: number;
  #low: number;
  #swingHigh: number;
  #swingLow: number;
  #rising = true;
  readonly #turnTicks: number;

  constructor(market: MarketAccess, options: StopTradersOptions) {
    this.#market = market;
    this.#options = options;
    this.#random = market.stream(NAME, 0);
    const mid = market.midTicks();
    this.#turnTicks = Math.max(3, market.profile.swingTicks);
    this.#high = mid;
    this.#low = mid;
    this.#swingHigh = Math.ceil(mid) + this.#turnTicks;
    this.#swingLow = Math.floor(mid) - this.#turnTicks;
    this.#plan(TAG_SINGLE, options.singlesPerHour);
    this.#plan(TAG_CLUSTER, options.clustersPerHour);
    market.wakeIn(options.owner, SECOND_NS, 0, TAG_WATCH);
  }

  wake(_instance: number, tag: number): void {
    if (tag === TAG_WATCH) this.#watch();
    else if (tag === TAG_SINGLE) {
      this.#plan(TAG_SINGLE, this.#options.singlesPerHour);
      this.#placeSingle();
    } else if (tag === TAG_CLUSTER) {
      this.#plan(TAG_CLUSTER, this.#options.clustersPerHour);
      this.#placeCluster();
    } else if (this.#chosen.has(tag)) this.#placeChosen(tag);
    else this.#giveUp(tag);
  }

  onMatch(): void {
    // Elected stops leave the list when their trader looks at them: nothing to do at once.
  }

  finish(): void {
    this.#waiting.clear();
    this.#chosen.clear();
  }

  #plan(tag: number, perHour: number): void {
    if (perHour > 0)
      this.#market.wakeIn(this.#options.owner, (this.#random.exponential() * HOUR_NS) / perHour, 0, tag);
  }

  /** Keeps the last swing high and low by directional change. */
  #watch(): void {
    this.#market.wakeIn(this.#options.owner, SECOND_NS, 0, TAG_WATCH);
    const mid = this.#market.midTicks();
    this.#high = Math.max(this.#high, mid);
    this.#low = Math.min(this.#low, mid);
    if (this.#rising && mid <= this.#high - this.#turnTicks) {
      this.#swingHigh = Math.ceil(this.#high);
      this.#rising = false;
      this.#low = mid;
    } else if (!this.#rising && mid >= this.#low + this.#turnTicks) {
      this.#swingLow = Math.floor(this.#low);
      this.#rising = true;
      this.#high = mid;
    }
  }

  #placeSingle(): void {
    const side = this.#random.chance(0.5) ? SIDE_BID : SIDE_ASK;
    const { gauge } = this.#options;
    // The stop is set by what the price usually does: nearer in a still market.
    const reach = gauge.isWarm ? Math.max(MIN_REACH_TICKS, STOP_RANGES * gauge.rangeTicks) : this.#turnTicks;
    const distance = 2 + Math.floor(this.#random.exponential() * reach);
    const touch = this.#market.bestTicks(side === SIDE_BID ? SIDE_ASK : SIDE_BID);
    this.#place(side, touch, distance, SINGLE_LIFE_NS, null);
    if (!this.#random.chance(SECOND_PARTS)) return;
    const step = this.#random.chance(STEPPED_PARTS) ? 1 : 0;
    this.#place(side, touch, distance + step, SINGLE_LIFE_NS, null);
    if (this.#random.chance(THIRD_PARTS)) this.#place(side, touch, distance + 2 * step, SINGLE_LIFE_NS, null);
  }

  /** Several traders chose the same level; each rests a few ticks beyond it. */
  #placeCluster(): void {
    const random = this.#random;
    const side = random.chance(0.5) ? SIDE_BID : SIDE_ASK;
    const isRound = random.chance(ROUND_CLUSTERS);
    const level: StopLevel = isRound
      ? { ticks: this.#roundLevel(side), kind: 'round' }
      : this.#extremeLevel(side);
    const count = 2 + random.geometric(MEAN_CLUSTER - 2);
    for (let n = 0; n < count; n++) {
      const beyond = 1 + Math.min(7, Math.floor(random.exponential() * 1.2));
      if (n === 0) {
        this.#place(side, level.ticks, beyond, CLUSTER_LIFE_NS, level);
        continue;
      }
      const serial = this.#serial++;
      this.#chosen.set(serial, { side, beyond, level });
      const delayNs = random.exponential() * CLUSTER_SPREAD_NS;
      this.#market.wakeIn(this.#options.owner, delayNs, 0, serial);
    }
  }

  /** Once the price has gone through the level there is nothing left to protect there. */
  #placeChosen(serial: number): void {
    const { side, beyond, level } = this.#chosen.get(serial) as ChosenStop;
    this.#chosen.delete(serial);
    const touch = this.#market.bestTicks(side === SIDE_BID ? SIDE_ASK : SIDE_BID);
    const isAhead = side === SIDE_BID ? level.ticks >= touch : level.ticks <= touch;
    if (isAhead) this.#place(side, level.ticks, beyond, CLUSTER_LIFE_NS, level);
  }

  #roundLevel(side: number): number {
    const step = this.#market.profile.roundTicks;
    const mid = this.#market.midTicks();
    return side === SIDE_BID ? Math.ceil((mid + 2) / step) * step : Math.floor((mid - 2) / step) * step;
  }

  /** The last swing; where the price is beyond it, the session's extreme: one of the two always lies ahead. */
  #extremeLevel(side: number): StopLevel {
    const { gauge } = this.#options;
    const mid = this.#market.midTicks();
    const swing = side === SIDE_BID ? this.#swingHigh : this.#swingLow;
    const ahead = side === SIDE_BID ? swing >= mid + 2 : swing <= mid - 2;
    if (ahead) return { ticks: swing, kind: 'swing' };
    const extreme = side === SIDE_BID ? gauge.highTicks : gauge.lowTicks;
    return { ticks: extreme, kind: 'session' };
  }

  #place(
    side: number,
    levelTicks: number,
    beyond: number,
    meanLifeNs: number,
    level: StopLevel | null,
  ): void {
    const random = this.#random;
    const away = side === SIDE_BID ? 1 : -1;
    const triggerTicks = levelTicks + away * beyond;
    const size = 1 + Math.floor(random.exponential() * (MEAN_SIZE - 1));
    const limited = random.chance(STOP_LIMITS);
    const room = away * (2 + random.below(5));
    const lifeNs = random.exponential() * meanLifeNs;
    if (this.#waiting.size >= MAX_STOPS) return;
    const order = { side, triggerTicks, size, owner: this.#options.owner };
    const slot = this.#market.addStop(limited ? { ...order, limitTicks: triggerTicks + room } : order);
    if (slot === NO_SLOT) return;
    const serial = this.#serial++;
    const orderId = this.#market.engine.orders.id[slot]!;
    this.#waiting.set(serial, { slot, orderId });
    if (level !== null) this.#options.levels.note(orderId, level);
    this.#market.wakeIn(this.#options.owner, lifeNs, 0, serial);
  }

  /** The position is closed: the stop, or what its election left in the book, is withdrawn. */
  #giveUp(serial: number): void {
    const stop = this.#waiting.get(serial);
    this.#waiting.delete(serial);
    if (stop !== undefined) this.#options.levels.forget(stop.orderId);
    if (stop === undefined || !this.#market.holds(stop.slot, stop.orderId)) return;
    if (this.#market.engine.stops.holds(stop.slot)) this.#market.cancelStop(stop.slot);
    else this.#market.cancel(stop.slot);
  }
}
