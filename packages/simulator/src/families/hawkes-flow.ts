/**
 * Eight kinds of event that excite each other through kernels from a millisecond to minutes, more where the spread is wide
 * (Hardiman, Bercot, Bouchaud 2013; Morariu-Patrichi, Pakkanen 2022).
 */
import { SIDE_ASK, SIDE_BID } from '@undertow/market';
import { awayStep } from '#flow/book-weights.ts';
import type { CrowdOptions } from '#flow/crowd-flow.ts';
import { pickRecentOrder } from '#flow/pick-recent-order.ts';
import { exp, pow } from '#random/exact-math.ts';
import { FamilyFlow } from './family-flow.ts';

const KINDS = 8;
const BUY = 0;
const SELL = 1;
const ADD_BID = 2;
const ADD_ASK = 3;
const CANCEL_BID = 4;
const CANCEL_ASK = 5;
const INSIDE_BID = 6;

/** Decay rates of the kernels, a second: a sum of exponentials that follows a power of 1.15 to its cut-off. */
const DECAYS = [1000, 60, 4, 0.25, 0.01] as const;
const POWER = 0.15;
/** Children of one event, of all kinds together; at 1 the market explodes. */
const BRANCHING = [0.6, 0.88] as const;
/** In a spread of more than a tick everything excites more: the mean over states is in `BRANCHING` up to a third of the time. */
const WIDE = 1.15;
const MEAN_STATE = 1.05;
/** Which kinds an event calls forth, as shares: rows are causes, in the order of the kinds. */
const CHILDREN: readonly (readonly number[])[] = [
  [0.3, 0.02, 0.12, 0.2, 0.04, 0.22, 0.08, 0.02],
  [0.02, 0.3, 0.2, 0.12, 0.22, 0.04, 0.02, 0.08],
  [0.02, 0.05, 0.3, 0.1, 0.4, 0.1, 0.02, 0.01],
  [0.05, 0.02, 0.1, 0.3, 0.1, 0.4, 0.01, 0.02],
  [0.01, 0.06, 0.4, 0.1, 0.3, 0.1, 0.02, 0.01],
  [0.06, 0.01, 0.1, 0.4, 0.1, 0.3, 0.01, 0.02],
  [0.12, 0.05, 0.3, 0.1, 0.28, 0.1, 0.04, 0.01],
  [0.05, 0.12, 0.1, 0.3, 0.1, 0.28, 0.01, 0.04],
];
/** No row of causes has more children than this, of 1. */
const MAX_CHILDREN = Math.max(...CHILDREN.map((row) => row.reduce((sum, share) => sum + share, 0)));
const MAX_IN_ONE_TICK = (MAX_CHILDREN * BRANCHING[1]) / MEAN_STATE;
/**
 * Most children of one event in any world while queues have their usual length, by the spread. Longer queues are left up
 * to `MAX_CROWDING` times as fast, which shortens them.
 */
export const HAWKES_BRANCHING = { oneTick: MAX_IN_ONE_TICK, wider: MAX_IN_ONE_TICK * WIDE } as const;
/** Share of the orders that are withdrawn while a queue has its usual length. */
const WITHDRAWN = 0.6;
/** Distances fall off geometrically from the own best price. */
const MEAN_DISTANCE = 2;
/** A queue of so many times its usual length is left as fast as it can be. */
const MAX_CROWDING = 4;
/** However much is excited, events a second stay below this many times the usual rate. */
const MAX_BURST = 400;

export class HawkesFamily extends FamilyFlow {
  readonly #base = new Float64Array(KINDS);
  /** Excitation of each kind by each kernel, as the events a second that it adds. */
  readonly #excited = new Float64Array(KINDS * DECAYS.length);
  readonly #jump = new Float64Array(KINDS * KINDS * DECAYS.length);
  readonly #rates = new Float64Array(KINDS);
  readonly #cap: number;
  #total = 0;
  #kind = -1;
  #actedOrdinal = -1;

  constructor(options: CrowdOptions) {
    super(options);
    const branching = this.random.uniform(...BRANCHING) / MEAN_STATE;
    const changes = this.takers * this.profile.changesPerAggressor;
    const share = 1 - branching;
    const usual = [1, 1, 0, 0, 0, 0, 0, 0].map((kind) => (kind * this.takers) / 2);
    for (const kind of [ADD_BID, ADD_ASK]) usual[kind] = changes / 4;
    // What takers take is not withdrawn
    for (const kind of [CANCEL_BID, CANCEL_ASK]) usual[kind] = WITHDRAWN * (changes / 4);
    for (const kind of [INSIDE_BID, INSIDE_BID + 1]) usual[kind] = this.takers * this.profile.narrowing;
    for (let kind = 0; kind < KINDS; kind++) this.#base[kind] = usual[kind]! * share;
    this.#cap = MAX_BURST * (this.takers + changes);
    const weights = DECAYS.map((decay) => pow(decay, POWER));
    const sum = weights.reduce((all, weight) => all + weight, 0);
    for (let cause = 0; cause < KINDS; cause++)
      for (let kind = 0; kind < KINDS; kind++)
        for (let kernel = 0; kernel < DECAYS.length; kernel++)
          // A kernel's integral is the number of children: its height is that times its decay
          this.#jump[(cause * KINDS + kind) * DECAYS.length + kernel] =
            branching * CHILDREN[cause]![kind]! * (weights[kernel]! / sum) * DECAYS[kernel]!;
    this.#refresh();
  }

  rate(): number {
    return Math.min(this.#total, this.#cap);
  }

  override decay(seconds: number): void {
    for (let kernel = 0; kernel < DECAYS.length; kernel++) {
      const left = exp(-DECAYS[kernel]! * seconds);
      for (let kind = 0; kind < KINDS; kind++) this.#excited[kind * DECAYS.length + kernel]! *= left;
    }
    this.#refresh();
  }

  override readBook(): void {
    super.readBook();
    this.#refresh();
  }

  act(timeNs: number): void {
    let drawn = this.random.unit() * this.#total;
    let kind = 0;
    while (kind < KINDS - 1 && drawn >= this.#rates[kind]!) {
      drawn -= this.#rates[kind]!;
      kind++;
    }
    this.#kind = kind;
    this.#perform(timeNs, kind);
    this.#actedOrdinal = this.engine.report.ordinal;
  }

  /** Trades of agents excite as the crowd's do; what they rest is not seen as an event of a kind. */
  override learn(): void {
    const { report } = this.engine;
    let cause = report.ordinal === this.#actedOrdinal ? this.#kind : -1;
    if (cause === -1 && report.firstSide !== 0 && !this.conditions.isUnfollowed)
      cause = report.firstSide === SIDE_BID ? BUY : SELL;
    if (cause === -1) return;
    const state = this.#isWide() ? WIDE : 1;
    const from = cause * KINDS * DECAYS.length;
    for (let at = 0; at < KINDS * DECAYS.length; at++) this.#excited[at]! += state * this.#jump[from + at]!;
  }

  #isWide(): boolean {
    return this.engine.ladder.bestAskTicks - this.engine.ladder.bestBidTicks > 1;
  }

  #refresh(): void {
    const isWide = this.#isWide();
    let total = 0;
    for (let kind = 0; kind < KINDS; kind++) {
      let rate = this.#base[kind]! * this.conditions.pace;
      for (let kernel = 0; kernel < DECAYS.length; kernel++)
        rate += this.#excited[kind * DECAYS.length + kernel]!;
      if (kind >= INSIDE_BID && !isWide) rate = 0;
      else if (kind === CANCEL_BID) rate *= this.#crowding(SIDE_BID);
      else if (kind === CANCEL_ASK) rate *= this.#crowding(SIDE_ASK);
      this.#rates[kind] = rate;
      total += rate;
    }
    this.#total = total;
  }

  /** Length of the best queue in units of the usual one. */
  #crowding(side: number): number {
    const { ladder } = this.engine;
    const count = ladder.countAt(side, ladder.bestTicks(side));
    return Math.min(MAX_CROWDING, count / this.levelOrders(0));
  }

  #perform(timeNs: number, kind: number): void {
    const side = kind % 2 === 0 ? SIDE_BID : SIDE_ASK;
    const { ladder } = this.engine;
    const best = ladder.bestTicks(side);
    const away = awayStep(side);
    if (kind === BUY || kind === SELL) this.take(timeNs, kind === BUY ? 1 : -1);
    else if (kind >= INSIDE_BID) this.restPassive(timeNs, side, best - away);
    else {
      const price = best + away * this.spaced(this.random.geometric(MEAN_DISTANCE) - 1);
      if (kind === ADD_BID || kind === ADD_ASK) this.rest(timeNs, side, price);
      else this.cancel(timeNs, pickRecentOrder(this.engine, this.random, side, price));
    }
  }
}
