/** Statistics of the journal: every figure with its sample and interval; prop-firm rules; the market around a trade. */
import { z } from 'zod';
import { orderFlowEvent } from '#market/market-data.ts';
import { currencyCode, decimalString, instant, marketLine, plainText, rowId } from '#shapes/primitives.ts';
import { route } from '#shapes/route.ts';
import { tradeFilter } from './trades.ts';

/** Decimal text in `unit`: money in the response's currency, rates 0 to 1, durations in seconds. */
export const statistic = z.object({
  unit: z.enum(['money', 'rate', 'ratio', 'count', 'duration']),
  value: decimalString.nullable(),
  /** Trades, or days where the figure is one of days. */
  n: z.number().int().nonnegative(),
  ci95: z.tuple([decimalString, decimalString]).nullable(),
  /** Why there is no value; null where there is one. */
  reason: z.string().nullable(),
  /** False while the sample is too small to judge. */
  judged: z.boolean(),
});
export type StatisticDto = z.infer<typeof statistic>;

const day = z.iso.date();

export const tradeGroup = z.object({
  key: z.string(),
  label: z.string(),
  n: z.number().int().nonnegative(),
  days: z.number().int().nonnegative(),
  net: decimalString,
  winRate: statistic,
  expectancy: statistic,
  /** Mean shrunk to the overall mean (k = 20), for small groups. */
  shrunk: decimalString,
});
export type TradeGroupDto = z.infer<typeof tradeGroup>;

export const getTradeStatistics = route({
  id: 'getTradeStatistics',
  method: 'GET',
  path: '/api/trades/statistics',
  access: 'user',
  viewable: true,
  summary: 'All statistics of the filtered trades',
  query: z.strictObject({
    ...tradeFilter,
    currency: currencyCode.optional(),
    /** Positions from flat to flat, or the platform's rows. */
    view: z.enum(['positions', 'rows']).default('positions'),
  }),
  response: z.object({
    currency: z.string().nullable(),
    currencies: z.array(z.object({ currency: z.string(), trades: z.number().int() })),
    view: z.enum(['positions', 'rows']),
    closed: z.number().int().nonnegative(),
    open: z.number().int().nonnegative(),
    days: z.number().int().nonnegative(),
    firstDay: day.nullable(),
    lastDay: day.nullable(),
    /** By name (`winRate`, `profitFactor`, …) in the order of display. */
    figures: z.array(z.object({ name: z.string(), label: z.string(), statistic })),
    /** One point a day. */
    equity: z.array(z.object({ day, equity: decimalString, drawdown: decimalString })),
    calendar: z.array(
      z.object({ day, net: decimalString, trades: z.number().int(), wins: z.number().int() }),
    ),
    groups: z.object({
      hour: z.array(tradeGroup),
      weekday: z.array(tradeGroup),
      symbol: z.array(tradeGroup),
      strategy: z.array(tradeGroup),
      side: z.array(tradeGroup),
      holding: z.array(tradeGroup),
    }),
    /** Histogram of net results; `counts` has one entry less than the edges. */
    distribution: z.object({ edges: z.array(decimalString), counts: z.array(z.number().int()) }),
    /** Notes for the reader: which day, what is left out. */
    remarks: z.array(z.string()),
  }),
});

export const ruleState = z.object({
  rule: z.string(),
  label: z.string(),
  state: z.enum(['ok', 'warning', 'breached', 'unknown']),
  unit: z.enum(['money', 'percent', 'days', 'contracts', 'trades']),
  /** The current figure, its limit and the remainder, in `unit`. */
  value: decimalString.nullable(),
  limit: decimalString.nullable(),
  left: decimalString.nullable(),
  /** `at least` or `at most` where closed trades only bound it. */
  bound: z.enum(['exact', 'at-least', 'at-most']),
  breachedAt: instant.nullable(),
  breachedBy: rowId.nullable(),
  text: z.string(),
});

export const getPropRules = route({
  id: 'getPropRules',
  method: 'GET',
  path: '/api/trades/rules',
  access: 'user',
  viewable: true,
  summary: 'State of an account against the rules that apply to it',
  query: z.strictObject({ account: plainText.max(60) }),
  response: z.object({
    account: z.string(),
    currency: z.string(),
    rules: z.array(ruleState),
    /** Chance of a breach before the target, from resampled days; null with too few days or without a target. */
    breachChance: z
      .object({ value: z.number(), ci95: z.tuple([z.number(), z.number()]), days: z.number().int() })
      .nullable(),
  }),
});

/** The recorded market around a trade. */
export const getTradeContext = route({
  id: 'getTradeContext',
  method: 'GET',
  path: '/api/trades/:id/context',
  access: 'user',
  viewable: true,
  summary: 'Events active at entry and exit, and the best and worst price while the trade lasted',
  params: z.object({ id: rowId }),
  response: z.object({
    /**
     * Why there is none: `no-record` (not recorded then), `unknown-instrument`, `not-entitled` (not one of the active
     * instruments), `no-times`, `not-yet` (delay, or its last minute is not over), `not-licensed` (`because` says what
     * the venue withholds).
     */
    missing: z
      .enum(['no-record', 'unknown-instrument', 'not-entitled', 'no-times', 'not-yet', 'not-licensed'])
      .nullable(),
    because: z.string().nullable(),
    instrumentId: z.number().int().nullable(),
    source: z.string().nullable(),
    /** The market that the viewer looks at. */
    market: marketLine,
    atEntry: z.array(orderFlowEvent),
    atExit: z.array(orderFlowEvent),
    bestPrice: decimalString.nullable(),
    worstPrice: decimalString.nullable(),
    mae: decimalString.nullable(),
    mfe: decimalString.nullable(),
    /** Best price of the 30 minutes after the exit in the trade's direction. */
    bestAfterExit: decimalString.nullable(),
  }),
});

export const getContextTable = route({
  id: 'getContextTable',
  method: 'GET',
  path: '/api/trades/context',
  access: 'user',
  viewable: true,
  summary: 'Expectancy with and without each kind of event before the entry, tested like any insight',
  response: z.object({
    /** The market that the viewer looks at. */
    market: marketLine,
    currency: z.string().nullable(),
    covered: z.number().int().nonnegative(),
    trades: z.number().int().nonnegative(),
    rows: z.array(
      z.object({
        eventType: z.string(),
        with: statistic,
        without: statistic,
        p: z.number().nullable(),
        q: z.number().nullable(),
        standing: z.enum(['proven', 'to-watch', 'not-enough-data', 'nothing']),
      }),
    ),
  }),
});

export const TRADE_STATISTICS_ROUTES = [getTradeStatistics, getPropRules] as const;

export const TRADE_CONTEXT_ROUTES = [getContextTable, getTradeContext] as const;
