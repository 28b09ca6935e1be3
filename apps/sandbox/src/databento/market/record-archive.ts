/** Records that were sent, kept compressed in the order in which they were sent; what is oldest is dropped. */
import { constants as zlib, zstdCompressSync, zstdDecompressSync } from 'node:zlib';

const SEALED_BYTES = 512 * 1024;
/** Of compressed records, an archive: some hours of a busy product. */
const MAX_KEPT_BYTES = 48 * 1024 * 1024;
/** Speed before size: chunks are sealed while the market runs. */
const FAST = { params: { [zlib.ZSTD_c_compressionLevel]: 1 } };

const NOTHING = new Uint8Array();

interface Chunk {
  readonly bytes: Buffer;
  /** Time of its last record, nanoseconds since 1970 UTC. */
  readonly lastNs: bigint;
}

/** Records of one length; their times never decrease, but for the snapshot that some begin with. */
export class RecordArchive {
  readonly #chunks: Chunk[] = [];
  #dropped = 0;
  #keptBytes = 0;
  #tail: Uint8Array[] = [];
  #tailBytes = 0;

  append(records: Uint8Array): void {
    if (records.length === 0) return;
    this.#tail.push(records);
    this.#tailBytes += records.length;
    if (this.#tailBytes >= SEALED_BYTES) this.#seal();
  }

  /** The records from the first one at or after an instant on. */
  cursor(fromNs: bigint): RecordCursor {
    return new RecordCursor(this, fromNs);
  }

  /** Number of the oldest chunk that is kept, and of the one that still grows. */
  get first(): number {
    return this.#dropped;
  }

  get growing(): number {
    return this.#dropped + this.#chunks.length;
  }

  /** Time of the last record of a chunk; null for the one that still grows. */
  lastNsOf(chunk: number): bigint | null {
    return this.#chunks[chunk - this.#dropped]?.lastNs ?? null;
  }

  /** Records of a chunk from an offset on. */
  read(chunk: number, offset: number): Uint8Array {
    const sealed = this.#chunks[chunk - this.#dropped];
    const whole = sealed === undefined ? Buffer.concat(this.#tail) : zstdDecompressSync(sealed.bytes);
    return whole.subarray(offset);
  }

  #seal(): void {
    const whole = Buffer.concat(this.#tail);
    const bytes = zstdCompressSync(whole, FAST);
    this.#chunks.push({ bytes, lastNs: lastTimeNs(whole) });
    this.#keptBytes += bytes.length;
    this.#tail = [];
    this.#tailBytes = 0;
    while (this.#keptBytes > MAX_KEPT_BYTES) {
      this.#keptBytes -= this.#chunks.shift()?.bytes.length ?? 0;
      this.#dropped += 1;
    }
  }
}

/** A place in an archive, which may still grow. */
export class RecordCursor {
  readonly #archive: RecordArchive;
  /** Null once a record of that time or later was met: everything after it counts. */
  #fromNs: bigint | null;
  #chunk: number;
  #offset = 0;

  constructor(archive: RecordArchive, fromNs: bigint) {
    this.#archive = archive;
    this.#fromNs = fromNs === 0n ? null : fromNs;
    this.#chunk = archive.first;
  }

  /** The next records; null where there are none yet. */
  next(): Uint8Array | null {
    const archive = this.#archive;
    if (this.#chunk < archive.first) this.#moveTo(archive.first);
    for (; this.#chunk < archive.growing; this.#moveTo(this.#chunk + 1)) {
      const records = this.#sealed();
      if (records.length === 0) continue;
      this.#moveTo(this.#chunk + 1);
      return records;
    }
    const records = archive.read(this.#chunk, this.#offset);
    this.#offset += records.length;
    const wanted = this.#wanted(records);
    return wanted.length === 0 ? null : wanted;
  }

  #moveTo(chunk: number): void {
    this.#chunk = chunk;
    this.#offset = 0;
  }

  /** What is left of a chunk; chunks that are too old are not even decompressed. */
  #sealed(): Uint8Array {
    const lastNs = this.#archive.lastNsOf(this.#chunk);
    if (this.#fromNs !== null && lastNs !== null && lastNs < this.#fromNs) return NOTHING;
    return this.#wanted(this.#archive.read(this.#chunk, this.#offset));
  }

  #wanted(records: Uint8Array): Uint8Array {
    return this.#fromNs === null ? records : this.#skipOld(records, this.#fromNs);
  }

  #skipOld(records: Uint8Array, fromNs: bigint): Uint8Array {
    const view = viewOf(records);
    for (let at = 0; at < records.length; at += records[at]! * 4) {
      if (view.getBigUint64(at + 8, true) < fromNs) continue;
      this.#fromNs = null;
      return records.subarray(at);
    }
    return NOTHING;
  }
}

export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function lastTimeNs(records: Uint8Array): bigint {
  const view = viewOf(records);
  return view.getBigUint64(records.length - records[0]! * 4 + 8, true);
}
