/** One trade of the fast model: a signal to its entry and its exit at the worst prices of their seconds. */
import { SECOND_MS, type SessionBounds } from '@undertow/market';
import type { SessionFacts } from '#facts/session-facts.ts';
import type { ExitReason } from '#results/backtest-result.ts';
import type { Distance } from '#rule/backtest-rule.ts';
import type { CompiledRule } from '#rule/compile-rule.ts';
import { type ExitTicks, type PathEnd, PositionPath } from './position-path.ts';
import type { SessionPrices } from './session-prices.ts';
import type { SessionSignals } from './signals.ts';

/** Prices are averages over the contracts, with a fraction. */
export interface FilledTrade {
  readonly entryMs: number;
  readonly exitMs: number;
  readonly entryTicks: number;
  readonly exitTicks: number;
  readonly reason: ExitReason;
  readonly maeTicks: number;
  readonly mfeTicks: number;
  /** What spread and slippage took, ticks of one contract, not below 0. */
  readonly slippageTicks: number;
  readonly riskTicks: number;
  readonly isThroughGap: boolean;
}

export type TradeOutcome = FilledTrade | 'unfilled' | 'undecided';

export interface TradeStart {
  readonly side: 1 | -1;
  readonly atMs: number;
  readonly rangeTicks: number | null;
}

/** How far a trade went from its entry to its exit, seen from the position, and what one R of it is. */
export interface TradeMove {
  readonly ticks: number;
  readonly riskTicks: number;
}

/** Where an order is filled. */
interface OrderFill {
  second: number;
  ticks: number;
  slippageTicks: number;
}

const noFill = (): OrderFill => ({ second: 0, ticks: 0, slippageTicks: 0 });

/** Ticks of a distance, at least one; null while the range is not known. */
export function ticksOf({ value, unit }: Distance, rangeTicks: number | null): number | null {
  if (unit === 'ticks') return value;
  return rangeTicks === null ? null : Math.max(1, Math.round(value * rangeTicks));
}

/** Ticks of all exits and of one R; null where the current range is needed and not known. */
export function exitTicksOf(
  { rule }: CompiledRule,
  rangeTicks: number | null,
): { readonly exits: ExitTicks; readonly riskTicks: number } | null {
  const { stop, target, trailing } = rule.exits;
  const ticks = (distance: Distance | null) => (distance === null ? null : ticksOf(distance, rangeTicks));
  const exits = { stop: ticks(stop), target: ticks(target), trailing: ticks(trailing) };
  const isKnown = [
    [stop, exits.stop],
    [target, exits.target],
    [trailing, exits.trailing],
  ].every(([distance, known]) => distance === null || known !== null);
  const riskTicks = exits.stop ?? exits.trailing ?? rangeTicks;
  return isKnown && riskTicks !== null && riskTicks > 0 ? { exits, riskTicks } : null;
}

export class FastTrades {
  readonly #rule: CompiledRule;
  readonly prices: SessionPrices;
  readonly #regular: SessionBounds | null;
  readonly #opposite: SessionSignals['opposite'];
  /** Latest seconds that an order can take to arrive. */
  readonly #latencyMs: number;
  readonly #jitterMs: number;
  /** Of every trade; null where they depend on the current range. */
  readonly #exits: ReturnType<typeof exitTicksOf>;
  /** Of the trade that is filled now: a base line fills millions, and an object each would cost more than the rest. */
  readonly #entry = noFill();
  readonly #exit = noFill();
  readonly #path: PositionPath;
  readonly #move = { ticks: 0, riskTicks: 0 };

  /** `prices`: of the same session. */
  constructor(
    rule: CompiledRule,
    facts: SessionFacts,
    opposite: SessionSignals['opposite'],
    prices: SessionPrices,
  ) {
    this.#rule = rule;
    this.#exits = exitTicksOf(rule, null);
    this.prices = prices;
    this.#path = new PositionPath(prices);
    this.#regular = facts.regular;
    this.#opposite = opposite;
    this.#latencyMs = rule.rule.fills.latencyMs;
    this.#jitterMs = rule.rule.fills.jitterMs;
  }

  trade(start: TradeStart): TradeOutcome {
    const { side } = start;
    const known = this.#exitsOf(start.rangeTicks);
    if (known === null) return 'undecided';
    const state = this.#fill(start, known.exits);
    if (state !== 'filled') return state;
    const [entry, exit, path] = [this.#entry, this.#exit, this.#path];
    const entryMs = this.prices.msOf(entry.second);
    return {
      entryMs,
      exitMs: this.prices.msOf(exit.second),
      entryTicks: entry.ticks,
      exitTicks: exit.ticks,
      reason: path.reason ?? this.endOf(start, entryMs).reason,
      maeTicks: Math.max(path.maeTicks, -side * (exit.ticks - entry.ticks)),
      mfeTicks: Math.max(path.mfeTicks, side * (exit.ticks - entry.ticks)),
      slippageTicks: entry.slippageTicks + exit.slippageTicks,
      riskTicks: known.riskTicks,
      isThroughGap: this.prices.isClosedWithin(entry.second, exit.second),
    };
  }

  /** What `trade` makes of it, without the details; null where it is not filled. It is reused, and holds until the next call. */
  moveOf(start: TradeStart): TradeMove | null {
    const known = this.#exitsOf(start.rangeTicks);
    if (known === null || this.#fill(start, known.exits) !== 'filled') return null;
    this.#move.ticks = start.side * (this.#exit.ticks - this.#entry.ticks);
    this.#move.riskTicks = known.riskTicks;
    return this.#move;
  }

  #exitsOf(rangeTicks: number | null): ReturnType<typeof exitTicksOf> {
    return this.#exits ?? exitTicksOf(this.#rule, rangeTicks);
  }

  /** Fills entry and exit, the path between them included. */
  #fill(start: TradeStart, exits: ExitTicks): 'filled' | 'unfilled' | 'undecided' {
    const { side, atMs } = start;
    const { prices } = this;
    const from = prices.secondOf(atMs + this.#latencyMs);
    const to = prices.secondOf(atMs + this.#latencyMs + this.#jitterMs);
    const state = this.#enter(side, from, to);
    if (state !== 'filled') return state;
    const { second, ticks } = this.#entry;
    const endMs = this.#endMs(start, prices.msOf(second));
    const endSecond = prices.secondOf(endMs + this.#latencyMs + this.#jitterMs);
    this.#path.follow(side, ticks, second, exits, Math.max(endSecond, second));
    const { reason } = this.#path;
    const isFilled = reason === null ? this.#close(side, this.#path.second) : this.#leave(side, reason);
    return isFilled ? 'filled' : 'undecided';
  }

  /** An order that arrives within the seconds, both included. */
  #enter(side: 1 | -1, from: number, to: number): 'filled' | 'unfilled' | 'undecided' {
    const { order, position } = this.#rule.rule;
    if (order.kind === 'limit') return this.#enterAtLimit(side, from, to);
    const fill = this.prices.marketFill(side, position.size, from, to);
    if (fill === null) return 'undecided';
    return set(this.#entry, to, fill.ticks, side * (fill.ticks - fill.middleTicks));
  }

  /** Joins the back of its own side, at the worst best price of its arrival, and fills where trades go through its price. */
  #enterAtLimit(side: 1 | -1, from: number, to: number): 'filled' | 'unfilled' | 'undecided' {
    const { order } = this.#rule.rule;
    if (order.kind !== 'limit') return 'undecided';
    const own = side > 0 ? -1 : 1;
    const first = this.prices.worstQuote(own, from);
    const second = this.prices.worstQuote(own, to);
    if (first === null || second === null) return 'undecided';
    const best = side > 0 ? Math.min(first, second) : Math.max(first, second);
    const limit = best - side * order.behindTicks;
    for (let at = to + 1; at <= to + order.waitSeconds; at += 1) {
      if (at >= this.prices.endSecond) return 'unfilled';
      if (this.prices.isClosedWithin(at, at)) return 'undecided';
      if (this.prices.isTradedThrough(side, limit, at)) return set(this.#entry, at, limit, 0);
    }
    return 'unfilled';
  }

  /** When and why a position ends for another reason than a price: before the order that ends it is sent. */
  endOf(
    start: Pick<TradeStart, 'atMs' | 'side'>,
    entryMs: number,
  ): { readonly atMs: number; readonly reason: ExitReason } {
    const atMs = this.#endMs(start, entryMs);
    if (atMs === Math.max(this.#lastMs(entryMs), entryMs)) return { atMs, reason: 'session_end' };
    return { atMs, reason: atMs === this.#timeMs(entryMs) ? 'time' : 'opposite_event' };
  }

  #endMs({ atMs, side }: Pick<TradeStart, 'atMs' | 'side'>, entryMs: number): number {
    const oppositeMs = this.#oppositeMs(side, Math.max(atMs, entryMs));
    return Math.max(Math.min(this.#lastMs(entryMs), this.#timeMs(entryMs), oppositeMs), entryMs);
  }

  #timeMs(entryMs: number): number {
    const { timeSeconds } = this.#rule.rule.exits;
    return timeSeconds === null ? Number.POSITIVE_INFINITY : entryMs + timeSeconds * SECOND_MS;
  }

  /** The last instant at which an order that closes the position can be sent: it has to arrive while it can be filled. */
  #lastMs(entryMs: number): number {
    const regular = this.#regular;
    const isRegular = regular !== null && entryMs >= regular.openMs && entryMs < regular.closeMs;
    const recordEndMs = this.prices.msOf(this.prices.endSecond);
    const isCut = this.#rule.rule.exits.sessionEnd && isRegular;
    const closeMs = isCut ? Math.min(regular.closeMs, recordEndMs) : recordEndMs;
    return closeMs - SECOND_MS - this.#latencyMs - this.#jitterMs;
  }

  /** When an event against the position follows the instant; Infinity where none does. */
  #oppositeMs(side: 1 | -1, afterMs: number): number {
    for (const { atMs, sign } of this.#opposite)
      if (atMs > afterMs && this.#isAgainst(sign, side)) return atMs;
    return Number.POSITIVE_INFINITY;
  }

  /** Whether an event of this sign would open a position on the other side. */
  #isAgainst(sign: number, side: 1 | -1): boolean {
    return (this.#rule.rule.direction === 'against_event' ? -sign : sign) === -side;
  }

  /** A market order that closes the position; after a gap or a halt at the first second in which it can. */
  #close(side: 1 | -1, from: number): boolean {
    const { size } = this.#rule.rule.position;
    for (let second = from; second < this.prices.endSecond; second += 1) {
      const fill = this.prices.marketFill(side > 0 ? -1 : 1, size, second, second);
      if (fill === null) continue;
      set(this.#exit, second, fill.ticks, side * (fill.middleTicks - fill.ticks));
      return true;
    }
    return false;
  }

  /** An order that rested at its price: a stop becomes a market order, and is never filled better than there. */
  #leave(side: 1 | -1, reason: NonNullable<PathEnd['reason']>): boolean {
    const { second, ticks } = this.#path;
    let filled: number | null = ticks;
    if (reason !== 'target') {
      const out = side > 0 ? -1 : 1;
      const quote = this.prices.worstQuote(out, second) ?? ticks;
      const worst = side > 0 ? Math.min(ticks, quote) : Math.max(ticks, quote);
      filled = this.prices.averageTicks(out, this.#rule.rule.position.size, worst, second);
    }
    if (filled !== null) set(this.#exit, second, filled, side * (ticks - filled));
    return filled !== null;
  }
}

function set(fill: OrderFill, second: number, ticks: number, slippageTicks: number): 'filled' {
  fill.second = second;
  fill.ticks = ticks;
  fill.slippageTicks = slippageTicks;
  return 'filled';
}
