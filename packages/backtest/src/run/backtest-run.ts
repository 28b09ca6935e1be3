/** A whole backtest: sessions one after the other, then the result. At most one session is in memory. */
import type { ExchangeCalendar, Instrument, PriceLevels } from '@undertow/market';
import { RandomEntries } from '#engine/random-entries.ts';
import { RuleRun } from '#engine/rule-run.ts';
import type { Signal } from '#engine/signals.ts';
import type { SessionFacts } from '#facts/session-facts.ts';
import { QueueFills } from '#queue/queue-fills.ts';
import {
  type BacktestResult,
  type BacktestTrade,
  type BaseLine,
  MAX_P,
  MAX_Q,
  MIN_TRADES,
  type TriedRules,
  type Verdict,
} from '#results/backtest-result.ts';
import { correctionOf } from '#results/correction.ts';
import { exitRows, groupsOf } from '#results/groups.ts';
import { costFigures, equityOf, keyFigures, sessionNets } from '#results/key-figures.ts';
import { hashOf } from '#results/text-hash.ts';
import type { BacktestRule } from '#rule/backtest-rule.ts';
import { type CompiledRule, compileRule } from '#rule/compile-rule.ts';
import type { PerDay } from '#rule/condition.ts';
import { SessionBootstrap } from '#statistics/session-bootstrap.ts';
import { variantsOf } from './rule-variants.ts';
import { SessionSummary } from './session-summary.ts';
import { walkForward } from './walk-forward.ts';

export interface BacktestOptions {
  readonly rule: BacktestRule;
  readonly instrument: Instrument;
  /** The product's. */
  readonly calendar: ExchangeCalendar;
  readonly seed: number;
  /** The owner's preference for events a day. */
  readonly chosenPerDay: Exclude<PerDay, 'chosen'>;
  /** Sets of random entries; 0 for a first answer without base line and walk-forward. */
  readonly sets: number;
}

export interface ResultOptions {
  readonly tried: TriedRules;
  /** IANA name: hours of the groups are in this zone. */
  readonly zone: string;
}

/** Sets of random entries of a whole run. */
export const RANDOM_SETS = 1000;

interface Variant {
  readonly name: string;
  readonly run: RuleRun;
  readonly trades: BacktestTrade[];
}

/** A session whose signals wait to be filled row by row. */
interface PendingSession {
  readonly facts: SessionFacts;
  readonly signals: readonly Signal[];
  readonly fills: QueueFills;
}

export class BacktestRun {
  readonly #options: BacktestOptions;
  readonly #compiled: CompiledRule;
  /** Fast fills: what random entries are compared with, also in a run that fills row by row. */
  readonly #fast: RuleRun;
  readonly #fastTrades: BacktestTrade[] = [];
  readonly #queue: RuleRun | null;
  readonly #queueTrades: BacktestTrade[] = [];
  #pending: PendingSession | null = null;
  readonly #random: RandomEntries | null;
  readonly #variants: readonly Variant[];
  readonly #summary = new SessionSummary();

  /** Throws RangeError for a price that the instrument cannot have. */
  constructor(options: BacktestOptions) {
    const { rule, instrument, calendar, seed, chosenPerDay, sets } = options;
    const compiled = compileRule(rule, instrument, chosenPerDay);
    const runOf = (of: CompiledRule): RuleRun => new RuleRun(of, calendar);
    this.#options = options;
    this.#compiled = compiled;
    this.#fast = runOf(compiled);
    this.#queue = rule.fills.model === 'queue' ? runOf(compiled) : null;
    this.#random = sets > 0 ? new RandomEntries(compiled, sets, seed) : null;
    this.#variants = (sets === 0 ? [] : variantsOf(rule)).map((variant) => ({
      name: variant.name,
      run: runOf(compileRule(variant.rule, instrument, chosenPerDay)),
      trades: [],
    }));
  }

  /**
   * Sessions of the rule's product, oldest first. Where the rule is filled row by row, the caller then gives the session's rows to what this
   * returns, before the next session or the result; otherwise it returns null. `book`: the one that earlier rows of the contract have made;
   * without it the rows begin with a snapshot.
   */
  addSession(facts: SessionFacts, book?: PriceLevels): QueueFills | null {
    const { instrument, seed } = this.#options;
    if (facts.instrumentId !== instrument.id)
      throw new RangeError(`expected sessions of ${instrument.symbol}, got one of ${facts.symbol}`);
    this.#settle();
    this.#summary.add(facts);
    const session = this.#fast.addSession(facts);
    this.#fastTrades.push(...session.trades);
    this.#random?.addSession(facts, session);
    for (const { run, trades } of this.#variants) trades.push(...run.addSession(facts).trades);
    if (this.#queue === null) return null;
    const { signals, fills: fast } = this.#queue.read(facts);
    const fills = new QueueFills({
      rule: this.#compiled,
      facts,
      signals,
      fast,
      seed: seed + this.#summary.days.size,
      ...(book === undefined ? {} : { book }),
    });
    this.#pending = { facts, signals, fills };
    return fills;
  }

  #settle(): void {
    if (this.#pending === null || this.#queue === null) return;
    const { facts, signals, fills } = this.#pending;
    this.#pending = null;
    const filled = this.#queue.fill(facts, signals, (signal) => fills.outcomeOf(signal), fills.source);
    this.#queueTrades.push(...filled.trades);
  }

  /** Of the sessions so far. */
  result({ tried, zone }: ResultOptions): BacktestResult {
    this.#settle();
    const { rule, seed } = this.#options;
    const run = this.#queue ?? this.#fast;
    const trades = this.#queue === null ? this.#fastTrades : this.#queueTrades;
    const { days } = this.#summary;
    const bootstrap = new SessionBootstrap(days.size, seed);
    const nets = sessionNets(trades, days);
    const baseLine = this.#random?.baseLine(this.#fastTrades) ?? null;
    const input = { trades, days, bootstrap, randomR: this.#randomR(trades, baseLine), zone };
    const { correction, sharpeSession } = correctionOf({ trades, nets, baseLine, tried });
    const found = {
      counts: run.counts,
      key: keyFigures(trades, days, bootstrap),
      costs: costFigures(trades),
      equity: equityOf(nets, days),
      baseLine,
      groups: groupsOf(input),
      exits: exitRows(input),
      walkForward: this.#walkForward(),
      testedOn: this.#summary.testedOn(),
      fills: { model: rule.fills.model, sources: [...new Set(trades.map(({ fill }) => fill))] },
      trades,
      sharpeSession,
      ruleHash: hashOf(rule),
    };
    return {
      ...found,
      verdict: verdictOf(trades.length, baseLine?.p ?? null, correction.q, this.#random !== null),
      tradesMissing: Math.max(0, MIN_TRADES - trades.length),
      correction,
      resultHash: hashOf(found),
    };
  }

  /** Mean R of the random entries of each trade: of its fast counterpart, else of all. */
  #randomR(trades: readonly BacktestTrade[], baseLine: BaseLine | null): readonly number[] {
    if (baseLine === null) return [];
    const means = this.#random?.tradeMeans ?? [];
    const bySignal = new Map(this.#fastTrades.map(({ signalMs }, at) => [signalMs, means[at]]));
    return trades.map(({ signalMs }) => bySignal.get(signalMs) ?? baseLine.meanR);
  }

  #walkForward() {
    if (this.#variants.length === 0) return null;
    return walkForward(this.#variants, [...this.#summary.days.keys()], this.#options.seed);
  }
}

function verdictOf(trades: number, p: number | null, q: number | null, isWhole: boolean): Verdict {
  if (!isWhole) return 'running';
  if (trades < MIN_TRADES || p === null) return 'too_few';
  if (p > MAX_P) return 'not_above_chance';
  return q !== null && q <= MAX_Q ? 'above_chance' : 'not_after_correction';
}
