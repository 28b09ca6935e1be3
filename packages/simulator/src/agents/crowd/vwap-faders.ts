/**
 * Traders who expect the price back at the volume-weighted mean of the last hour: they rest orders against a stretch.
 */
import { HOUR_NS, SECOND_NS, SIDE_ASK, SIDE_BID } from '@undertow/market';
import type { Agent, MarketAccess } from '#agents/frame/market-access.ts';
import type { EventReport } from '#engine/event-report.ts';
import { NO_SLOT } from '#engine/order-store.ts';
import { awayStep } from '#flow/book-weights.ts';
import { exp } from '#random/exact-math.ts';
import type { RandomStream } from '#random/random.ts';

const NAME = 'vwap-fader';
const TAG_FADE = 0;
const TAG_LEAVE = 1;
/** The mean decays with this time constant. */
const MEMORY_NS = HOUR_NS;
/** The price must be this many swings from the mean. */
const STRETCHED_SWINGS = 1.2;
const MEAN_SIZE = 4;
const PATIENCE_NS = 90 * SECOND_NS;

export interface VwapFadersOptions {
  readonly owner: number;
  readonly perHour: number;
}

export class VwapFaders implements Agent {
  readonly #market: MarketAccess;
  readonly #options: VwapFadersOptions;
  readonly #random: RandomStream;
  readonly #resting = new Map<number, { readonly slot: number; readonly orderId: number }>();
  #serial = 0;
  /** Sum of price (from the first mid) times contracts, and of contracts, both forgetting. */
  #weighted = 0;
  #volume = 0;
  #lastNs = 0;
  readonly #fromTicks: number;

  constructor(market: MarketAccess, options: VwapFadersOptions) {
    this.#market = market;
    this.#options = options;
    this.#random = market.stream(NAME, 0);
    this.#fromTicks = market.midTicks();
    if (options.perHour > 0) this.#plan();
  }

  wake(serial: number, tag: number): void {
    if (tag === TAG_FADE) {
      this.#plan();
      this.#fade();
      return;
    }
    const order = this.#resting.get(serial);
    this.#resting.delete(serial);
    if (order !== undefined && this.#market.holds(order.slot, order.orderId)) this.#market.cancel(order.slot);
  }

  onMatch(report: EventReport): void {
    const kept = exp((this.#lastNs - report.timeNs) / MEMORY_NS);
    const traded = report.buyVolume + report.sellVolume;
    this.#lastNs = report.timeNs;
    this.#weighted = this.#weighted * kept + traded * (report.lastTradeTicks - this.#fromTicks);
    this.#volume = this.#volume * kept + traded;
  }

  finish(): void {
    // Part of any market.
  }

  #plan(): void {
    const { owner, perHour } = this.#options;
    this.#market.wakeIn(owner, (this.#random.exponential() * HOUR_NS) / perHour, 0, TAG_FADE);
  }

  #fade(): void {
    const market = this.#market;
    const { profile, perturbation } = market;
    const size = 1 + Math.floor(this.#random.exponential() * (MEAN_SIZE - 1) * profile.sizePower);
    const back = this.#random.below(2);
    const patienceNs = this.#random.exponential() * PATIENCE_NS;
    if (this.#volume === 0) return;
    const stretch = market.midTicks() - this.#fromTicks - this.#weighted / this.#volume;
    if (Math.abs(stretch) < STRETCHED_SWINGS * profile.swingTicks) return;
    const side = stretch > 0 ? SIDE_ASK : SIDE_BID;
    const price = market.bestTicks(side) + awayStep(side) * back;
    const slot = market.addLimit(
      this.#options.owner,
      side,
      price,
      Math.round(size * perturbation.sizeFactor),
      0,
    );
    if (slot === NO_SLOT) return;
    const serial = ++this.#serial;
    this.#resting.set(serial, { slot, orderId: market.engine.orders.id[slot]! });
    market.wakeIn(this.#options.owner, patienceNs, serial, TAG_LEAVE);
  }
}
