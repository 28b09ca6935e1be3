/** Executions of a span are read once and in order, and a page takes what it shows. */
import { deflateRawSync } from 'node:zlib';
import { encodeFlowSpan, PRINT_SIZE, PRINT_STRIDE, type PrintRows } from '@undertow/market';
import { expect, test } from 'vitest';
import { firstWithin, PrintSpans } from './print-spans.ts';

const START = Date.UTC(2026, 10, 20, 15);

function printsAt(...offsetsMs: readonly number[]): PrintRows {
  const rows = new Int32Array(offsetsMs.length * PRINT_STRIDE);
  for (const at of offsetsMs.keys()) rows[at * PRINT_STRIDE + PRINT_SIZE] = at + 1;
  return { times: Float64Array.from(offsetsMs, (ms) => START + ms), rows };
}

const spanOf = (prints: PrintRows): Buffer =>
  deflateRawSync(encodeFlowSpan({ fromMs: START, toMs: START + 300_000, depth: [], prints }));
const sizesOf = ({ rows }: PrintRows) => Array.from(rows).filter((_, at) => at % PRINT_STRIDE === PRINT_SIZE);

test('a span of the same bytes is read once, whichever buffer holds them', async () => {
  const spans = new PrintSpans();
  const bytes = spanOf(printsAt(0, 10));
  const first = await spans.of(bytes);
  expect(await spans.of(Buffer.from(bytes))).toBe(first);
  expect(await spans.of(spanOf(printsAt(0, 11)))).not.toBe(first);
});

test('of more spans than are kept the one that was not wanted longest is read again', async () => {
  const spans = new PrintSpans();
  const bytes = spanOf(printsAt(0));
  const first = await spans.of(bytes);
  for (let at = 1; at <= 16; at += 1) await spans.of(spanOf(printsAt(at)));
  expect(await spans.of(bytes)).not.toBe(first);
  await expect(spans.of(Buffer.from('no span'))).rejects.toThrow();
});

test('executions are in the order of their times, and of equal ones in that of the exchange', async () => {
  const prints = await new PrintSpans().of(spanOf(printsAt(20, 10, 20, 30)));
  expect([...prints.times].map((time) => time - START)).toEqual([10, 20, 20, 30]);
  expect(sizesOf(prints)).toEqual([2, 1, 3, 4]);
});

test('the first ones within the times are taken, as many as are wanted', () => {
  const prints = printsAt(0, 10, 10, 20, 30);
  const take = (from: number, to: number, most: number) =>
    sizesOf(firstWithin(prints, START + from, START + to, most));
  expect(take(10, 30, 10)).toEqual([2, 3, 4]);
  expect(take(10, 30, 2)).toEqual([2, 3]);
  expect(take(31, 99, 2)).toEqual([]);
  expect(take(-9, 1, 5)).toEqual([1]);
  expect(take(20, 10, 5)).toEqual([]);
});
