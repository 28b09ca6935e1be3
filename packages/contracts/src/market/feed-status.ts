/** State of an instrument's feed, and which types it can raise. */
import { FEED_SOURCES, FEED_STATES, FEED_TIERS, FLOW_EVENT_TYPES, PATTERN_TYPES } from '@undertow/market';
import { z } from 'zod';
import { instant, instrumentId } from '#shapes/primitives.ts';
import { route } from '#shapes/route.ts';

export const feedStatus = z.object({
  instrumentId: z.number().int(),
  state: z.enum(FEED_STATES),
  source: z.enum(FEED_SOURCES),
  /** The dated contract whose prices are shown. */
  contract: z.string(),
  tier: z.enum(FEED_TIERS),
  /** Replay speed; null when the feed is not a replay or runs as fast as possible. */
  replaySpeed: z.number().nullable(),
  /** True in a replay of a recording: the source is the one that was recorded. */
  isReplay: z.literal(true).optional(),
  /** Time of the last market message, on the feed's own clock. */
  lastMessageAt: instant.nullable(),
  /** Milliseconds from the exchange to the server for the last message, where it is known. */
  exchangeToServerMs: z.number().nullable(),
  tradesPerSecond: z.number().nonnegative(),
  gapsToday: z.number().int().nonnegative(),
  resyncsToday: z.number().int().nonnegative(),
  /** The latest gap of the day. */
  lastGap: z.object({ from: instant, to: instant.nullable() }).nullable(),
  /** Messages of the connection that were skipped because they have no description; left out where there was none. */
  messagesNotUnderstood: z.number().int().positive().optional(),
  /** Detectors do not know yet what is usual, and may miss events until then; left out once they do. */
  warmingUntil: instant.optional(),
  /** Closed venue: when it opens again. */
  opensAt: instant.nullable(),
});
export type FeedStatus = z.infer<typeof feedStatus>;

export const getFeedStatus = route({
  id: 'getFeedStatus',
  method: 'GET',
  path: '/api/feed-status',
  access: 'instrument',
  viewable: true,
  summary: 'State of the feed of an instrument',
  query: z.strictObject({ instrumentId }),
  response: feedStatus,
});

/** Times in which the instrument had no data; `to` is null while one lasts. */
export const feedGaps = z.array(z.object({ from: instant, to: instant.nullable() }));
export type FeedGaps = z.infer<typeof feedGaps>;

export const listFeedGaps = route({
  id: 'listFeedGaps',
  method: 'GET',
  path: '/api/feed-status/gaps',
  access: 'instrument',
  viewable: true,
  summary: 'Times without data of an instrument, oldest first: displayed, never filled',
  query: z.strictObject({
    instrumentId,
    /** A week before `to` where it is left out. */
    from: instant.optional(),
    /** The present where it is left out. */
    to: instant.optional(),
  }),
  response: feedGaps,
});

/** Which types the feed of an instrument can raise, of those that the viewer's tier may see, and why not the others. */
export const detectableTypes = z.object({
  tier: z.enum(FEED_TIERS),
  types: z.array(
    z.object({
      type: z.enum([...FLOW_EVENT_TYPES, ...PATTERN_TYPES]),
      /** Null where the feed can raise it; else one sentence. */
      reason: z.string().nullable(),
    }),
  ),
});
export type DetectableTypes = z.infer<typeof detectableTypes>;

export const listDetectableTypes = route({
  id: 'listDetectableTypes',
  method: 'GET',
  path: '/api/feed-status/types',
  access: 'instrument',
  viewable: true,
  summary: 'Which event and pattern types the feed of an instrument can raise',
  query: z.strictObject({ instrumentId }),
  response: detectableTypes,
});
