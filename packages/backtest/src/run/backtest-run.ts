/** A whole backtest: sessions one after the other, then the result. At most one session is in memory. */
import type { ExchangeCalendar, Instrument, PriceLevels } from '@undertow/market';
import { RandomEntries } from '#engine/random-entries.ts';
import { RuleRun } from '#engine/rule-run.ts';
import { SessionMemory } from '#engine/session-memory.ts';
import { SessionPrices } from '#engine/session-prices.ts';
import { type SessionSignals, type Signal, SignalReader } from '#engine/signals.ts';
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
import { excursionsOf } from '#results/excursions.ts';
import { exitRows, groupsOf } from '#results/groups.ts';
import { costFigures, equityOf, keyFigures, sessionNets } from '#results/key-figures.ts';
import { hashOf } from '#results/text-hash.ts';
import type { BacktestRule } from '#rule/backtest-rule.ts';
import { type CompiledRule, compileRule } from '#rule/compile-rule.ts';
import type { PerDay } from '#rule/condition.ts';
import { SessionBootstrap } from '#statistics/session-bootstrap.ts';
import { variantsOf } from './rule-variants.ts';
import { SessionSummary } from './session-summary.ts';
import { type VariantTrades, walkForward } from './walk-forward.ts';

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
  readonly reader: SignalReader;
  readonly trades: VariantTrades['trades'][number][];
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
  readonly #memory = new SessionMemory();
  /** Of the session that was added last. */
  readonly #prices = new SessionPrices();
  readonly #reader: SignalReader;
  /** Fast fills: what random entries are compared with, also in a run that fills row by row. */
  readonly #fast: RuleRun;
  readonly #fastTrades: BacktestTrade[] = [];
  readonly #queue: RuleRun | null;
  readonly #queueTrades: BacktestTrade[] = [];
  readonly #rows = { withRows: 0, withoutRows: 0 };
  #pending: PendingSession | null = null;
  readonly #random: RandomEntries | null;
  readonly #variants: readonly Variant[];
  readonly #summary = new SessionSummary();

  /** Throws RangeError for a price that the instrument cannot have. */
  constructor(options: BacktestOptions) {
    const { rule, instrument, calendar, seed, chosenPerDay, sets } = options;
    const compiled = compileRule(rule, instrument, chosenPerDay);
    this.#options = options;
    this.#compiled = compiled;
    this.#reader = new SignalReader(compiled, calendar, this.#memory);
    this.#fast = new RuleRun(compiled);
    this.#queue = rule.fills.model === 'queue' ? new RuleRun(compiled) : null;
    this.#random = sets > 0 ? new RandomEntries(compiled, sets, seed) : null;
    // Variants that wait for the same have the same signals
    const readers = new Map([[hashOf(rule.entry), this.#reader]]);
    this.#variants = (sets === 0 ? [] : variantsOf(rule)).map((variant) => {
      const of = compileRule(variant.rule, instrument, chosenPerDay);
      const entry = hashOf(variant.rule.entry);
      const reader = readers.get(entry) ?? new SignalReader(of, calendar, this.#memory);
      readers.set(entry, reader);
      return { name: variant.name, run: new RuleRun(of), reader, trades: [] };
    });
  }

  /** Types of the events and patterns that the rule waits for: a session needs no others. */
  get findingTypes(): ReadonlySet<string> {
    const { conditions, opposite } = this.#compiled;
    return new Set([...conditions, opposite].flatMap((of) => (of.kind === 'finding' ? [...of.types] : [])));
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
    const prices = this.#prices.start(facts);
    const found = this.#reader.read(facts);
    const session = this.#fast.addSession(facts, found, prices);
    this.#fastTrades.push(...session.trades);
    this.#random?.addSession(facts, session);
    this.#tryVariants(facts, found, prices);
    this.#memory.add(facts);
    if (this.#queue === null) return null;
    const { signals } = found;
    const fills = new QueueFills({
      rule: this.#compiled,
      facts,
      signals,
      fast: session.fills,
      seed: seed + this.#summary.days.size,
      ...(book === undefined ? {} : { book }),
    });
    this.#pending = { facts, signals, fills };
    return fills;
  }

  #tryVariants(facts: SessionFacts, found: SessionSignals, prices: SessionPrices): void {
    const read = new Map([[this.#reader, found]]);
    for (const { run, reader, trades } of this.#variants) {
      const signals = read.get(reader) ?? reader.read(facts);
      read.set(reader, signals);
      for (const { tradingDay, netR } of run.addSession(facts, signals, prices).trades)
        trades.push({ tradingDay, netR });
    }
  }

  #settle(): void {
    if (this.#pending === null || this.#queue === null) return;
    const { facts, signals, fills } = this.#pending;
    this.#pending = null;
    if (signals.length > 0) this.#rows[fills.hasRows ? 'withRows' : 'withoutRows'] += 1;
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
    const fills = { model: rule.fills.model, sources: [...new Set(trades.map(({ fill }) => fill))] };
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
      fills,
      trades,
      sharpeSession,
      ruleHash: hashOf({ ...rule, fills: { ...rule.fills, model: 'fast' } }),
    };
    return {
      ...found,
      verdict: verdictOf(trades.length, baseLine?.p ?? null, correction.q, this.#random !== null),
      tradesMissing: Math.max(0, MIN_TRADES - trades.length),
      correction,
      resultHash: hashOf(found),
      excursions: excursionsOf(trades),
      fills: { ...fills, rows: this.#queue === null ? null : { ...this.#rows } },
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
