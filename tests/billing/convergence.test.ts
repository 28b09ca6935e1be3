/** Late, duplicate, reordered or lost events and crashes anywhere: the ledger converges to the provider's state. */
import type { Database } from '@undertow/server/src/adapters/storage/database/database.ts';
import { createStores } from '@undertow/server/src/adapters/storage/stores.ts';
import { openMemoryDatabase } from '@undertow/server/testing/database/databases.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { judge, tierByOracle } from './billing-oracle.ts';
import { converge, HISTORY_START_MS } from './convergence-rig.ts';
import { dumpOf } from './ledger-dump.ts';
import { MemoryLedger } from './memory-ledger.ts';

const IS_LONG = process.env['LONG_TESTS'] === '1';
const HISTORIES = IS_LONG ? 10_000 : 1_000;
const STORED_HISTORIES = IS_LONG ? 10_000 : 20;

let database: Database;
beforeAll(async () => {
  database = await openMemoryDatabase();
});
afterAll(() => database.close());

test(`T18 ${HISTORIES} random histories with duplicates, drops and crashes converge to the provider's state`, async () => {
  let delivered = 0;
  let crashes = 0;
  let mails = 0;
  for (let seed = 1; seed <= HISTORIES; seed += 1) {
    const ledger = new MemoryLedger();
    ledger.bind('user', 'cus_1');
    const converged = await converge(seed, 'cus_1', ledger);
    const dump = ledger.dump();
    try {
      judge(converged.history, 'user', dump);
      expect(converged.differences).toBe(0);
    } catch (error) {
      throw new Error(`history ${seed} did not converge`, { cause: error });
    }
    delivered += converged.delivered;
    crashes += converged.crashes;
    mails += dump.mails.length;
  }
  // The histories are not empty
  expect(delivered).toBeGreaterThan(HISTORIES);
  expect(crashes).toBeGreaterThan(HISTORIES / 10);
  expect(mails).toBeGreaterThan(HISTORIES);
}, 600_000);

test(`T18 ${STORED_HISTORIES} of them in the real store, and the tier is the oracle's`, async () => {
  const { users, billingStore, billingLedger, tiers } = createStores(database.orm);
  for (let seed = 1; seed <= STORED_HISTORIES; seed += 1) {
    const identity = { issuer: 'https://id.example', sub: `history-${seed}`, email: null, firstName: null };
    const { id } = await users.signIn(identity, HISTORY_START_MS);
    const customerId = `cus_${seed}`;
    await billingStore.saveCustomer(id, customerId, HISTORY_START_MS);
    const { history, differences } = await converge(seed, customerId, billingLedger);
    const nowMs = (history.provider.events.at(-1)?.createdAtMs ?? 0) + 1;
    try {
      judge(history, id, await dumpOf(database.orm));
      expect(differences).toBe(0);
      expect((await tiers.current(id, nowMs)).tier).toBe(tierByOracle(history, nowMs));
    } catch (error) {
      throw new Error(`history ${seed} did not converge`, { cause: error });
    }
    for (const table of ['stripe_events', 'billing_cursors'])
      await database.orm.execute(`DELETE FROM ${table}`);
  }
}, 3_600_000);
