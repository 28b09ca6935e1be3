/**
 * Traders who forecast over their own horizon from a worth, a trend and noise, and trade as far as their position allows
 * (Chiarella, Iori 2002; Chiarella, Iori, Perello 2009).
 */
import { SECOND_NS, SIDE_ASK, SIDE_BID } from '@undertow/market';
import { NO_SLOT } from '#engine/order-store.ts';
import type { CrowdOptions } from '#flow/crowd-flow.ts';
import { exp, log } from '#random/exact-math.ts';
import { FamilyFlow, sideOf, signOf } from './family-flow.ts';

const TRADERS = 120;
/** Horizons, seconds; the trends of the market are kept over these. */
const HORIZONS = [10, 60, 600, 7200] as const;
/** Share of those who look at the queues before they choose a side. */
const READERS = [0, 0.4] as const;
/** Weights of worth, trend and noise are exponential about these. */
const WORTH = 0.8;
const TREND = [0.05, 0.3] as const;
const NOISE = 1;
/** Positions are a few orders; at the limit a trader only reduces. */
const MAX_POSITION = 8;
const LEVELS_RESTED = 9;
/** Noise grows with a horizon up to this one. */
const MAX_NOISE_SECONDS = 60;
/** Nobody forecasts further than this in one step, ticks. */
const MAX_FORECAST = 30;

interface Trader {
  readonly horizon: number;
  readonly worth: number;
  readonly trend: number;
  readonly noise: number;
  readonly isReader: boolean;
  position: number;
}

export class HorizonFamily extends FamilyFlow {
  readonly #traders: readonly Trader[];
  readonly #meanHorizon: number;
  readonly #wakes: number;
  /** Moves of the price a second, averaged over each horizon, ticks. */
  readonly #trends = new Float64Array(HORIZONS.length);
  /** What the traders think the product is worth beside the news: a walk of its own. */
  #fundamental = 0;
  #midBefore = 0;
  /** How far from the price an order of no opinion is placed; set so that as many trade as should. */
  #margin = 1;

  constructor(options: CrowdOptions) {
    super(options);
    const readers = this.random.uniform(...READERS);
    const trend = this.random.logUniform(...TREND);
    this.#traders = Array.from({ length: TRADERS }, () => ({
      horizon: this.random.below(HORIZONS.length),
      worth: WORTH * this.random.exponential(),
      trend: trend * this.random.exponential(),
      noise: NOISE * this.random.exponential(),
      isReader: this.random.chance(readers),
      position: 0,
    }));
    // Long horizons wake less: all but the shortest rest their orders for the square root of theirs
    this.#meanHorizon =
      this.#traders.reduce((sum, { horizon }) => sum + Math.sqrt(HORIZONS[horizon]!), 0) / TRADERS;
    this.#wakes = this.takers * this.profile.changesPerAggressor;
  }

  override fillBook(timeNs: number, openTicks: number): void {
    super.fillBook(timeNs, openTicks);
    this.#fundamental = openTicks;
    this.#midBefore = openTicks;
  }

  rate(): number {
    return this.conditions.pace * this.#wakes;
  }

  override stepSecond(): void {
    super.stepSecond();
    this.#fundamental += this.profile.sigmaTicks * this.conditions.volatility * this.random.normal();
    const mid = this.engine.ladder.midTicks;
    const moved = mid - this.#midBefore;
    this.#midBefore = mid;
    for (const [index, seconds] of HORIZONS.entries())
      this.#trends[index]! += (moved - this.#trends[index]!) / seconds;
  }

  override readBook(): void {
    const jump = this.conditions.valueJump;
    super.readBook();
    this.#fundamental += jump;
  }

  act(timeNs: number): void {
    const trader = this.#traders[this.random.below(TRADERS)]!;
    const forecast = this.#forecastOf(trader);
    const sign = this.#signOf(trader, forecast);
    const { bestBidTicks, bestAskTicks, midTicks } = this.engine.ladder;
    const margin = this.#margin * this.random.exponential();
    const limit = midTicks + forecast - sign * margin;
    const trades = sign > 0 ? limit >= bestAskTicks : limit <= bestBidTicks;
    // One in `changesPerAggressor` trades: nobody would know how patient to be but from how others are
    this.#margin *= exp(trades ? 0.02 : -0.02 / this.profile.changesPerAggressor);
    if (trades) this.take(timeNs, sign);
    else this.#wait(timeNs, trader, sign, Math.round(limit));
    trader.position += trades ? sign : 0.5 * sign;
  }

  #forecastOf({ horizon, worth, trend, noise }: Trader): number {
    const seconds = HORIZONS[horizon]!;
    const reach = Math.sqrt(Math.min(seconds, MAX_NOISE_SECONDS));
    const mid = this.engine.ladder.midTicks;
    const weighed =
      worth * (this.#fundamental - mid) * Math.min(1, seconds / 60) +
      trend * this.#trends[horizon]! * seconds +
      noise * this.profile.sigmaTicks * reach * this.random.normal() * 0.3;
    const forecast = weighed / (worth + trend + noise);
    return Math.max(-MAX_FORECAST, Math.min(MAX_FORECAST, forecast));
  }

  /** The side of the forecast, of the queues for who reads them, or away from a position that is too large. */
  #signOf(trader: Trader, forecast: number): number {
    if (Math.abs(trader.position) >= MAX_POSITION) return trader.position > 0 ? -1 : 1;
    if (trader.isReader && this.random.chance(0.5)) {
      const { ladder } = this.engine;
      const bids = ladder.sizeAt(SIDE_BID, ladder.bestBidTicks);
      const asks = ladder.sizeAt(SIDE_ASK, ladder.bestAskTicks);
      return this.random.chance(bids / (bids + asks)) ? 1 : -1;
    }
    return forecast > 0 || (forecast === 0 && this.random.chance(0.5)) ? 1 : -1;
  }

  #wait(timeNs: number, { horizon }: Trader, sign: number, priceTicks: number): void {
    const side = sideOf(sign);
    const { ladder } = this.engine;
    const nearest = side === SIDE_BID ? ladder.bestAskTicks - 1 : ladder.bestBidTicks + 1;
    const price = signOf(side) > 0 ? Math.min(nearest, priceTicks) : Math.max(nearest, priceTicks);
    const slot = this.rest(timeNs, side, price);
    if (slot === NO_SLOT) return;
    // The usual book is all waiting orders: their mean life is its number over their rate
    const usual = 2 * LEVELS_RESTED * this.profile.ordersPerLevel * this.conditions.depth;
    const mean = usual / this.#wakes;
    const life = (mean * Math.sqrt(HORIZONS[horizon]!)) / this.#meanHorizon;
    const lifeNs = Math.ceil(-log(this.random.openUnit()) * life * SECOND_NS);
    this.planCancel(timeNs + lifeNs, slot, this.engine.orders.id[slot]!);
  }
}
