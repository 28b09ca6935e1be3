/** Those who learn first what a product is worth now: they take what rests on the wrong side of it. */
import { HOUR_NS, MS_NS, NO_PRICE, SIDE_ASK, SIDE_BID } from '@undertow/market';
import type { Agent, MarketAccess } from '#agents/frame/market-access.ts';
import { oppositeSide } from '#engine/match-rounds.ts';
import { awayStep } from '#flow/book-weights.ts';
import type { RandomStream } from '#random/random.ts';

const NAME = 'value';
const TAG_WORLD = 0;
const TAG_OWN = 1;
const TAG_HEARD = 2;

/** Share of news that somebody trades on within the same instant instead of leaving it to the crowd. */
const SNIPED = 0.7;
/** The S&P future leads the Nasdaq's by this long, or is led by it, for about twenty minutes each. */
const MIN_LAG_NS = 5e6;
const LAG_RANGE_NS = 35e6;
const NASDAQ_LEADS = 0.2;
const MEAN_REGIME_NS = HOUR_NS / 3;
/** The others follow the leader, the Dow last. */
const LAST_LAG = 1.4;
/** A gap below this is left alone, ticks. */
const MIN_GAP = 0.5;
/** A trader who wants more than this share of what rests there sweeps with one order. */
const SWEEP_FROM = 1.1;
/** Prices that are taken at once at most. */
const MAX_PRICES = 24;

export interface InformedTradersOptions {
  readonly owner: number;
  readonly perHour: number;
}

export class InformedTraders implements Agent {
  readonly #market: MarketAccess;
  readonly #options: InformedTradersOptions;
  readonly #world: RandomStream;
  readonly #leads: RandomStream;
  readonly #own: RandomStream;
  readonly #snipes: RandomStream;
  /** Ticks of a move of mean size at scale 1. */
  readonly #moveTicks: number;
  readonly #loading: number;
  /** Moves that were known elsewhere and arrive here later, first in first out: lags change slowly. */
  readonly #underWay: number[] = [];
  #regimeEndsNs = 0;
  #lagNs = 0;

  constructor(market: MarketAccess, options: InformedTradersOptions) {
    this.#market = market;
    this.#options = options;
    this.#world = market.worldStream(NAME, 0);
    this.#leads = market.worldStream('lead', 0);
    this.#own = market.stream(NAME, 0);
    this.#snipes = market.stream('informed-traders', 0);
    const { sigmaTicks, worldLoading } = market.profile;
    this.#moveTicks = options.perHour > 0 ? sigmaTicks * Math.sqrt(3600 / options.perHour) : 0;
    this.#loading = worldLoading;
    this.#plan(this.#world, TAG_WORLD);
    this.#plan(this.#own, TAG_OWN);
  }

  wake(_instance: number, tag: number): void {
    if (tag === TAG_WORLD) {
      const move = this.#world.normal();
      this.#plan(this.#world, TAG_WORLD);
      this.#followLead();
      this.#receive(this.#loading * move, this.#lagNs);
    } else if (tag === TAG_OWN) {
      const move = this.#own.normal();
      this.#plan(this.#own, TAG_OWN);
      this.#move(Math.sqrt(1 - this.#loading * this.#loading) * move);
    } else this.#move(this.#underWay.shift() ?? 0);
  }

  onMatch(): void {
    // They watch what happens elsewhere.
  }

  finish(): void {
    // Nobody labels the news of a day.
  }

  #plan(stream: RandomStream, tag: number): void {
    const { perHour, owner } = this.#options;
    if (perHour > 0) this.#market.wakeIn(owner, (stream.exponential() * HOUR_NS) / perHour, 0, tag);
  }

  /** Who learns first changes now and then; the draws are the same for every product. */
  #followLead(): void {
    const market = this.#market;
    if (market.nowNs < this.#regimeEndsNs) return;
    this.#regimeEndsNs = market.nowNs + this.#leads.exponential() * MEAN_REGIME_NS;
    const leader = this.#leads.chance(NASDAQ_LEADS) ? 'NQ' : 'ES';
    const lagNs = MIN_LAG_NS + LAG_RANGE_NS * this.#leads.unit();
    const { symbol } = market.instrument;
    const isFirst = symbol === leader;
    const isSecond = symbol === 'ES' || symbol === 'NQ';
    this.#lagNs = (isFirst ? 0 : lagNs * (isSecond ? 1 : LAST_LAG)) * market.perturbation.latencyFactor;
    market.onLag(market.exchangeNs(market.nowNs), this.#lagNs / MS_NS);
  }

  #receive(move: number, lagNs: number): void {
    if (lagNs === 0) {
      this.#move(move);
      return;
    }
    this.#underWay.push(move);
    this.#market.wakeIn(this.#options.owner, lagNs, 0, TAG_HEARD);
  }

  /** The worth changes; a quick trader may take what rests between the price and it. */
  #move(move: number): void {
    const { conditions } = this.#market;
    const ticks = move * this.#moveTicks * conditions.volatility;
    conditions.valueJump += ticks;
    const isSniped = this.#snipes.chance(SNIPED);
    const share = 0.6 + 0.7 * this.#snipes.unit();
    const gap = conditions.gapTicks + conditions.valueJump;
    if (!isSniped || Math.abs(gap) < MIN_GAP) return;
    conditions.isUnfollowed = true;
    if (share > SWEEP_FROM) this.#sweep(gap, share);
    else this.#takeEach(gap > 0 ? SIDE_BID : SIDE_ASK);
    conditions.isUnfollowed = false;
  }

  /** One order through every price on the wrong side of the worth. */
  #sweep(gap: number, share: number): void {
    const { ladder } = this.#market.engine;
    const side = gap > 0 ? SIDE_BID : SIDE_ASK;
    const against = oppositeSide(side);
    const best = ladder.bestTicks(against);
    if (best === NO_PRICE) return;
    const reach = Math.floor(Math.abs(gap) - MIN_GAP);
    let resting = 0;
    for (let k = 0; k <= reach; k++) resting += ladder.sizeAt(against, best + awayStep(against) * k);
    this.#market.take(side, reach, Math.max(1, Math.round((share - 0.1) * resting)));
  }

  /** Several traders learn it at once: each takes one price while it is on the wrong side of the worth. */
  #takeEach(side: number): void {
    const { conditions, engine } = this.#market;
    const against = oppositeSide(side);
    const sign = side === SIDE_BID ? 1 : -1;
    for (let taken = 0; taken < MAX_PRICES; taken++) {
      const best = engine.ladder.bestTicks(against);
      if (best === NO_PRICE) return;
      const worth = this.#market.midTicks() + conditions.gapTicks + conditions.valueJump;
      if ((worth - best) * sign < 0) return;
      this.#market.take(side, 0, engine.ladder.sizeAt(against, best));
    }
  }
}
