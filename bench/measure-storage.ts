/** Measures what an hour of a simulated product takes in a database, table by table, and prints the figures as JSON. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { INSTRUMENTS } from '@undertow/market';
import { openDatabase } from '@undertow/server/src/adapters/storage/database/database.ts';
import { storeHour } from './stored-hour.ts';
import { bytesOfTables } from './table-bytes.ts';

const symbol = process.argv[2] ?? 'ES';
const instrument = INSTRUMENTS.find((one) => one.symbol === symbol);
if (instrument === undefined) throw new Error(`expected a product of the catalogue, found “${symbol}”`);
const folder = await mkdtemp(join(tmpdir(), 'undertow-bench-storage-'));
try {
  const database = await openDatabase({ dataDir: folder });
  const rows = await storeHour(database, folder, instrument);
  const parts = await bytesOfTables(database.orm);
  await database.close();
  process.stdout.write(`${JSON.stringify({ symbol, rows, parts })}\n`);
} finally {
  await rm(folder, { recursive: true, force: true });
}
