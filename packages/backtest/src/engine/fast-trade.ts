/** One trade of the fast model: a signal to its entry and its exit at the worst prices of their seconds. */
import { SECOND_MS, type SessionBounds } from '@undertow/market';
import type { SessionFacts } from '#facts/session-facts.ts';
import type { ExitReason } from '#results/backtest-result.ts';
import type { Distance } from '#rule/backtest-rule.ts';
import type { CompiledRule } from '#rule/compile-rule.ts';
import { type ExitTicks, followPath, type PathEnd } from './position-path.ts';
import { SessionPrices } from './session-prices.ts';
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

interface Entry {
  readonly second: number;
  readonly ticks: number;
  readonly slippageTicks: number;
}

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

  /** `prices`: of the same session, where there are some already. */
  constructor(
    rule: CompiledRule,
    facts: SessionFacts,
    opposite: SessionSignals['opposite'],
    prices: SessionPrices = new SessionPrices(facts),
  ) {
    this.#rule = rule;
    this.prices = prices;
    this.#regular = facts.regular;
    this.#opposite = opposite;
    this.#latencyMs = rule.rule.fills.latencyMs;
    this.#jitterMs = rule.rule.fills.jitterMs;
  }

  trade(start: TradeStart): TradeOutcome {
    const known = exitTicksOf(this.#rule, start.rangeTicks);
    if (known === null) return 'undecided';
    const entry = this.#entryOf(start);
    if (typeof entry === 'string') return entry;
    const { side } = start;
    const end = this.endOf(start, this.prices.msOf(entry.second));
    const [, endSecond] = this.#arrival(end.atMs);
    const from = { side, entryTicks: entry.ticks, second: entry.second, exits: known.exits };
    const path = followPath(this.prices, { ...from, endSecond: Math.max(endSecond, entry.second) });
    const exit = path.reason === null ? this.#closeAt(side, path.second) : this.#restingExit(side, path);
    if (exit === null) return 'undecided';
    return {
      entryMs: this.prices.msOf(entry.second),
      exitMs: this.prices.msOf(exit.second),
      entryTicks: entry.ticks,
      exitTicks: exit.ticks,
      reason: path.reason ?? end.reason,
      maeTicks: Math.max(path.maeTicks, -side * (exit.ticks - entry.ticks)),
      mfeTicks: Math.max(path.mfeTicks, side * (exit.ticks - entry.ticks)),
      slippageTicks: entry.slippageTicks + exit.slippageTicks,
      riskTicks: known.riskTicks,
      isThroughGap: this.prices.isClosedWithin(entry.second, exit.second),
    };
  }

  #arrival(atMs: number): readonly [from: number, to: number] {
    const from = this.prices.secondOf(atMs + this.#latencyMs);
    return [from, this.prices.secondOf(atMs + this.#latencyMs + this.#jitterMs)];
  }

  #entryOf({ side, atMs }: TradeStart): Entry | 'unfilled' | 'undecided' {
    const [from, to] = this.#arrival(atMs);
    const { order, position } = this.#rule.rule;
    if (order.kind === 'limit') return this.#limitEntry(side, from, to);
    const fill = this.prices.marketFill(side, position.size, from, to);
    if (fill === null) return 'undecided';
    return { second: to, ticks: fill.ticks, slippageTicks: side * (fill.ticks - fill.middleTicks) };
  }

  /** Joins the back of its own side, at the worst best price of its arrival, and fills where trades go through its price. */
  #limitEntry(side: 1 | -1, from: number, to: number): Entry | 'unfilled' | 'undecided' {
    const { order } = this.#rule.rule;
    if (order.kind !== 'limit') return 'undecided';
    const own = side > 0 ? -1 : 1;
    const quotes = [this.prices.worstQuote(own, from), this.prices.worstQuote(own, to)];
    const [first = null, second = null] = quotes;
    if (first === null || second === null) return 'undecided';
    const best = side > 0 ? Math.min(first, second) : Math.max(first, second);
    const limit = best - side * order.behindTicks;
    for (let at = to + 1; at <= to + order.waitSeconds; at += 1) {
      if (at >= this.prices.endSecond) return 'unfilled';
      if (this.prices.isClosedWithin(at, at)) return 'undecided';
      if (this.prices.isTradedThrough(side, limit, at)) return { second: at, ticks: limit, slippageTicks: 0 };
    }
    return 'unfilled';
  }

  /** When and why a position ends for another reason than a price: before the order that ends it is sent. */
  endOf(
    { atMs, side }: Pick<TradeStart, 'atMs' | 'side'>,
    entryMs: number,
  ): { readonly atMs: number; readonly reason: ExitReason } {
    const { timeSeconds, sessionEnd } = this.#rule.rule.exits;
    const regular = this.#regular;
    const isRegular = regular !== null && entryMs >= regular.openMs && entryMs < regular.closeMs;
    const recordEndMs = this.prices.msOf(this.prices.endSecond);
    const closeMs = sessionEnd && isRegular ? Math.min(regular.closeMs, recordEndMs) : recordEndMs;
    // The order has to arrive while it can be filled
    const lastMs = closeMs - SECOND_MS - this.#latencyMs - this.#jitterMs;
    const endings: { readonly atMs: number; readonly reason: ExitReason }[] = [
      { atMs: lastMs, reason: 'session_end' },
    ];
    if (timeSeconds !== null) endings.push({ atMs: entryMs + timeSeconds * SECOND_MS, reason: 'time' });
    const opposite = this.#opposite.find(
      (firing) => firing.atMs > Math.max(atMs, entryMs) && this.#isAgainst(firing.sign, side),
    );
    if (opposite !== undefined) endings.push({ atMs: opposite.atMs, reason: 'opposite_event' });
    const first = endings.reduce((one, other) => (other.atMs < one.atMs ? other : one));
    return { atMs: Math.max(first.atMs, entryMs), reason: first.reason };
  }

  /** Whether an event of this sign would open a position on the other side. */
  #isAgainst(sign: number, side: 1 | -1): boolean {
    return (this.#rule.rule.direction === 'against_event' ? -sign : sign) === -side;
  }

  /** A market order that closes the position; after a gap or a halt at the first second in which it can. */
  #closeAt(
    side: 1 | -1,
    from: number,
  ): { readonly second: number; readonly ticks: number; readonly slippageTicks: number } | null {
    const { size } = this.#rule.rule.position;
    for (let second = from; second < this.prices.endSecond; second += 1) {
      const fill = this.prices.marketFill(side > 0 ? -1 : 1, size, second, second);
      if (fill === null) continue;
      return { second, ticks: fill.ticks, slippageTicks: side * (fill.middleTicks - fill.ticks) };
    }
    return null;
  }

  #restingExit(side: 1 | -1, { reason, second, ticks }: PathEnd) {
    if (reason === 'target') return { second, ticks, slippageTicks: 0 };
    const out = side > 0 ? -1 : 1;
    const quote = this.prices.worstQuote(out, second);
    const { size } = this.#rule.rule.position;
    // A stop becomes a market order: never better than its own price
    const worst = quote === null ? ticks : side > 0 ? Math.min(ticks, quote) : Math.max(ticks, quote);
    const filled = this.prices.averageTicks(out, size, worst, second);
    if (filled === null) return null;
    return { second, ticks: filled, slippageTicks: side * (ticks - filled) };
  }
}
