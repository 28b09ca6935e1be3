/** A whole backtest: sessions one after the other, then the result. At most one session is in memory. */
import type { ExchangeCalendar, Instrument } from '@undertow/market';
import { RandomEntries } from '#engine/random-entries.ts';
import { RuleRun, type SessionTrades } from '#engine/rule-run.ts';
import type { SessionFacts } from '#facts/session-facts.ts';
import {
  type BacktestResult,
  type BacktestTrade,
  MAX_P,
  MAX_Q,
  MIN_TRADES,
  type TestedOn,
  type TriedRules,
  type Verdict,
} from '#results/backtest-result.ts';
import { correctionOf } from '#results/correction.ts';
import { exitRows, groupsOf } from '#results/groups.ts';
import { costFigures, equityOf, keyFigures, sessionNets } from '#results/key-figures.ts';
import { hashOf } from '#results/text-hash.ts';
import type { BacktestRule } from '#rule/backtest-rule.ts';
import { compileRule } from '#rule/compile-rule.ts';
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

export class BacktestRun {
  readonly #options: BacktestOptions;
  readonly #run: RuleRun;
  readonly #trades: BacktestTrade[] = [];
  readonly #random: RandomEntries | null;
  readonly #variants: readonly Variant[];
  readonly #summary = new SessionSummary();

  /** Throws RangeError for a price that the instrument cannot have. */
  constructor(options: BacktestOptions) {
    const { rule, instrument, calendar, seed, chosenPerDay, sets } = options;
    const compiled = compileRule(rule, instrument, chosenPerDay);
    this.#options = options;
    this.#run = new RuleRun(compiled, calendar);
    this.#random = sets > 0 ? new RandomEntries(compiled, sets, seed) : null;
    this.#variants =
      sets === 0
        ? []
        : variantsOf(rule).map((variant) => ({
            name: variant.name,
            run: new RuleRun(compileRule(variant.rule, instrument, chosenPerDay), calendar),
            trades: [],
          }));
  }

  /** Sessions of the rule's product, oldest first. */
  addSession(facts: SessionFacts): void {
    this.#expect(facts);
    const session = this.#run.addSession(facts);
    this.#keep(facts, session);
    for (const { run, trades } of this.#variants) trades.push(...run.addSession(facts).trades);
  }

  /** A session whose trades were filled elsewhere, row by row; variants stay fast. */
  addFilled(facts: SessionFacts, fillSession: (run: RuleRun) => SessionTrades): void {
    this.#expect(facts);
    this.#keep(facts, fillSession(this.#run));
    for (const { run, trades } of this.#variants) trades.push(...run.addSession(facts).trades);
  }

  #expect({ instrumentId, symbol }: SessionFacts): void {
    const { instrument } = this.#options;
    if (instrumentId !== instrument.id)
      throw new RangeError(`expected sessions of ${instrument.symbol}, got one of ${symbol}`);
  }

  #keep(facts: SessionFacts, session: SessionTrades): void {
    this.#summary.add(facts);
    this.#trades.push(...session.trades);
    this.#random?.addSession(facts, session);
  }

  /** Of the sessions so far. */
  result({ tried, zone }: ResultOptions): BacktestResult {
    const { rule, seed } = this.#options;
    const trades = this.#trades;
    const { days } = this.#summary;
    const bootstrap = new SessionBootstrap(days.size, seed);
    const key = keyFigures(trades, days, bootstrap);
    const nets = sessionNets(trades, days);
    const baseLine = this.#random?.baseLine(trades, key.maxDrawdownUsd) ?? null;
    const randomR = this.#random?.tradeMeans ?? [];
    const input = { trades, days, bootstrap, randomR, zone };
    const { correction, sharpeSession } = correctionOf({ trades, nets, baseLine, tried });
    const found = {
      counts: this.#run.counts,
      key,
      costs: costFigures(trades),
      equity: equityOf(nets, days),
      baseLine,
      groups: groupsOf(input),
      exits: exitRows(input),
      walkForward: this.#walkForward(),
      testedOn: this.#summary.testedOn() satisfies TestedOn,
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
