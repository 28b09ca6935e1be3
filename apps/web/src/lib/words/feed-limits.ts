/** Which types on screen a feed can detect, as one line and one reason for each type that it cannot. Pure. */
import type { DetectableTypes } from '@undertow/contracts';
import { FLOW_EVENT_TYPES, PATTERN_TYPES } from '@undertow/market';
import { EVENT_LOOKS } from './event-looks.ts';
import { FEED_TIER_WORDS, PATTERN_WORDS } from './words.ts';

export type TypeKind = 'event' | 'pattern';

export interface FeedLimits {
  readonly line: string;
  readonly missing: readonly { readonly name: string; readonly reason: string }[];
}

/** `retail_trap_zone` and its like are among the patterns. */
function nameOf(type: string, kind: TypeKind): string | null {
  if (kind === 'event') {
    const event = FLOW_EVENT_TYPES.find((one) => one === type);
    return event === undefined ? null : EVENT_LOOKS[event].name;
  }
  const pattern = PATTERN_TYPES.find((one) => one === type);
  return pattern === undefined ? null : PATTERN_WORDS[pattern];
}

/** Null before it is known, and where the viewer's plan has no type of the kind. */
export function feedLimits(detectable: DetectableTypes | undefined, kind: TypeKind): FeedLimits | null {
  if (detectable === undefined) return null;
  const { tier, types } = detectable;
  const own = types.flatMap(({ type, reason }) => {
    const name = nameOf(type, kind);
    return name === null ? [] : [{ name, reason }];
  });
  if (own.length === 0) return null;
  const missing = own.flatMap(({ name, reason }) => (reason === null ? [] : [{ name, reason }]));
  const feed = FEED_TIER_WORDS[tier];
  const line =
    missing.length === 0
      ? `${feed}: this feed supports all of them.`
      : `Not on this feed: ${missing.map(({ name }) => name).join(', ')}`;
  return { line, missing };
}
