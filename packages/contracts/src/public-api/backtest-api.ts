/** Public routes of backtests: the sessions that there are, a rule that is tested on them, its result and trades. */
import { z } from 'zod';
import { backtestResult, backtestTrade } from '#backtests/backtest-result.ts';
import {
  backtest,
  cancelBacktest,
  createBacktest,
  getBacktest,
  getBacktestResult,
  listBacktestSessions,
  listBacktests,
  listBacktestTrades,
  MAX_BACKTEST_TRADES_PAGE,
} from '#backtests/backtests.ts';
import { apiCursor, apiInstrument, apiRoute } from './api-route.ts';

const BASE = { scope: 'backtests', tag: 'Backtests' } as const;

const apiListBacktests = apiRoute({
  ...{ ...BASE, id: 'listBacktests', path: '/api/v1/backtests' },
  summary: 'Backtests, newest first',
  description: 'Without figures where the venue licenses no derived events over the API.',
  of: listBacktests,
  data: z.array(backtest),
  toAnswer: ({ backtests }) => ({ data: backtests }),
});

const apiListBacktestSessions = apiRoute({
  ...{ ...BASE, id: 'listBacktestSessions', path: '/api/v1/backtests/sessions' },
  summary: 'Recorded sessions of an instrument that rules can be tested on, oldest first',
  of: listBacktestSessions,
  query: z.strictObject({ instrument: apiInstrument }),
  toQuery: ({ instrument: product }) => ({ product, data: 'recorded' }),
  data: listBacktestSessions.response,
});

const apiCreateBacktest = apiRoute({
  ...{ ...BASE, id: 'createBacktest', path: '/api/v1/backtests' },
  summary: 'Tests a rule on recorded sessions, in the background',
  description:
    'The rule is YAML with `name`, `product`, `entry` and `exits`; a refusal names the line and what was expected there. Each rule that was tried counts for the correction of later ones.',
  of: createBacktest,
  data: backtest,
});

const apiGetBacktest = apiRoute({
  ...{ ...BASE, id: 'getBacktest', path: '/api/v1/backtests/:id' },
  summary: 'A backtest with its progress and the text of its rule',
  of: getBacktest,
  data: getBacktest.response,
});

const apiCancelBacktest = apiRoute({
  ...{ ...BASE, id: 'cancelBacktest', path: '/api/v1/backtests/:id/cancel' },
  summary: 'Stops a backtest that waits or runs',
  of: cancelBacktest,
  data: backtest,
});

const apiGetBacktestResult = apiRoute({
  ...{ ...BASE, id: 'getBacktestResult', path: '/api/v1/backtests/:id/result' },
  summary: 'The result of a backtest: every figure with sample and interval, beside chance',
  description: '409 while there is none. `baseLine` is null in the first answer, which comes before it.',
  of: getBacktestResult,
  data: backtestResult,
});

/** `page` and `limit` of a cursor: a page is counted in those of the first one. */
function placeOf(after: string): { readonly page: number; readonly limit: number } {
  const [page = 0, limit = 1] = after.split('/').map(Number);
  return { page, limit };
}

const apiListBacktestTrades = apiRoute({
  ...{ ...BASE, id: 'listBacktestTrades', path: '/api/v1/backtests/:id/trades' },
  summary: 'Trades of a backtest with the events that fulfilled the rule, the latest first',
  of: listBacktestTrades,
  isPaged: true,
  query: z.strictObject({
    limit: z.coerce.number<number>().int().min(1).max(MAX_BACKTEST_TRADES_PAGE).default(50),
    after: apiCursor.optional(),
  }),
  toQuery: ({ limit }, after) => (after === null ? { page: 0, limit } : placeOf(after)),
  data: z.array(backtestTrade),
  toAnswer({ trades, total }, { limit: first }, after) {
    const { page, limit } = after === null ? { page: 0, limit: first } : placeOf(after);
    return { data: trades, next: (page + 1) * limit < total ? `${page + 1}/${limit}` : null };
  },
});

export const BACKTEST_API = [
  apiListBacktests,
  apiListBacktestSessions,
  apiCreateBacktest,
  apiGetBacktest,
  apiCancelBacktest,
  apiGetBacktestResult,
  apiListBacktestTrades,
] as const;
