/** A trader who smells a cluster of stops within reach and pushes the price into it with clips into the thin side. */
import { HOUR_NS, SECOND_NS, SIDE_ASK, SIDE_BID } from '@undertow/market';
import type { Agent, MarketAccess } from '#agents/frame/market-access.ts';
import { NO_SLOT } from '#engine/order-store.ts';
import type { RandomStream } from '#random/random.ts';

const NAME = 'stop-hunter';
const TAG_ARRIVE = 0;
const TAG_LOOK = 1;
const TAG_PUSH = 2;
/** A cluster: this many stops within this many ticks. */
const CLUSTER_STOPS = 4;
const CLUSTER_TICKS = 4;
const REACH_TICKS = 6;
const LOOKS = 40;
const LOOK_NS = 15 * SECOND_NS;
const MAX_CLIPS = 45;

export interface StopHunterOptions {
  readonly owner: number;
  readonly perHour: number;
}

export class StopHunter implements Agent {
  /** Side and session time of the last push; required by the label of a run. */
  lastPushSide = 0;
  lastPushNs = Number.NEGATIVE_INFINITY;
  readonly #market: MarketAccess;
  readonly #options: StopHunterOptions;
  readonly #random: RandomStream;
  #looksLeft = 0;
  #clipsLeft = 0;
  #side = SIDE_BID;
  #targetTicks = 0;

  constructor(market: MarketAccess, options: StopHunterOptions) {
    this.#market = market;
    this.#options = options;
    this.#random = market.stream(NAME, 0);
    this.#planArrival();
  }

  wake(_instance: number, tag: number): void {
    if (tag === TAG_ARRIVE) {
      this.#planArrival();
      this.#looksLeft = LOOKS;
      this.#look();
    } else if (tag === TAG_LOOK) this.#look();
    else this.#push();
  }

  onMatch(): void {
    // The hunter watches the price when it wakes.
  }

  finish(): void {
    // Nothing of its own is labelled: the run of the stops is.
  }

  #planArrival(): void {
    const { perHour, owner } = this.#options;
    if (perHour > 0)
      this.#market.wakeIn(owner, (this.#random.exponential() * HOUR_NS) / perHour, 0, TAG_ARRIVE);
  }

  #look(): void {
    if (this.#looksLeft-- <= 0 || this.#clipsLeft > 0) return;
    const first = this.#random.chance(0.5) ? SIDE_BID : SIDE_ASK;
    const found = this.#aimAt(first) || this.#aimAt(first === SIDE_BID ? SIDE_ASK : SIDE_BID);
    if (found) {
      this.#clipsLeft = MAX_CLIPS;
      this.#push();
    } else this.#market.wakeIn(this.#options.owner, LOOK_NS, 0, TAG_LOOK);
  }

  /** Finds the nearest cluster of one side within reach; its far end becomes the target. */
  #aimAt(side: number): boolean {
    const { stops, orders, ladder } = this.#market.engine;
    const touch = side === SIDE_BID ? ladder.bestAskTicks : ladder.bestBidTicks;
    const first = stops.head(side);
    if (first === NO_SLOT) return false;
    const start = orders.priceTicks[first]!;
    if (Math.abs(start - touch) > REACH_TICKS) return false;
    let count = 0;
    let end = start;
    for (let slot = first; slot !== NO_SLOT; slot = orders.next[slot]!) {
      const trigger = orders.priceTicks[slot]!;
      if (Math.abs(trigger - start) > CLUSTER_TICKS) break;
      count++;
      end = trigger;
    }
    this.#side = side;
    this.#targetTicks = end;
    return count >= CLUSTER_STOPS;
  }

  /** One clip; the hunt ends when the target has traded or the money is spent. */
  #push(): void {
    const market = this.#market;
    const last = market.engine.lastTradeTicks;
    const reached = this.#side === SIDE_BID ? last >= this.#targetTicks : last <= this.#targetTicks;
    if (reached || this.#clipsLeft-- <= 0) {
      this.#clipsLeft = 0;
      return;
    }
    const clip = 3 + this.#random.below(13);
    const size = Math.max(
      1,
      Math.round(clip * market.profile.sizePower * Math.min(1, market.profile.ordersPerLevel / 12)),
    );
    this.lastPushSide = this.#side;
    this.lastPushNs = market.nowNs;
    market.take(this.#side, 1, size);
    market.wakeIn(this.#options.owner, (0.05 + 0.35 * this.#random.unit()) * SECOND_NS, 0, TAG_PUSH);
  }
}
