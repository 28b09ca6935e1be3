/** Executions of recorded spans in the order of their times; a span that was read stays for the next page of it. */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';
import { decodeFlowSpan, PRINT_STRIDE, type PrintRows } from '@undertow/market';

const inflate = promisify(inflateRaw);
/** About a megabyte each in a busy market. */
const MAX_KEPT = 16;

/** The exchange's clock may step back within an event. */
function inOrder(prints: PrintRows): PrintRows {
  const { times, rows } = prints;
  if (times.every((time, at) => at === 0 || times[at - 1]! <= time)) return prints;
  const order = Array.from(times.keys()).sort((one, other) => times[one]! - times[other]! || one - other);
  const sorted = new Int32Array(rows.length);
  for (const [to, from] of order.entries())
    sorted.set(rows.subarray(from * PRINT_STRIDE, (from + 1) * PRINT_STRIDE), to * PRINT_STRIDE);
  return { times: Float64Array.from(order, (from) => times[from]!), rows: sorted };
}

/** Index of the first row that is not before the instant. */
function firstFrom(times: Float64Array, timeMs: number): number {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle]! < timeMs) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The first rows with `fromMs <= time < toMs`, at most `most`; `prints` are in order. */
export function firstWithin(
  { times, rows }: PrintRows,
  fromMs: number,
  toMs: number,
  most: number,
): PrintRows {
  const from = firstFrom(times, fromMs);
  const to = Math.max(from, Math.min(firstFrom(times, toMs), from + most));
  return { times: times.subarray(from, to), rows: rows.subarray(from * PRINT_STRIDE, to * PRINT_STRIDE) };
}

/** Known by what they hold: whose a span is makes no difference to its executions. */
export class PrintSpans {
  readonly #kept = new Map<string, Promise<PrintRows>>();

  /** `bytes` are of a stored span. */
  of(bytes: Uint8Array): Promise<PrintRows> {
    const key = createHash('sha256').update(bytes).digest('base64');
    const known =
      this.#kept.get(key) ?? inflate(bytes).then((whole) => inOrder(decodeFlowSpan(whole).prints));
    this.#kept.delete(key);
    this.#kept.set(key, known);
    known.catch(() => this.#kept.delete(key));
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MAX_KEPT && oldest !== undefined) this.#kept.delete(oldest);
    return known;
  }
}
