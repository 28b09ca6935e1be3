import { COL_FLAGS, FLAG_LAST, OrderBook, ROW_LENGTH, rowTimeMs } from '@undertow/market';
import { expect, test } from 'vitest';
import { RowBuffer } from '#rows/row-buffer.ts';
import { regression } from '#testing/facts/statistics.ts';
import { TEST_START_MS, testSession } from '#testing/session.ts';

const MINUTES = 20;
/** Twenty minutes hold too few changes of a minute to distinguish a weak correlation from none. */
const STEP_MS = 10_000;
/** Pairs of changes are counted by their distance in time, to either side up to this many milliseconds. */
const REACH_MS = 100;
const CELL_MS = 5;

interface Path {
  /** Changes of the mid: when, and by how much. */
  readonly timesMs: number[];
  readonly changes: number[];
  /** Changes over each ten seconds. */
  readonly steps: number[];
}

function pathOf(symbol: string, seed: number): Path {
  const session = testSession(symbol, seed, { scenario: 'clean' });
  const book = new OrderBook();
  const rows = new RowBuffer();
  const path: Path = { timesMs: [], changes: [], steps: [] };
  let mid = Number.NaN;
  for (let step = 1; step <= MINUTES * 6; step++) {
    rows.clear();
    session.advance(TEST_START_MS + step * STEP_MS, rows);
    const before = mid;
    for (let at = 0; at < rows.count * ROW_LENGTH; at += ROW_LENGTH) {
      book.applyRow(rows.rows, at);
      if ((rows.rows[at + COL_FLAGS]! & FLAG_LAST) === 0) continue;
      const now = (book.bestBidTicks + book.bestAskTicks) / 2;
      if (now === mid) continue;
      if (!Number.isNaN(mid)) {
        path.timesMs.push(rowTimeMs(rows.rows, at));
        path.changes.push(now - mid);
      }
      mid = now;
    }
    if (step > 1) path.steps.push(mid - before);
  }
  return path;
}

function correlation(x: readonly number[], y: readonly number[]): number {
  const { slope, r2 } = regression(x, y);
  return Math.sign(slope) * Math.sqrt(r2);
}

/**
 * Products of changes of two paths by the time from the first's to the second's, in cells from -REACH_MS to REACH_MS.
 */
function crossCovariance(first: Path, second: Path): number[] {
  const cells = Array.from({ length: (2 * REACH_MS) / CELL_MS }, () => 0);
  let from = 0;
  first.timesMs.forEach((timeMs, at) => {
    while (from < second.timesMs.length && second.timesMs[from]! < timeMs - REACH_MS) from++;
    for (let other = from; other < second.timesMs.length; other++) {
      const cell = Math.floor((second.timesMs[other]! - timeMs + REACH_MS) / CELL_MS);
      if (cell >= cells.length) break;
      cells[cell]! += Math.sign(first.changes[at]! * second.changes[other]!);
    }
  });
  return cells;
}

test('index futures of one seed move together, crude oil mostly on its own, and another seed not at all', () => {
  const es = pathOf('ES', 1);
  const nq = pathOf('NQ', 1);
  const together = correlation(es.steps, nq.steps);
  const crude = correlation(es.steps, pathOf('CL', 1).steps);
  const strange = pathOf('NQ', 2);
  const other = correlation(es.steps, strange.steps);

  const cells = crossCovariance(es, nq);
  const peak = cells.indexOf(Math.max(...cells));
  const lagMs = (peak + 0.5) * CELL_MS - REACH_MS;
  const none = Math.max(...crossCovariance(es, strange));
  process.stdout.write(
    `ten seconds: ES-NQ ${together.toFixed(2)}, ES-CL ${crude.toFixed(2)}, other seed ${other.toFixed(2)}; NQ follows after ${lagMs} ms: ${cells[peak]} like changes, ${none} at most under another seed\n`,
  );
  expect(together).toBeGreaterThan(0.55);
  expect(Math.abs(crude)).toBeLessThan(0.5);
  expect(Math.abs(other)).toBeLessThan(0.45);
  // One leads the other by 5 to 40 ms; which one, the regime decides.
  expect(Math.abs(lagMs)).toBeGreaterThan(4);
  expect(Math.abs(lagMs)).toBeLessThan(45);
  expect(cells[peak]).toBeGreaterThan(2 * none);
});
