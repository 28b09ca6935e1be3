/** An exchange whose crowd is the test: equal levels about one price, the agents under test, and everything that anybody did. */
import {
  ACTION_ADD,
  ACTION_CANCEL,
  ACTION_FILL,
  ACTION_MODIFY,
  ACTION_TRADE,
  COL_ACTION,
  COL_ORDER_LO,
  COL_PRICE_TICKS,
  COL_SIDE,
  COL_SIZE,
  instrumentBySymbol,
  ROW_LENGTH,
  SECOND_NS,
  SIDE_ASK,
  SIDE_BID,
} from '@undertow/market';
import { type Agent, MarketAccess } from '#agents/frame/market-access.ts';
import { TimerHeap } from '#engine/timer-heap.ts';
import { awayStep } from '#flow/book-weights.ts';
import { flowProfileOf } from '#flow/flow-profile.ts';
import { type Perturbation, UNDISTURBED } from '#flow/generator.ts';
import { MarketConditions } from '#flow/market-conditions.ts';
import type { AgentStyle } from '#ground-truth/agent-styles.ts';
import type { Label } from '#ground-truth/labels.ts';
import { randomStream } from '#random/random.ts';
import { type EngineBench, engineBench } from './engine-bench.ts';
import { TEST_START_MS } from './session.ts';

/** The book at the start: bids from here down, asks from one tick above up. */
export const BEST_BID = 1000;
export const LEVEL_COUNT = 14;
export const ORDERS_PER_LEVEL = 10;
export const ORDER_SIZE = 5;
export const LEVEL_SIZE = ORDERS_PER_LEVEL * ORDER_SIZE;

const CROWD = 0;
const WORDS = new Map([
  [ACTION_ADD, 'add'],
  [ACTION_MODIFY, 'modify'],
  [ACTION_CANCEL, 'cancel'],
  [ACTION_TRADE, 'trade'],
  [ACTION_FILL, 'fill'],
] as const);

/** One row of the feed, and who caused it. */
export interface Deed {
  readonly atNs: number;
  /** Owner number of the agent that acted, 0 for the test. */
  readonly by: number;
  readonly action: 'add' | 'modify' | 'cancel' | 'trade' | 'fill' | undefined;
  /** Of a trade the aggressor's, else the resting side. */
  readonly side: number;
  readonly priceTicks: number;
  readonly size: number;
  readonly id: string;
}

/**
 * What the crowd does after a trade: nothing; fill its levels again, so that the price stays; or quote next to the last
 * trade, so that the price goes where aggressors take it.
 */
export type CrowdAnswer = 'none' | 'refill' | 'follow';

export interface AgentMarketOptions {
  readonly symbol?: string;
  readonly perturbation?: Partial<Perturbation>;
  readonly answer?: CrowdAnswer;
  /** No book at all. */
  readonly empty?: boolean;
  /** Agents draw the styles of other markets, but none of these. */
  readonly excludedStyles?: readonly AgentStyle[];
}

/** The latest of a list that is not empty. */
export function lastOf<T>(list: readonly T[]): T {
  const last = list.at(-1);
  if (last === undefined) throw new Error('there is none yet');
  return last;
}

export class AgentMarket {
  readonly market: MarketAccess;
  readonly labels: Label[] = [];
  readonly deeds: Deed[] = [];
  /** Trades off the book, and delays with which the product learns what happens elsewhere, as they were reported. */
  readonly prints: { readonly priceTicks: number; readonly size: number; readonly kind: number }[] = [];
  readonly lags: { readonly fromNs: bigint; readonly lagMs: number }[] = [];
  /** Price of the best bid of the crowd. */
  bidTicks = BEST_BID;
  answer: CrowdAnswer;
  readonly #bench: EngineBench;
  readonly #timers = new TimerHeap();
  readonly #agents: { readonly agent: Agent; arrivalsLeft: number }[] = [];
  readonly #acts: (() => void)[] = [];
  readonly #crowd: { readonly slot: number; readonly id: number }[] = [];
  #levelSize = LEVEL_SIZE;
  #actor = CROWD;
  #isAnswering = false;
  #settledOrdinal = 0;

  constructor(
    seed: number,
    { symbol = 'ES', perturbation, answer = 'none', empty, excludedStyles }: AgentMarketOptions = {},
  ) {
    const instrument = instrumentBySymbol(symbol);
    if (instrument === undefined) throw new RangeError(`no product ${symbol}`);
    this.#bench = engineBench(seed);
    this.answer = answer;
    const stream = (name: string, instance: number) => randomStream(seed, name, instance);
    this.market = new MarketAccess({
      engine: this.#bench.engine,
      timers: this.#timers,
      profile: flowProfileOf(instrument),
      perturbation: { ...UNDISTURBED, ...perturbation },
      excludedStyles: excludedStyles ?? null,
      conditions: new MarketConditions(1),
      instrument,
      startMs: TEST_START_MS,
      stream,
      sectorStream: stream,
      worldStream: stream,
      onLabel: (label) => this.labels.push(label),
      onLag: (fromNs, lagMs) => this.lags.push({ fromNs, lagMs }),
      pause: () => undefined,
      reportOffBook: (priceTicks, size, kind) => this.prints.push({ priceTicks, size, kind }),
      settle: () => this.#settle(),
    });
    if (empty !== true) this.quote(BEST_BID);
  }

  /** Installs an agent; its owner number is its place, from 1 on. After so many arrivals of a group nobody else comes. */
  install<A extends Agent>(
    make: (market: MarketAccess, owner: number) => A,
    arrivals = Number.POSITIVE_INFINITY,
  ): A {
    const agent = make(this.market, this.#agents.length + 1);
    this.#agents.push({ agent, arrivalsLeft: arrivals });
    return agent;
  }

  /** The crowd withdraws everything and quotes about another price. */
  quote(bidTicks: number, levelSize = LEVEL_SIZE): void {
    this.withdrawCrowd();
    this.bidTicks = bidTicks;
    this.#levelSize = levelSize;
    this.#fillLevels();
  }

  withdrawCrowd(): void {
    const { engine } = this.#bench;
    for (const { slot, id } of this.#crowd.splice(0))
      if (engine.orders.id[slot] === id) engine.cancel(this.market.nowNs, slot);
    this.#settle();
  }

  /** Somebody of the crowd takes from the other side. */
  trade(side: number, size: number, reachTicks = 0): number {
    return this.market.take(side, reachTicks, size);
  }

  /** The test acts after a while. */
  after(seconds: number, act: () => void): void {
    this.#timers.push(this.market.nowNs + seconds * SECOND_NS, CROWD, this.#acts.push(act) - 1);
  }

  /** The test acts again and again. */
  every(seconds: number, act: () => void): void {
    this.after(seconds, () => {
      act();
      this.every(seconds, act);
    });
  }

  /** Runs what is planned until the condition holds; throws when it never does. */
  runUntil(condition: () => boolean, hours = 1000): void {
    const endNs = this.market.nowNs + hours * 3600 * SECOND_NS;
    while (!condition()) {
      if (this.#timers.nextNs > endNs) throw new Error('what the test waits for never comes');
      this.#next();
    }
  }

  run(seconds: number): void {
    const endNs = this.market.nowNs + seconds * SECOND_NS;
    while (this.#timers.nextNs <= endNs) this.#next();
    this.market.nowNs = endNs;
  }

  finish(): void {
    for (const { agent } of this.#agents) agent.finish();
  }

  /** What an agent did. */
  deedsOf(owner: number, action?: Deed['action']): Deed[] {
    return this.deeds.filter((deed) => deed.by === owner && (action === undefined || deed.action === action));
  }

  /** Shown size of an order, 0 when it does not rest. */
  shown(id: string): number {
    const { orders } = this.#bench.engine;
    const slot = orders.id.indexOf(Number(id));
    return slot < 0 ? 0 : orders.size[slot]!;
  }

  #priceAt(side: number, level: number): number {
    return (side === SIDE_BID ? this.bidTicks : this.bidTicks + 1) + awayStep(side) * level;
  }

  #fillLevels(): void {
    const actor = this.#actor;
    this.#actor = CROWD;
    for (let level = 0; level < LEVEL_COUNT; level++)
      for (const side of [SIDE_BID, SIDE_ASK]) this.#fill(side, this.#priceAt(side, level));
    this.#actor = actor;
  }

  #fill(side: number, priceTicks: number): void {
    const { engine } = this.#bench;
    let missing = this.#levelSize - this.#crowdAt(side, priceTicks);
    for (; missing > 0; missing -= ORDER_SIZE) {
      const slot = engine.addLimit(this.market.nowNs, side, priceTicks, Math.min(ORDER_SIZE, missing));
      if (slot >= 0) this.#crowd.push({ slot, id: engine.orders.id[slot]! });
      this.#settle();
    }
  }

  #crowdAt(side: number, priceTicks: number): number {
    const { orders, ladder } = this.#bench.engine;
    let size = 0;
    for (let slot = ladder.headAt(side, priceTicks); slot >= 0; slot = orders.next[slot]!)
      if (orders.owner[slot] === CROWD) size += orders.size[slot]!;
    return size;
  }

  #next(): void {
    const timers = this.#timers;
    this.market.nowNs = timers.nextNs;
    timers.pop();
    this.#actor = timers.owner;
    if (timers.owner === CROWD) this.#acts[timers.slot]!();
    else this.#wake(timers.owner, timers.slot, timers.orderId);
    this.#actor = CROWD;
  }

  #wake(owner: number, instance: number, tag: number): void {
    const place = this.#agents[owner - 1]!;
    // A group is woken without a trader's number when the next one arrives.
    if (instance === 0 && tag === 0 && place.arrivalsLeft-- <= 0) return;
    place.agent.wake(instance, tag);
  }

  #settle(): void {
    const { report, ladder } = this.#bench.engine;
    this.#read();
    if (report.ordinal === this.#settledOrdinal) return;
    this.#settledOrdinal = report.ordinal;
    if (report.rounds === 0) return;
    for (const { agent } of this.#agents) agent.onMatch(report);
    if (this.answer === 'none' || this.#isAnswering) return;
    this.#isAnswering = true;
    if (this.answer === 'follow')
      this.bidTicks = report.firstSide === SIDE_BID ? ladder.bestAskTicks - 1 : ladder.bestBidTicks;
    this.#fillLevels();
    this.#isAnswering = false;
  }

  #read(): void {
    const { rows } = this.#bench;
    for (let at = 0; at < rows.count * ROW_LENGTH; at += ROW_LENGTH)
      this.deeds.push({
        atNs: this.market.nowNs,
        by: this.#actor,
        action: WORDS.get(rows.rows[at + COL_ACTION] as never),
        side: rows.rows[at + COL_SIDE]!,
        priceTicks: rows.rows[at + COL_PRICE_TICKS]!,
        size: rows.rows[at + COL_SIZE]!,
        id: String(rows.rows[at + COL_ORDER_LO]),
      });
    rows.clear();
  }
}
