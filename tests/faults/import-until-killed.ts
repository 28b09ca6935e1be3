/** A process that stores an import batch by batch, as the server does, and prints its progress; it is killed meanwhile. */
import { openDatabase } from '@undertow/server/src/adapters/storage/database/database.ts';
import { createStores } from '@undertow/server/src/adapters/storage/stores.ts';
import { FILE_BATCHES, importBatch } from './import-world.ts';

const [dataDir = '', round = '0'] = process.argv.slice(2);
const database = await openDatabase({ dataDir });
const { users, tradeImports } = createStores(database.orm);
const user = await users.ensure('https://id.example', 'journal', 0);
process.stdout.write('open\n');
for (let count = 0; ; count += 1) {
  const name = `${round}-${count}`;
  const facts = { fileName: name, platform: 'test', layout: 'test', currency: 'USD', rejected: 0 };
  const nowMs = Date.now();
  // Remains of a killed process are removed as if its lease had expired
  await tradeImports.sweep(nowMs + 600_000);
  const writer = await tradeImports.begin(user.id, facts, 0, nowMs);
  if (typeof writer === 'string') throw new Error(`${name}: ${writer}`);
  for (let batch = 0; batch < FILE_BATCHES; batch += 1) {
    await writer.add(importBatch(name, batch), nowMs);
    process.stdout.write(`${name} batch ${batch}\n`);
  }
  await writer.finish(nowMs);
  process.stdout.write(`${name} stored\n`);
}
