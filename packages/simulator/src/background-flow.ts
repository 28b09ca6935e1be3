/** The crowd: every order that no named agent enters, as queue-reactive rates excited by what just happened. */
import { NO_PRICE, SIDE_ASK, SIDE_BID } from '@undertow/market';
import { awayStep, BookWeights, NEAR_LEVELS } from './book-weights.ts';
import { DeepOrders } from './deep-orders.ts';
import { Excitation } from './excitation.ts';
import type { FlowProfile } from './flow-profile.ts';
import { oppositeSide } from './match-rounds.ts';
import type { MatchingEngine } from './matching-engine.ts';
import { NO_SLOT } from './order-store.ts';
import { pickYoungOrder } from './pick-young-order.ts';
import type { RandomStream } from './random.ts';
import { SignMemory } from './sign-memory.ts';
import { ADD_SIZES, AGGRESSOR_SIZES, SizeLaw } from './size-law.ts';

// Mean numbers of followers of a book change and of a match event, by kernel (5 ms, 0.3 s, 8 s).
const BOOK_BY_BOOK = { fast: 0.48, middle: 0.12, slow: 0.06 };
const BOOK_BY_MATCH = { fast: 2.9, middle: 0.8, slow: 0.3 };
const TRADES_BY_MATCH = { fast: 0.3, middle: 0.27, slow: 0.25 };
/** Base shares that leave the means unchanged by the followers above. */
const BOOK_BASE = (changes: number): number => Math.max(0.05, 1 - 0.66 - 4 / changes);
const TRADE_BASE = 0.18;
/** Excited events a second and kernel that a gateway lets through. */
const RATE_CAP = 4000;

/** Shares of the book's changes. */
const MODIFY_SHARE = 0.25;
const DEEP_SHARE = 0.04;
/** Orders that are withdrawn within milliseconds of their entry. */
const FLICKER_SHARE = 0.14;
/** Aggressors that are re-priced resting orders: 3.7 % on the recording. */
const MODIFIED_AGGRESSORS = 0.037;
/** Aggressors that leave their rest in the book. */
const RESTING_AGGRESSORS = 0.06;
/** How strongly the queue imbalance draws free aggressors to the short side. */
const IMBALANCE_PULL = 0.42;
/** Chance that a gap left by an emptied level is filled by the side that won. */
const CONTINUATION = 0.64;

/** Weight of the newest aggressor in the mean sign that liquidity leans against. */
const FLOW_WEIGHT = 1 / 60;

/** Orders above this many contracts are not entered at the price drawn for them but one to four ticks behind. */
const LARGE_SIZE = 15;

/** How strongly liquidity leans against a run of buys or sells: without it the memory of signs would make trends. */
const RESISTANCE = 0.07;
/** How strongly it leans against a price that left its mean of the last minutes by a swing. */
const VALUE_PULL = 0.13;
const VALUE_SECONDS = 180;

/** Plans the withdrawal of an order at a time. */
export type PlanCancel = (timeNs: number, slot: number, orderId: number) => void;

export interface BackgroundOptions {
  readonly engine: MatchingEngine;
  readonly profile: FlowProfile;
  readonly random: RandomStream;
  readonly signRandom: RandomStream;
  /** Multiplies every base rate. */
  readonly scale: number;
  readonly planCancel: PlanCancel;
}

export class BackgroundFlow {
  readonly excitation = new Excitation(RATE_CAP);
  /** Time of day and latent volatility, about 1. */
  activity = 1;
  readonly #engine: MatchingEngine;
  readonly #profile: FlowProfile;
  readonly #random: RandomStream;
  readonly #weights: BookWeights;
  readonly #signs: SignMemory;
  readonly #deep: DeepOrders;
  readonly #addSizes: SizeLaw;
  readonly #aggressorSizes: SizeLaw;
  readonly #planCancel: PlanCancel;
  readonly #bookBase: number;
  readonly #tradeBase: number;
  readonly #narrowBase: number;
  /** Side whose best level was emptied last. */
  #emptied = SIDE_ASK;
  /** Decaying mean sign of aggressors. */
  #flow = 0;
  /** Mean of the mid over the last minutes. */
  #value = 0;
  #bidBefore = NO_PRICE;
  #askBefore = NO_PRICE;

  constructor(options: BackgroundOptions) {
    const { engine, profile, random, scale } = options;
    this.#engine = engine;
    this.#profile = profile;
    this.#random = random;
    this.#planCancel = options.planCancel;
    this.#weights = new BookWeights(engine.ladder, profile);
    this.#deep = new DeepOrders(engine, profile, random);
    this.#signs = new SignMemory(options.signRandom, 0.86, 1.3);
    this.#addSizes = new SizeLaw(ADD_SIZES, profile.sizePower);
    this.#aggressorSizes = new SizeLaw(AGGRESSOR_SIZES, profile.sizePower);
    const aggressors = profile.aggressorsPerSecond * scale;
    this.#tradeBase = aggressors * TRADE_BASE;
    this.#bookBase = aggressors * profile.changesPerAggressor * BOOK_BASE(profile.changesPerAggressor);
    this.#narrowBase = aggressors * profile.narrowing;
  }

  /** Fills an empty exchange around a price as if it had traded for hours. */
  fillBook(timeNs: number, openTicks: number): void {
    this.#value = openTicks;
    for (const side of [SIDE_BID, SIDE_ASK]) {
      const best = side === SIDE_BID ? openTicks - 1 : openTicks;
      for (let k = 0; k < NEAR_LEVELS; k++) {
        const orders = Math.max(1, Math.floor(this.#weights.target(k) * (0.6 + 0.8 * this.#random.unit())));
        for (let n = 0; n < orders; n++) this.#rest(timeNs, side, best + awayStep(side) * k);
      }
    }
    this.#deep.fill(timeNs, this.#addSizes, this.#weights.target(NEAR_LEVELS));
    this.readBook();
  }

  /** A second passes at a new pace. */
  stepSecond(activity: number): void {
    this.activity = activity;
    this.#value += (this.#mid() - this.#value) / VALUE_SECONDS;
  }

  #mid(): number {
    return (this.#engine.ladder.bestBidTicks + this.#engine.ladder.bestAskTicks) / 2;
  }

  #pressure(): number {
    const stretched = (this.#mid() - this.#value) / this.#profile.swingTicks;
    return RESISTANCE * this.#flow + VALUE_PULL * Math.max(-1, Math.min(1, stretched));
  }

  /** Events a second at this moment: an upper bound until the next event, because excitation only decays. */
  rate(): number {
    return this.#tradeRate() + this.#bookRate() + this.#narrowRate();
  }

  #tradeRate(): number {
    return this.#tradeBase * this.activity + this.excitation.tradeRate;
  }

  #bookRate(): number {
    const state = 0.5 * (this.#weights.addTotal + this.#weights.cancelTotal);
    return (this.#bookBase * this.activity + this.excitation.bookRate) * state;
  }

  #narrowRate(): number {
    const { bestBidTicks, bestAskTicks } = this.#engine.ladder;
    return bestAskTicks - bestBidTicks > 1 ? this.#narrowBase * this.activity : 0;
  }

  /** One event of the crowd now. */
  act(timeNs: number): void {
    const trade = this.#tradeRate();
    const narrow = this.#narrowRate();
    const drawn = this.#random.unit() * this.rate();
    if (drawn < trade) this.#aggress(timeNs);
    else if (drawn < trade + narrow) this.#narrow(timeNs);
    else this.#changeBook(timeNs);
  }

  /** Lets the last event excite the next ones; call after every event of anybody. */
  learn(): void {
    const { report } = this.#engine;
    this.excitation.exciteBook(report.rounds > 0 ? BOOK_BY_MATCH : BOOK_BY_BOOK);
    if (report.rounds === 0) return;
    this.excitation.exciteTrades(TRADES_BY_MATCH);
    const sign = report.firstSide === SIDE_BID ? 1 : -1;
    this.#signs.remember(sign);
    this.#flow += FLOW_WEIGHT * (sign - this.#flow);
  }

  /** The venue's maker of last resort: a side that was swept empty gets ten levels again before anybody acts. */
  restock(timeNs: number): void {
    const { ladder } = this.#engine;
    if (ladder.bestBidTicks !== NO_PRICE && ladder.bestAskTicks !== NO_PRICE) return;
    const side = ladder.bestBidTicks === NO_PRICE ? SIDE_BID : SIDE_ASK;
    const away = awayStep(side);
    const touch = ladder.bestTicks(oppositeSide(side)) + away;
    const before = side === SIDE_BID ? this.#bidBefore : this.#askBefore;
    const from = (before - touch) * away > 0 ? before : touch;
    for (let k = 1; k <= NEAR_LEVELS; k++) this.#rest(timeNs, side, from + away * k);
  }

  /** Reads the book again; call after every event, when no side is empty. */
  readBook(): void {
    const { ladder } = this.#engine;
    if (ladder.bestAskTicks > this.#askBefore) this.#emptied = SIDE_ASK;
    else if (ladder.bestBidTicks < this.#bidBefore) this.#emptied = SIDE_BID;
    this.#bidBefore = ladder.bestBidTicks;
    this.#askBefore = ladder.bestAskTicks;
    this.#weights.refresh(this.#pressure());
  }

  #aggress(timeNs: number): void {
    const { ladder } = this.#engine;
    const bidSize = ladder.sizeAt(SIDE_BID, ladder.bestBidTicks);
    const askSize = ladder.sizeAt(SIDE_ASK, ladder.bestAskTicks);
    const imbalance = (bidSize - askSize) / (bidSize + askSize + 1);
    const buys = this.#signs.next(0.5 + IMBALANCE_PULL * imbalance) > 0;
    const side = buys ? SIDE_BID : SIDE_ASK;
    const best = ladder.bestTicks(oppositeSide(side));
    if (best === NO_PRICE) return;
    if (this.#random.chance(MODIFIED_AGGRESSORS) && this.#modifyThrough(timeNs, side, best)) return;
    this.#trade(timeNs, side, best, buys ? askSize : bidSize);
  }

  /** Most aggressors take no more than the best price shows; a few sweep. */
  #trade(timeNs: number, side: number, best: number, available: number): void {
    const size = this.#aggressorSizes.draw(this.#random);
    if (size > available && this.#random.chance(this.#profile.sweepers)) {
      const reach = this.#random.geometric(1.6);
      this.#engine.addImmediate(timeNs, side, best - awayStep(side) * reach, size);
    } else if (this.#random.chance(RESTING_AGGRESSORS)) {
      this.#engine.addLimit(timeNs, side, best, size);
    } else {
      this.#engine.addImmediate(timeNs, side, best, Math.min(size, available));
    }
  }

  /** A resting order of the side is re-priced through the spread. */
  #modifyThrough(timeNs: number, side: number, best: number): boolean {
    const { ladder, orders } = this.#engine;
    const from = ladder.bestTicks(side) + awayStep(side) * this.#random.below(3);
    const slot = pickYoungOrder(this.#engine, this.#random, side, from);
    if (slot === NO_SLOT) return false;
    this.#engine.modify(timeNs, slot, best, orders.size[slot] as number);
    return true;
  }

  /** An order into the spread: by the side that won the last level, or by the one that lost it. */
  #narrow(timeNs: number): void {
    const { ladder, orders } = this.#engine;
    const side = this.#random.chance(CONTINUATION) ? oppositeSide(this.#emptied) : this.#emptied;
    const best = ladder.bestTicks(side);
    const room = ladder.bestAskTicks - ladder.bestBidTicks - 1;
    const price = best - awayStep(side) * (room > 1 ? 1 + this.#random.below(room) : 1);
    const slot = this.#random.chance(0.3) ? pickYoungOrder(this.#engine, this.#random, side, best) : NO_SLOT;
    if (slot !== NO_SLOT && ladder.countAt(side, best) > 1)
      this.#engine.modify(timeNs, slot, price, orders.size[slot] as number);
    else this.#rest(timeNs, side, price);
  }

  #changeBook(timeNs: number): void {
    const kind = this.#random.unit();
    const weights = this.#weights;
    if (kind < DEEP_SHARE) {
      this.#deep.change(timeNs, this.#addSizes);
    } else if (kind < DEEP_SHARE + MODIFY_SHARE) {
      weights.pickCancel(this.#random);
      this.#modify(timeNs, weights.side, weights.distance);
    } else if (this.#random.unit() * (weights.addTotal + weights.cancelTotal) < weights.addTotal) {
      weights.pickAdd(this.#random);
      this.#rest(timeNs, weights.side, this.#priceAt(weights.side, weights.distance));
    } else {
      weights.pickCancel(this.#random);
      const slot = pickYoungOrder(
        this.#engine,
        this.#random,
        weights.side,
        this.#priceAt(weights.side, weights.distance),
      );
      if (slot !== NO_SLOT) this.#engine.cancel(timeNs, slot);
    }
  }

  /** A smaller size in place, or the same order at another price. */
  #modify(timeNs: number, side: number, distance: number): void {
    const { orders } = this.#engine;
    const price = this.#priceAt(side, distance);
    const slot = pickYoungOrder(this.#engine, this.#random, side, price);
    if (slot === NO_SLOT) return;
    const size = orders.size[slot] as number;
    if (size > 1 && this.#random.chance(0.5)) {
      this.#engine.modify(timeNs, slot, price, 1 + this.#random.below(size - 1));
    } else if (this.#random.chance(0.1)) {
      this.#engine.modify(timeNs, slot, price, size + 1 + this.#random.below(2));
    } else {
      const to = this.#priceAt(side, this.#weights.pickAddDistance(this.#random, side));
      if (to !== price) this.#engine.modify(timeNs, slot, to, size);
    }
  }

  #rest(timeNs: number, side: number, priceTicks: number): void {
    const size = this.#addSizes.draw(this.#random);
    // Who has much to show keeps away from the touch, where it would be taken or would move the price.
    const back = size > LARGE_SIZE ? 1 + this.#random.below(4) : 0;
    const slot = this.#engine.addLimit(timeNs, side, priceTicks + awayStep(side) * back, size);
    if (slot === NO_SLOT || !this.#random.chance(FLICKER_SHARE)) return;
    const lifeNs = Math.ceil(this.#random.logNormal(2e6, 1.2));
    this.#planCancel(timeNs + lifeNs, slot, this.#engine.orders.id[slot] as number);
  }

  #priceAt(side: number, distance: number): number {
    return this.#engine.ladder.bestTicks(side) + awayStep(side) * distance;
  }
}
