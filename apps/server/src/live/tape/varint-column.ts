/** A column of signed 32-bit integers as bytes: small values take one, any value at most five. */

const BITS = 7;
const MORE = 1 << BITS;
const MAX_BYTES = 5;

export class ColumnWriter {
  #bytes = new Uint8Array(1024);
  #length = 0;

  push(value: number): void {
    if (this.#length + MAX_BYTES > this.#bytes.length) {
      const larger = new Uint8Array(this.#bytes.length * 2);
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    // The sign moves to the lowest bit, so that small negative values are short too
    let rest = ((value << 1) ^ (value >> 31)) >>> 0;
    while (rest >= MORE) {
      this.#bytes[this.#length++] = (rest & (MORE - 1)) | MORE;
      rest >>>= BITS;
    }
    this.#bytes[this.#length++] = rest;
  }

  take(): Uint8Array {
    return this.#bytes.slice(0, this.#length);
  }
}

export class ColumnReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** Throws RangeError beyond the end and for more than five bytes. */
  next(): number {
    let value = 0;
    for (let shift = 0; shift < MAX_BYTES * BITS; shift += BITS) {
      const byte = this.#bytes[this.#at++];
      if (byte === undefined) throw new RangeError('expected another value of the column');
      value |= (byte & (MORE - 1)) << shift;
      if (byte < MORE) return (value >>> 1) ^ -(value & 1);
    }
    throw new RangeError('expected a value of at most five bytes');
  }
}
