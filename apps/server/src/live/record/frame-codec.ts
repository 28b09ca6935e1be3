/** Updates as bytes, for the frames from which a delayed view is refilled after a restart. */
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { type DepthChange, epochMs, type PrintRows } from '@undertow/market';
import type { InstrumentUpdate } from '#ports/bus.ts';

/** Times of events and patterns that are nanoseconds in a bigint. */
const BIGINT_KEYS = new Set(['startNs', 'detectedNs', 'updatedNs', 'expiresNs']);

/** Most frames are smaller; a frame retains whole chunks of output, by default 16 kB each. */
const FRAME_BYTES = 4096;

/** Deflated JSON; nanosecond times as decimal strings. */
export function encodeFrame(update: InstrumentUpdate): Uint8Array {
  const text = JSON.stringify(update, (_key, value: unknown) => {
    if (typeof value === 'bigint') return value.toString();
    return value instanceof Int32Array || value instanceof Float64Array ? [...value] : value;
  });
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
    // Frames of an earlier version name neither
    marketMs: update.marketMs ?? update.asOfMs,
    newsFromMs: update.newsFromMs ?? epochMs(update.backfill ? update.asOfMs + 1 : 0),
    traded: update.traded ?? null,
    depth: withColumns(update.depth ?? null),
    prints: withPrintColumns(update.prints ?? null),
    events,
    patterns,
    trackRows: [],
  };
}

/** Columns come out of the text as plain lists. */
function withColumns(depth: DepthChange | null): DepthChange | null {
  return depth && { ...depth, levels: Int32Array.from(depth.levels) };
}

function withPrintColumns(prints: PrintRows | null): PrintRows | null {
  return prints && { times: Float64Array.from(prints.times), rows: Int32Array.from(prints.rows) };
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
