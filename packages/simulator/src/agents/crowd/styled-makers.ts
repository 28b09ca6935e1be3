/**
 * Makers as other markets have them: several quotes a side, sizes of their own law, some that keep their places in the queue,
 * that post again at once what was taken, and that step aside when takers all come from one side.
 */
import { NO_PRICE, SECOND_NS, SIDE_ASK, SIDE_BID } from '@undertow/market';
import { hasBothSides, typicalLevel } from '#agents/frame/book-gauge.ts';
import { drawStyle } from '#agents/frame/draw-style.ts';
import { ordinaryOrders } from '#agents/frame/draws.ts';
import type { Agent, MarketAccess } from '#agents/frame/market-access.ts';
import type { EventReport } from '#engine/event-report.ts';
import { NO_SLOT } from '#engine/order-store.ts';
import { awayStep } from '#flow/book-weights.ts';
import type { SizeLaw } from '#flow/size-law.ts';
import type { RandomStream } from '#random/random.ts';

const NAME = 'styled-maker';
const MAX_MAKERS = 8;
const MAX_LEVELS = 6;
const TAG_LOOK = 0;
/** Plus the place of a quote: bids first. */
const TAG_REPOST = 1;

/** How a maker's sizes vary from quote to quote. */
type SizeStyle = 'fixed' | 'varied' | 'as_others';
const SIZE_STYLES: readonly SizeStyle[] = ['fixed', 'varied', 'as_others'];

/** Medians of answers, nanoseconds: races, responders, cycles of a second by the clock, slow ones. */
const ANSWERS_NS: readonly (readonly [low: number, high: number])[] = [
  [0.005e6, 0.05e6],
  [2e6, 3e6],
  [SECOND_NS, SECOND_NS],
  [20e6, 200e6],
];
const MAX_REPOSTS = 0.95;
/** A quote this many ticks from its level is where the maker wants no quote. */
const KEPT_TICKS = 2;
/** Net contracts of takers within a tenth of a second, in median levels, that a maker fears. */
const FEARED_LEVELS = 1;
const FEARED_NS = 0.1 * SECOND_NS;

interface Quote {
  slot: number;
  id: number;
  priceTicks: number;
}

interface StyledMaker {
  readonly random: RandomStream;
  readonly levels: number;
  readonly size: number;
  readonly sizeStyle: SizeStyle;
  /** Leaves its outer quotes where they are when the price moves, for their places in the queue. */
  readonly keepsQueue: boolean;
  readonly reposts: number;
  readonly answerNs: number;
  readonly lookNs: number;
  readonly fades: number;
  readonly backTicks: number;
  /** By level: bids, then asks. */
  readonly quotes: Quote[];
}

export interface StyledMakersOptions {
  readonly owner: number;
  /** At most; 0 for none. */
  readonly most: number;
}

export class StyledMakers implements Agent {
  readonly #market: MarketAccess;
  readonly #owner: number;
  readonly #makers: StyledMaker[] = [];
  readonly #orders: SizeLaw;
  #pressure = 0;
  #pressureNs = 0;

  constructor(market: MarketAccess, { owner, most }: StyledMakersOptions) {
    this.#market = market;
    this.#owner = owner;
    this.#orders = ordinaryOrders(market);
    if (most <= 0) return;
    const count = 1 + market.stream(NAME, 0).below(Math.min(most, MAX_MAKERS));
    for (let instance = 0; instance < count; instance++) {
      const random = market.stream(NAME, instance + 1);
      this.#makers.push(
        drawStyle(
          market,
          () => hire(random),
          ({ sizeStyle }) => `maker/${sizeStyle}`,
        ),
      );
      market.wakeIn(owner, random.unit() * SECOND_NS, instance, TAG_LOOK);
    }
  }

  wake(instance: number, tag: number): void {
    const maker = this.#makers[instance]!;
    if (tag === TAG_LOOK) {
      this.#market.wakeIn(this.#owner, maker.lookNs * (0.5 + maker.random.unit()), instance, TAG_LOOK);
      this.#requote(maker);
    } else this.#repost(maker, tag - TAG_REPOST);
  }

  onMatch(report: EventReport): void {
    this.#feel(report);
    for (let at = 0; at < report.touchedCount; at++) {
      if (report.touchedOwner[at] !== this.#owner || report.touchedAlive[at] === 1) continue;
      for (let instance = 0; instance < this.#makers.length; instance++)
        this.#filled(instance, report.touchedId[at]!);
    }
  }

  finish(): void {
    // Makers are part of any market.
  }

  /** A quote is gone: perhaps the maker posts it again where it was. */
  #filled(instance: number, id: number): void {
    const maker = this.#makers[instance]!;
    const place = maker.quotes.findIndex((quote) => quote.id === id);
    if (place < 0) return;
    maker.quotes[place]!.id = 0;
    if (!maker.random.chance(maker.reposts)) return;
    const delayNs = maker.random.logNormal(maker.answerNs, 0.4);
    this.#market.wakeIn(this.#owner, delayNs, instance, TAG_REPOST + place);
  }

  /** What takers net took lately, contracts; it is forgotten within a tenth of a second. */
  #feel(report: EventReport): void {
    if (report.rounds === 0) return;
    const left = Math.max(0, 1 - (report.timeNs - this.#pressureNs) / FEARED_NS);
    this.#pressure = this.#pressure * left + report.buyVolume - report.sellVolume;
    this.#pressureNs = report.timeNs;
  }

  #isFeared(side: number): boolean {
    if (this.#market.nowNs - this.#pressureNs > FEARED_NS) return false;
    const against = side === SIDE_ASK ? this.#pressure : -this.#pressure;
    return against > FEARED_LEVELS * typicalLevel(this.#market);
  }

  #repost(maker: StyledMaker, place: number): void {
    const quote = maker.quotes[place]!;
    const side = place < maker.levels ? SIDE_BID : SIDE_ASK;
    if (quote.id !== 0 || (this.#isFeared(side) && maker.random.chance(maker.fades))) return;
    if (!this.#market.engine.crosses(side, quote.priceTicks))
      this.#enter(maker, quote, side, quote.priceTicks);
  }

  #requote(maker: StyledMaker): void {
    if (!hasBothSides(this.#market)) return;
    for (let place = 0; place < maker.quotes.length; place++) {
      const side = place < maker.levels ? SIDE_BID : SIDE_ASK;
      const level = place % maker.levels;
      this.#place(maker, maker.quotes[place]!, side, level);
    }
  }

  #place(maker: StyledMaker, quote: Quote, side: number, level: number): void {
    const market = this.#market;
    const best = market.bestTicks(side);
    if (best === NO_PRICE) return;
    const price = best + awayStep(side) * (maker.backTicks + level);
    const isFading = level === 0 && this.#isFeared(side) && maker.random.chance(maker.fades);
    const rests = quote.id !== 0 && market.holds(quote.slot, quote.id);
    if (!rests) {
      if (!isFading) this.#enter(maker, quote, side, price);
      return;
    }
    if (isFading) {
      market.cancel(quote.slot);
      quote.id = 0;
      return;
    }
    const off = Math.abs(quote.priceTicks - price);
    if (off <= (maker.keepsQueue && level > 0 ? KEPT_TICKS + maker.levels : 0)) return;
    quote.priceTicks = price;
    if (!market.reprice(quote.slot, price)) quote.id = 0;
  }

  #enter(maker: StyledMaker, quote: Quote, side: number, priceTicks: number): void {
    const slot = this.#market.addLimit(this.#owner, side, priceTicks, this.#sizeOf(maker), 0);
    quote.slot = slot;
    quote.id = slot === NO_SLOT ? 0 : this.#market.engine.orders.id[slot]!;
    quote.priceTicks = priceTicks;
  }

  #sizeOf({ random, size, sizeStyle }: StyledMaker): number {
    const usual = Math.max(1, Math.round(size * typicalLevel(this.#market)));
    if (sizeStyle === 'fixed') return usual;
    if (sizeStyle === 'varied') return Math.max(1, Math.round(usual * (0.5 + random.unit())));
    return this.#orders.draw(random);
  }
}

function hire(random: RandomStream): StyledMaker {
  const levels = 1 + random.below(MAX_LEVELS);
  const [low, high] = ANSWERS_NS[random.below(ANSWERS_NS.length)]!;
  return {
    random,
    levels,
    size: random.logUniform(0.05, 0.5),
    sizeStyle: SIZE_STYLES[random.below(SIZE_STYLES.length)]!,
    keepsQueue: random.chance(0.5),
    reposts: MAX_REPOSTS * random.unit(),
    answerNs: random.logUniform(low, high),
    lookNs: random.logUniform(0.2, 5) * SECOND_NS,
    fades: 0.3 + 0.6 * random.unit(),
    backTicks: random.below(3),
    quotes: Array.from({ length: 2 * levels }, () => ({ slot: NO_SLOT, id: 0, priceTicks: 0 })),
  };
}
