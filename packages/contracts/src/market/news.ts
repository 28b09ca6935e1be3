/** News of an instrument: the releases around the present with their windows, and headlines with their sentiment, by plan. */
import { IMPORTANCES, RELEASE_KIND_IDS } from '@undertow/market';
import { z } from 'zod';
import { instant, instrumentId, rowId } from '#shapes/primitives.ts';
import { route } from '#shapes/route.ts';

/** Why the time that a publisher states is not used: the headline counts from when it was read. */
export const HEADLINE_TIME_FAULTS = ['none', 'no-zone', 'not-a-time', 'future'] as const;

/** Minutes after which a headline is compared with the move of its product. */
export const SENTIMENT_HORIZONS = [1, 5, 15] as const;

const share = z.number().min(0).max(1);

export const newsWindow = z.object({
  kind: z.enum(RELEASE_KIND_IDS),
  /** Short enough for the lane below a chart. */
  label: z.string(),
  from: instant,
  to: instant,
});
export type NewsWindowDto = z.infer<typeof newsWindow>;

export const newsRelease = z.object({
  id: rowId,
  kind: z.enum(RELEASE_KIND_IDS),
  label: z.string(),
  title: z.string(),
  importance: z.enum(IMPORTANCES),
  /** Host of the calendar. */
  source: z.string(),
  /** YYYY-MM-DD, as the calendar has it. */
  day: z.iso.date(),
  /** Null where the calendar states no time, or not in which zone. */
  at: instant.nullable(),
  /** The time before, and when it was noticed that it had changed. */
  moved: z.object({ from: instant, noticedAt: instant }).nullable(),
  calledOff: z.boolean(),
  /** Figures as the calendar writes them; null where it has none, and the actual one before the release. */
  actual: z.string().nullable(),
  expected: z.string().nullable(),
});
export type NewsRelease = z.infer<typeof newsRelease>;

const sentiment = z.object({
  /** -1 is bad for the price of the product, 1 is good. */
  score: z.number().min(-1).max(1),
  /** What it rests on; none where no word is known. */
  words: z.array(z.object({ text: z.string(), weight: z.number() })),
});

const newsHeadline = z.object({
  id: rowId,
  source: z.string(),
  title: z.string(),
  link: z.url().nullable(),
  /** When it was published; where that cannot be believed, when it was read. */
  at: instant,
  timeFault: z.enum(HEADLINE_TIME_FAULTS).nullable(),
  /** Null until it is scored. */
  sentiment: sentiment.nullable(),
});
export type NewsHeadline = z.infer<typeof newsHeadline>;

const sentimentSkill = z.object({
  minutes: z.number().int(),
  /** Headlines of the track record after which the price moved at all, and those whose declared sign was that of the move. */
  count: z.number().int().nonnegative(),
  right: z.number().int().nonnegative(),
  /** Share of right ones with its 95 % interval, and how often earlier moves had that sign anyway; null below 30. */
  rate: z.object({ value: share, low: share, high: share, base: share }).nullable(),
});

export const instrumentNews = z.object({
  /** What the plan shows; what it does not show is empty here. */
  shows: z.object({ calendar: z.boolean(), headlines: z.boolean() }),
  /** Sources that the operator set. */
  sources: z.object({ calendars: z.number().int(), feeds: z.number().int() }),
  /** Sources that fail, longest first. */
  stale: z.array(z.object({ source: z.string(), since: instant, nextTry: instant })),
  /** From two days before to two days after the present, in order; those without a time at the start of their day. */
  releases: z.array(newsRelease),
  /** Windows of these releases: those that touch are one. */
  windows: z.array(newsWindow),
  /** Newest first. */
  headlines: z.array(newsHeadline),
  /** How good the scores of this group of products have been: the track record's last 30 days; null without headlines. */
  skill: z
    .object({
      scorer: z.string(),
      /** `experimental` until the interval of a horizon lies above the base rate, over enough headlines. */
      state: z.enum(['measured', 'experimental']),
      horizons: z.array(sentimentSkill),
    })
    .nullable(),
});
export type InstrumentNews = z.infer<typeof instrumentNews>;

export const getInstrumentNews = route({
  id: 'getInstrumentNews',
  method: 'GET',
  path: '/api/news',
  access: 'instrument',
  viewable: true,
  summary: 'Releases with their windows, and headlines with their sentiment, as far as the plan shows them',
  query: z.strictObject({ instrumentId }),
  response: instrumentNews,
});

export const NEWS_ROUTES = [getInstrumentNews] as const;
