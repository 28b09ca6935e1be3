/** Bytes of a client to lines: ASCII up to a line feed, of bounded length. */
import { LineError } from './line-error.ts';

/** Five hundred symbols of the longest kind (70 characters) and the rest of a subscription. */
const MAX_LINE_BYTES = 40_000;
const LINE_FEED = 10;
const TAB = 9;
const CARRIAGE_RETURN = 13;

export class LineReader {
  #waiting: Buffer[] = [];
  #waitingBytes = 0;

  /** The lines that the bytes complete, without their ends. Throws `LineError`. */
  push(bytes: Buffer): string[] {
    const lines: string[] = [];
    let from = 0;
    for (let end = bytes.indexOf(LINE_FEED); end !== -1; end = bytes.indexOf(LINE_FEED, from)) {
      this.#hold(bytes.subarray(from, end));
      lines.push(this.#take());
      from = end + 1;
    }
    this.#hold(bytes.subarray(from));
    return lines;
  }

  #hold(bytes: Buffer): void {
    this.#waitingBytes += bytes.length;
    if (this.#waitingBytes > MAX_LINE_BYTES)
      throw new LineError(`A line has at most ${MAX_LINE_BYTES} characters`);
    const strange = bytes.findIndex((byte) => !isText(byte));
    if (strange !== -1) throw new LineError('Lines are printable ASCII characters');
    if (bytes.length > 0) this.#waiting.push(bytes);
  }

  #take(): string {
    const line = Buffer.concat(this.#waiting).toString('latin1').trim();
    this.#waiting = [];
    this.#waitingBytes = 0;
    return line;
  }
}

function isText(byte: number): boolean {
  return (byte >= 32 && byte < 127) || byte === TAB || byte === CARRIAGE_RETURN;
}
