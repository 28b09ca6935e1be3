/** Which types a feed tier can tell at all, and why not the others: what the screens say about a poorer feed. */
import {
  FEED_TIERS,
  type FeedTier,
  FLOW_EVENT_TYPES,
  type FlowEventType,
  PATTERN_TYPES,
  type PatternType,
} from '@undertow/market';
import { availabilityOf } from './pipeline.ts';

export interface TellableType {
  readonly type: FlowEventType | PatternType;
  /** Null where the tier can tell the type; else why it cannot. */
  readonly reason: string | null;
}

/**
 * A type is told when any of its detectors can do its work: sampled levels tell icebergs by another one than full feeds do.
 * What compares markets rests on their prices alone and stands in no registry: every feed can tell it.
 */
function tellableOn(tier: FeedTier): TellableType[] {
  const entries = availabilityOf(tier);
  return [...FLOW_EVENT_TYPES, ...PATTERN_TYPES].map((type) => {
    const own = entries.filter((entry) => entry.type === type).map(({ availability }) => availability);
    const missing = own.find(({ available }) => !available);
    const isTold = own.length === 0 || own.some(({ available }) => available);
    return { type, reason: isTold || missing === undefined || missing.available ? null : missing.reason };
  });
}

const BY_TIER = new Map(FEED_TIERS.map((tier) => [tier, tellableOn(tier)]));

export function tellableTypes(tier: FeedTier): readonly TellableType[] {
  return BY_TIER.get(tier) ?? [];
}
