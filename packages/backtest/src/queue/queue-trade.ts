/** One signal filled row by row: its entry, its resting stop and target, and whatever else ends it. */
import {
  ACTION_TRADE,
  COL_ACTION,
  COL_PRICE_TICKS,
  NO_PRICE,
  type PriceLevels,
  SECOND_MS,
} from '@undertow/market';
import { exitTicksOf, type TradeOutcome } from '#engine/fast-trade.ts';
import type { MarketFill } from '#engine/session-prices.ts';
import type { Signal } from '#engine/signals.ts';
import type { ExitReason } from '#results/backtest-result.ts';
import type { CompiledRule } from '#rule/compile-rule.ts';
import type { RestingOrder } from './resting-order.ts';
import { walkBook } from './walk-book.ts';

export interface QueueTradeOptions {
  readonly rule: CompiledRule;
  readonly signal: Signal;
  /** How long its orders take to arrive: entry and exit. */
  readonly latencyMs: readonly [entry: number, exit: number];
  /** When and why it ends for another reason than a price, if it was entered then. */
  readonly endOf: (entryMs: number) => { readonly atMs: number; readonly reason: ExitReason };
  /** Whether a gap or a halt touches the time. */
  readonly isClosedWithin: (fromMs: number, toMs: number) => boolean;
  readonly rest: (side: 1 | -1, ticks: number, size: number, book: PriceLevels) => RestingOrder;
}

interface OpenPosition {
  readonly entryMs: number;
  readonly entryTicks: number;
  readonly slippageTicks: number;
  readonly end: { readonly atMs: number; readonly reason: ExitReason };
  /** Joins its queue when it arrives. */
  target: RestingOrder | null;
  worst: number;
  best: number;
}

/** Prices of a position are kept as it sees them: with the sign of its side, what rises is good. */
export class QueueTrade {
  readonly #options: QueueTradeOptions;
  readonly #known: ReturnType<typeof exitTicksOf>;
  readonly #arrivalMs: number;
  #entry: RestingOrder | null = null;
  #position: OpenPosition | null = null;
  /** The stop was met by a trade of the event under way. */
  #stopTicks: number | null = null;
  outcome: TradeOutcome | null = null;

  constructor(options: QueueTradeOptions) {
    this.#options = options;
    this.#known = exitTicksOf(options.rule, options.signal.rangeTicks);
    this.#arrivalMs = options.signal.atMs + options.latencyMs[0];
    if (this.#known === null) this.outcome = 'undecided';
  }

  /** Between two events: orders that arrived before the next row meet the book as it is. */
  beforeEvent(timeMs: number, book: PriceLevels): void {
    if (timeMs < this.#arrivalMs) return;
    if (this.#position === null && this.#entry === null) this.#enter(book);
    else if (this.#position === null) this.#expireEntry(timeMs);
    if (this.#position !== null) this.#arriveExits(timeMs, this.#position, book);
  }

  /** A row that was applied to the book. */
  onRow(rows: Int32Array, at: number, book: PriceLevels): void {
    this.#entry?.onRow(rows, at, book);
    const position = this.#position;
    if (position === null) return;
    position.target?.onRow(rows, at, book);
    const ticks = rows[at + COL_PRICE_TICKS]!;
    if (rows[at + COL_ACTION] !== ACTION_TRADE || ticks === NO_PRICE) return;
    const seen = this.#options.signal.side * ticks;
    if (seen <= this.#level(position)) this.#stopTicks ??= this.#level(position);
    if (seen < position.worst) position.worst = seen;
    if (seen > position.best) position.best = seen;
  }

  /** The event is over: the book shows what it left. */
  afterEvent(timeMs: number, book: PriceLevels): void {
    const { size } = this.#options.rule.rule.position;
    if (this.#entry !== null && this.#position === null && this.#entry.filled >= size)
      this.#open(timeMs, this.#entry.ticks, 0);
    const position = this.#position;
    if (position === null || this.outcome !== null) return;
    if (this.#stopTicks !== null) this.#stopOut(timeMs, position, book);
    else if (position.target !== null && position.target.filled >= size)
      this.#close(timeMs, position, position.target.ticks, 0, 'target');
  }

  /** No more rows. */
  finish(): void {
    this.outcome ??= this.#entry !== null && this.#position === null ? 'unfilled' : 'undecided';
  }

  #enter(book: PriceLevels): void {
    const { rule, signal, isClosedWithin, rest } = this.#options;
    const { order, position } = rule.rule;
    const fill = walkBook(book, signal.side, position.size);
    if (fill === null || isClosedWithin(this.#arrivalMs, this.#arrivalMs)) {
      this.outcome = 'undecided';
      return;
    }
    if (order.kind === 'market') {
      this.#open(this.#arrivalMs, fill.ticks, this.#slippage(fill, signal.side));
      return;
    }
    const best = signal.side > 0 ? book.bestBidTicks : book.bestAskTicks;
    this.#entry = rest(signal.side, best - signal.side * order.behindTicks, position.size, book);
  }

  #expireEntry(timeMs: number): void {
    const { rule, isClosedWithin } = this.#options;
    const { order } = rule.rule;
    const waitMs = order.kind === 'limit' ? order.waitSeconds * SECOND_MS : 0;
    // A part of a size that never came whole is not decided, nor is a queue that had a gap
    if (isClosedWithin(this.#arrivalMs, timeMs)) this.outcome = 'undecided';
    else if (timeMs > this.#arrivalMs + waitMs)
      this.outcome = (this.#entry?.filled ?? 0) > 0 ? 'undecided' : 'unfilled';
  }

  #open(entryMs: number, entryTicks: number, slippageTicks: number): void {
    const seen = this.#options.signal.side * entryTicks;
    const end = this.#options.endOf(entryMs);
    this.#position = { entryMs, entryTicks, slippageTicks, end, target: null, worst: seen, best: seen };
  }

  #arriveExits(timeMs: number, position: OpenPosition, book: PriceLevels): void {
    const { rule, signal, latencyMs, rest } = this.#options;
    const { size } = rule.rule.position;
    const target = this.#known?.exits.target ?? null;
    if (target !== null && position.target === null && timeMs >= position.entryMs + latencyMs[1]) {
      const ticks = Math.round(position.entryTicks) + signal.side * target;
      position.target = rest(signal.side > 0 ? -1 : 1, ticks, size, book);
    }
    if (timeMs < position.end.atMs + latencyMs[1]) return;
    const atMs = Math.max(position.entryMs, position.end.atMs + latencyMs[1]);
    const fill = this.#marketExit(timeMs, book);
    if (fill !== null)
      this.#close(
        atMs,
        position,
        fill.ticks,
        this.#slippage(fill, signal.side > 0 ? -1 : 1),
        position.end.reason,
      );
  }

  #marketExit(timeMs: number, book: PriceLevels): MarketFill | null {
    const { rule, signal, isClosedWithin } = this.#options;
    if (isClosedWithin(timeMs, timeMs)) return null;
    return walkBook(book, signal.side > 0 ? -1 : 1, rule.rule.position.size);
  }

  /** A stop becomes a market order at once; never better than its own price. */
  #stopOut(timeMs: number, position: OpenPosition, book: PriceLevels): void {
    const { side } = this.#options.signal;
    const level = this.#stopTicks;
    const fill = this.#marketExit(timeMs, book);
    if (level === null || fill === null) return;
    const seen = Math.min(level, side * fill.ticks);
    const reason = level > this.#stop(position) ? 'trailing' : 'stop';
    this.#close(timeMs, position, side * seen, level - seen, reason);
  }

  #stop({ entryTicks }: OpenPosition): number {
    const stop = this.#known?.exits.stop ?? null;
    const entry = Math.round(this.#options.signal.side * entryTicks);
    return stop === null ? Number.NEGATIVE_INFINITY : entry - stop;
  }

  #level(position: OpenPosition): number {
    const trailing = this.#known?.exits.trailing ?? null;
    const stop = this.#stop(position);
    return trailing === null ? stop : Math.max(stop, Math.round(position.best) - trailing);
  }

  #slippage({ ticks, middleTicks }: MarketFill, side: 1 | -1): number {
    return side * (ticks - middleTicks);
  }

  #close(
    exitMs: number,
    { entryMs, entryTicks, slippageTicks, worst, best }: OpenPosition,
    exitTicks: number,
    exitSlippageTicks: number,
    reason: ExitReason,
  ): void {
    const { side } = this.#options.signal;
    const entry = side * entryTicks;
    this.outcome = {
      entryMs,
      exitMs,
      entryTicks,
      exitTicks,
      reason,
      maeTicks: Math.max(0, entry - Math.min(worst, side * exitTicks)),
      mfeTicks: Math.max(0, Math.max(best, side * exitTicks) - entry),
      slippageTicks: slippageTicks + exitSlippageTicks,
      riskTicks: this.#known?.riskTicks ?? 1,
      isThroughGap: this.#options.isClosedWithin(entryMs, exitMs),
    };
  }
}
