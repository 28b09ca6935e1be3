/** The result of a backtest on the wire. `@undertow/backtest` says what each figure means; prices and money of trades are decimal text. */
import { z } from 'zod';
import { decimalString, instant } from '#shapes/primitives.ts';

const count = z.number().int().nonnegative();
const share = z.number().min(0).max(1);
const day = z.iso.date();

export const backtestVerdict = z.enum([
  'above_chance',
  'not_above_chance',
  'not_after_correction',
  'too_few',
  'looks_ahead',
  'running',
]);

/** A figure with the middle 95 % of its resampled days; null where there is too little to say it. */
export const backtestEstimate = z.object({
  value: z.number().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
  n: count,
});

const exitReason = z.enum(['stop', 'target', 'trailing', 'time', 'opposite_event', 'session_end']);
const fillSource = z.enum(['fast', 'by_order', 'by_level']);

const groupRow = z.object({
  key: z.string(),
  n: count,
  netR: backtestEstimate.nullable(),
  randomR: z.number().nullable(),
  isDifferent: z.boolean(),
});

const keyFigures = z.object({
  expectancyR: backtestEstimate,
  expectancyUsd: backtestEstimate,
  winRate: backtestEstimate,
  netUsd: backtestEstimate,
  profitFactor: backtestEstimate,
  sharpeYear: backtestEstimate,
  maxDrawdownUsd: z.number(),
  drawdownFrom: day.nullable(),
  drawdownTo: day.nullable(),
});

const baseLine = z.object({
  sets: count,
  asGood: count,
  p: share,
  meanR: z.number(),
  winRate: share,
  deeperDrawdowns: share,
  histogram: z.object({ fromR: z.number(), stepR: z.number(), counts: z.array(count) }),
  band: z.object({
    low: z.array(z.number()),
    median: z.array(z.number()),
    high: z.array(z.number()),
  }),
});

const walkForward = z.object({
  variants: count,
  folds: z.array(
    z.object({
      chosen: z.string(),
      inSample: backtestEstimate,
      outOfSample: backtestEstimate,
      inFrom: day,
      outFrom: day,
      outTo: day,
    }),
  ),
  inSample: backtestEstimate,
  outOfSample: backtestEstimate,
});

/** Without its trades. */
export const backtestResult = z.object({
  verdict: backtestVerdict,
  tradesMissing: count,
  counts: z.object({
    signals: count,
    trades: count,
    inPosition: count,
    unfilled: count,
    undecided: count,
  }),
  key: keyFigures,
  costs: z.object({
    grossUsd: z.number(),
    slippageUsd: z.number(),
    commissionUsd: z.number(),
    netUsd: z.number(),
  }),
  equity: z.array(z.object({ tradingDay: day, netUsd: z.number(), drawdownUsd: z.number() })),
  /** Null in the first answer, which comes before it is computed. */
  baseLine: baseLine.nullable(),
  correction: z.object({
    rulesTried: count,
    q: share.nullable(),
    deflatedSharpe: share.nullable(),
    luckySharpeYear: z.number().nullable(),
    tradesNeeded: z.number().nullable(),
  }),
  groups: z.object({
    hour: z.array(groupRow),
    weekday: z.array(groupRow),
    session: z.array(groupRow),
    regime: z.array(groupRow),
  }),
  exits: z.array(
    z.object({
      reason: exitReason,
      n: count,
      share: backtestEstimate,
      netR: backtestEstimate.nullable(),
      netUsd: z.number(),
    }),
  ),
  walkForward: walkForward.nullable(),
  testedOn: z.object({
    sessions: count,
    from: z.string(),
    to: z.string(),
    gaps: count,
    gapMinutes: z.number(),
    halts: count,
    rolls: count,
    detectors: z.array(z.string()),
    sources: z.array(z.string()),
  }),
  fills: z.object({
    model: z.enum(['fast', 'queue']),
    sources: z.array(fillSource),
    /** Sessions with signals, of queue fills: without recorded rows nothing is filled. Null for fast ones. */
    rows: z.object({ withRows: count, withoutRows: count }).nullish(),
  }),
  sharpeSession: z.number().nullable(),
  ruleHash: z.string(),
  resultHash: z.string(),
  /** Trades by how far they went, in whole ticks; results of earlier releases have none. */
  excursions: z.array(z.object({ maeTicks: count, mfeTicks: count, won: count, lost: count })).optional(),
});
export type BacktestResultDto = z.infer<typeof backtestResult>;

export const backtestTrade = z.object({
  number: z.number().int().positive(),
  tradingDay: day,
  contract: z.string().nullable(),
  side: z.enum(['buy', 'sell']),
  size: z.number().int().positive(),
  signalAt: instant,
  entryAt: instant,
  exitAt: instant,
  /** Averages over the contracts. */
  entryPrice: decimalString,
  exitPrice: decimalString,
  reason: exitReason,
  maeTicks: z.number().nonnegative(),
  mfeTicks: z.number().nonnegative(),
  /** US dollars. */
  gross: decimalString,
  slippage: decimalString,
  commission: decimalString,
  net: decimalString,
  netR: z.number(),
  fill: fillSource,
  isThroughGap: z.boolean(),
  regime: z.object({
    trend: z.string(),
    volatility: z.string().nullable(),
    isNews: z.boolean(),
    session: z.enum(['regular', 'overnight']),
  }),
  /** Events and patterns that fulfilled the conditions: their pages show the rest. */
  evidence: z.array(
    z.object({
      id: z.string(),
      type: z.string(),
      side: z.enum(['bid', 'ask']).nullable(),
      price: decimalString,
      size: count,
      confidence: share,
      isExact: z.boolean(),
    }),
  ),
});
export type BacktestTradeDto = z.infer<typeof backtestTrade>;
