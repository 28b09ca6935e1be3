/** Seconds of the top of the book as bytes: columns of differences, compressed, for a second is much like the one before it. */
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { NO_PRICE } from '@undertow/market';
import type { TopOfBookSecond } from '#ports/market-store.ts';

const VERSION = 1;
/** Int32 values before the columns: version, number of seconds. */
const HEAD = 2;
/** Milliseconds since the first second, then as in the row. */
const COLUMNS = 8;

function valuesOf(second: TopOfBookSecond, fromMs: number): readonly number[] {
  return [
    second.secondMs - fromMs,
    second.bidTicks ?? NO_PRICE,
    second.bidSize,
    second.askTicks ?? NO_PRICE,
    second.askSize,
    second.volume,
    second.buyVolume,
    second.sellVolume,
  ];
}

/** The sign moves to the lowest bit: the upper bytes of small differences are zero. */
const folded = (value: number): number => (value << 1) ^ (value >> 31);
const unfolded = (value: number): number => (value >>> 1) ^ -(value & 1);

/** The four bytes of the values apart, the lowest of all first: those above it are nearly always zero. */
function bytesApart(values: Int32Array): Uint8Array {
  const apart = new Uint8Array(values.length * 4);
  for (const [n, value] of values.entries())
    for (let byte = 0; byte < 4; byte += 1) apart[byte * values.length + n] = value >>> (8 * byte);
  return apart;
}

function bytesTogether(apart: Uint8Array): Int32Array {
  const values = new Int32Array(apart.length / 4);
  for (const n of values.keys())
    for (let byte = 3; byte >= 0; byte -= 1) values[n] = (values[n]! << 8) | apart[byte * values.length + n]!;
  return values;
}

/** At least one second, the earliest first; each within three weeks of it. */
export function encodeSeconds(seconds: readonly TopOfBookSecond[]): Uint8Array {
  const { secondMs: fromMs } = seconds[0]!;
  const columns = new Int32Array(HEAD + COLUMNS * seconds.length);
  columns.set([VERSION, seconds.length]);
  const before = new Int32Array(COLUMNS);
  for (const [n, second] of seconds.entries()) {
    for (const [column, value] of valuesOf(second, fromMs).entries()) {
      columns[HEAD + column * seconds.length + n] = folded((value - before[column]!) | 0);
      before[column] = value;
    }
  }
  return zstdCompressSync(bytesApart(columns));
}

/** `fromMs`: the first second. Throws RangeError for bytes of another version: they are our own, so that means damage. */
export function decodeSeconds(bytes: Uint8Array, fromMs: number): TopOfBookSecond[] {
  const columns = bytesTogether(zstdDecompressSync(bytes));
  const [version, count = 0] = columns;
  if (version !== VERSION) throw new RangeError(`expected seconds of version ${VERSION}: ${version}`);
  const last = new Int32Array(COLUMNS);
  return Array.from({ length: count }, (_, n) => {
    for (const column of last.keys())
      last[column] = last[column]! + unfolded(columns[HEAD + column * count + n]!);
    const [
      offsetMs = 0,
      bid = NO_PRICE,
      bidSize = 0,
      ask = NO_PRICE,
      askSize = 0,
      volume = 0,
      buy = 0,
      sell = 0,
    ] = last;
    return {
      secondMs: fromMs + offsetMs,
      ...{ bidTicks: bid === NO_PRICE ? null : bid, bidSize },
      ...{ askTicks: ask === NO_PRICE ? null : ask, askSize },
      ...{ volume, buyVolume: buy, sellVolume: sell },
    };
  });
}
