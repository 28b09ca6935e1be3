/** What the addresses of lists of trades hold: the same filter for the table, its export and the statistics. */
import { TRADE_SORTS, tradeFilter } from '@undertow/contracts';
import { z } from 'zod';
import { pageNumber, type UrlFilter, useUrlFilter } from './use-url-filter.ts';

export const TRADE_VIEW = {
  sort: z.enum(TRADE_SORTS).default('entryTime'),
  order: z.enum(['asc', 'desc']).default('desc'),
  page: pageNumber,
};
export type TradeFilter = z.output<z.ZodObject<typeof tradeFilter>>;
export type TradeView = z.output<z.ZodObject<typeof TRADE_VIEW>>;
export type TradeFilterState = UrlFilter<typeof tradeFilter, typeof TRADE_VIEW>;

export const useTradeFilter = (): TradeFilterState => useUrlFilter(tradeFilter, TRADE_VIEW);
