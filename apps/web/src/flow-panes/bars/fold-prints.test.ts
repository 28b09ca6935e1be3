/** Tests of the stretches in which executions may be missing. */
import type { DepthSample } from '@undertow/market';
import { expect, test } from 'vitest';
import { gapsOf } from './fold-prints.ts';

const known = (atMs: number): DepthSample => ({ atMs, change: { isWhole: true, levels: new Int32Array() } });
const unknown = (atMs: number): DepthSample => ({ atMs, change: null });

test('a gap lasts from where the book became unknown until it is known again', () => {
  const depth = [known(1000), unknown(2000), known(9000), known(10_000)];
  expect(gapsOf([{ depth, toMs: 300_000 }])).toEqual([{ fromMs: 2000, toMs: 9000 }]);
});

test('a gap that nothing ends lasts to the end of its span', () => {
  const depth = [known(1000), unknown(2000), unknown(3000)];
  expect(gapsOf([{ depth, toMs: 300_000 }])).toEqual([{ fromMs: 2000, toMs: 300_000 }]);
});

test('a book that is replaced at one instant interrupts nothing', () => {
  const depth = [known(1000), unknown(2000), known(2000), known(3000)];
  expect(gapsOf([{ depth, toMs: 300_000 }])).toEqual([]);
});
