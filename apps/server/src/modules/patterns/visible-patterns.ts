/** Which AI patterns a tier is given, and how much of each. */
import { type AiPattern, encodePattern, type TierRules, UNLIMITED } from '@undertow/contracts';
import {
  FLOW_EVENT_TYPES,
  type FlowEventType,
  HOUR_MS,
  type Instrument,
  NS_PER_MS,
  PATTERN_TYPES,
  type Pattern,
} from '@undertow/market';
import { PATTERN_TEXTS } from './pattern-texts.ts';

export interface PatternViewer {
  readonly rules: TierRules;
  /** The instant that the viewer may see. */
  readonly asOfMs: number;
  /** Type of an event that the viewer's view holds; undefined for an unknown one. */
  typeOfEvent(eventId: string): FlowEventType | undefined;
}

/**
 * Newest first: those of the tier's look-back, of each clock hour and instrument no more than the tier has. It is given
 * the first ones of the hour, so that a pattern that was given stays and no response depends on the time of the request.
 */
export function visiblePatterns(
  instrument: Instrument,
  newestFirst: readonly Pattern[],
  viewer: PatternViewer,
): AiPattern[] {
  const { rules, asOfMs } = viewer;
  const sinceMs = asOfMs - rules.patternLookbackHours * HOUR_MS;
  const given: AiPattern[] = [];
  const perHour = new Map<number, number>();
  for (const pattern of newestFirst.toReversed()) {
    const detectedMs = Number(pattern.detectedNs / NS_PER_MS);
    if (detectedMs < sinceMs) continue;
    const hour = Math.floor(detectedMs / HOUR_MS);
    const before = perHour.get(hour) ?? 0;
    if (rules.maxPatternsPerHour !== UNLIMITED && before >= rules.maxPatternsPerHour) continue;
    perHour.set(hour, before + 1);
    given.push(cut(instrument, pattern, viewer));
  }
  return given.reverse();
}

/** A pattern that rests on a type of a higher tier does not name it: neither in its text nor in its evidence. */
function cut(instrument: Instrument, pattern: Pattern, viewer: PatternViewer): AiPattern {
  const { eventTypes, patternTypes } = viewer.rules;
  const seen: readonly string[] = [...eventTypes, ...patternTypes];
  const canOpen = (id: string): boolean => {
    const type = viewer.typeOfEvent(id);
    return type !== undefined && eventTypes.includes(type);
  };
  const encoded = encodePattern(instrument, pattern, { asOfMs: viewer.asOfMs, seenTypes: seen, canOpen });
  const hidden = [...FLOW_EVENT_TYPES, ...PATTERN_TYPES].filter((type) => !seen.includes(type));
  if (pattern.sub === null || !hidden.some((type) => pattern.sub === type)) return encoded;
  return {
    ...encoded,
    description: PATTERN_TEXTS[pattern.type].description,
    metadata: { ...encoded.metadata, sub: null },
  };
}
