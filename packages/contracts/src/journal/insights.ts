/** Insights of the journal: tested claims with effect, interval and sample. */
import { SEVERITIES } from '@undertow/market';
import { z } from 'zod';
import { decimalString, instant, okResponse, rowId } from '#shapes/primitives.ts';
import { route } from '#shapes/route.ts';

/** The figures behind a claim; money and rates as decimal text in `unit`. */
export const insightEffect = z.object({
  unit: z.enum(['money-per-trade', 'money', 'rate', 'ratio', 'count']),
  value: decimalString,
  ci95: z.tuple([decimalString, decimalString]).nullable(),
  /** Observed average of its trades. */
  mean: decimalString,
  /** Average of the rest; null where the claim has no comparison. */
  baseline: decimalString.nullable(),
  n: z.number().int().nonnegative(),
  days: z.number().int().nonnegative(),
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
  /** What would settle it; empty where it is settled. */
  settles: z.string(),
  /** How it was computed: what was compared with what, and how it was tested. */
  definition: z.string(),
  standing: z.enum(['proven', 'to-watch', 'fact', 'not-enough-data']),
  effect: insightEffect.nullable(),
  currency: z.string().nullable(),
  /** Probability under chance alone, and after correction for everything tested. */
  p: z.number().min(0).max(1).nullable(),
  q: z.number().min(0).max(1).nullable(),
  seenAgain: z.boolean().nullable(),
  restsOnOneTrade: z.boolean(),
  impactPerMonth: decimalString.nullable(),
  /** Newest first, at most 1,000. */
  tradeIds: z.array(rowId).max(1000),
  firstSeenAt: instant,
  isRead: z.boolean(),
  isImplemented: z.boolean(),
});

export type InsightDto = z.infer<typeof insight>;

export const listInsights = route({
  id: 'listInsights',
  method: 'GET',
  path: '/api/insights',
  access: 'user',
  viewable: true,
  summary: 'Insights of the journal, newest first',
  response: z.array(insight),
});

export const generateInsights = route({
  id: 'generateInsights',
  method: 'POST',
  path: '/api/insights/generate',
  access: 'user',
  summary: 'Generates the insights again; at most once in 30 s',
  response: z.array(insight),
});

export const markInsightRead = route({
  id: 'markInsightRead',
  method: 'PATCH',
  path: '/api/insights/:id/read',
  access: 'user',
  summary: 'Marks an insight read',
  params: z.object({ id: rowId }),
  response: okResponse,
});

export const markInsightImplemented = route({
  id: 'markInsightImplemented',
  method: 'PATCH',
  path: '/api/insights/:id/implemented',
  access: 'user',
  summary: 'Marks a read insight implemented',
  params: z.object({ id: rowId }),
  response: okResponse,
});

/** What the last generation evaluated. */
export const getInsightRun = route({
  id: 'getInsightRun',
  method: 'GET',
  path: '/api/insights/run',
  access: 'user',
  viewable: true,
  summary: 'When insights were last generated, from how many trades, and how many claims were tested',
  response: z.object({
    state: z.enum(['never', 'running', 'done']),
    generatedAt: instant.nullable(),
    trades: z.number().int().nonnegative(),
    days: z.number().int().nonnegative(),
    tested: z.number().int().nonnegative(),
    /** True when trades changed since. */
    stale: z.boolean(),
  }),
});

export const INSIGHT_ROUTES = [
  listInsights,
  getInsightRun,
  generateInsights,
  markInsightRead,
  markInsightImplemented,
] as const;
