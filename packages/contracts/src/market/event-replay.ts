/** The outcome of an event, and its replay: book and tape around it, with whether the same rows reproduce the event. */
import { z } from 'zod';
import { decimalString, instant, rowId } from '#shapes/primitives.ts';
import { route } from '#shapes/route.ts';

/** Kind of a replay step: the new size of a level, or a trade by its aggressor. */
export const REPLAY_KINDS = ['bid', 'ask', 'buy', 'sell', 'trade'] as const;

/** Result of rerunning the detectors over the stored rows. */
export const REPLAY_VERDICTS = ['equal', 'differs', 'not_raised', 'cannot_tell'] as const;

export const eventReplay = z.object({
  eventId: rowId,
  from: instant,
  to: instant,
  /** False for events stored without the book: only trades are then replayed. */
  bookKnown: z.boolean(),
  /** Every price of the replay once, lowest first; `book` and `steps` reference them by index. */
  prices: z.array(decimalString),
  /** Levels at `from`. */
  book: z.array(z.object({ side: z.enum(['bid', 'ask']), price: z.number().int(), size: z.number().int() })),
  /** Column by column, in order of time. */
  steps: z.object({
    /** Index into `REPLAY_KINDS`. */
    kind: z.array(z.number().int()),
    /** Microseconds after `from`. */
    atMicros: z.array(z.number().int()),
    price: z.array(z.number().int()),
    size: z.array(z.number().int()),
  }),
  verdict: z.object({
    state: z.enum(REPLAY_VERDICTS),
    /** One sentence: what was compared, or why there is no result. */
    reason: z.string(),
    /** Values compared, and the paths of those that differ. */
    compared: z.number().int(),
    differing: z.array(z.string()),
  }),
});
export type EventReplay = z.infer<typeof eventReplay>;

/** 404 for an unknown event and for one the viewer may not (or not yet) see; cut at the viewer's instant. */
export const getEventReplay = route({
  id: 'getEventReplay',
  method: 'GET',
  path: '/api/order-flow-events/:id/replay',
  access: 'user',
  viewable: true,
  summary: 'Book and tape around an event, and whether they reproduce it',
  params: z.object({ id: rowId }),
  response: eventReplay,
});

export const eventOutcome = z.object({
  eventId: rowId,
  /** The outcome that was declared when it was raised; null for events without record or forecast. */
  declared: z
    .object({
      rule: z.string(),
      direction: z.enum(['up', 'down', 'either']),
      /**
       * Barriers in ticks of the mid from where it was, and the time within which one must be reached; all zero where
       * the detector resolves it. Adverse is null where time alone decides against it.
       */
      targetTicks: z.number(),
      adverseTicks: z.number().nullable(),
      horizonSeconds: z.number(),
      /** How long the mid has to stay beyond the target. */
      staySeconds: z.number(),
      /** The forecast of this outcome; null where the detector makes none. */
      probability: z.number().min(0).max(1).nullable(),
      raisedAt: instant,
    })
    .nullable(),
  /** `unknown`: it cannot be determined: the feed failed or neither barrier was reached. */
  state: z.enum(['none', 'pending', 'hit', 'miss', 'unknown']),
  settledAt: instant.nullable(),
});
export type EventOutcome = z.infer<typeof eventOutcome>;

export const getEventOutcome = route({
  id: 'getEventOutcome',
  method: 'GET',
  path: '/api/order-flow-events/:id/outcome',
  access: 'user',
  viewable: true,
  summary: 'Outcome of an event by its declared rule, as far as the viewer may see it',
  params: z.object({ id: rowId }),
  response: eventOutcome,
});

export const EVENT_REPLAY_ROUTES = [getEventReplay, getEventOutcome] as const;
