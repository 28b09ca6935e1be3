/** AI patterns of an instrument, cut to the viewer's tier. */
import { PATTERN_TYPES, SEVERITIES } from '@undertow/market';
import { z } from 'zod';
import { tierName } from './plans.ts';
import { decimalString, instant, instrumentId, rowId } from './primitives.ts';
import { route } from './route.ts';

export const aiPattern = z.object({
  id: rowId,
  instrumentId: z.number().int(),
  eventType: z.enum(PATTERN_TYPES),
  description: z.string(),
  significance: z.enum(SEVERITIES),
  /** 0 to 100. */
  confidence: z.number().min(0).max(100),
  metadata: z.object({ timeframe: z.string(), priceLevel: decimalString.optional() }),
  detectedAt: instant,
});
export type AiPattern = z.infer<typeof aiPattern>;

export const listAiPatterns = route({
  id: 'listAiPatterns',
  method: 'GET',
  path: '/api/ai-patterns',
  access: 'instrument',
  summary: 'Current AI patterns of an instrument',
  query: z.strictObject({ instrumentId }),
  answer: z.array(aiPattern),
});

export const listAiPatternsOfInstrument = route({
  id: 'listAiPatternsOfInstrument',
  method: 'GET',
  path: '/api/ai-patterns/:instrumentId',
  access: 'instrument',
  summary: 'Current AI patterns of an instrument',
  params: z.object({ instrumentId }),
  answer: z.array(aiPattern),
});

export const tierPatternInfo = z.object({
  tier: tierName,
  upgradeMessage: z.string().nullable(),
  patterns: z.array(z.object({ type: z.enum(PATTERN_TYPES), name: z.string(), description: z.string() })),
});

export const listAvailablePatterns = route({
  id: 'listAvailablePatterns',
  method: 'GET',
  path: '/api/ai-patterns/available-patterns',
  access: 'user',
  summary: "Pattern types of the user's tier",
  answer: tierPatternInfo,
});

export const tierPatternConfig = z.object({
  patternLookback: z.number(),
  maxPatternsPerHour: z.number(),
  predictiveModels: z.boolean(),
  crossInstrumentAnalysis: z.boolean(),
});

export const getTierConfig = route({
  id: 'getTierConfig',
  method: 'GET',
  path: '/api/ai-patterns/tier-config',
  access: 'user',
  summary: "Pattern limits of the user's tier",
  answer: tierPatternConfig,
});
