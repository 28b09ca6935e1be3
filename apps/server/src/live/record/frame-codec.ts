/** Updates as bytes, for the frames from which a delayed view is refilled after a restart. */
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { InstrumentUpdate } from '#ports/bus.ts';

/** Times of events and patterns that are nanoseconds in a bigint. */
const BIGINT_KEYS = new Set(['startNs', 'detectedNs', 'updatedNs', 'expiresNs']);

/** Most frames are smaller; a frame retains whole chunks of output, by default 16 kB each. */
const FRAME_BYTES = 4096;

/** Deflated JSON; nanosecond times as decimal strings. */
export function encodeFrame(update: InstrumentUpdate): Uint8Array {
  const text = JSON.stringify(update, (_key, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value,
  );
  return deflateRawSync(text, { level: 1, chunkSize: FRAME_BYTES });
}

/**
 * Throws when the bytes are no frame: our own stored data is trusted beyond that. `contract` is that of a frame of the
 * previous version, which named it in its status only.
 */
export function decodeFrame(bytes: Uint8Array, contract = ''): InstrumentUpdate {
  const update: InstrumentUpdate = JSON.parse(inflateRawSync(bytes).toString('utf8'));
  const events = update.events.map(({ event, change }) => ({ event: withTimes(event), change }));
  // Frames of the previous version had none
  const patterns = (update.patterns ?? []).map(({ pattern, change }) => ({
    pattern: withTimes(pattern),
    change,
  }));
  return {
    ...update,
    contract: update.contract ?? update.status?.contract ?? contract,
    traded: update.traded ?? null,
    events,
    patterns,
    trackRows: [],
  };
}

/** Only the signal's own times: evidence keeps its nanoseconds as strings. */
function withTimes<S extends object>(signal: S): S {
  const times = Object.fromEntries(
    Object.entries(signal)
      .filter(([key]) => BIGINT_KEYS.has(key))
      .map(([key, value]) => [key, BigInt(value as string)]),
  );
  return { ...signal, ...times };
}
