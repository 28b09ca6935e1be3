/** Records numbered rows and prints how many surely are in the file, until it is killed. */
import { setImmediate } from 'node:timers/promises';
import { newAppendFile, RunWriter, runPaths, snapshotRows } from '@undertow/feeds';
import { OrderBook, ROW_LENGTH } from '@undertow/market';
import { numberedRow, START_MS } from './numbered-row.ts';

const [folder = '', run = ''] = process.argv.slice(2);
const paths = runPaths(folder, run, false);
const files = {
  rows: newAppendFile(paths.rows),
  index: newAppendFile(paths.index),
  books: newAppendFile(paths.books),
  tail: newAppendFile(paths.tail),
};
const writer = new RunWriter({
  header: {
    ...{ version: 1, source: 'simulated', product: 'ES', instrumentId: 1, contract: 'ESZ6', tier: 'L3' },
    ...{ tickNanos: 250_000_000, tradingDay: '2026-11-20', run, dataset: 'UNDERTOW.SIM', startMs: START_MS },
    ...{ continues: false, isSealed: false },
  },
  ...{ files, seal: null },
  onFailure: (error) => {
    throw error;
  },
});
const book = new OrderBook();
const row = new Int32Array(ROW_LENGTH);
for (let number = 0; ; number += 1) {
  numberedRow(row, number);
  if (number % 3000 === 2999)
    writer.keepBook(
      snapshotRows(book, { instrumentId: 1, timeHi: 0, timeLo: 0, sequence: number, rptSeq: 0 }),
    );
  writer.push(row, 0);
  book.applyRow(row, 0);
  if (number % 500 !== 0) continue;
  writer.tick();
  while (writer.waiting > 0) await setImmediate();
  process.stdout.write(`${writer.records}\n`);
}
