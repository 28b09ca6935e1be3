/** The result of a backtest: every figure with its sample and its interval, the base line, and what it is worth. Plain data. */
import type { BookSide, Trend } from '@undertow/market';
import type { FillModel, Volatility, Weekday } from '#rule/backtest-rule.ts';

/** `looks_ahead` is the verdict of a rule that is refused, `running` that of one without a base line yet. */
export const VERDICTS = [
  'above_chance',
  'not_above_chance',
  'not_after_correction',
  'too_few',
  'looks_ahead',
  'running',
] as const;
export type Verdict = (typeof VERDICTS)[number];

/** Below this many trades nothing is said. */
export const MIN_TRADES = 30;
/** A p-value above the first, or a false discovery rate above the second, claims nothing. */
export const MAX_P = 0.05;
export const MAX_Q = 0.1;

export const EXIT_REASONS = ['stop', 'target', 'trailing', 'time', 'opposite_event', 'session_end'] as const;
export type ExitReason = (typeof EXIT_REASONS)[number];

/** How a fill was decided: the recorded book by order or by level, or the worst prices of each second. */
export const FILL_SOURCES = ['fast', 'by_order', 'by_level'] as const;
export type FillSource = (typeof FILL_SOURCES)[number];

/** What was known when a signal was given: the groups of the result. */
export interface EntryRegime {
  readonly trend: Trend;
  /** Null before there are five earlier sessions to compare with. */
  readonly volatility: Volatility | null;
  readonly isNews: boolean;
  readonly session: 'regular' | 'overnight';
}

export interface BacktestTrade {
  /** From 1, in the order of the entries. */
  readonly number: number;
  readonly tradingDay: string;
  readonly contract: string | null;
  readonly side: 'buy' | 'sell';
  /** Contracts. */
  readonly size: number;
  /** When the rule became true, on what was known then. */
  readonly signalMs: number;
  readonly entryMs: number;
  readonly exitMs: number;
  /** Averages over the contracts, with a fraction. */
  readonly entryTicks: number;
  readonly exitTicks: number;
  readonly reason: ExitReason;
  /** Worst and best move from the entry while it was open, ticks, neither below 0. */
  readonly maeTicks: number;
  readonly mfeTicks: number;
  /** Result before costs, at the middle of the spread of entry and exit; whole millionths of a dollar. */
  readonly grossMicros: number;
  /** Spread and slippage, and commission: neither below 0. */
  readonly slippageMicros: number;
  readonly commissionMicros: number;
  readonly netMicros: number;
  /** What one R is: the distance of the stop, else of the trailing stop, else the current range. */
  readonly riskTicks: number;
  readonly netR: number;
  readonly regime: EntryRegime;
  /** A gap or a halt lay between entry and exit. */
  readonly isThroughGap: boolean;
  readonly fill: FillSource;
  /** What fulfilled the conditions: ids of events and patterns, in the order of the conditions; none for prices. */
  readonly evidence: readonly TradeEvidence[];
}

export interface TradeEvidence {
  readonly id: string;
  readonly type: string;
  readonly side: BookSide | null;
  readonly priceTicks: number;
  readonly size: number;
  /** In thousandths, as it was known. */
  readonly confidence: number;
  readonly isExact: boolean;
}

/** What became of the signals: the parts add up to `signals`. */
export interface SignalCounts {
  readonly signals: number;
  readonly trades: number;
  /** Came while as many positions were open as the rule allows, or within its cool-down. */
  readonly inPosition: number;
  /** Of a limit order: it was not reached in time. */
  readonly unfilled: number;
  /** The data cannot decide the fill: counted as not filled. */
  readonly undecided: number;
}

/** A figure with the middle 95 % of its resampled days; null where there is too little to say it. */
export interface Estimate {
  readonly value: number | null;
  readonly low: number | null;
  readonly high: number | null;
  /** Trades, or sessions where the figure is of sessions. */
  readonly n: number;
}

export interface KeyFigures {
  readonly expectancyR: Estimate;
  readonly expectancyUsd: Estimate;
  readonly winRate: Estimate;
  readonly netUsd: Estimate;
  readonly profitFactor: Estimate;
  /** Of the sessions' results, a year of 252; not corrected for the number of rules. */
  readonly sharpeYear: Estimate;
  readonly maxDrawdownUsd: number;
  /** Trading days of the highest equity before it and of its lowest point; null without a loss. */
  readonly drawdownFrom: string | null;
  readonly drawdownTo: string | null;
}

export interface CostFigures {
  readonly grossUsd: number;
  readonly slippageUsd: number;
  readonly commissionUsd: number;
  readonly netUsd: number;
}

/** Sets of random entries: each trade at another instant of its own clock hour, on its side, with its exits. */
export interface BaseLine {
  readonly sets: number;
  /** How many did as well as the rule or better, by mean net R. */
  readonly asGood: number;
  /** (1 + asGood) / (1 + sets). */
  readonly p: number;
  readonly meanR: number;
  readonly winRate: number;
  /** Share of the sets with a deeper drawdown. */
  readonly deeperDrawdowns: number;
  readonly histogram: { readonly fromR: number; readonly stepR: number; readonly counts: readonly number[] };
  /** Equity at the end of each session, US dollars: 5 %, median and 95 % of the sets. */
  readonly band: {
    readonly low: readonly number[];
    readonly median: readonly number[];
    readonly high: readonly number[];
  };
}

/** Rules tried on the same data before this one, with their results. */
export interface TriedRules {
  /** P-values against random entries, without those that had none. */
  readonly pValues: readonly number[];
  /** Sharpe ratios of a session, not of a year. */
  readonly sharpes: readonly number[];
}

export interface Correction {
  /** This rule included. */
  readonly rulesTried: number;
  /** False discovery rate at which this rule would be claimed (Benjamini-Hochberg). */
  readonly q: number | null;
  /** Chance that the Sharpe ratio exceeds the best of so many rules without an edge. */
  readonly deflatedSharpe: number | null;
  /** The best Sharpe ratio of a year to expect of so many rules without an edge. */
  readonly luckySharpeYear: number | null;
  /** Trades that would separate its distance from random entries from luck; null where there is none. */
  readonly tradesNeeded: number | null;
}

export interface GroupRow {
  readonly key: string;
  readonly n: number;
  /** Null below `MIN_TRADES`. */
  readonly netR: Estimate | null;
  /** Mean of the random entries of the same trades; null without a base line. */
  readonly randomR: number | null;
  /** Differs from the other trades after correction over all groups. */
  readonly isDifferent: boolean;
}

export interface ResultGroups {
  /** Hours from 0 in the zone of the request. */
  readonly hour: readonly GroupRow[];
  /** Weekday of the trading day: `mon`. */
  readonly weekday: readonly (GroupRow & { readonly key: Weekday })[];
  readonly session: readonly GroupRow[];
  /** `trend:bullish`, `volatility:low`, `news:inside`, `news:outside`. */
  readonly regime: readonly GroupRow[];
}

export interface ExitRow {
  readonly reason: ExitReason;
  readonly n: number;
  readonly share: Estimate;
  readonly netR: Estimate | null;
  readonly netUsd: number;
}

export interface WalkForwardFold {
  readonly chosen: string;
  readonly inSample: Estimate;
  readonly outOfSample: Estimate;
  readonly inFrom: string;
  readonly outFrom: string;
  readonly outTo: string;
}

/** The best variant of the sessions before, tried on those after. Null with fewer than 60 sessions. */
export interface WalkForward {
  readonly variants: number;
  readonly folds: readonly WalkForwardFold[];
  readonly inSample: Estimate;
  readonly outOfSample: Estimate;
}

export interface TestedOn {
  readonly sessions: number;
  readonly from: string;
  readonly to: string;
  readonly gaps: number;
  readonly gapMinutes: number;
  readonly halts: number;
  readonly rolls: number;
  readonly detectors: readonly string[];
  readonly sources: readonly string[];
}

/** Sessions with signals. Without their recorded rows no signal is decided, and none is filled. */
export interface RowCounts {
  readonly withRows: number;
  readonly withoutRows: number;
}

export interface EquityPoint {
  readonly tradingDay: string;
  readonly netUsd: number;
  readonly drawdownUsd: number;
}

/** Trades that went equally far, in whole ticks. What was won is above 0 after costs. */
export interface Excursion {
  /** Worst and best move from the entry. */
  readonly maeTicks: number;
  readonly mfeTicks: number;
  readonly won: number;
  readonly lost: number;
}

export interface BacktestResult {
  readonly verdict: Verdict;
  /** Trades that are missing to say anything; 0 where there are enough. */
  readonly tradesMissing: number;
  readonly counts: SignalCounts;
  readonly key: KeyFigures;
  readonly costs: CostFigures;
  /** At the end of each session. */
  readonly equity: readonly EquityPoint[];
  /** Null while it is not computed. */
  readonly baseLine: BaseLine | null;
  readonly correction: Correction;
  readonly groups: ResultGroups;
  readonly exits: readonly ExitRow[];
  readonly walkForward: WalkForward | null;
  readonly testedOn: TestedOn;
  readonly fills: {
    readonly model: FillModel;
    readonly sources: readonly FillSource[];
    /** Null where fills are fast. */
    readonly rows: RowCounts | null;
  };
  readonly trades: readonly BacktestTrade[];
  /** What to store for the correction of later rules: of a session. */
  readonly sharpeSession: number | null;
  /** The same for fast and for queue fills: a final run is no other rule. */
  readonly ruleHash: string;
  /** Of everything above: equal for equal rule, facts and seed. */
  readonly resultHash: string;
  /** Of the trades. */
  readonly excursions: readonly Excursion[];
}
