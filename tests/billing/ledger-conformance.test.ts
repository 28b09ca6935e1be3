/** The ledger in memory, used for thousands of histories, behaves like those on the embedded database and on PostgreSQL. */

import { seededDraws } from '@undertow/market';
import { createStores, type Stores } from '@undertow/server/src/adapters/storage/stores.ts';
import { createEventApplier } from '@undertow/server/src/modules/billing-sync/apply-event.ts';
import { createSyncCounts } from '@undertow/server/src/modules/billing-sync/sync-counts.ts';
import type { BillingLedger, WaitingEvent } from '@undertow/server/src/ports/billing-sync.ts';
import { testClock } from '@undertow/server/testing/clock.ts';
import {
  hasPostgres,
  openTestDatabase,
  type TestDatabase,
} from '@undertow/server/testing/database/databases.ts';
import { subscriptionSnapshot, TestProvider } from '@undertow/server/testing/provider.ts';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { HISTORY_START_MS } from './convergence-rig.ts';
import { dumpOf, type LedgerDump } from './ledger-dump.ts';
import { MemoryLedger } from './memory-ledger.ts';
import { pick, RandomHistory } from './random-history.ts';

const HISTORIES = process.env['LONG_TESTS'] === '1' ? 500 : 5;
const NOW = HISTORY_START_MS + 1_000_000;
const SILENT = { error: () => undefined };
const given = process.env['DATABASE_URL_TEST'];
const postgres = hasPostgres(given);

const TABLES = [
  'stripe_events',
  'billing_cursors',
  'subscriptions',
  'invoices',
  'mail_outbox',
  'trial_uses',
  'billing_customers',
];

const applierOver = (ledger: BillingLedger, gateway: TestProvider) =>
  createEventApplier({
    gateway,
    ledger,
    bus: { publish: () => undefined },
    clock: testClock(() => NOW),
    counts: createSyncCounts(new Registry()),
    log: SILENT,
  });

describe.each([
  { kind: 'embedded', present: true },
  { kind: 'postgres', present: postgres },
] as const)('$kind database', ({ kind, present }) => {
  let database: TestDatabase;
  let stores: Stores;
  let memory: MemoryLedger;
  let userId: string;
  let people = 0;

  beforeAll(async () => {
    if (!present) return;
    database = await openTestDatabase(kind, given);
    stores = createStores(database.orm);
  });
  afterAll(() => database?.close());
  beforeEach(async () => {
    if (!present) return;
    people += 1;
    const identity = { issuer: 'https://id.example', sub: `p-${people}`, email: null, firstName: null };
    userId = (await stores.users.signIn(identity, NOW)).id;
    memory = new MemoryLedger();
    await bind('cus_1');
  });

  async function bind(customerId: string): Promise<void> {
    memory.bind(userId, customerId);
    // The rows of the test before are somebody else's
    for (const table of TABLES) await database.orm.execute(`DELETE FROM ${table}`);
    await stores.billingStore.saveCustomer(userId, customerId, NOW);
  }

  /** What the database holds of this user; the audit log cannot be emptied. */
  async function stored(): Promise<LedgerDump> {
    const dump = await dumpOf(database.orm);
    return { ...dump, audit: dump.audit.filter(({ subject }) => subject === userId) };
  }

  async function both<T>(call: (ledger: BillingLedger) => Promise<T>): Promise<T> {
    const [inMemory, inDatabase] = [await call(memory), await call(stores.billingLedger)];
    expect(inDatabase).toEqual(inMemory);
    return inMemory;
  }

  test.skipIf(!present)(`${HISTORIES} random histories leave the same rows after each event`, async () => {
    for (let seed = 1; seed <= HISTORIES; seed += 1) {
      const random = seededDraws(seed);
      const customerId = `cus_${seed}`;
      memory = new MemoryLedger();
      people += 1;
      const identity = { issuer: 'https://id.example', sub: `p-${people}`, email: null, firstName: null };
      userId = (await stores.users.signIn(identity, NOW)).id;
      await bind(customerId);
      const history = new RandomHistory(seed, customerId, HISTORY_START_MS);
      for (let step = 0; step < 8; step += 1) {
        history.step();
        const event = pick(random, history.provider.events);
        await both((ledger) => ledger.receive(event, NOW));
        const [next] = await both((ledger) => ledger.waiting(NOW, 10));
        if (next !== undefined) await both((ledger) => applierOver(ledger, history.provider).apply(next));
        expect(await stored()).toEqual(memory.dump());
      }
    }
  });

  const snapshot = (id: string, changes: object = {}) =>
    subscriptionSnapshot({ id, customerId: 'cus_1', createdAtMs: HISTORY_START_MS, ...changes });

  const found = (one: ReturnType<typeof snapshot>, ticket: number) => ({
    userId,
    ticket,
    subscriptions: [{ snapshot: one, failingSinceMs: null }],
    invoices: [],
    goneCustomerId: null,
  });

  test.skipIf(!present)('the response to an earlier read does not replace that to a later one', async () => {
    await both((ledger) => ledger.commit(null, found(snapshot('sub_1', { tier: 'elite' }), 7), NOW));
    await both((ledger) => ledger.commit(null, found(snapshot('sub_1', { tier: 'basic' }), 6), NOW));
    expect((await both((ledger) => ledger.stored('sub_1')))?.tier).toBe('elite');
    expect(await stored()).toEqual(memory.dump());
  });

  test.skipIf(!present)(
    'of two running subscriptions one counts, and the other takes over when it ends',
    async () => {
      const commit = (one: ReturnType<typeof snapshot>, ticket: number) =>
        both((ledger) => ledger.commit(null, found(one, ticket), NOW));
      const older = snapshot('sub_1', { tier: 'elite' });
      const newer = snapshot('sub_2', { createdAtMs: HISTORY_START_MS + 1 });
      await commit(older, 1);
      expect((await commit(newer, 2)).duplicates).toEqual(['sub_1']);
      expect(await stored()).toEqual(memory.dump());
      // A third that was never paid does not count, however new it is
      const unpaid = snapshot('sub_3', { createdAtMs: HISTORY_START_MS + 2, status: 'incomplete' });
      expect((await commit(unpaid, 3)).duplicates.toSorted()).toEqual(['sub_1', 'sub_3']);
      expect(await both((ledger) => ledger.goingOn(userId))).toHaveLength(3);
      await commit({ ...newer, status: 'canceled' }, 4);
      expect((await stores.billingStore.current(userId))?.snapshot.id).toBe('sub_1');
      expect((await stores.tiers.current(userId, NOW)).tier).toBe('elite');
      expect(await stored()).toEqual(memory.dump());
    },
  );

  test.skipIf(!present)('an event has its effect once, in every ledger', async () => {
    const provider = new TestProvider();
    const event = provider.put(snapshot('sub_1'), 'customer.subscription.created', NOW);
    expect(await both((ledger) => ledger.receive(event, NOW))).toBe(true);
    expect(await both((ledger) => ledger.receive(event, NOW))).toBe(false);
    const [waiting] = await both((ledger) => ledger.waiting(NOW, 10));
    const once = (ledger: BillingLedger) =>
      ledger.commit(waiting as WaitingEvent, found(snapshot('sub_1'), 1), NOW);
    expect((await both(once)).applied).toBe(true);
    expect((await both(once)).applied).toBe(false);
    expect(await stored()).toEqual(memory.dump());
  });

  test.skipIf(!present)('failed events wait, ignored ones do not, and the counts show it', async () => {
    const provider = new TestProvider();
    for (const id of ['sub_1', 'sub_2', 'sub_3']) {
      const event = provider.put(snapshot(id), 'customer.subscription.created', NOW);
      await both((ledger) => ledger.receive(event, NOW));
    }
    await both((ledger) => ledger.postpone('evt_1', 'provider away', NOW + 5_000));
    await both((ledger) => ledger.ignore('evt_2', 'no customer of ours', NOW));
    await both((ledger) => ledger.postpone('evt_2', 'too late', NOW + 5_000));
    const waitingAt = async (atMs: number) =>
      (await both((ledger) => ledger.waiting(atMs, 10))).map(({ id }) => id);
    expect(await waitingAt(NOW)).toEqual(['evt_3']);
    expect(await waitingAt(NOW + 5_000)).toEqual(['evt_1', 'evt_3']);
    expect(await both((ledger) => ledger.counts())).toEqual({ waiting: 2, failing: 1 });
    expect(await both((ledger) => ledger.known(['evt_1', 'evt_9']))).toEqual(new Set(['evt_1']));
    expect(await both((ledger) => ledger.known([]))).toEqual(new Set());
    expect(await stored()).toEqual(memory.dump());
  });

  test.skipIf(!present)('a removed customer is still found by their subscriptions', async () => {
    await both((ledger) => ledger.commit(null, found(snapshot('sub_1', { status: 'canceled' }), 1), NOW));
    const gone = { userId, ticket: 2, subscriptions: [], invoices: [], goneCustomerId: 'cus_1' };
    await both((ledger) => ledger.commit(null, gone, NOW));
    expect(await both((ledger) => ledger.userOf('cus_1'))).toBe(userId);
    expect(await both((ledger) => ledger.userOf('cus_2'))).toBeUndefined();
    expect(await stores.billingStore.customerOf(userId)).toBeUndefined();
  });

  test.skipIf(!present)('cursors and first payments that were never made are found again', async () => {
    expect(await both((ledger) => ledger.cursor('events'))).toBeUndefined();
    await both((ledger) => ledger.saveCursor('events', 1.5));
    await both((ledger) => ledger.saveCursor('night', 3));
    await both((ledger) => ledger.saveCursor('events', 2));
    expect(await both((ledger) => ledger.cursor('events'))).toBe(2);
    await both((ledger) => ledger.commit(null, found(snapshot('sub_1', { status: 'incomplete' }), 1), NOW));
    expect(await both((ledger) => ledger.incompleteBefore(HISTORY_START_MS))).toEqual([]);
    expect(await both((ledger) => ledger.incompleteBefore(HISTORY_START_MS + 1))).toEqual([
      { userId, id: 'sub_1' },
    ]);
  });
});
