/**
 * Frames by their bytes: the server writes the same ones to every socket that follows the same, so each is parsed once and compared
 * byte for byte afterwards, which checks every socket's every byte at a cost that ten thousand of them allow.
 */
import { type ReadFrame, readFrame } from './read-frame.ts';

/** A frame is known for this long at least after it came first. */
const KEEP_MS = 2000;
const MAX_KEPT = 4000;
/** The stamps are at the beginning. */
const HEAD_BYTES = 128;
const SPREAD = 16;

interface Known {
  readonly bytes: Buffer;
  readonly frame: ReadFrame;
}

function hashOf(bytes: Buffer): number {
  const last = bytes.length - 4;
  let hash = bytes.length;
  for (let at = 0; at <= last && at < HEAD_BYTES; at += 4)
    hash = Math.imul(hash ^ bytes.readInt32LE(at), 0x9e3779b1);
  for (let step = 1; step <= SPREAD && last > 0; step += 1)
    hash = Math.imul(hash ^ bytes.readInt32LE(Math.floor((last * step) / SPREAD)), 0x85ebca6b);
  return hash | 0;
}

export class FrameCache {
  #young = new Map<number, Known>();
  #old = new Map<number, Known>();
  #sinceMs = 0;
  /** Frames that were parsed. */
  parsed = 0;

  /** `bytes` is only valid during the call. */
  read(bytes: Buffer, nowMs: number): ReadFrame {
    const hash = hashOf(bytes);
    const known = this.#young.get(hash) ?? this.#old.get(hash);
    if (known?.bytes.equals(bytes) === true) return known.frame;
    if (nowMs - this.#sinceMs > KEEP_MS || this.#young.size >= MAX_KEPT) {
      this.#old = this.#young;
      this.#young = new Map();
      this.#sinceMs = nowMs;
    }
    const frame = readFrame(bytes.toString());
    this.parsed += 1;
    this.#young.set(hash, { bytes: Buffer.from(bytes), frame });
    return frame;
  }
}
