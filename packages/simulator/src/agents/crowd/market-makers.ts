/** Makers: quotes on both sides that follow the price within milliseconds and lean against their own position. */
import { SECOND_NS, SIDE_ASK, SIDE_BID } from '@undertow/market';
import type { Agent, MarketAccess } from '#agents/frame/market-access.ts';
import type { EventReport } from '#engine/event-report.ts';
import { NO_SLOT } from '#engine/order-store.ts';
import { awayStep } from '#flow/book-weights.ts';
import type { RandomStream } from '#random/random.ts';

const NAME = 'market-maker';
const MIN_MAKERS = 8;
const TAG_LOOK = 0;
const TAG_ANSWER = 1;
/** Plus the place of the quote: 0 for the bid, 1 for the ask. */
const TAG_TAKE_BACK = 2;

/** Median time in which a maker answers a change; the fastest are co-located with the exchange. */
const MIN_ANSWER_NS = 0.4e6;
const MAX_ANSWER_FACTOR = 50;
const JITTER = 0.5;
/** A maker with nothing to do checks again after this mean time. */
const LOOK_NS = 6 * SECOND_NS;
/** Share of changes of the price that a maker follows at once. */
const FOLLOWS = 0.15;
/** A quote this many ticks from where it should be is left there. */
const TOLERANCE_TICKS = 1;
/** Contracts of a position, in quotes, for which the own quote moves back by a tick. */
const SKEW_QUOTES = 4;
/** A new quote is as often as this taken back within milliseconds, to be entered again. */
const FLICKERS = 0.06;
const FLICKER_NS = 1.2e6;
/** When depth falls below this share before news, makers leave the book. */
const FEARED_DEPTH = 0.6;

interface Maker {
  readonly random: RandomStream;
  readonly answerNs: number;
  readonly size: number;
  readonly backTicks: number;
  /** Slot and id of the bid and the ask. */
  readonly slots: [number, number];
  readonly ids: [number, number];
  position: number;
  isAnswering: boolean;
}

export interface MarketMakersOptions {
  readonly owner: number;
  readonly most: number;
}

/** Quotes after Avellaneda and Stoikov 2008: a long position moves both quotes down, a short one up. */
export class MarketMakers implements Agent {
  readonly #market: MarketAccess;
  readonly #owner: number;
  readonly #makers: Maker[] = [];
  #lastTicks = 0;

  constructor(market: MarketAccess, { owner, most }: MarketMakersOptions) {
    this.#market = market;
    this.#owner = owner;
    if (most <= 0) return;
    const count = MIN_MAKERS + market.stream(NAME, 0).below(most + 1);
    for (let instance = 0; instance < count; instance++) {
      const random = market.stream(NAME, instance + 1);
      this.#makers.push(this.#hire(random));
      market.wakeIn(owner, random.unit() * SECOND_NS, instance, TAG_LOOK);
    }
  }

  wake(instance: number, tag: number): void {
    const maker = this.#makers[instance]!;
    if (tag >= TAG_TAKE_BACK) {
      this.#takeBack(maker, tag === TAG_TAKE_BACK ? 0 : 1);
      this.#answer(maker, instance);
      return;
    }
    if (tag === TAG_ANSWER) maker.isAnswering = false;
    else this.#market.wakeIn(this.#owner, maker.random.exponential() * LOOK_NS, instance, TAG_LOOK);
    if (this.#market.conditions.news.depth < FEARED_DEPTH) this.#leave(maker);
    else {
      this.#quote(maker, instance, SIDE_BID);
      this.#quote(maker, instance, SIDE_ASK);
    }
  }

  onMatch(report: EventReport): void {
    for (let at = 0; at < report.touchedCount; at++)
      if (report.touchedOwner[at] === this.#owner) this.#filled(report, at);
    if (report.lastTradeTicks === this.#lastTicks) return;
    this.#lastTicks = report.lastTradeTicks;
    for (let instance = 0; instance < this.#makers.length; instance++) {
      const maker = this.#makers[instance]!;
      if (maker.random.chance(FOLLOWS)) this.#answer(maker, instance);
    }
  }

  finish(): void {
    // Makers are part of any market.
  }

  #hire(random: RandomStream): Maker {
    const { perturbation, profile } = this.#market;
    const speed = random.unit();
    return {
      random,
      answerNs:
        MIN_ANSWER_NS * (1 + (MAX_ANSWER_FACTOR - 1) * speed * speed * speed) * perturbation.latencyFactor,
      size: Math.max(
        1,
        Math.round((1 + 4 * random.unit()) * perturbation.sizeFactor * Math.min(1, profile.sizePower)),
      ),
      backTicks: random.below(4),
      slots: [NO_SLOT, NO_SLOT],
      ids: [0, 0],
      position: 0,
      isAnswering: false,
    };
  }

  #answer(maker: Maker, instance: number): void {
    if (maker.isAnswering) return;
    maker.isAnswering = true;
    this.#market.wakeIn(this.#owner, maker.random.logNormal(maker.answerNs, JITTER), instance, TAG_ANSWER);
  }

  #filled(report: EventReport, at: number): void {
    const id = report.touchedId[at]!;
    for (let instance = 0; instance < this.#makers.length; instance++) {
      const maker = this.#makers[instance]!;
      const place = maker.ids.indexOf(id);
      if (place < 0 || id === 0) continue;
      maker.position += (place === 0 ? 1 : -1) * report.touchedFilled[at]!;
      if (report.touchedAlive[at] !== 1) maker.ids[place as 0 | 1] = 0;
      this.#answer(maker, instance);
    }
  }

  /** Enters the quote where there is none, moves one that is too far off, leaves it otherwise. */
  #quote(maker: Maker, instance: number, side: number): void {
    const market = this.#market;
    const place = side === SIDE_BID ? 0 : 1;
    const skew = Math.trunc(maker.position / (SKEW_QUOTES * maker.size)) * (side === SIDE_BID ? 1 : -1);
    const back = Math.max(0, Math.min(9, maker.backTicks + skew));
    const price = market.bestTicks(side) + awayStep(side) * back;
    const id = maker.ids[place];
    const slot = maker.slots[place];
    if (id !== 0 && market.holds(slot, id)) {
      const off = Math.abs(market.engine.orders.priceTicks[slot]! - price);
      if (off > TOLERANCE_TICKS && !market.reprice(slot, price)) maker.ids[place] = 0;
      return;
    }
    const entered = market.addLimit(this.#owner, side, price, maker.size, 0);
    maker.slots[place] = entered;
    maker.ids[place] = entered === NO_SLOT ? 0 : market.engine.orders.id[entered]!;
    if (entered === NO_SLOT || !maker.random.chance(FLICKERS)) return;
    this.#market.wakeIn(
      this.#owner,
      maker.random.logNormal(FLICKER_NS, 0.8),
      instance,
      TAG_TAKE_BACK + place,
    );
  }

  #takeBack(maker: Maker, place: 0 | 1): void {
    const id = maker.ids[place];
    if (id !== 0 && this.#market.holds(maker.slots[place], id)) this.#market.cancel(maker.slots[place]);
    maker.ids[place] = 0;
  }

  #leave(maker: Maker): void {
    this.#takeBack(maker, 0);
    this.#takeBack(maker, 1);
  }
}
