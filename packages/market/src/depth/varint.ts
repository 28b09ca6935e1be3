/** Whole numbers as bytes, seven bits each, lowest first (LEB128); negative ones by zigzag. */

const FIRST_CAPACITY = 1024;

export class ByteWriter {
  #bytes = new Uint8Array(FIRST_CAPACITY);
  #length = 0;

  /** A safe integer from 0. */
  unsigned(value: number): void {
    if (this.#length + 8 > this.#bytes.length) this.#grow();
    let rest = value;
    while (rest >= 0x80) {
      this.#bytes[this.#length] = (rest % 0x80) | 0x80;
      this.#length += 1;
      rest = Math.floor(rest / 0x80);
    }
    this.#bytes[this.#length] = rest;
    this.#length += 1;
  }

  signed(value: number): void {
    this.unsigned(value < 0 ? -2 * value - 1 : 2 * value);
  }

  take(): Uint8Array {
    return this.#bytes.slice(0, this.#length);
  }

  #grow(): void {
    const grown = new Uint8Array(this.#bytes.length * 2);
    grown.set(this.#bytes);
    this.#bytes = grown;
  }
}

/** Throws RangeError where the bytes end early or hold no safe integer. */
export class ByteReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get left(): number {
    return this.#bytes.length - this.#at;
  }

  unsigned(): number {
    let [value, scale] = [0, 1];
    for (;;) {
      const byte = this.#bytes[this.#at];
      if (byte === undefined) throw new RangeError(`expected more than ${this.#at} bytes`);
      this.#at += 1;
      value += (byte & 0x7f) * scale;
      if (!Number.isSafeInteger(value))
        throw new RangeError(`expected a safe integer before byte ${this.#at}`);
      if (byte < 0x80) return value;
      scale *= 0x80;
    }
  }

  signed(): number {
    const value = this.unsigned();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }
}
