/** Trades of the journal: single ones, lists, the specified upload, the summary figures. */
import { z } from 'zod';
import {
  currencyCode,
  decimalString,
  instant,
  labelText,
  okResponse,
  plainText,
  rowId,
} from '#shapes/primitives.ts';
import { route } from '#shapes/route.ts';

const tradeFields = {
  platform: labelText.trim().min(1).max(60),
  instrumentSymbol: labelText.trim().min(1).max(60),
  tradeType: z.enum(['BUY', 'SELL']),
  entryPrice: decimalString,
  exitPrice: decimalString.nullable(),
  quantity: decimalString,
  entryTime: instant,
  exitTime: instant.nullable(),
  pnl: decimalString.nullable(),
  commission: decimalString,
  strategy: labelText.max(200).nullable(),
  notes: plainText.max(5000).nullable(),
};

export const trade = z.object({
  id: rowId,
  ...tradeFields,
  /** Null where the file has the result only. */
  entryPrice: tradeFields.entryPrice.nullable(),
  /** Before costs where these are known separately; else the result of the file. */
  pnl: tradeFields.pnl,
  status: z.enum(['open', 'closed']),
  /** Account as the platform names it; empty for trades entered by hand without one. */
  account: z.string(),
  /** Product code without expiry. */
  root: z.string(),
  currency: currencyCode,
  /** False when the file has a date only or nothing: the entry is then the start of that day or the exit. */
  entryTimeKnown: z.boolean(),
  fees: decimalString.nullable(),
  swap: decimalString.nullable(),
  /** After all costs; null while open. */
  net: decimalString.nullable(),
  mae: decimalString.nullable(),
  mfe: decimalString.nullable(),
  plannedStop: decimalString.nullable(),
  tags: z.array(z.string().min(1).max(40)).max(20),
  /** Exchange day of the exit (of the entry while open). */
  tradeDay: z.string().nullable(),
  flags: z.array(z.string()),
  /** The import it came with; null for trades entered by hand. */
  importId: rowId.nullable(),
});
export type TradeDto = z.infer<typeof trade>;

/** Fields of a trade that a user sets. */
const givenFields = {
  ...tradeFields,
  account: labelText.trim().max(60),
  currency: currencyCode,
  fees: decimalString.nullable(),
  plannedStop: decimalString.nullable(),
  tags: z.array(labelText.trim().min(1).max(40)).max(20),
};

/** One trade with the longest notes, strategy and tags, three bytes a letter. */
const TRADE_BYTES = 24 * 1024;

export const newTrade = z.strictObject({
  ...givenFields,
  exitPrice: givenFields.exitPrice.default(null),
  exitTime: givenFields.exitTime.default(null),
  pnl: givenFields.pnl.default(null),
  commission: givenFields.commission.default('0'),
  strategy: givenFields.strategy.default(null),
  notes: givenFields.notes.default(null),
  account: givenFields.account.default(''),
  currency: givenFields.currency.default('USD'),
  fees: givenFields.fees.default(null),
  plannedStop: givenFields.plannedStop.default(null),
  tags: givenFields.tags.default([]),
});
export type NewTradeDto = z.infer<typeof newTrade>;

export const listTrades = route({
  id: 'listTrades',
  method: 'GET',
  path: '/api/trades',
  access: 'user',
  viewable: true,
  summary: "The user's trades, newest first",
  response: z.array(trade),
});

export const addTrade = route({
  id: 'addTrade',
  method: 'POST',
  path: '/api/trades',
  access: 'user',
  summary: 'Adds one trade',
  body: newTrade,
  mostBytes: TRADE_BYTES,
  response: trade,
  status: 201,
});

export const UPLOAD_MAX_TRADES = 10_000;

/** At most 10,000 trades and 2 MB, all or nothing. The body is parsed and checked in a worker thread. */
export const uploadTrades = route({
  id: 'uploadTrades',
  method: 'POST',
  path: '/api/trades/upload',
  access: 'user',
  summary: 'Adds many trades in one transaction',
  body: z.strictObject({ trades: z.array(newTrade).min(1).max(UPLOAD_MAX_TRADES) }),
  mostBytes: 2 * 1024 * 1024,
  response: z.object({
    imported: z.number().int().nonnegative(),
    duplicates: z.number().int().nonnegative(),
  }),
  status: 201,
});

/** Every field may be changed; omitted ones are unchanged. */
export const changeTrade = route({
  id: 'changeTrade',
  method: 'PATCH',
  path: '/api/trades/:id',
  access: 'user',
  summary: 'Changes a trade',
  params: z.object({ id: rowId }),
  // Not `newTrade.partial()`: its defaults would replace omitted fields
  body: z.strictObject(givenFields).partial(),
  mostBytes: TRADE_BYTES,
  response: trade,
});

export const removeTrade = route({
  id: 'removeTrade',
  method: 'DELETE',
  path: '/api/trades/:id',
  access: 'user',
  summary: 'Removes a trade',
  params: z.object({ id: rowId }),
  response: okResponse,
});

const day = z.iso.date();

/** Filters of the table of all trades, of its export and of the statistics: the same names everywhere. */
export const tradeFilter = {
  /** The one trade of that id. */
  id: rowId.optional(),
  search: plainText.trim().max(80).optional(),
  account: plainText.max(60).optional(),
  root: plainText.max(60).optional(),
  strategy: plainText.max(200).optional(),
  tag: plainText.max(40).optional(),
  side: z.enum(['BUY', 'SELL']).optional(),
  status: z.enum(['open', 'closed']).optional(),
  result: z.enum(['win', 'loss', 'zero']).optional(),
  importId: rowId.optional(),
  /** Trades that an insight is about. */
  insightId: rowId.optional(),
  /** Exchange days, both included. */
  from: day.optional(),
  to: day.optional(),
};

export const TRADE_SORTS = ['entryTime', 'exitTime', 'symbol', 'quantity', 'net', 'strategy'] as const;

export const searchTrades = route({
  id: 'searchTrades',
  method: 'GET',
  path: '/api/trades/search',
  access: 'user',
  viewable: true,
  summary: 'A page of the trades, sorted and filtered',
  query: z.strictObject({
    ...tradeFilter,
    sort: z.enum(TRADE_SORTS).default('entryTime'),
    order: z.enum(['asc', 'desc']).default('desc'),
    page: z.coerce.number<number>().int().min(1).max(10_000).default(1),
    limit: z.coerce.number<number>().int().min(1).max(200).default(50),
    /** `next` of a page by entry time, latest first, in place of `page`: the list may grow meanwhile. */
    after: z
      .string()
      .regex(/^-?\d{1,15}\.\d{1,15}$/, 'expected `next` of the page before')
      .optional(),
  }),
  response: z.object({
    trades: z.array(trade),
    total: z.number().int().nonnegative(),
    /** By entry time, latest first: for `after`. Null on the last page and in every other order. */
    next: z.string().nullable(),
  }),
});

/** text/csv; no cell of it is a formula to any spreadsheet. Streamed. */
export const exportTrades = route({
  id: 'exportTrades',
  method: 'GET',
  path: '/api/trades/export',
  access: 'user',
  summary: 'The filtered trades as CSV',
  query: z.strictObject(tradeFilter),
  response: z.unknown(),
});

/** Values in the journal, for filters and forms. */
export const getTradeFacets = route({
  id: 'getTradeFacets',
  method: 'GET',
  path: '/api/trades/facets',
  access: 'user',
  viewable: true,
  summary: 'Accounts, symbols, strategies, tags and platforms in the journal',
  response: z.object({
    accounts: z.array(z.string()),
    roots: z.array(z.string()),
    strategies: z.array(z.string()),
    tags: z.array(z.string()),
    platforms: z.array(z.string()),
    currencies: z.array(z.string()),
    firstDay: day.nullable(),
    lastDay: day.nullable(),
  }),
});

export const getTradeAnalysis = route({
  id: 'getTradeAnalysis',
  method: 'GET',
  path: '/api/trades/analysis',
  access: 'user',
  viewable: true,
  summary: 'Figures of the journal',
  response: z.object({
    totalTrades: z.number().int().nonnegative(),
    /** Percent; null without closed trades. */
    winRate: z.number().nullable(),
    /** Null without losses. */
    profitFactor: z.number().nullable(),
    maxDrawdown: decimalString.nullable(),
    /** Currency of the figures: the one with most closed trades when there are several. */
    currency: z.string().nullable(),
    otherCurrencies: z.array(z.string()),
    open: z.number().int().nonnegative(),
    wins: z.number().int().nonnegative(),
    losses: z.number().int().nonnegative(),
    zero: z.number().int().nonnegative(),
    /** Percent, 95 %; null without closed trades. */
    winRateInterval: z.tuple([z.number(), z.number()]).nullable(),
    grossProfit: decimalString,
    grossLoss: decimalString,
    /** Why there is no profit factor: no losing trades yet, or no trades. */
    profitFactorReason: z.enum(['no-losses', 'no-trades']).nullable(),
    /** Exchange days of the worst fall; null without one; `recovered` is null until it ends. */
    drawdown: z.object({ peak: day.nullable(), trough: day, recovered: day.nullable() }).nullable(),
  }),
});

export const TRADE_ROUTES = [
  listTrades,
  searchTrades,
  getTradeFacets,
  exportTrades,
  getTradeAnalysis,
  addTrade,
  uploadTrades,
  changeTrade,
  removeTrade,
] as const;
