import { expect, test } from 'vitest';
import { ACTION_BLOCK, SIDE_NONE } from '#events/market-event.ts';
import { eventRow } from '#testing/event-row.ts';
import { BlockTape } from './block-tape.ts';

function block(size: number, aux: number): Int32Array {
  return eventRow({ action: ACTION_BLOCK, side: SIDE_NONE, priceTicks: 10, size, aux, timeMs: size });
}

test('blocks are recognised by their kind, after those that are known', () => {
  const tape = new BlockTape();
  for (const [n, aux] of [1, 2, 3].entries()) tape.add(block(100 + n, aux), 0);
  expect(tape.total).toBe(3);
  expect(tape.after(1)).toEqual([
    { printedNs: 101_000_000n, priceTicks: 10, size: 101, side: SIDE_NONE, kind: 'EFP' },
    { printedNs: 102_000_000n, priceTicks: 10, size: 102, side: SIDE_NONE, kind: 'EFR' },
  ]);
  expect(tape.after(3)).toEqual([]);
});

test('only the last 64 are kept, and all are counted', () => {
  const tape = new BlockTape();
  for (let n = 1; n <= 100; n += 1) tape.add(block(n, 1), 0);
  expect(tape.total).toBe(100);
  expect(tape.after(0).map(({ size }) => size)).toEqual(Array.from({ length: 64 }, (_, n) => n + 37));
});
