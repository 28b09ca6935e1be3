/**
 * Scheduled news: liquidity withdraws before it, the price jumps, a burst follows and fades. Harmless, and it looks
 * like harm.
 */
import { HOUR_NS, SECOND_NS } from '@undertow/market';
import type { Agent, MarketAccess } from '#agents/frame/market-access.ts';
import { exp } from '#random/exact-math.ts';
import type { RandomStream } from '#random/random.ts';

const NAME = 'news';
const TAG_EXPECTED = 0;
const TAG_PULL = 1;
const TAG_FADE = 2;

/** Depth falls to a fifth over the half minute before. */
const PULL_SECONDS = 30;
const PULLED_DEPTH = 0.2;
const BURST = 20;
const HALF_LIFE_SECONDS = 90;
/** Makers are back sooner than the burst is over. */
const DEPTH_HALF_LIFE_SECONDS = 30;
/** After eight half-lives its effect is negligible. */
const LAST_SECOND = 8 * HALF_LIFE_SECONDS;
/** Size of the jump in standard deviations of a minute. */
const MIN_JUMP = 2.5;
const JUMP_RANGE = 3.5;
/** The burst is labelled until it has fallen to an eighth. */
const LABELLED_SECONDS = 3 * HALF_LIFE_SECONDS;

export interface ScheduledNewsOptions {
  readonly owner: number;
  readonly perHour: number;
  /** When the next one is, from an instant on in nanoseconds of the session; by chance where it is left out. */
  readonly nextNs?: ((fromNs: number) => number) | undefined;
}

/** One release at a time; the products of a sector have the same. */
export class ScheduledNews implements Agent {
  readonly #market: MarketAccess;
  readonly #options: ScheduledNewsOptions;
  readonly #random: RandomStream;
  #serial = 0;
  #second = -1;
  #jump = 0;
  #pullFromNs = 0;
  #newsNs = 0;
  #lowTicks = 0;
  #highTicks = 0;

  constructor(market: MarketAccess, options: ScheduledNewsOptions) {
    this.#market = market;
    this.#options = options;
    this.#random = market.sectorStream(NAME, 0);
    this.#plan();
  }

  wake(_instance: number, tag: number): void {
    if (tag === TAG_EXPECTED) this.#expect();
    else if (tag === TAG_PULL) this.#pull();
    else this.#fade();
  }

  onMatch(): void {
    // News does not listen.
  }

  finish(): void {
    if (this.#second >= 0 && this.#second < LABELLED_SECONDS && this.#newsNs > 0) this.#labelBurst();
  }

  #plan(): void {
    const { owner, perHour, nextNs } = this.#options;
    if (nextNs !== undefined) {
      const waitNs = nextNs(this.#market.nowNs + (PULL_SECONDS + 1) * SECOND_NS) - this.#market.nowNs;
      if (Number.isFinite(waitNs))
        this.#market.wakeIn(owner, waitNs - PULL_SECONDS * SECOND_NS, 0, TAG_EXPECTED);
      return;
    }
    if (perHour > 0)
      this.#market.wakeIn(owner, (this.#random.exponential() * HOUR_NS) / perHour, 0, TAG_EXPECTED);
  }

  #expect(): void {
    this.#plan();
    const size = MIN_JUMP + JUMP_RANGE * this.#random.unit();
    const sign = this.#random.chance(0.5) ? 1 : -1;
    if (this.#second >= 0) return;
    this.#jump = sign * size;
    this.#second = 0;
    this.#serial++;
    this.#newsNs = 0;
    this.#pullFromNs = this.#market.nowNs;
    this.#watchPrices(true);
    this.#pull();
  }

  #pull(): void {
    const { conditions } = this.#market;
    if (this.#second === PULL_SECONDS) {
      this.#labelPull();
      this.#release();
      return;
    }
    this.#second++;
    conditions.news.depth = 1 - ((1 - PULLED_DEPTH) * this.#second) / PULL_SECONDS;
    conditions.refresh();
    this.#watchPrices(false);
    this.#market.wakeIn(this.#options.owner, SECOND_NS, 0, TAG_PULL);
  }

  #release(): void {
    const { conditions, profile } = this.#market;
    const minuteTicks = profile.sigmaTicks * Math.sqrt(60 * conditions.scale);
    conditions.valueJump += this.#jump * minuteTicks;
    this.#newsNs = this.#market.nowNs;
    this.#second = 0;
    this.#watchPrices(true);
    this.#fade();
  }

  #fade(): void {
    const { news } = this.#market.conditions;
    const left = exp((-Math.LN2 * this.#second) / HALF_LIFE_SECONDS);
    news.pace = 1 + (BURST - 1) * left;
    news.depth = 1 - (1 - PULLED_DEPTH) * exp((-Math.LN2 * this.#second) / DEPTH_HALF_LIFE_SECONDS);
    if (this.#second === LABELLED_SECONDS) this.#labelBurst();
    if (this.#second < LAST_SECOND) {
      this.#second++;
      this.#market.wakeIn(this.#options.owner, SECOND_NS, 0, TAG_FADE);
    } else {
      news.pace = 1;
      news.depth = 1;
      this.#second = -1;
    }
    this.#market.conditions.refresh();
    this.#watchPrices(false);
  }

  #watchPrices(afresh: boolean): void {
    const { bestBidTicks, bestAskTicks } = this.#market.engine.ladder;
    this.#lowTicks = afresh ? bestBidTicks : Math.min(this.#lowTicks, bestBidTicks);
    this.#highTicks = afresh ? bestAskTicks : Math.max(this.#highTicks, bestAskTicks);
  }

  #labelPull(): void {
    this.#label('pull', this.#pullFromNs);
  }

  #labelBurst(): void {
    this.#label('news', this.#newsNs);
  }

  #label(sub: 'pull' | 'news', fromNs: number): void {
    const market = this.#market;
    const t0Ns = market.exchangeNs(fromNs);
    market.onLabel({
      id: `${NAME}-${market.instrumentId}-${this.#serial}-${sub}`,
      type: 'neg',
      sub,
      side: null,
      instrumentId: market.instrumentId,
      t0Ns,
      t1Ns: market.exchangeNs(market.nowNs),
      tEvidentNs: t0Ns,
      priceLowTicks: this.#lowTicks,
      priceHighTicks: this.#highTicks,
      qty: 0,
      agentIds: [`${NAME}/${this.#serial}`],
      orderIds: [],
      params: { jumpSigmas: Math.round(this.#jump * 100) / 100 },
      observability: 'strong',
      success: null,
    });
  }
}
