/** Frames of RFC 6455 out of the bytes of a server: not masked, not compressed; one in several parts is put together. */

const FINAL = 0x80;
const RESERVED = 0x70;
const MASKED = 0x80;
const OPCODE_CONTINUED = 0;
const FIRST_CONTROL = 8;
/** Nothing of the product is as long. */
const MAX_FRAME_BYTES = 32 * 1024 * 1024;

export interface FrameReaderOptions {
  /** `payload` is only valid during the call. */
  onFrame(opcode: number, payload: Buffer): void;
  /** What no server may send: the rest of the bytes has no meaning then, and is left out. */
  onProblem(text: string): void;
}

export class FrameReader {
  readonly #options: FrameReaderOptions;
  /** Bytes of a frame that has not arrived whole, and how many it takes to go on. */
  #waiting: Buffer[] = [];
  #waitingBytes = 0;
  #neededBytes = 0;
  #parts: Buffer[] = [];
  #partsOpcode = 0;
  #isLost = false;

  constructor(options: FrameReaderOptions) {
    this.#options = options;
  }

  add(bytes: Buffer): void {
    if (this.#isLost) return;
    if (this.#waitingBytes === 0) {
      this.#read(bytes);
      return;
    }
    this.#waiting.push(Buffer.from(bytes));
    this.#waitingBytes += bytes.length;
    if (this.#waitingBytes < this.#neededBytes) return;
    const all = Buffer.concat(this.#waiting);
    this.#waiting = [];
    this.#waitingBytes = 0;
    this.#read(all);
  }

  #read(bytes: Buffer): void {
    let at = 0;
    while (at < bytes.length && !this.#isLost) {
      const needed = this.#frameBytes(bytes, at);
      if (needed > bytes.length - at) {
        this.#waiting = [Buffer.from(bytes.subarray(at))];
        this.#waitingBytes = bytes.length - at;
        this.#neededBytes = needed;
        return;
      }
      this.#take(bytes.subarray(at, at + needed));
      at += needed;
    }
  }

  /** Bytes of the frame at a place as far as they are known: at least what its header takes. */
  #frameBytes(bytes: Buffer, at: number): number {
    const have = bytes.length - at;
    if (have < 2) return 2;
    const short = bytes[at + 1]! & ~MASKED;
    if (short < 126) return 2 + short;
    if (short === 126) return have < 4 ? 4 : 4 + bytes.readUInt16BE(at + 2);
    return have < 10 ? 10 : 10 + Number(bytes.readBigUInt64BE(at + 2));
  }

  #take(frame: Buffer): void {
    const [first, second] = [frame[0]!, frame[1]!];
    const opcode = first & 0x0f;
    if ((first & RESERVED) !== 0 || (second & MASKED) !== 0 || frame.length > MAX_FRAME_BYTES) {
      this.#isLost = true;
      this.#options.onProblem('a frame that is masked, compressed or endless');
      return;
    }
    const short = second & ~MASKED;
    const payload = frame.subarray(short < 126 ? 2 : short === 126 ? 4 : 10);
    const isFinal = (first & FINAL) !== 0;
    if (opcode >= FIRST_CONTROL || (isFinal && opcode !== OPCODE_CONTINUED)) {
      this.#options.onFrame(opcode, payload);
      return;
    }
    if (opcode !== OPCODE_CONTINUED) this.#partsOpcode = opcode;
    this.#parts.push(Buffer.from(payload));
    if (!isFinal) return;
    const whole = Buffer.concat(this.#parts);
    this.#parts = [];
    this.#options.onFrame(this.#partsOpcode, whole);
  }
}
