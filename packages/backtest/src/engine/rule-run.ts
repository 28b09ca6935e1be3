/** A rule over sessions, oldest first: from signals to trades with their money, as far as positions may be open. */
import { MINUTE_MS, SECOND_MS } from '@undertow/market';
import type { SessionFacts } from '#facts/session-facts.ts';
import type { BacktestTrade, FillSource, SignalCounts } from '#results/backtest-result.ts';
import type { CompiledRule } from '#rule/compile-rule.ts';
import { FastTrades, type FilledTrade, type TradeOutcome } from './fast-trade.ts';
import type { SessionPrices } from './session-prices.ts';
import type { SessionSignals, Signal } from './signals.ts';

/** Before another contract is traded nothing is opened for so long. */
const ROLL_PAUSE_MS = 30 * MINUTE_MS;

/** Fills a signal: by default fast, in the final run row by row. */
export type FillSignal = (signal: Signal) => TradeOutcome;

export interface SessionTrades {
  readonly trades: readonly BacktestTrade[];
  /** The signal of each trade. */
  readonly signals: readonly Signal[];
  readonly fills: FastTrades;
}

/** Ticks of all contracts as money, in whole millionths of a dollar. */
export function microsOf({ rule, tickMicros }: CompiledRule, ticks: number): number {
  return Math.round(ticks * tickMicros * rule.position.size);
}

const commissionOf = ({ rule, roundTurnMicros }: CompiledRule): number =>
  roundTurnMicros * rule.position.size;

/** What a move from entry to exit, seen from the position, leaves after commission. */
export function netMicrosOf(rule: CompiledRule, moveTicks: number): number {
  return microsOf(rule, moveTicks) - commissionOf(rule);
}

/** The money of a trade, in whole millionths of a dollar. */
export function moneyOf(rule: CompiledRule, side: 1 | -1, filled: FilledTrade) {
  const moveTicks = side * (filled.exitTicks - filled.entryTicks);
  const slippageMicros = microsOf(rule, filled.slippageTicks);
  const netMicros = netMicrosOf(rule, moveTicks);
  return {
    grossMicros: microsOf(rule, moveTicks) + slippageMicros,
    slippageMicros,
    commissionMicros: commissionOf(rule),
    netMicros,
    netR: netMicros / microsOf(rule, filled.riskTicks),
  };
}

export class RuleRun {
  readonly #rule: CompiledRule;
  #number = 0;
  #signals = 0;
  #inPosition = 0;
  #unfilled = 0;
  #undecided = 0;

  constructor(rule: CompiledRule) {
    this.#rule = rule;
  }

  get counts(): SignalCounts {
    return {
      signals: this.#signals,
      trades: this.#number,
      inPosition: this.#inPosition,
      unfilled: this.#unfilled,
      undecided: this.#undecided,
    };
  }

  /** The next session, filled fast. */
  addSession(
    facts: SessionFacts,
    { signals, opposite }: SessionSignals,
    prices: SessionPrices,
  ): SessionTrades {
    const fills = new FastTrades(this.#rule, facts, opposite, prices);
    return { ...this.fill(facts, signals, (signal) => fills.trade(signal), 'fast'), fills };
  }

  /** Fills the signals of a session in the order of time, as far as positions are free. */
  fill(
    facts: SessionFacts,
    signals: readonly Signal[],
    fillSignal: FillSignal,
    source: FillSource,
  ): Omit<SessionTrades, 'fills'> {
    const { position, coolDownSeconds } = this.#rule.rule;
    const lastMs = facts.isLastOfContract ? facts.session.closeMs - ROLL_PAUSE_MS : facts.session.closeMs;
    const taken: Signal[] = [];
    const trades: BacktestTrade[] = [];
    let openUntil: number[] = [];
    let freeMs = Number.NEGATIVE_INFINITY;
    for (const signal of signals) {
      if (signal.atMs >= lastMs) continue;
      this.#signals += 1;
      openUntil = openUntil.filter((untilMs) => untilMs > signal.atMs);
      if (openUntil.length >= position.max || signal.atMs < freeMs) {
        this.#inPosition += 1;
        continue;
      }
      const filled = fillSignal(signal);
      if (typeof filled === 'string') {
        if (filled === 'unfilled') this.#unfilled += 1;
        else this.#undecided += 1;
        openUntil.push(signal.atMs + this.#waitMs);
        continue;
      }
      freeMs = signal.atMs + coolDownSeconds * SECOND_MS;
      openUntil.push(filled.exitMs + SECOND_MS);
      taken.push(signal);
      trades.push(this.#tradeOf(facts, signal, filled, source));
    }
    return { trades, signals: taken };
  }

  /** How long a limit order that is not filled takes the place of a position. */
  get #waitMs(): number {
    const { order } = this.#rule.rule;
    return order.kind === 'limit' ? order.waitSeconds * SECOND_MS : 0;
  }

  #tradeOf(facts: SessionFacts, signal: Signal, filled: FilledTrade, fill: FillSource): BacktestTrade {
    this.#number += 1;
    const { slippageTicks: _, ...path } = filled;
    return {
      ...path,
      ...moneyOf(this.#rule, signal.side, filled),
      number: this.#number,
      tradingDay: facts.tradingDay,
      contract: facts.contract,
      side: signal.side > 0 ? 'buy' : 'sell',
      size: this.#rule.rule.position.size,
      signalMs: signal.atMs,
      regime: signal.regime,
      fill,
      evidence: signal.evidence,
    };
  }
}
