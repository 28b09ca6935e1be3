import { ACTION_TRADE, COL_ACTION, COL_SIDE, ROW_LENGTH, rowTimeMs } from '@undertow/market';
import { expect, test } from 'vitest';
import { GENERATOR_NAMES } from '#flow/generator.ts';
import { CLEAN } from '#ground-truth/prevalence.ts';
import type { RowBuffer } from '#rows/row-buffer.ts';
import { rowsOf, TEST_START_MS, testSession } from '#testing/session.ts';

/** Session time of the first row in which two runs differ, milliseconds. */
function firstDifferenceMs(a: RowBuffer, b: RowBuffer): number {
  const end = Math.min(a.count, b.count) * ROW_LENGTH;
  for (let at = 0; at < end; at++)
    if (a.rows[at] !== b.rows[at]) return rowTimeMs(a.rows, at - (at % ROW_LENGTH)) - TEST_START_MS;
  return Number.POSITIVE_INFINITY;
}

test.each([11, 12, 13])(
  'with and without icebergs seed %i is one market until the first of them is entered',
  (seed) => {
    const withIcebergs = testSession('ES', seed, { agents: { ...CLEAN, nativeIcebergsPerHour: 40 } });
    const without = testSession('ES', seed, { agents: CLEAN });
    const a = rowsOf(withIcebergs, 1200);
    const b = rowsOf(without, 1200);
    const entries = withIcebergs.finish().filter((label) => label.type === 'iceberg');
    const firstMs = Math.min(...entries.map((label) => Number(label.t0Ns) / 1e6 - TEST_START_MS));
    expect(entries.length).toBeGreaterThan(0);
    expect(Math.abs(firstDifferenceMs(a, b) - firstMs)).toBeLessThan(0.001);
  },
);

test('the generators give different markets of one seed, each the same again', () => {
  const counts = GENERATOR_NAMES.map((generator) => rowsOf(testSession('ES', 4, { generator }), 120).count);
  expect(new Set(counts).size).toBe(GENERATOR_NAMES.length);
  expect(GENERATOR_NAMES.map((generator) => rowsOf(testSession('ES', 4, { generator }), 120).count)).toEqual(
    counts,
  );
});

test('aggressors of the null generator have no memory of their side', () => {
  const rows = rowsOf(testSession('ES', 4, { generator: 'g0' }), 1800);
  let same = 0;
  let pairs = 0;
  let last = 0;
  let lastMs = 0;
  for (let at = 0; at < rows.count * ROW_LENGTH; at += ROW_LENGTH) {
    const timeMs = rowTimeMs(rows.rows, at);
    if (rows.rows[at + COL_ACTION] !== ACTION_TRADE || timeMs === lastMs) continue;
    const side = rows.rows[at + COL_SIDE]!;
    if (last !== 0) {
      pairs++;
      if (side === last) same++;
    }
    last = side;
    lastMs = timeMs;
  }
  expect(pairs).toBeGreaterThan(1000);
  expect(Math.abs(same / pairs - 0.5)).toBeLessThan(0.05);
});
