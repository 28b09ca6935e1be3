/** Routes of backtests: rules that are tested on recorded sessions. */
import { z } from 'zod';
import { instant, labelText, okResponse, plainText } from '#shapes/primitives.ts';
import { route } from '#shapes/route.ts';
import { backtestEstimate, backtestResult, backtestTrade, backtestVerdict } from './backtest-result.ts';

/** Characters of a rule. */
export const MAX_RULE_TEXT = 20_000;
export const MAX_BACKTEST_TRADES_PAGE = 200;
/** A character of text takes at most six bytes of JSON. */
const MAX_BODY_BYTES = 6 * MAX_RULE_TEXT + 1024;

const count = z.number().int().nonnegative();
const productSymbol = z.string().regex(/^[A-Z0-9]{1,8}$/, 'expected a product such as ES');
const params = z.strictObject({ id: z.uuid() });

/** `preparing`: sessions are read by the detectors first. `first`: the first answer is there, its base line is being computed. */
export const BACKTEST_STATES = [
  'waiting',
  'preparing',
  'running',
  'first',
  'done',
  'failed',
  'cancelled',
] as const;

/** What rules are tested on: sessions of the platform's feed, or those of the user's uploads. */
const tested = z.enum(['recorded', 'uploads']);
export type TestedData = z.infer<typeof tested>;

export const backtest = z.object({
  id: z.uuid(),
  name: z.string(),
  product: z.string(),
  data: tested,
  createdAt: instant,
  state: z.enum(BACKTEST_STATES),
  /** While it is neither done nor failed. */
  progress: z
    .object({ fraction: z.number().min(0).max(1), note: z.string(), remainingSeconds: count.nullable() })
    .nullable(),
  /** Why it failed. */
  error: z.string().nullable(),
  /** Trading days that were requested, both included. */
  from: z.iso.date(),
  to: z.iso.date(),
  sessions: count.nullable(),
  /** Recorded sessions that could not be read: they are no part of the result. */
  sessionsLeftOut: count,
  verdict: backtestVerdict.nullable(),
  expectancyR: backtestEstimate.nullable(),
  p: z.number().nullable(),
  q: z.number().nullable(),
});
export type BacktestDto = z.infer<typeof backtest>;

export const listBacktests = route({
  id: 'listBacktests',
  method: 'GET',
  path: '/api/backtests',
  access: 'user',
  viewable: true,
  summary: "The user's backtests, newest first, and how many rules were tried on which data",
  response: z.object({
    backtests: z.array(backtest),
    /** Of the plan; 0 without backtesting. */
    most: count,
    mostSessions: count,
    /** On sessions of a product from one source: those of uploads are `replay`. */
    tried: z.array(z.object({ product: z.string(), source: z.string(), rules: count, since: instant })),
  }),
});

export const createBacktest = route({
  id: 'createBacktest',
  method: 'POST',
  path: '/api/backtests',
  access: 'user',
  summary: 'Tests a rule on recorded sessions, in the background',
  body: z.strictObject({
    /** The rule as YAML. */
    text: plainText.max(MAX_RULE_TEXT),
    data: tested.default('recorded'),
    /** Trading days, both included; by default as many of the newest ones as the plan allows. */
    from: z.iso.date().optional(),
    to: z.iso.date().optional(),
    /** IANA name of the zone in which hours are grouped. */
    zone: labelText.max(60),
  }),
  mostBytes: MAX_BODY_BYTES,
  response: backtest,
  status: 201,
});

export const listBacktestSessions = route({
  id: 'listBacktestSessions',
  method: 'GET',
  path: '/api/backtests/sessions',
  access: 'user',
  viewable: true,
  summary: 'Sessions of a product that rules can be tested on, oldest first',
  query: z.strictObject({ product: productSymbol, data: tested.default('recorded') }),
  response: z.object({
    /** Version of the detectors that rules are tested with. */
    detectors: z.string(),
    /** The feed that recorded them, `replay` for uploads; null where nothing is recorded. */
    source: z.string().nullable(),
    sessions: z.array(
      z.object({
        tradingDay: z.iso.date(),
        contract: z.string().nullable(),
        /** Read by these detectors already: any rule is tested on it at once. */
        isReady: z.boolean(),
        gaps: count,
      }),
    ),
  }),
});

export const getBacktest = route({
  id: 'getBacktest',
  method: 'GET',
  path: '/api/backtests/:id',
  access: 'user',
  viewable: true,
  summary: 'A backtest with the text of its rule',
  params,
  response: backtest.extend({ text: z.string() }),
});

export const cancelBacktest = route({
  id: 'cancelBacktest',
  method: 'POST',
  path: '/api/backtests/:id/cancel',
  access: 'user',
  summary: 'Stops a backtest that waits or runs',
  params,
  response: backtest,
});

export const removeBacktest = route({
  id: 'removeBacktest',
  method: 'DELETE',
  path: '/api/backtests/:id',
  access: 'user',
  summary: 'Removes a backtest; its rule still counts as tried on this data',
  params,
  response: okResponse,
});

export const getBacktestResult = route({
  id: 'getBacktestResult',
  method: 'GET',
  path: '/api/backtests/:id/result',
  access: 'user',
  viewable: true,
  summary: 'The result of a backtest, or its first answer while the base line is being computed',
  params,
  response: backtestResult,
});

export const listBacktestTrades = route({
  id: 'listBacktestTrades',
  method: 'GET',
  path: '/api/backtests/:id/trades',
  access: 'user',
  viewable: true,
  summary: 'Trades of a backtest, the latest first',
  params,
  query: z.strictObject({
    page: z.coerce.number<number>().int().min(0).max(100_000).default(0),
    limit: z.coerce.number<number>().int().min(1).max(MAX_BACKTEST_TRADES_PAGE).default(50),
  }),
  response: z.object({ trades: z.array(backtestTrade), total: count }),
});

export const exportBacktestTrades = route({
  id: 'exportBacktestTrades',
  method: 'GET',
  path: '/api/backtests/:id/trades/export',
  access: 'user',
  summary: 'Trades of a backtest as CSV, which the journal imports',
  params,
  /** text/csv; no cell of it is a formula to any spreadsheet. */
  response: z.unknown(),
});

export const BACKTEST_ROUTES = [
  listBacktests,
  createBacktest,
  listBacktestSessions,
  getBacktest,
  cancelBacktest,
  removeBacktest,
  getBacktestResult,
  listBacktestTrades,
  exportBacktestTrades,
] as const;
