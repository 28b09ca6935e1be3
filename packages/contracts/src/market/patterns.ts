/** AI patterns of an instrument, cut to the viewer's tier. */
import {
  BOOK_SIDES,
  FINDING_STATES,
  FLOW_EVENT_STATUSES,
  PATTERN_DIRECTIONS,
  PATTERN_TYPES,
  SEVERITIES,
} from '@undertow/market';
import { z } from 'zod';
import { tierName } from '#plans/plans.ts';
import { decimalString, instant, instrumentId, rowId } from '#shapes/primitives.ts';
import { route } from '#shapes/route.ts';

export const aiPattern = z.object({
  id: rowId,
  instrumentId: z.number().int(),
  eventType: z.enum(PATTERN_TYPES),
  description: z.string(),
  significance: z.enum(SEVERITIES),
  /** 0 to 100. */
  confidence: z.number().min(0).max(100),
  metadata: z.object({
    timeframe: z.string(),
    /** A price that the chart draws: the middle of the first level, where the pattern has one. */
    priceLevel: decimalString.optional(),
    sub: z.string().nullable(),
    side: z.enum(BOOK_SIDES).nullable(),
    direction: z.enum(PATTERN_DIRECTIONS).nullable(),
    levels: z.array(z.object({ label: z.string(), low: decimalString, high: decimalString })),
    size: z.number().int(),
    exact: z.boolean(),
    calibrator: z.string(),
    /** Too few outcomes are known in this market to state `confidence` in full: it is capped below 80. */
    isNew: z.boolean(),
    /** What `confidence` is worth. */
    state: z.enum(FINDING_STATES),
    /** That it is there, 0 to 100, where `confidence` is that it then holds; else null. */
    existence: z.number().min(0).max(100).nullable(),
    /** 0 to 100. */
    confidenceLow: z.number(),
    confidenceHigh: z.number(),
    status: z.enum(FLOW_EVENT_STATUSES),
    /** Not expired at the viewer's instant: the chart draws its levels. */
    active: z.boolean(),
    degraded: z.boolean(),
    updatedAt: instant,
    /** Events that it is based on and that the viewer may open. */
    eventIds: z.array(rowId),
    /** Its evidence, of the types that the viewer's tier may see. */
    evidence: z.record(z.string(), z.unknown()),
  }),
  detectedAt: instant,
  expiresAt: instant,
});
export type AiPattern = z.infer<typeof aiPattern>;

export const listAiPatterns = route({
  id: 'listAiPatterns',
  method: 'GET',
  path: '/api/ai-patterns',
  access: 'instrument',
  viewable: true,
  summary: 'Current AI patterns of an instrument',
  query: z.strictObject({ instrumentId }),
  response: z.array(aiPattern),
});

export const listAiPatternsOfInstrument = route({
  id: 'listAiPatternsOfInstrument',
  method: 'GET',
  path: '/api/ai-patterns/:instrumentId',
  access: 'instrument',
  viewable: true,
  summary: 'Current AI patterns of an instrument',
  params: z.object({ instrumentId }),
  response: z.array(aiPattern),
});

export const tierPatternInfo = z.object({
  tier: tierName,
  upgradeMessage: z.string().nullable(),
  patterns: z.array(z.object({ type: z.enum(PATTERN_TYPES), name: z.string(), description: z.string() })),
});

export type TierPatternInfo = z.infer<typeof tierPatternInfo>;

export const listAvailablePatterns = route({
  id: 'listAvailablePatterns',
  method: 'GET',
  path: '/api/ai-patterns/available-patterns',
  access: 'user',
  viewable: true,
  summary: "Pattern types of the user's tier",
  response: tierPatternInfo,
});

export const tierPatternConfig = z.object({
  /** Hours. */
  patternLookback: z.number(),
  /** Per instrument and clock hour, earliest first; -1 is unlimited. */
  maxPatternsPerHour: z.number(),
  predictiveModels: z.boolean(),
  crossInstrumentAnalysis: z.boolean(),
});

export type TierPatternConfig = z.infer<typeof tierPatternConfig>;

export const getTierConfig = route({
  id: 'getTierConfig',
  method: 'GET',
  path: '/api/ai-patterns/tier-config',
  access: 'user',
  viewable: true,
  summary: "Pattern limits of the user's tier",
  response: tierPatternConfig,
});

export const PATTERN_ROUTES = [
  listAvailablePatterns,
  getTierConfig,
  listAiPatterns,
  listAiPatternsOfInstrument,
] as const;
