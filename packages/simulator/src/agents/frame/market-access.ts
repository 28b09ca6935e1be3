/** What agents trade through: the engine's orders, the clock and a wake-up call, nothing of the crowd. */
import { type Instrument, NS_PER_MS, SIDE_BID } from '@undertow/market';
import type { EventReport } from '#engine/event-report.ts';
import type { MatchingEngine, StopOrder } from '#engine/matching-engine.ts';
import type { TimerHeap } from '#engine/timer-heap.ts';
import type { FlowProfile } from '#flow/flow-profile.ts';
import type { Perturbation } from '#flow/generator.ts';
import type { MarketConditions } from '#flow/market-conditions.ts';
import { type AgentStyle, excludedStyles } from '#ground-truth/agent-styles.ts';
import type { Label } from '#ground-truth/labels.ts';
import type { RandomStream } from '#random/random.ts';

/** A kind of trader. It acts only when woken; reports contain what happened to its orders. */
export interface Agent {
  /** Called at the planned time. `instance` and `tag` are what the agent gave to `wakeIn`. */
  wake(instance: number, tag: number): void;
  /** After every match event of anybody; must not enter orders. */
  onMatch(report: EventReport): void;
  /** The session is over: labels of what is still in progress become final. */
  finish(): void;
}

export interface MarketAccessOptions {
  readonly engine: MatchingEngine;
  readonly timers: TimerHeap;
  readonly profile: FlowProfile;
  readonly perturbation: Perturbation;
  /** Of the styles of other markets, those that no agent draws; null where agents trade as in G1. */
  readonly excludedStyles: readonly AgentStyle[] | null;
  readonly conditions: MarketConditions;
  readonly instrument: Instrument;
  readonly startMs: number;
  /** Makes the stream of an instance of an agent. */
  readonly stream: (name: string, instance: number) => RandomStream;
  /** The same for all products of a sector under one seed and start: what happens to the sector. */
  readonly sectorStream: (name: string, instance: number) => RandomStream;
  /** The same for all products under one seed and start: what happens to every market. */
  readonly worldStream: (name: string, instance: number) => RandomStream;
  readonly onLabel: (label: Label) => void;
  /** Receives from when on the product learns what happens to every market, and how much later than the first. */
  readonly onLag: (fromNs: bigint, lagMs: number) => void;
  /** Stops trading for a while after the current event, nanoseconds. */
  readonly pause: (lengthNs: number) => void;
  /** Reports a trade made off the book now: kind 1 block, 2 EFP, 3 EFR. */
  readonly reportOffBook: (priceTicks: number, size: number, kind: number) => void;
  /** Called after every order, so that the crowd and the other agents learn of it. */
  readonly settle: () => void;
}

export class MarketAccess {
  /** Nanoseconds since the session began. */
  nowNs = 0;
  readonly engine: MatchingEngine;
  readonly profile: FlowProfile;
  /** How the mechanics differ from the undisturbed ones: multiply reaction times and sizes by its factors. */
  readonly perturbation: Perturbation;
  /** Agents draw the styles of other markets (worlds, section 3) instead of those of G1. */
  readonly isStyled: boolean;
  readonly excludedStyles: ReadonlySet<AgentStyle>;
  /** What no order shows; an agent may set its own part. */
  readonly conditions: MarketConditions;
  readonly instrument: Instrument;
  readonly instrumentId: number;
  readonly stream: (name: string, instance: number) => RandomStream;
  readonly sectorStream: (name: string, instance: number) => RandomStream;
  readonly worldStream: (name: string, instance: number) => RandomStream;
  readonly pause: (lengthNs: number) => void;
  readonly reportOffBook: (priceTicks: number, size: number, kind: number) => void;
  readonly onLabel: (label: Label) => void;
  readonly onLag: (fromNs: bigint, lagMs: number) => void;
  readonly #timers: TimerHeap;
  readonly #startNs: bigint;
  readonly #settle: () => void;

  constructor(options: MarketAccessOptions) {
    this.engine = options.engine;
    this.profile = options.profile;
    this.perturbation = options.perturbation;
    this.isStyled = options.excludedStyles !== null;
    this.excludedStyles = excludedStyles(options.excludedStyles ?? []);
    this.conditions = options.conditions;
    this.instrument = options.instrument;
    this.instrumentId = options.instrument.id;
    this.stream = options.stream;
    this.sectorStream = options.sectorStream;
    this.worldStream = options.worldStream;
    this.pause = options.pause;
    this.reportOffBook = options.reportOffBook;
    this.onLabel = options.onLabel;
    this.onLag = options.onLag;
    this.#timers = options.timers;
    this.#startNs = BigInt(options.startMs) * NS_PER_MS;
    this.#settle = options.settle;
  }

  /** Exchange time of a session time, nanoseconds since 1970 UTC. */
  exchangeNs(timeNs: number): bigint {
    return this.#startNs + BigInt(timeNs);
  }

  /** Wakes the agent after a while (nanoseconds). */
  wakeIn(owner: number, delayNs: number, instance = 0, tag = 0): void {
    this.#timers.push(this.nowNs + Math.max(1, Math.round(delayNs)), owner, instance, tag);
  }

  bestTicks(side: number): number {
    return this.engine.ladder.bestTicks(side);
  }

  /** Price between the best prices, in half ticks; while a side is empty, the last one that was known. */
  midTicks(): number {
    return this.engine.ladder.midTicks;
  }

  /** Whether the slot still holds the order of this id. */
  holds(slot: number, orderId: number): boolean {
    return this.engine.orders.id[slot] === orderId;
  }

  addLimit(owner: number, side: number, priceTicks: number, size: number, displaySize: number): number {
    const slot = this.engine.addLimit(this.nowNs, side, priceTicks, size, displaySize, owner);
    this.#settle();
    return slot;
  }

  /**
   * Trades at once up to `reachTicks` beyond the opposite best price and drops the rest; returns the contracts traded.
   */
  take(side: number, reachTicks: number, size: number): number {
    const { bestAskTicks, bestBidTicks } = this.engine.ladder;
    const limit = side === SIDE_BID ? bestAskTicks + reachTicks : bestBidTicks - reachTicks;
    const traded = this.engine.addImmediate(this.nowNs, side, limit, size);
    this.#settle();
    return traded;
  }

  /** Re-prices an order and leaves its shown size; false when it no longer rests. */
  reprice(slot: number, priceTicks: number): boolean {
    const rests = this.engine.modify(this.nowNs, slot, priceTicks, this.engine.orders.size[slot]!);
    this.#settle();
    return rests;
  }

  /** Changes the shown size of an order in place; a decrease keeps its place in the queue. */
  resize(slot: number, size: number): void {
    this.engine.modify(this.nowNs, slot, this.engine.orders.priceTicks[slot]!, size);
    this.#settle();
  }

  /**
   * Where traders vary what they show of an iceberg: the next tranche is half to one and a half times the usual one.
   */
  varyDisplay(slot: number, usual: number, random: RandomStream): void {
    if (!this.perturbation.displayRandom) return;
    this.engine.orders.display[slot] = Math.max(1, Math.round(usual * (0.5 + random.unit())));
  }

  cancel(slot: number): void {
    this.engine.cancel(this.nowNs, slot);
    this.#settle();
  }

  /** Enters a stop: nothing that the crowd could see. */
  addStop(order: StopOrder): number {
    return this.engine.addStop(this.nowNs, order);
  }

  cancelStop(slot: number): void {
    this.engine.cancelStop(slot);
  }
}
