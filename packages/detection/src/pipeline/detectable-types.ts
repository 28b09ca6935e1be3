/** Which types can be detected on a feed tier at all, and why not the others: the screens state it. */
import {
  FEED_TIERS,
  type FeedTier,
  FLOW_EVENT_TYPES,
  type FlowEventType,
  PATTERN_TYPES,
  type PatternType,
} from '@undertow/market';
import { availabilityOf } from './pipeline.ts';

export interface DetectableType {
  readonly type: FlowEventType | PatternType;
  /** Null where the type can be detected on the tier; else why it cannot. */
  readonly reason: string | null;
}

/**
 * A type is detectable when any of its detectors can do its work: sampled levels show icebergs to another one than full
 * feeds do. What compares markets rests on their prices alone and is in no registry: every feed can show it.
 */
function detectableOn(tier: FeedTier): DetectableType[] {
  const entries = availabilityOf(tier);
  return [...FLOW_EVENT_TYPES, ...PATTERN_TYPES].map((type) => {
    const own = entries.filter((entry) => entry.type === type).map(({ availability }) => availability);
    const missing = own.find(({ available }) => !available);
    const isDetectable = own.length === 0 || own.some(({ available }) => available);
    return {
      type,
      reason: isDetectable || missing === undefined || missing.available ? null : missing.reason,
    };
  });
}

const BY_TIER = new Map(FEED_TIERS.map((tier) => [tier, detectableOn(tier)]));

/** Every type, with whether this tier can show it and why not. */
export function detectableTypes(tier: FeedTier): readonly DetectableType[] {
  return BY_TIER.get(tier) ?? [];
}
