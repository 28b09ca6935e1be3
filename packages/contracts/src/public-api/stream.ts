/** Streams of the public API: what a client sends over the WebSocket, and the query of server-sent events. */
import { z } from 'zod';
import { apiInstrument } from './api-route.ts';

export const STREAM_PATH = '/api/v1/stream';
export const STREAM_EVENTS_PATH = '/api/v1/stream/sse';

/**
 * `event`: an order-flow event in a new state. Where the licence allows prices over the API: `bar_1m`, a minute that closed;
 * `book`, the ten best levels of both sides in their newest state, without a number; `tape`, executions since the message before.
 */
export const STREAM_KINDS = ['event', 'bar_1m', 'book', 'tape'] as const;
export type StreamKind = (typeof STREAM_KINDS)[number];

/** Streams of a user that are open at once. */
export const MAX_STREAMS = 5;
/** Messages can be resumed for so long. */
export const STREAM_RESUME_MINUTES = 10;

const kinds = z
  .array(z.enum(STREAM_KINDS))
  .min(1)
  .max(STREAM_KINDS.length)
  .refine((values) => new Set(values).size === values.length, 'expected each kind once');
const position = z.string().regex(/^[\w-]{1,64}$/, 'expected the id of a message');

const subscribe = z.strictObject({
  op: z.literal('subscribe'),
  instrument: apiInstrument,
  kinds,
  /** Id of the last message that was received: those after it follow, or a gap is named. */
  after: position.optional(),
});
export type StreamSubscription = z.infer<typeof subscribe>;

export const streamCommand = z.discriminatedUnion('op', [
  subscribe,
  z.strictObject({ op: z.literal('unsubscribe'), instrument: apiInstrument }),
  z.strictObject({ op: z.literal('ping') }),
]);

/** `kinds` is a list with commas. */
export const streamQuery = z.strictObject({
  instrument: apiInstrument,
  kinds: z
    .string()
    .default('event')
    .transform((text) => text.split(','))
    .pipe(kinds),
});
