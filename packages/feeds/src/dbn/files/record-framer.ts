/**
 * Cuts the bytes of a running stream into blocks of whole records as they come: no end is awaited, nothing is allocated
 * for a record. A record that two pieces share is put together in a buffer of its own; the others stay where they are.
 */
import { DbnError } from './dbn-error.ts';
import type { DbnBlock } from './dbn-file.ts';
import { HEADER_BYTES } from './dbn-layout.ts';
import { type DbnMetadata, PRELUDE_BYTES, parseMetadata, parsePrelude } from './dbn-metadata.ts';
import { VersionCheck } from './record-check.ts';

/** The length of a record is one byte of four-byte words. */
const MAX_RECORD_BYTES = 255 * 4;

export interface FramerListener {
  /** Once, before the first block. */
  onMetadata(metadata: DbnMetadata): void;
  /** Valid during the call only. */
  onBlock(block: DbnBlock): void;
}

export class RecordFramer {
  readonly #listener: FramerListener;
  /** The beginning of the metadata, until it is whole. */
  #head: Uint8Array = new Uint8Array(0);
  #check: VersionCheck | null = null;
  /** The beginning of a record whose rest has not come yet. */
  readonly #cut = new Uint8Array(MAX_RECORD_BYTES);
  readonly #cutView = new DataView(this.#cut.buffer);
  #cutBytes = 0;
  /** Bytes of the stream before the next record. */
  #offset = 0;

  constructor(listener: FramerListener) {
    this.#listener = listener;
  }

  /** Bytes of a record that has begun and is not whole. */
  get pendingBytes(): number {
    return this.#cutBytes + this.#head.length;
  }

  /** Throws `DbnError` where the stream stops making sense; it must not be called again then. */
  push(bytes: Uint8Array): void {
    if (this.#check === null) this.#takeHead(bytes);
    else this.#takeRecords(bytes, this.#check);
  }

  #takeHead(bytes: Uint8Array): void {
    this.#head = this.#head.length === 0 ? bytes.slice() : joined(this.#head, bytes);
    requireMagic(this.#head);
    if (this.#head.length < PRELUDE_BYTES) return;
    const { headerBytes } = parsePrelude(this.#head);
    if (this.#head.length < headerBytes) return;
    const metadata = parseMetadata(this.#head.subarray(0, headerBytes));
    const rest = this.#head.subarray(headerBytes);
    const check = new VersionCheck(metadata);
    this.#head = new Uint8Array(0);
    this.#check = check;
    this.#offset = headerBytes;
    this.#listener.onMetadata(metadata);
    this.#takeRecords(rest, check);
  }

  #takeRecords(bytes: Uint8Array, check: VersionCheck): void {
    const start = this.#cutBytes === 0 ? 0 : this.#finishCut(bytes, check);
    if (this.#cutBytes > 0) return;
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    let end = start;
    let count = 0;
    for (;;) {
      const length = check.recordLength(view, end, this.#offset + end - start);
      if (length === 0) break;
      end += length;
      count += 1;
    }
    if (count > 0) this.#listener.onBlock({ view, start, end, offset: this.#offset, count });
    this.#offset += end - start;
    this.#cutBytes = bytes.length - end;
    this.#cut.set(bytes.subarray(end));
  }

  /** Completes the record that was cut; returns how many bytes of the piece it took. */
  #finishCut(bytes: Uint8Array, check: VersionCheck): number {
    let taken = 0;
    // Its length is the first byte, but its type has to be there too before it is judged
    while (taken < bytes.length) {
      const wanted = Math.max(HEADER_BYTES, this.#cut[0]! * 4) - this.#cutBytes;
      const piece = bytes.subarray(taken, taken + wanted);
      this.#cut.set(piece, this.#cutBytes);
      this.#cutBytes += piece.length;
      taken += piece.length;
      const view = new DataView(this.#cut.buffer, 0, this.#cutBytes);
      const length = check.recordLength(view, 0, this.#offset);
      if (length === 0) continue;
      this.#cutBytes = 0;
      const block = { view: this.#cutView, start: 0, end: length, offset: this.#offset, count: 1 };
      this.#listener.onBlock(block);
      this.#offset += length;
      break;
    }
    return taken;
  }
}

function requireMagic(head: Uint8Array): void {
  const expected = [0x44, 0x42, 0x4e];
  if (expected.every((byte, at) => head[at] === undefined || head[at] === byte)) return;
  const found = [...head.subarray(0, 3)].map((byte) => byte.toString(16).padStart(2, '0')).join(' ');
  throw new DbnError(`expected "DBN" at the start of the stream, found ${found}`, 0);
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array {
  const whole = new Uint8Array(one.length + other.length);
  whole.set(one);
  whole.set(other, one.length);
  return whole;
}
