/** Integers of seven bits a byte, the lowest first (LEB128), negative ones by zigzag; safe integers of any size. */

const FIRST_CAPACITY = 4096;

export class ByteWriter {
  #bytes = new Uint8Array(FIRST_CAPACITY);
  #length = 0;

  unsigned(value: number): void {
    if (!Number.isSafeInteger(value) || value < 0)
      throw new RangeError(`expected a whole number from 0, got ${value}`);
    let rest = value;
    while (rest >= 0x80) {
      this.#push((rest % 0x80) + 0x80);
      rest = Math.floor(rest / 0x80);
    }
    this.#push(rest);
  }

  signed(value: number): void {
    // Twice a half is whole: 1.5 would be read as -2
    if (!Number.isSafeInteger(value)) throw new RangeError(`expected a whole number, got ${value}`);
    this.unsigned(value < 0 ? -2 * value - 1 : 2 * value);
  }

  bytes(): Uint8Array<ArrayBuffer> {
    return this.#bytes.slice(0, this.#length);
  }

  #push(byte: number): void {
    if (this.#length === this.#bytes.length) {
      const grown = new Uint8Array(this.#bytes.length * 2);
      grown.set(this.#bytes);
      this.#bytes = grown;
    }
    this.#bytes[this.#length] = byte;
    this.#length += 1;
  }
}

/** Throws RangeError where the bytes end early or a number is none. */
export class ByteReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  unsigned(): number {
    let [value, scale] = [0, 1];
    for (;;) {
      const byte = this.#bytes[this.#at];
      if (byte === undefined) throw new RangeError(`expected more bytes after ${this.#at}`);
      this.#at += 1;
      value += (byte & 0x7f) * scale;
      if (!Number.isSafeInteger(value))
        throw new RangeError(`expected a safe integer before byte ${this.#at}`);
      if (byte < 0x80) return value;
      scale *= 0x80;
    }
  }

  /** Bytes that were not read. */
  get left(): number {
    return this.#bytes.length - this.#at;
  }

  signed(): number {
    const value = this.unsigned();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }

  /** Of entries that follow: no more than the bytes that are left. */
  count(): number {
    const count = this.unsigned();
    if (count > this.left) throw new RangeError(`expected at most ${this.left} entries, got ${count}`);
    return count;
  }
}
