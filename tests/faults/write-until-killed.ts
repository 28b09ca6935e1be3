/** A process that writes to the embedded database and prints what was acknowledged, until it is killed. */
import { openDatabase } from '@undertow/server/src/adapters/storage/database/database.ts';
import { createStores } from '@undertow/server/src/adapters/storage/stores.ts';

const [dataDir = '', round = '0'] = process.argv.slice(2);
const database = await openDatabase({ dataDir });
const stores = createStores(database.orm);
const origin = { instrumentId: 1, source: 'simulated', run: 'kill', contract: 'ESZ6' } as const;
const bar = {
  openTicks: 1,
  highTicks: 1,
  lowTicks: 1,
  closeTicks: 1,
  volume: 1,
  buyVolume: 1,
  sellVolume: 0,
  trades: 1,
  vwapTicks: null,
};

process.stdout.write('open\n');
for (let count = 0; ; count += 1) {
  const sub = `${round}-${count}`;
  const startMs = Number(round) * 1_000_000 + count;
  // Two kinds of write: a row of its own transaction, and a batch
  await stores.users.ensure('https://id.example', sub, 0);
  await stores.marketStore.saveBars(origin, [
    { ...bar, startMs },
    { ...bar, startMs: startMs + 500_000 },
  ]);
  process.stdout.write(`${sub}\n`);
}
