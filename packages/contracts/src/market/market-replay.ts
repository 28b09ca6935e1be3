/** Replay of the recorded market from an instant on: what can be replayed, how it is opened and controlled, and what it reports. */
import { z } from 'zod';
import { instant, instrumentId, okResponse } from '#shapes/primitives.ts';
import { route } from '#shapes/route.ts';

/** Times real time; `max` is as fast as the server allows. */
export const REPLAY_SPEEDS = [0.25, 0.5, 1, 2, 4, 10, 60, 'max'] as const;
export const replaySpeed = z.literal(REPLAY_SPEEDS);
export type ReplaySpeed = z.infer<typeof replaySpeed>;

/**
 * `building`: the market of the instant is built from the rows before it. `stepping`: it runs to what was requested, such
 * as the next event. `held`: it reached what the viewer's plan does not show yet. `ended`: the recording of the day is over.
 * `failed`: the recording cannot be read further. `over`: the replay is closed, and `reason` says why.
 */
export const REPLAY_MODES = [
  'building',
  'paused',
  'playing',
  'stepping',
  'held',
  'ended',
  'failed',
  'over',
] as const;
export type ReplayMode = (typeof REPLAY_MODES)[number];

export const replayId = z.uuid();

export const marketReplayState = z.object({
  id: replayId,
  /** Steps by message and event are those of this instrument. */
  instrumentId: z.number().int(),
  /** The dated contract at the instant at which it was opened. */
  contract: z.string(),
  /** The replayed instant. */
  at: instant,
  mode: z.enum(REPLAY_MODES),
  speed: replaySpeed,
  /** Detectors that began without a past may miss what they find elsewhere, until here; null where they had one. */
  warmingUntil: instant.nullable(),
  /** The message before the last one; null where none is known. */
  previousMessageAt: instant.nullable(),
  /** Messages of the instrument since the replay was opened. */
  messages: z.number().int().nonnegative(),
  /** A sentence for `held`, `failed` and `over`; null otherwise. */
  reason: z.string().nullable(),
});
export type MarketReplayState = z.infer<typeof marketReplayState>;

/** Recorded time of one trading day without a longer break. */
export const recordedSpan = z.object({
  /** `YYYY-MM-DD` */
  tradingDay: z.iso.date(),
  contract: z.string(),
  from: instant,
  to: instant,
});
export type RecordedSpan = z.infer<typeof recordedSpan>;

export const getReplayRanges = route({
  id: 'getReplayRanges',
  method: 'GET',
  path: '/api/replays/ranges',
  access: 'instrument',
  viewable: true,
  summary: 'What of an instrument can be replayed under the plan, oldest first',
  query: z.strictObject({ instrumentId }),
  response: z.object({
    /** Nothing before is part of the plan; null: as far as there are recordings. */
    earliest: instant.nullable(),
    /** Nothing after may be replayed yet. */
    latest: instant,
    spans: z.array(recordedSpan),
  }),
});

export const openReplay = route({
  id: 'openReplay',
  method: 'POST',
  path: '/api/replays',
  access: 'instrument',
  summary: 'Opens the recorded market at an instant, in place of another replay of the user',
  query: z.strictObject({ instrumentId }),
  body: z.strictObject({ at: instant }),
  response: marketReplayState,
  status: 201,
});

/** Most messages of one step: what a held key collects. */
export const MAX_STEP_MESSAGES = 500;

const step = z.literal('step');

const replayStep = z.discriminatedUnion('by', [
  z.strictObject({
    act: step,
    by: z.literal('message'),
    count: z.number().int().min(1).max(MAX_STEP_MESSAGES),
  }),
  z.strictObject({ act: step, by: z.literal('event') }),
  z.strictObject({ act: step, by: z.literal('bar'), minutes: z.number().int().min(1).max(60) }),
]);

export const replayAct = z.discriminatedUnion('act', [
  z.strictObject({ act: z.literal('play') }),
  z.strictObject({ act: z.literal('pause') }),
  z.strictObject({ act: z.literal('speed'), speed: replaySpeed }),
  replayStep,
]);
export type ReplayAct = z.infer<typeof replayAct>;

export const controlReplay = route({
  id: 'controlReplay',
  method: 'POST',
  path: '/api/replays/:id/acts',
  access: 'user',
  summary: 'Plays, pauses or steps a replay',
  params: z.strictObject({ id: replayId }),
  body: replayAct,
  response: marketReplayState,
});

export const closeReplay = route({
  id: 'closeReplay',
  method: 'DELETE',
  path: '/api/replays/:id',
  access: 'user',
  summary: 'Closes a replay',
  params: z.strictObject({ id: replayId }),
  response: okResponse,
});

export const MARKET_REPLAY_ROUTES = [getReplayRanges, openReplay, controlReplay, closeReplay] as const;
