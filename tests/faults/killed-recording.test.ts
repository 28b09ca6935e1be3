/** A recording under kill -9: everything that was on disk is read, in order, and any instant of it opens. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkRun, openInstant, openRun, runPaths } from '@undertow/feeds';
import { type LevelBook, OrderBook, ROW_LENGTH } from '@undertow/market';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startProcess } from './child-process.ts';
import { numberedRow, ORDERS, START_MS } from './numbered-row.ts';

const WRITER = fileURLToPath(new URL('./record-until-killed.ts', import.meta.url));
const ROUNDS = process.env['LONG_TESTS'] === '1' ? 100 : 2;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'undertow-killed-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Records of the run; each must be the row of its number. */
async function recordsOf(path: string): Promise<number> {
  const reader = await openRun(path);
  const expected = new Int32Array(ROW_LENGTH);
  let records = 0;
  for await (const { rows, count } of reader.rows(reader.start)) {
    for (let at = 0; at < count * ROW_LENGTH; at += ROW_LENGTH, records += 1) {
      numberedRow(expected, records);
      for (const column of [0, 1, 2, 3, 5, 6, 7, 8, 9])
        if (rows[at + column] !== expected[column]) expect.fail(`record ${records} is another one`);
    }
  }
  await reader.close();
  return records;
}

/** The book after the row of this number. */
function replayed(last: number): OrderBook {
  const book = new OrderBook();
  const row = new Int32Array(ROW_LENGTH);
  for (let number = 0; number <= last; number += 1) {
    numberedRow(row, number);
    book.applyRow(row, 0);
  }
  return book;
}

/** Size and place in its queue of every order. */
function sizesOf(book: OrderBook | LevelBook): readonly number[] {
  if (!(book instanceof OrderBook)) throw new Error('expected a book of orders');
  return Array.from({ length: ORDERS }, (_, order) => {
    const slot = book.findOrder(0, order + 1);
    return slot < 0 ? -1 : book.orderSize(slot) * 1000 + book.queueAhead(slot);
  });
}

test(`${ROUNDS} kills of a recording leave all that was written, and no half row`, async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const writer = startProcess(WRITER, [folder, `run-${round}`]);
    await writer.untilLines(2 + ((round * 5) % 9));
    await writer.kill();
    const written = Number(writer.lines().at(-1));
    const { rows } = runPaths(folder, `run-${round}`, false);
    const records = await recordsOf(rows);
    expect(written).toBeGreaterThan(0);
    expect(records).toBeGreaterThanOrEqual(written);
    expect(await checkRun(rows)).toMatchObject({ records, isEnded: false, faults: [] });
    const reader = await openRun(rows);
    const last = Math.floor(records * 0.9);
    const opened = await openInstant(reader, START_MS + last);
    expect(sizesOf(opened.book)).toEqual(sizesOf(replayed(last)));
    await opened.close();
    await reader.close();
  }
}, 600_000);
