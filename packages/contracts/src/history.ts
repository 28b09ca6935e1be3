/** Market analysis history. */
import { z } from 'zod';
import { route } from './route.ts';

export const historyTimeframe = z.enum(['1d', '7d', '30d', '90d']);

export const analysisSession = z.object({
  /** The exchange's trading day, `YYYY-MM-DD`. */
  date: z.string(),
  totalEvents: z.number().int().nonnegative(),
  /** 0 to 1; null without events. */
  avgConfidence: z.number().min(0).max(1).nullable(),
  /** Symbol, and by which measure it was chosen. */
  topPerformingInstrument: z.string().nullable(),
  topPerformingBy: z.enum(['hit_rate', 'events']).nullable(),
});

export const listAnalysisSessions = route({
  id: 'listAnalysisSessions',
  method: 'GET',
  path: '/api/analysis/sessions',
  access: 'user',
  summary: 'Trading days of the timeframe, newest first',
  query: z.strictObject({ timeframe: historyTimeframe.default('7d') }),
  answer: z.array(analysisSession),
});
