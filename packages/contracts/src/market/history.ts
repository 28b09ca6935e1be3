/** Market analysis history: search of all stored events, its export, and the outcome of each trading day. */
import { FEED_SOURCES, FLOW_EVENT_TYPES } from '@undertow/market';
import { z } from 'zod';
import { instrumentId, marketLine, plainText } from '#shapes/primitives.ts';
import { route } from '#shapes/route.ts';
import { orderFlowEvent } from './market-data.ts';

export const historyTimeframe = z.enum(['1d', '7d', '30d', '90d']);
export type HistoryTimeframe = z.infer<typeof historyTimeframe>;

export const HISTORY_TIMEFRAME_DAYS: Readonly<Record<HistoryTimeframe, number>> = {
  '1d': 1,
  '7d': 7,
  '30d': 30,
  '90d': 90,
};

export const HISTORY_SORTS = ['newest', 'oldest', 'confidence', 'size'] as const;

/** Filters of the history and of its export: the same names everywhere. */
export const historyFilter = {
  /** Counted back from the instant that the viewer may see; overridden by a day in `from` or `to`. */
  timeframe: historyTimeframe.default('7d'),
  /** The exchange's trading days, both included. */
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  instrumentId: instrumentId.optional(),
  eventType: z.enum(FLOW_EVENT_TYPES).optional(),
  side: z.enum(['bid', 'ask']).optional(),
  /** 0 to 1. */
  minConfidence: z.coerce.number<number>().min(0).max(1).optional(),
  /** Only the largest events: at most about this many per day and instrument. */
  perDay: z.coerce.number<number>().min(1).max(100_000).optional(),
  /** Words that the observation must contain; the last one, of three or more characters, may be a prefix. */
  text: plainText.trim().max(80).optional(),
  sort: z.enum(HISTORY_SORTS).default('newest'),
};

interface Days {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

function inOrder({ from, to }: Days): boolean {
  return from === undefined || to === undefined || from <= to;
}

const ORDER_FAULT = { path: ['from'], message: 'expected a day that is not after the other one' };

/**
 * A page of the events that plan, instruments and delay permit. `nextCursor` continues after its last row; it is valid
 * for the same filters only, any other cursor is a 400.
 */
export const searchHistory = route({
  id: 'searchHistory',
  method: 'GET',
  path: '/api/history/events',
  access: 'user',
  viewable: true,
  summary: 'A page of the history of events, filtered and sorted',
  query: z
    .strictObject({
      ...historyFilter,
      cursor: z
        .string()
        .regex(/^[A-Za-z0-9_-]{1,300}$/, 'expected the cursor of the page before')
        .optional(),
      limit: z.coerce.number<number>().int().min(1).max(200).default(50),
    })
    .refine(inOrder, ORDER_FAULT),
  response: z.object({
    events: z.array(orderFlowEvent),
    nextCursor: z.string().nullable(),
    /** The market that the viewer looks at: the history is of it alone. */
    market: marketLine,
    source: z.enum(FEED_SOURCES),
    /** False for an own feed where the operator stores nothing of it: the events are those in memory. */
    isStored: z.boolean(),
    /** Why the licences of venues withhold events here and from the export; the export is refused for the first of them. */
    withheld: z.object({ screen: z.array(z.string()), export: z.array(z.string()) }),
  }),
});

/** text/csv; no cell of it is a formula to any spreadsheet. Streamed. */
export const exportHistory = route({
  id: 'exportHistory',
  method: 'GET',
  path: '/api/history/export',
  access: 'user',
  summary: 'The filtered history as CSV',
  query: z.strictObject(historyFilter).refine(inOrder, ORDER_FAULT),
  response: z.unknown(),
});

export const analysisSession = z.object({
  /** The exchange's trading day, `YYYY-MM-DD`. */
  date: z.string(),
  totalEvents: z.number().int().nonnegative(),
  /** 0 to 1; null without events. */
  avgConfidence: z.number().min(0).max(1).nullable(),
  /** Symbol, and the measure of its choice. */
  topPerformingInstrument: z.string().nullable(),
  topPerformingBy: z.enum(['hit_rate', 'events']).nullable(),
  /** Basis of the choice: hits of the resolved events, or the events of that instrument. */
  topPerformingHitRate: z.number().min(0).max(1).nullable(),
  topPerformingCount: z.number().int().nonnegative(),
});
export type AnalysisSession = z.infer<typeof analysisSession>;

export const listAnalysisSessions = route({
  id: 'listAnalysisSessions',
  method: 'GET',
  path: '/api/analysis/sessions',
  access: 'user',
  viewable: true,
  summary: 'Trading days of the timeframe, newest first',
  query: z.strictObject({ timeframe: historyTimeframe.default('7d') }),
  response: z.array(analysisSession),
});

export const HISTORY_ROUTES = [searchHistory, exportHistory, listAnalysisSessions] as const;
