/** Updates as bytes, for the frames from which a delayed view is refilled after a restart. */
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { InstrumentUpdate } from '#dependencies.ts';

/** Times of a `FlowEvent` that are nanoseconds in a bigint. */
const BIGINT_KEYS = new Set(['startNs', 'detectedNs', 'updatedNs', 'expiresNs']);

/** Most frames are smaller; a frame holds on to whole chunks of output, by default 16 kB each. */
const FRAME_BYTES = 4096;

/** Deflated JSON; nanosecond times as decimal strings. */
export function encodeFrame(update: InstrumentUpdate): Uint8Array {
  const text = JSON.stringify(update, (_key, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value,
  );
  return deflateRawSync(text, { level: 1, chunkSize: FRAME_BYTES });
}

/** Throws when the bytes are no frame: what we stored ourselves is trusted beyond that. */
export function decodeFrame(bytes: Uint8Array): InstrumentUpdate {
  const update: InstrumentUpdate = JSON.parse(inflateRawSync(bytes).toString('utf8'));
  const events = update.events.map(({ event, change }) => {
    // Only the event's own times: evidence keeps its nanoseconds as strings
    const times = Object.fromEntries(
      Object.entries(event)
        .filter(([key]) => BIGINT_KEYS.has(key))
        .map(([key, value]) => [key, BigInt(value as unknown as string)]),
    );
    return { event: { ...event, ...times }, change };
  });
  return { ...update, events };
}
