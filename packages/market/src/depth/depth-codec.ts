/** Consecutive samples of the visible depth as bytes and back: about four bytes a changed level. */
import { DEPTH_STRIDE, type DepthChange } from '#book/depth-change.ts';
import { SIDE_ASK, SIDE_BID } from '#events/market-event.ts';
import type { ByteReader, ByteWriter } from './varint.ts';

/** The visible depth at an instant, as what changed since the sample before. */
export interface DepthSample {
  /** Whole milliseconds since 1970 UTC. */
  readonly atMs: number;
  /** Null where the depth became unknown: a gap, until a whole sample. */
  readonly change: DepthChange | null;
}

const UNKNOWN = 0;
const CHANGED = 1;
const WHOLE = 2;

/** Samples must be in the order of time. */
export function writeDepth(out: ByteWriter, samples: readonly DepthSample[]): void {
  out.unsigned(samples.length);
  let timeMs = 0;
  for (const { atMs, change } of samples) {
    out.unsigned(atMs - timeMs);
    timeMs = atMs;
    out.unsigned(change === null ? UNKNOWN : change.isWhole ? WHOLE : CHANGED);
    if (change !== null) writeLevels(out, change.levels);
  }
}

function writeLevels(out: ByteWriter, levels: Int32Array): void {
  out.unsigned(levels.length / DEPTH_STRIDE);
  let price = 0;
  for (let at = 0; at < levels.length; at += DEPTH_STRIDE) {
    const [side, priceTicks, size, orders] = [levels[at]!, levels[at + 1]!, levels[at + 2]!, levels[at + 3]!];
    // Neighbours of one side are near each other: the step and the side fit one byte
    const step = priceTicks - price;
    out.unsigned((step < 0 ? -2 * step - 1 : 2 * step) * 2 + (side === SIDE_ASK ? 1 : 0));
    price = priceTicks;
    out.unsigned(size);
    if (size > 0) out.unsigned(orders);
  }
}

/** What `writeDepth` wrote. Throws RangeError for bytes that are cut or damaged. */
export function readDepth(from: ByteReader): DepthSample[] {
  const count = from.count();
  const samples: DepthSample[] = [];
  let atMs = 0;
  for (let n = 0; n < count; n += 1) {
    atMs += from.unsigned();
    const kind = from.unsigned();
    if (kind > WHOLE) throw new RangeError(`expected the kind of a sample up to ${WHOLE}, got ${kind}`);
    samples.push({
      atMs,
      change: kind === UNKNOWN ? null : { isWhole: kind === WHOLE, levels: readLevels(from) },
    });
  }
  return samples;
}

function readLevels(from: ByteReader): Int32Array {
  const levels = new Int32Array(from.count() * DEPTH_STRIDE);
  let price = 0;
  for (let at = 0; at < levels.length; at += DEPTH_STRIDE) {
    const packed = from.unsigned();
    const zigzag = Math.floor(packed / 2);
    price += zigzag % 2 === 0 ? zigzag / 2 : -(zigzag + 1) / 2;
    levels[at] = packed % 2 === 0 ? SIDE_BID : SIDE_ASK;
    levels[at + 1] = price;
    levels[at + 2] = from.unsigned();
    if (levels[at + 2]! > 0) levels[at + 3] = from.unsigned();
  }
  return levels;
}
