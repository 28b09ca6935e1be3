/** An AI pattern on the wire, cut to what the viewer's tier may see. */
import { formatTicks, type Instrument, type Pattern } from '@undertow/market';
import { instantOfNs } from './encode.ts';
import { encodeEvidence } from './encode-evidence.ts';
import type { AiPattern } from './patterns.ts';

const PERCENT = 100;
const NS_PER_MS = 1_000_000n;

/** As it stands at `asOfMs` to a viewer who may see events and patterns of `seenTypes`. */
export function encodePattern(
  instrument: Instrument,
  pattern: Pattern,
  asOfMs: number,
  seenTypes: readonly string[],
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
      confidenceLow: pattern.confidenceLow * PERCENT,
      confidenceHigh: pattern.confidenceHigh * PERCENT,
      status: pattern.status,
      active: Number(pattern.expiresNs / NS_PER_MS) > asOfMs,
      degraded: pattern.degraded,
      updatedAt: instantOfNs(pattern.updatedNs),
      evidence: encodeEvidence(instrument, pattern.evidence, seenTypes),
    },
    detectedAt: instantOfNs(pattern.detectedNs),
    expiresAt: instantOfNs(pattern.expiresNs),
  };
}
