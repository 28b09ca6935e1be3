/** Columns of 32-bit integers as bytes: each value as its difference to the one before, in groups of seven bits. */

const FIRST_CAPACITY = 65_536;

/** Appends columns; a column is read with the count that it was written with. */
export class ColumnWriter {
  #bytes = new Uint8Array(FIRST_CAPACITY);
  #length = 0;

  /** `stride`: a value is compared with the one so many places before. */
  ints(values: Int32Array, stride = 1): void {
    for (let at = 0; at < values.length; at += 1) {
      const before = at < stride ? 0 : values[at - stride]!;
      // Differences of 32-bit integers wrap, and unwrap when they are read
      const difference = (values[at]! - before) | 0;
      this.#push(((difference << 1) ^ (difference >> 31)) >>> 0);
    }
  }

  raw(bytes: Uint8Array): void {
    this.#reserve(bytes.length + 5);
    this.#push(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  /** Bytes that were written. */
  get length(): number {
    return this.#length;
  }

  take(): Uint8Array<ArrayBuffer> {
    return this.#bytes.slice(0, this.#length);
  }

  #push(value: number): void {
    this.#reserve(5);
    let rest = value;
    while (rest >= 0x80) {
      this.#bytes[this.#length] = (rest & 0x7f) | 0x80;
      this.#length += 1;
      rest >>>= 7;
    }
    this.#bytes[this.#length] = rest;
    this.#length += 1;
  }

  #reserve(count: number): void {
    if (this.#length + count <= this.#bytes.length) return;
    const grown = new Uint8Array(Math.max(this.#bytes.length * 2, this.#length + count));
    grown.set(this.#bytes);
    this.#bytes = grown;
  }
}

/** Throws RangeError where the bytes end early. */
export class ColumnReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  ints(count: number, stride = 1): Int32Array {
    // A value takes at least one byte: a wrong count must not reserve memory
    if (count > this.#bytes.length - this.#at)
      throw new RangeError(`expected ${count} values after byte ${this.#at}`);
    const values = new Int32Array(count);
    this.into(values, count, stride);
    return values;
  }

  /** The same into values that are there. */
  into(values: Int32Array, count: number, stride = 1): void {
    const bytes = this.#bytes;
    let place = this.#at;
    let before = 0;
    for (let at = 0; at < count; at += 1) {
      let coded = bytes[place++]!;
      if (coded >= 0x80) {
        coded &= 0x7f;
        let byte = 0x80;
        for (let shift = 7; byte >= 0x80; shift += 7) {
          byte = bytes[place++]!;
          coded |= (byte & 0x7f) << shift;
        }
      }
      if (stride > 1) before = at < stride ? 0 : values[at - stride]!;
      before = (before + ((coded >>> 1) ^ -(coded & 1))) | 0;
      values[at] = before;
    }
    if (place > bytes.length) throw new RangeError(`expected more bytes after ${bytes.length}`);
    this.#at = place;
  }

  raw(): Uint8Array {
    let [length, shift, byte] = [0, 0, 0x80];
    while (byte >= 0x80) {
      byte = this.#bytes[this.#at] ?? 0;
      this.#at += 1;
      length |= (byte & 0x7f) << shift;
      shift += 7;
    }
    if (length < 0 || length > this.#bytes.length - this.#at)
      throw new RangeError(`expected ${length} bytes after ${this.#at}`);
    this.#at += length;
    return this.#bytes.subarray(this.#at - length, this.#at);
  }
}
