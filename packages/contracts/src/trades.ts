/** The trade journal and its insights. */
import { SEVERITIES } from '@undertow/market';
import { z } from 'zod';
import { decimalString, instant, okAnswer, rowId } from './primitives.ts';
import { route } from './route.ts';

const tradeFields = {
  platform: z.string().trim().min(1).max(60),
  instrumentSymbol: z.string().trim().min(1).max(60),
  tradeType: z.enum(['BUY', 'SELL']),
  entryPrice: decimalString,
  exitPrice: decimalString.nullable(),
  quantity: decimalString,
  entryTime: instant,
  exitTime: instant.nullable(),
  pnl: decimalString.nullable(),
  commission: decimalString,
  strategy: z.string().max(200).nullable(),
  notes: z.string().max(5000).nullable(),
};

export const trade = z.object({ id: rowId, ...tradeFields, status: z.enum(['open', 'closed']) });
export type TradeDto = z.infer<typeof trade>;

export const newTrade = z.strictObject({
  ...tradeFields,
  exitPrice: tradeFields.exitPrice.default(null),
  exitTime: tradeFields.exitTime.default(null),
  pnl: tradeFields.pnl.default(null),
  commission: tradeFields.commission.default('0'),
  strategy: tradeFields.strategy.default(null),
  notes: tradeFields.notes.default(null),
});

export const listTrades = route({
  id: 'listTrades',
  method: 'GET',
  path: '/api/trades',
  access: 'user',
  summary: "The user's trades, newest first",
  answer: z.array(trade),
});

export const addTrade = route({
  id: 'addTrade',
  method: 'POST',
  path: '/api/trades',
  access: 'user',
  summary: 'Adds one trade',
  body: newTrade,
  answer: trade,
  status: 201,
});

/** At most 10,000 trades and 2 MB, all or nothing. */
export const uploadTrades = route({
  id: 'uploadTrades',
  method: 'POST',
  path: '/api/trades/upload',
  access: 'user',
  summary: 'Adds many trades in one transaction',
  body: z.strictObject({ trades: z.array(newTrade).min(1).max(10_000) }),
  answer: z.object({ imported: z.number().int().nonnegative(), duplicates: z.number().int().nonnegative() }),
  status: 201,
});

export const getTradeAnalysis = route({
  id: 'getTradeAnalysis',
  method: 'GET',
  path: '/api/trades/analysis',
  access: 'user',
  summary: 'Figures of the journal',
  answer: z.object({
    totalTrades: z.number().int().nonnegative(),
    /** Percent; null without closed trades. */
    winRate: z.number().nullable(),
    /** Null without losses. */
    profitFactor: z.number().nullable(),
    maxDrawdown: decimalString.nullable(),
  }),
});

export const insight = z.object({
  id: rowId,
  insightType: z.enum(['strength', 'weakness', 'recommendation', 'other']),
  title: z.string(),
  description: z.string(),
  priority: z.enum(SEVERITIES),
  /** Percent. */
  confidence: z.number().min(0).max(100),
  actionable: z.string(),
  isRead: z.boolean(),
  isImplemented: z.boolean(),
});

export const listInsights = route({
  id: 'listInsights',
  method: 'GET',
  path: '/api/insights',
  access: 'user',
  summary: 'Insights of the journal, newest first',
  answer: z.array(insight),
});

export const generateInsights = route({
  id: 'generateInsights',
  method: 'POST',
  path: '/api/insights/generate',
  access: 'user',
  summary: 'Works the insights out anew; at most once in 30 s',
  answer: z.array(insight),
});

export const markInsightRead = route({
  id: 'markInsightRead',
  method: 'PATCH',
  path: '/api/insights/:id/read',
  access: 'user',
  summary: 'Marks an insight read',
  params: z.object({ id: rowId }),
  answer: okAnswer,
});

export const markInsightImplemented = route({
  id: 'markInsightImplemented',
  method: 'PATCH',
  path: '/api/insights/:id/implemented',
  access: 'user',
  summary: 'Marks a read insight implemented',
  params: z.object({ id: rowId }),
  answer: okAnswer,
});

export const TRADE_ROUTES = [
  listTrades,
  addTrade,
  uploadTrades,
  getTradeAnalysis,
  listInsights,
  generateInsights,
  markInsightRead,
  markInsightImplemented,
] as const;
