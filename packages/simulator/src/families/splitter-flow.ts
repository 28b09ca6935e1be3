/**
 * A few parents of Pareto length trade in turn; what they trade moves a worth by impacts that decay, and the book follows
 * it (Lillo, Mike, Farmer 2005; Bouchaud, Gefen, Potters, Wyart 2004).
 */
import { SIDE_ASK, SIDE_BID } from '@undertow/market';
import { awayStep } from '#flow/book-weights.ts';
import type { CrowdOptions } from '#flow/crowd-flow.ts';
import { pickRecentOrder } from '#flow/pick-recent-order.ts';
import { exp, pow } from '#random/exact-math.ts';
import { FamilyFlow } from './family-flow.ts';

const PARENTS = [1, 2, 3, 4] as const;
/** Tail of the lengths: the autocorrelation of signs falls with this power less one. */
const TAIL = [1.3, 1.9] as const;
const MAX_LENGTH = 5000;
/** Decay rates of an impact, a second, with the share that each takes of it; the rest stays. */
const DECAYS = [2, 0.1, 0.005] as const;
const SHARES = [0.3, 0.3, 0.25] as const;
/** Impact of a trade of the usual size: a share of what the price moves in the time of one. */
const IMPACT = 0.35;
/** Impact grows with the size of a trade by this power. */
const CONCAVITY = 0.3;
/** The quotes follow the worth after this many seconds. */
const FOLLOWING = [0.05, 5] as const;
const LEVELS = 10;

interface Parent {
  sign: number;
  left: number;
}

export class SplitterFamily extends FamilyFlow {
  readonly #parents: readonly Parent[];
  readonly #tail: number;
  readonly #following: number;
  readonly #impact: number;
  readonly #changes: number;
  readonly #decaying = new Float64Array(DECAYS.length);
  /** The part of the worth that stays, ticks. */
  #lasting = 0;
  /** What the quotes are about; follows the worth. */
  #quoted = 0;

  constructor(options: CrowdOptions) {
    super(options);
    this.#tail = this.random.uniform(...TAIL);
    const count = PARENTS[this.random.below(PARENTS.length)]!;
    this.#parents = Array.from({ length: count }, () => this.#newParent());
    this.#following = this.random.logUniform(...FOLLOWING);
    this.#impact = (IMPACT * this.profile.sigmaTicks) / Math.sqrt(this.takers);
    this.#changes = this.takers * this.profile.changesPerAggressor;
  }

  override fillBook(timeNs: number, openTicks: number): void {
    this.#lasting = openTicks - 0.5;
    this.#quoted = this.#lasting;
    super.fillBook(timeNs, openTicks);
  }

  rate(): number {
    return this.conditions.pace * (this.takers + this.#changes);
  }

  override decay(seconds: number): void {
    for (let part = 0; part < DECAYS.length; part++) this.#decaying[part]! *= exp(-DECAYS[part]! * seconds);
    this.#quoted += (this.#worth() - this.#quoted) * (1 - exp(-seconds / this.#following));
  }

  override readBook(): void {
    this.#lasting += this.conditions.valueJump;
    super.readBook();
  }

  act(timeNs: number): void {
    if (this.random.unit() * (this.takers + this.#changes) < this.takers) this.#trade(timeNs);
    else this.#requote(timeNs);
  }

  /** Everybody's trades move the worth, those of agents too. */
  override learn(): void {
    const { report } = this.engine;
    const net = report.buyVolume - report.sellVolume;
    if (report.rounds === 0 || net === 0) return;
    const moved = Math.sign(net) * this.#impact * pow(Math.abs(net) / this.takerSizes.mean, CONCAVITY);
    let stays = 1;
    for (let part = 0; part < DECAYS.length; part++) {
      this.#decaying[part]! += SHARES[part]! * moved;
      stays -= SHARES[part]!;
    }
    this.#lasting += stays * moved;
  }

  #worth(): number {
    let worth = this.#lasting;
    for (const part of this.#decaying) worth += part;
    return worth;
  }

  #newParent(): Parent {
    const length = Math.ceil(pow(this.random.openUnit(), -1 / this.#tail));
    return { sign: this.random.chance(0.5) ? 1 : -1, left: Math.min(MAX_LENGTH, length) };
  }

  #trade(timeNs: number): void {
    const parent = this.#parents[this.random.below(this.#parents.length)]!;
    this.take(timeNs, parent.sign);
    parent.left--;
    if (parent.left <= 0) Object.assign(parent, this.#newParent());
  }

  /** One order comes or goes at a drawn level about the quoted price, towards what the level usually has. */
  #requote(timeNs: number): void {
    const side = this.random.chance(0.5) ? SIDE_BID : SIDE_ASK;
    const { ladder } = this.engine;
    const first = side === SIDE_BID ? Math.floor(this.#quoted) : Math.floor(this.#quoted) + 1;
    const beyond = (ladder.bestTicks(side) - first) * awayStep(side);
    // What the worth has left behind is withdrawn first
    if (beyond < 0 && this.random.chance(0.5)) {
      this.cancel(timeNs, pickRecentOrder(this.engine, this.random, side, ladder.bestTicks(side)));
      return;
    }
    const level = Math.floor(LEVELS * this.random.unit() * this.random.unit());
    const price = first + awayStep(side) * this.spaced(level);
    const usual = this.levelOrders(level);
    const has = ladder.countAt(side, price);
    if (this.random.unit() * (has + usual) < usual) this.restPassive(timeNs, side, price);
    else this.cancel(timeNs, pickRecentOrder(this.engine, this.random, side, price));
  }
}
