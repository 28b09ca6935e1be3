/** Public routes of the journal: trades, imports, statistics, insights. */
import { z } from 'zod';
import { insight, listInsights } from '#journal/insights.ts';
import { importTrades, listTradeImports, tradeImport, undoTradeImport } from '#journal/trade-imports.ts';
import { getTradeStatistics } from '#journal/trade-statistics.ts';
import { addTrade, changeTrade, removeTrade, searchTrades, trade, tradeFilter } from '#journal/trades.ts';
import { okResponse } from '#shapes/primitives.ts';
import { apiCursor, apiRoute } from './api-route.ts';

const READS = { scope: 'journal:read', tag: 'Journal' } as const;
const WRITES = { scope: 'journal:write', tag: 'Journal' } as const;

const apiListTrades = apiRoute({
  ...{ ...READS, id: 'listTrades', path: '/api/v1/journal/trades' },
  summary: 'Trades, the latest entry first',
  of: searchTrades,
  isPaged: true,
  query: z.strictObject({
    ...tradeFilter,
    limit: z.coerce.number<number>().int().min(1).max(200).default(50),
    after: apiCursor.optional(),
  }),
  toQuery: ({ after: _cursor, ...query }, after) => (after === null ? query : { ...query, after }),
  data: z.array(trade),
  toAnswer: ({ trades, next }) => ({ data: trades, next }),
});

const apiAddTrade = apiRoute({
  ...{ ...WRITES, id: 'addTrade', path: '/api/v1/journal/trades' },
  summary: 'Adds a trade',
  of: addTrade,
  data: trade,
});

const apiChangeTrade = apiRoute({
  ...{ ...WRITES, id: 'changeTrade', path: '/api/v1/journal/trades/:id' },
  summary: 'Changes a trade; what is left out stays',
  of: changeTrade,
  data: trade,
});

const apiRemoveTrade = apiRoute({
  ...{ ...WRITES, id: 'removeTrade', path: '/api/v1/journal/trades/:id' },
  summary: 'Removes a trade',
  of: removeTrade,
  data: okResponse,
});

const apiListImports = apiRoute({
  ...{ ...READS, id: 'listImports', path: '/api/v1/journal/imports' },
  summary: 'Imports, newest first',
  of: listTradeImports,
  data: z.array(tradeImport),
});

const apiImportTrades = apiRoute({
  ...{ ...WRITES, id: 'importTrades', path: '/api/v1/journal/imports' },
  summary: 'Imports a file of a trading platform, all or nothing',
  description:
    'The body is the file as `application/octet-stream`. A question that has to be answered first is a problem with its words; `answers` has the answers.',
  of: importTrades,
  data: tradeImport,
});

const apiUndoImport = apiRoute({
  ...{ ...WRITES, id: 'undoImport', path: '/api/v1/journal/imports/:id' },
  summary: 'Removes the trades of an import and restores those that it replaced',
  of: undoTradeImport,
  data: z.object({ removed: z.number().int().nonnegative() }),
});

const apiGetStatistics = apiRoute({
  ...{ ...READS, id: 'getStatistics', path: '/api/v1/journal/statistics' },
  summary: 'Statistics of the filtered trades, every figure with sample and interval',
  of: getTradeStatistics,
  data: getTradeStatistics.response,
});

const apiListInsights = apiRoute({
  ...{ ...READS, id: 'listInsights', path: '/api/v1/journal/insights' },
  summary: 'Insights of the journal, newest first',
  of: listInsights,
  data: z.array(insight),
});

export const JOURNAL_API = [
  apiListTrades,
  apiAddTrade,
  apiChangeTrade,
  apiRemoveTrade,
  apiListImports,
  apiImportTrades,
  apiUndoImport,
  apiGetStatistics,
  apiListInsights,
] as const;
