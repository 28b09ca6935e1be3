/**
 * Fills the signals of a session in its recorded book. Rows go through once, or around each signal: from a snapshot of the book before it to
 * the end of its trade. Every signal is filled as if it were alone; which of them become trades is decided afterwards.
 */
import {
  COL_FLAGS,
  FLAG_LAST,
  FLAG_SNAPSHOT,
  LevelBook,
  OrderBook,
  type PriceLevels,
  rowTimeMs,
  seededDraws,
} from '@undertow/market';
import type { FastTrades, TradeOutcome } from '#engine/fast-trade.ts';
import type { Signal } from '#engine/signals.ts';
import type { SessionFacts } from '#facts/session-facts.ts';
import type { FillSource } from '#results/backtest-result.ts';
import type { CompiledRule } from '#rule/compile-rule.ts';
import { QueueTrade } from './queue-trade.ts';
import { OrderAtLevel, OrderInQueue } from './resting-order.ts';

export interface QueueFillsOptions {
  readonly rule: CompiledRule;
  readonly facts: SessionFacts;
  readonly signals: readonly Signal[];
  /** Of the same session and rule: the time at which positions end. */
  readonly fast: FastTrades;
  readonly seed: number;
  /** As earlier rows have left it; by default empty. */
  readonly book?: PriceLevels;
}

export class QueueFills {
  readonly source: FillSource;
  readonly #book: PriceLevels;
  /** In the order of their signals. */
  readonly #trades = new Map<Signal, QueueTrade>();
  #waiting: (readonly [Signal, QueueTrade])[];
  #active: QueueTrade[] = [];
  #isBetweenEvents = true;
  /** The book is known from here on: the latest snapshot, else the first row; null before any row. */
  #knownFromMs: number | null = null;

  constructor({ rule, facts, signals, fast, seed, book }: QueueFillsOptions) {
    const isByOrder = facts.tier === 'L3';
    const { latencyMs, jitterMs } = rule.rule.fills;
    const draw = seededDraws(seed);
    const latency = (): number => latencyMs + draw() * jitterMs;
    this.source = isByOrder ? 'by_order' : 'by_level';
    this.#book = book ?? (isByOrder ? new OrderBook() : new LevelBook());
    for (const signal of signals)
      this.#trades.set(
        signal,
        new QueueTrade({
          rule,
          signal,
          latencyMs: [latency(), latency()],
          endOf: (entryMs) => fast.endOf(signal, entryMs),
          isClosedWithin: (fromMs, toMs) =>
            fast.prices.isClosedWithin(fast.prices.secondOf(fromMs), fast.prices.secondOf(toMs)),
          rest: (side, ticks, size, book) =>
            isByOrder ? new OrderInQueue(side, ticks, size) : new OrderAtLevel(side, ticks, size, book),
        }),
      );
    this.#waiting = [...this.#trades];
  }

  /** Rows of the instrument in feed order, those before the session and of snapshots included: they make the book. */
  applyRow(rows: Int32Array, at: number): void {
    const flags = rows[at + COL_FLAGS]!;
    const isLive = (flags & FLAG_SNAPSHOT) === 0;
    const timeMs = rowTimeMs(rows, at);
    if (!isLive || this.#knownFromMs === null) this.#knownFromMs = timeMs;
    if (isLive && this.#isBetweenEvents) this.#beforeEvent(timeMs);
    this.#book.applyRow(rows, at);
    this.#isBetweenEvents = (flags & FLAG_LAST) !== 0;
    if (!isLive || this.#active.length === 0) return;
    for (const trade of this.#active) trade.onRow(rows, at, this.#book);
    if (!this.#isBetweenEvents) return;
    for (const trade of this.#active) trade.afterEvent(timeMs, this.#book);
    this.#active = this.#active.filter(({ outcome }) => outcome === null);
  }

  /** Rows before this instant decide nothing, they only make the book: Infinity when every signal is decided. */
  get idleUntilMs(): number {
    if (this.#active.length > 0) return Number.NEGATIVE_INFINITY;
    return this.#waiting[0]?.[0].atMs ?? Number.POSITIVE_INFINITY;
  }

  get hasRows(): boolean {
    return this.#knownFromMs !== null;
  }

  /** How a signal was filled; call it after the last row. */
  outcomeOf(signal: Signal): TradeOutcome {
    const trade = this.#trades.get(signal);
    trade?.finish();
    return trade?.outcome ?? 'undecided';
  }

  #beforeEvent(timeMs: number): void {
    const due = this.#waiting.findIndex(([{ atMs }]) => atMs > timeMs);
    const count = due < 0 ? this.#waiting.length : due;
    for (const [{ atMs }, trade] of count > 0 ? this.#waiting.splice(0, count) : []) {
      // Its rows begin later: nobody knows what it would have met
      if (atMs < (this.#knownFromMs ?? timeMs)) trade.finish();
      this.#active.push(trade);
    }
    if (this.#active.length === 0) return;
    for (const trade of this.#active) if (trade.outcome === null) trade.beforeEvent(timeMs, this.#book);
    this.#active = this.#active.filter(({ outcome }) => outcome === null);
  }
}
