/**
 * Makers alone: each quotes about a price that its inventory moves, and the takers' signs are split orders (Avellaneda,
 * Stoikov 2008; Guéant, Lehalle, Fernandez-Tapia 2013).
 */
import { SIDE_ASK, SIDE_BID } from '@undertow/market';
import { NO_SLOT } from '#engine/order-store.ts';
import { awayStep } from '#flow/book-weights.ts';
import type { CrowdOptions } from '#flow/crowd-flow.ts';
import { SignMemory } from '#flow/sign-memory.ts';
import { log } from '#random/exact-math.ts';
import { FamilyFlow } from './family-flow.ts';

const MAKERS = [8, 30] as const;
const RISK = [0.0005, 0.01] as const;
/** Takers' eagerness falls by this a tick, at a usual spread of one tick. */
const EAGERNESS = 2;
const HORIZON_SECONDS = 60;
const MAX_LEVELS = 6;
/** Quotes a second of all makers together, in takers a second. */
const QUOTES_PER_TAKER = [2, 6] as const;
const PERSISTENCE = 0.8;
const LAG_EXPONENT = 1.4;
/** All makers together move what they quote about by this share of the distance to a trade more than a tick away. */
const FOLLOWS_TRADES = 0.3;

/** Share of the makers who quote anew at once when news comes. */
const REQUOTES_ON_NEWS = 0.8;

interface Quote {
  slot: number;
  id: number;
  /** Contracts, negative for an offer. */
  size: number;
}

interface Maker {
  readonly risk: number;
  readonly levels: number;
  readonly size: number;
  /** Contracts bought less those sold. */
  inventory: number;
  readonly quotes: Quote[];
}

export class MakerFamily extends FamilyFlow {
  readonly #makers: readonly Maker[];
  readonly #signs: SignMemory;
  readonly #quoteRate: number;
  #fair = 0;

  constructor(options: CrowdOptions) {
    super(options);
    const count = Math.round(this.random.uniform(...MAKERS));
    const levels = 1 + this.random.below(MAX_LEVELS);
    const contracts = (this.profile.ordersPerLevel * this.addSizes.mean) / count;
    this.#makers = Array.from({ length: count }, () => ({
      risk: this.random.logUniform(...RISK),
      levels: Math.max(1, levels - this.random.below(2)),
      size: Math.max(1, Math.round(contracts * (0.5 + this.random.unit()))),
      inventory: 0,
      quotes: [],
    }));
    this.#signs = new SignMemory(this.signRandom, PERSISTENCE, LAG_EXPONENT);
    this.#quoteRate =
      this.takers * this.random.logUniform(...QUOTES_PER_TAKER) * Math.sqrt(count / MAKERS[0]);
  }

  override fillBook(timeNs: number, openTicks: number): void {
    this.#fair = openTicks - 0.5;
    super.fillBook(timeNs, openTicks);
    for (const maker of this.#makers) this.#quote(timeNs, maker);
  }

  rate(): number {
    return this.conditions.pace * (this.takers + this.#quoteRate);
  }

  act(timeNs: number): void {
    if (this.random.unit() * (this.takers + this.#quoteRate) >= this.takers) {
      this.#quote(timeNs, this.#makers[this.random.below(this.#makers.length)]!);
      return;
    }
    const sign = this.#signs.next(0.5);
    this.take(timeNs, sign);
    this.#signs.remember(sign);
  }

  override stepSecond(): void {
    super.stepSecond();
    this.#fair += this.profile.sigmaTicks * this.conditions.volatility * this.random.normal();
  }

  override learn(): void {
    const { report } = this.engine;
    if (report.rounds === 0) return;
    const off = report.lastTradeTicks - this.#fair;
    if (Math.abs(off) > 1) this.#fair += (off * FOLLOWS_TRADES) / this.#makers.length;
  }

  /** Makers receive news as fast as takers do, and quote anew. */
  protected override fleeNews(timeNs: number): void {
    this.#fair += this.conditions.valueJump;
    for (const maker of this.#makers) if (this.random.chance(REQUOTES_ON_NEWS)) this.#quote(timeNs, maker);
  }

  /** What was filled since the last look goes into the inventory; then the quotes are withdrawn and entered anew. */
  #quote(timeNs: number, maker: Maker): void {
    this.#settle(timeNs, maker);
    const variance = this.profile.sigmaTicks * this.profile.sigmaTicks * HORIZON_SECONDS;
    const units = maker.inventory / maker.size;
    const centre = this.#fair - Math.max(-4, Math.min(4, units * maker.risk * variance));
    const half =
      (0.5 * maker.risk * variance + log(1 + maker.risk / EAGERNESS) / maker.risk) * this.spacingTicks;
    for (const side of [SIDE_BID, SIDE_ASK]) {
      const price = side === SIDE_BID ? Math.floor(centre - half) + 1 : Math.ceil(centre + half) - 1;
      for (let level = 0; level < maker.levels; level++)
        this.#enter(timeNs, maker, side, price + awayStep(side) * this.spaced(level));
    }
  }

  #settle(timeNs: number, maker: Maker): void {
    const { orders } = this.engine;
    for (const { slot, id, size } of maker.quotes) {
      const rests = orders.id[slot] === id;
      const isBuy = size > 0;
      const filled = Math.abs(size) - (rests ? orders.size[slot]! : 0);
      maker.inventory += isBuy ? filled : -filled;
      if (rests) this.engine.cancel(timeNs, slot);
    }
    maker.quotes.length = 0;
  }

  #enter(timeNs: number, maker: Maker, side: number, priceTicks: number): void {
    const touch = this.engine.ladder.bestTicks(side === SIDE_BID ? SIDE_ASK : SIDE_BID);
    const away = awayStep(side);
    const price = (priceTicks - touch) * away <= 0 ? touch + away : priceTicks;
    const slot = this.engine.addLimit(timeNs, side, price, maker.size);
    if (slot === NO_SLOT) return;
    const size = side === SIDE_BID ? maker.size : -maker.size;
    maker.quotes.push({ slot, id: this.engine.orders.id[slot]!, size });
  }
}
