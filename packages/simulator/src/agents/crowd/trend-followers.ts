/** Traders who follow: when the mean price of half a minute is above that of five, they buy. */
import { HOUR_NS, SECOND_NS, SIDE_ASK, SIDE_BID } from '@undertow/market';
import type { Agent, MarketAccess } from '#agents/frame/market-access.ts';
import { exp } from '#random/exact-math.ts';
import type { RandomStream } from '#random/random.ts';

const NAME = 'trend-follower';
const TAG_SAMPLE = 0;
const TAG_CLIP = 1;
const FAST = 1 - exp(-1 / 30);
const SLOW = 1 - exp(-1 / 300);
/** The means must differ by this share of a swing. */
const CROSSED_SWINGS = 0.25;
const MEAN_CLIP = 4;

export interface TrendFollowersOptions {
  readonly owner: number;
  readonly perHour: number;
}

export class TrendFollowers implements Agent {
  readonly #market: MarketAccess;
  readonly #options: TrendFollowersOptions;
  readonly #random: RandomStream;
  #fast: number;
  #slow: number;

  constructor(market: MarketAccess, options: TrendFollowersOptions) {
    this.#market = market;
    this.#options = options;
    this.#random = market.stream(NAME, 0);
    this.#fast = market.midTicks();
    this.#slow = this.#fast;
    if (options.perHour <= 0) return;
    market.wakeIn(options.owner, SECOND_NS, 0, TAG_SAMPLE);
    this.#plan();
  }

  wake(_instance: number, tag: number): void {
    if (tag === TAG_SAMPLE) this.#sample();
    else this.#clip();
  }

  onMatch(): void {
    // They look once a second.
  }

  finish(): void {
    // Part of any market.
  }

  #plan(): void {
    const { owner, perHour } = this.#options;
    this.#market.wakeIn(owner, (this.#random.exponential() * HOUR_NS) / perHour, 0, TAG_CLIP);
  }

  #sample(): void {
    const mid = this.#market.midTicks();
    this.#fast += FAST * (mid - this.#fast);
    this.#slow += SLOW * (mid - this.#slow);
    this.#market.wakeIn(this.#options.owner, SECOND_NS, 0, TAG_SAMPLE);
  }

  #clip(): void {
    this.#plan();
    const { profile, perturbation } = this.#market;
    const clip = 1 + Math.floor(this.#random.exponential() * (MEAN_CLIP - 1) * profile.sizePower);
    const crossed = this.#fast - this.#slow;
    if (Math.abs(crossed) < CROSSED_SWINGS * profile.swingTicks) return;
    this.#market.take(crossed > 0 ? SIDE_BID : SIDE_ASK, 0, Math.round(clip * perturbation.sizeFactor));
  }
}
