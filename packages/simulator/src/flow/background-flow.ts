/** The crowd: every order that no named agent enters, as queue-reactive rates excited by what just happened. */
import { NO_PRICE, SIDE_ASK, SIDE_BID } from '@undertow/market';
import { oppositeSide } from '#engine/match-rounds.ts';
import type { MatchingEngine } from '#engine/matching-engine.ts';
import { NO_SLOT } from '#engine/order-store.ts';
import type { RandomStream } from '#random/random.ts';
import { awayStep, BookWeights, NEAR_LEVELS } from './book-weights.ts';
import type { CrowdFlow, CrowdOptions, PlanCancel } from './crowd-flow.ts';
import { DeepOrders } from './deep-orders.ts';
import * as excited from './excitation.ts';
import type { FlowProfile } from './flow-profile.ts';
import type { MarketConditions } from './market-conditions.ts';
import { pickRecentOrder } from './pick-recent-order.ts';
import { PricePull } from './price-pull.ts';
import { SignMemory } from './sign-memory.ts';
import { ADD_SIZES, AGGRESSOR_SIZES, SizeLaw } from './size-law.ts';

/** Shares of the book's changes. */
const MODIFY_SHARE = 0.25;
const DEEP_SHARE = 0.04;
/** Orders that are withdrawn within milliseconds of their entry. */
const FLICKER_SHARE = 0.1;
/** Aggressors that are re-priced resting orders: 3.7 % on the recording. */
const MODIFIED_AGGRESSORS = 0.037;
/** Aggressors that leave their rest in the book. */
const RESTING_AGGRESSORS = 0.06;
/** How strongly the queue imbalance draws free aggressors to the short side. */
const IMBALANCE_PULL = 0.48;
/** Chance that a gap left by an emptied level is filled by the side that won. */
const CONTINUATION = 0.68;
/** Orders above this many contracts are not entered at the price drawn for them but one to four ticks behind. */
const LARGE_SIZE = 15;

export class BackgroundFlow implements CrowdFlow {
  readonly #excitation = new excited.Excitation(excited.RATE_CAP);
  readonly #conditions: MarketConditions;
  readonly #pull: PricePull;
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
  /** Rate and direction of those who trade the gap to the product's worth, as of the last look at the book. */
  #gapFlow = 0;
  #isGapTrade = false;
  /** When the crowd did something last. */
  #actedNs = -1;
  #bidBefore = NO_PRICE;
  #askBefore = NO_PRICE;

  constructor(options: CrowdOptions) {
    const { engine, profile, random, conditions, sizeFactor } = options;
    this.#engine = engine;
    this.#profile = profile;
    this.#random = random;
    this.#planCancel = options.planCancel;
    this.#conditions = conditions;
    this.#pull = new PricePull(profile.sigmaTicks);
    this.#weights = new BookWeights(engine.ladder, profile, conditions);
    this.#deep = new DeepOrders(engine, profile, random);
    this.#signs = new SignMemory(options.signRandom, 0.86, 1.35);
    this.#addSizes = new SizeLaw(ADD_SIZES, profile.sizePower, sizeFactor);
    this.#aggressorSizes = new SizeLaw(AGGRESSOR_SIZES, profile.sizePower, sizeFactor);
    const aggressors = profile.aggressorsPerSecond * conditions.scale;
    this.#tradeBase = aggressors * excited.TRADE_BASE;
    this.#bookBase =
      aggressors * profile.changesPerAggressor * excited.BOOK_BASE(profile.changesPerAggressor);
    this.#narrowBase = aggressors * profile.narrowing;
  }

  fillBook(timeNs: number, openTicks: number): void {
    this.#pull.valueTicks = openTicks;
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

  readonly stepSecond = (): void =>
    this.#pull.stepSecond(this.#engine.ladder.midTicks, this.#conditions.driftTicks, this.#conditions.speed);
  readonly decay = (seconds: number): void => this.#excitation.decay(seconds);

  rate(): number {
    return this.#tradeRate() + this.#gapRate() + this.#bookRate() + this.#narrowRate();
  }

  #tradeRate(): number {
    return this.#tradeBase * this.#conditions.pace + this.#excitation.tradeRate;
  }

  #gapRate(): number {
    const { pace, arbitrage } = this.#conditions;
    return this.#tradeBase * pace * arbitrage * Math.abs(this.#gapFlow);
  }

  #bookRate(): number {
    const state = 0.5 * (this.#weights.addTotal + this.#weights.cancelTotal);
    return (this.#bookBase * this.#conditions.pace + this.#excitation.bookRate) * state;
  }

  #narrowRate(): number {
    const { bestBidTicks, bestAskTicks } = this.#engine.ladder;
    return bestAskTicks - bestBidTicks > 1
      ? this.#narrowBase * Math.max(1, this.#conditions.pace) * this.#conditions.narrowing
      : 0;
  }

  act(timeNs: number): void {
    this.#actedNs = timeNs;
    const trade = this.#tradeRate();
    const narrow = this.#narrowRate();
    const drawn = this.#random.unit() * this.rate();
    const gap = this.#gapRate();
    if (drawn < trade) this.#aggress(timeNs);
    else if (drawn < trade + narrow) this.#narrow(timeNs);
    else if (drawn < trade + narrow + gap) this.#takeGap(timeNs);
    else this.#changeBook(timeNs);
  }

  learn(): void {
    const { report } = this.#engine;
    this.#excitation.exciteBook(report.rounds > 0 ? excited.BOOK_BY_MATCH : excited.BOOK_BY_BOOK);
    // An auction has no aggressor whose side could be remembered.
    if (report.rounds === 0 || report.firstSide === 0) return;
    // Who trades on the worth stops when the price is there: nobody follows them for hundreds of trades.
    const isGapTrade = this.#isGapTrade;
    this.#isGapTrade = false;
    if (isGapTrade || this.#conditions.isUnfollowed) return;
    const isOwn = report.timeNs === this.#actedNs;
    this.#excitation.exciteTrades(isOwn ? excited.TRADES_BY_MATCH : excited.TRADES_BY_AGENT);
    const sign = report.firstSide === SIDE_BID ? 1 : -1;
    // The memory is that of large orders split by the crowd; agents split theirs themselves.
    if (isOwn) this.#signs.remember(sign);
    this.#pull.remember(sign);
  }

  restock(timeNs: number): void {
    const { ladder } = this.#engine;
    for (let side = SIDE_BID; side <= SIDE_ASK; side++) {
      if (ladder.bestTicks(side) !== NO_PRICE) continue;
      const away = awayStep(side);
      const opposite = ladder.bestTicks(oppositeSide(side));
      // Where both sides are gone, only the worth of the product is left as a reference.
      const touch = (opposite === NO_PRICE ? Math.round(this.#pull.valueTicks) : opposite) + away;
      const before = side === SIDE_BID ? this.#bidBefore : this.#askBefore;
      const from = before !== NO_PRICE && (before - touch) * away > 0 ? before : touch;
      for (let k = 1; k <= NEAR_LEVELS; k++) this.#rest(timeNs, side, from + away * k);
    }
  }

  readBook(): void {
    const { ladder } = this.#engine;
    if (ladder.bestAskTicks > this.#askBefore) this.#emptied = SIDE_ASK;
    else if (ladder.bestBidTicks < this.#bidBefore) this.#emptied = SIDE_BID;
    this.#bidBefore = ladder.bestBidTicks;
    this.#askBefore = ladder.bestAskTicks;
    this.#readPull();
    this.#weights.refresh(this.#pull.pressure(this.#engine.ladder.midTicks));
  }

  #readPull(): void {
    const conditions = this.#conditions;
    this.#pull.valueTicks += conditions.valueJump;
    conditions.valueJump = 0;
    conditions.gapTicks = this.#pull.valueTicks - this.#engine.ladder.midTicks;
    this.#gapFlow = this.#pull.gapFlow(this.#engine.ladder.midTicks);
  }

  #aggress(timeNs: number): void {
    const { ladder } = this.#engine;
    const bidSize = ladder.sizeAt(SIDE_BID, ladder.bestBidTicks);
    const askSize = ladder.sizeAt(SIDE_ASK, ladder.bestAskTicks);
    const imbalance = (bidSize - askSize) / (bidSize + askSize + 1);
    const sign = this.#signs.next(0.5 + IMBALANCE_PULL * imbalance);
    const turned = this.#pull.turned(this.#engine.ladder.midTicks, sign);
    const buys = turned > 0 && this.#random.chance(turned) ? sign < 0 : sign > 0;
    this.#take(timeNs, buys ? SIDE_BID : SIDE_ASK);
  }

  #takeGap(timeNs: number): void {
    this.#isGapTrade = true;
    this.#take(timeNs, this.#gapFlow > 0 ? SIDE_BID : SIDE_ASK);
  }

  #take(timeNs: number, side: number): void {
    const against = oppositeSide(side);
    const best = this.#engine.ladder.bestTicks(against);
    if (best === NO_PRICE) return;
    if (this.#pull.isAbsurd(best, -awayStep(side)))
      this.#rest(timeNs, side, Math.floor(this.#pull.valueTicks));
    else if (!this.#random.chance(MODIFIED_AGGRESSORS) || !this.#modifyThrough(timeNs, side, best))
      this.#trade(timeNs, side, best, this.#engine.ladder.sizeAt(against, best));
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
    const slot = pickRecentOrder(this.#engine, this.#random, side, from);
    if (slot === NO_SLOT) return false;
    this.#engine.modify(timeNs, slot, best, orders.size[slot]!);
    return true;
  }

  /** An order into the spread: by the side that won the last level, or by the one that lost it. */
  #narrow(timeNs: number): void {
    const { ladder, orders } = this.#engine;
    const side = this.#random.chance(CONTINUATION) ? oppositeSide(this.#emptied) : this.#emptied;
    const best = ladder.bestTicks(side);
    const room = ladder.bestAskTicks - ladder.bestBidTicks - 1;
    const inwards = -awayStep(side);
    const price = best + inwards * this.#pull.stepInto(best, inwards, room, this.#random);
    const slot = this.#random.chance(0.3) ? pickRecentOrder(this.#engine, this.#random, side, best) : NO_SLOT;
    if (slot !== NO_SLOT && ladder.countAt(side, best) > 1)
      this.#engine.modify(timeNs, slot, price, orders.size[slot]!);
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
      const slot = pickRecentOrder(
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
    const slot = pickRecentOrder(this.#engine, this.#random, side, price);
    if (slot === NO_SLOT) return;
    const size = orders.size[slot]!;
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
    this.#planCancel(timeNs + lifeNs, slot, this.#engine.orders.id[slot]!);
  }

  #priceAt(side: number, distance: number): number {
    return this.#engine.ladder.bestTicks(side) + awayStep(side) * distance;
  }
}
