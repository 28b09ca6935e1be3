/** An AI pattern on the wire, cut to what the viewer's tier may see. */
import { formatTicks, type Instrument, NS_PER_MS, type Pattern, stateOf } from '@undertow/market';
import type { AiPattern } from '#market/patterns.ts';
import { instantOfNs } from './encode.ts';
import { encodeEvidence } from './encode-evidence.ts';

const PERCENT = 100;

/** Permissions of a viewer. */
export interface PatternSight {
  readonly asOfMs: number;
  readonly seenTypes: readonly string[];
  /** Whether the viewer may open the event. */
  canOpen(eventId: string): boolean;
}

/** Ids of the signals that it is based on, as the detector names them. */
function relatedIds({ evidence }: Pattern): readonly string[] {
  const related = evidence['related'];
  return Array.isArray(related) ? related.filter((id) => typeof id === 'string') : [];
}

/** A pattern as a viewer sees it. */
export function encodePattern(
  instrument: Instrument,
  pattern: Pattern,
  { asOfMs, seenTypes, canOpen }: PatternSight,
): AiPattern {
  const price = (ticks: number): string => formatTicks(instrument, ticks);
  const [level] = pattern.levels;
  return {
    id: pattern.id,
    instrumentId: pattern.instrumentId,
    eventType: pattern.type,
    description: pattern.description,
    significance: pattern.severity,
    confidence: pattern.confidence * PERCENT,
    metadata: {
      timeframe: pattern.timeframe,
      ...(level === undefined
        ? {}
        : { priceLevel: price(Math.round((level.lowTicks + level.highTicks) / 2)) }),
      sub: pattern.sub,
      side: pattern.side,
      direction: pattern.direction,
      levels: pattern.levels.map(({ label, lowTicks, highTicks }) => ({
        label,
        low: price(lowTicks),
        high: price(highTicks),
      })),
      size: Math.round(pattern.size),
      exact: pattern.exact,
      calibrator: pattern.calibrator,
      isNew: pattern.isNew === true,
      state: stateOf(pattern),
      existence: pattern.existence === undefined ? null : pattern.existence * PERCENT,
      confidenceLow: pattern.confidenceLow * PERCENT,
      confidenceHigh: pattern.confidenceHigh * PERCENT,
      status: pattern.status,
      active: Number(pattern.expiresNs / NS_PER_MS) > asOfMs,
      degraded: pattern.degraded,
      updatedAt: instantOfNs(pattern.updatedNs),
      eventIds: relatedIds(pattern).filter(canOpen),
      evidence: encodeEvidence(instrument, pattern.evidence, seenTypes),
    },
    detectedAt: instantOfNs(pattern.detectedNs),
    expiresAt: instantOfNs(pattern.expiresNs),
  };
}
