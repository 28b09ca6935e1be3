/**
 * The connection to the database is lost at every statement in turn, and at commits whose outcome nobody learns, for a moment or for longer:
 * what is stored is stored once, what is shown is complete, and what was paid for is there.
 */
import { VIEW_DELAYS } from '@undertow/contracts';
import { HOUR_MS, type Instrument, instrumentById } from '@undertow/market';
import { createInProcessBus } from '@undertow/server/src/adapters/bus/in-process-bus.ts';
import type { Database } from '@undertow/server/src/adapters/storage/database/database.ts';
import { type Orm, rowsOf, sql } from '@undertow/server/src/adapters/storage/database/orm.ts';
import { createStores } from '@undertow/server/src/adapters/storage/stores.ts';
import { createEntitlements } from '@undertow/server/src/http/bind/entitlement.ts';
import { Recorder } from '@undertow/server/src/live/record/recorder.ts';
import { testClock } from '@undertow/server/testing/clock.ts';
import { openMemoryDatabase } from '@undertow/server/testing/database/databases.ts';
import { type Breakage, FailingDatabase } from '@undertow/server/testing/database/failing-database.ts';
import { NO_LICENCES } from '@undertow/server/testing/licences.ts';
import { TestProvider } from '@undertow/server/testing/provider.ts';
import { makeBar, makeEvent, makeUpdate } from '@undertow/server/testing/views.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { makeRules, openDispatch } from './alert-kill-world.ts';
import { handlerOver, KILL_NOW_MS, roundOf } from './billing-kill-world.ts';
import { BATCH_TRADES, importBatch } from './import-world.ts';

const ES = instrumentById(1) as Instrument;
const T = KILL_NOW_MS;
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

let database: Database;
let orm: Orm;
let failing: FailingDatabase;
beforeAll(async () => {
  database = await openMemoryDatabase();
  ({ orm } = database);
  failing = new FailingDatabase(database);
});
afterAll(() => database.close());
afterEach(() => failing.repair());

const nameOf = ({ at, lasts }: Breakage): string => `${lasts}-${at}`;

async function count(statement: ReturnType<typeof sql>): Promise<number> {
  const [row] = await rowsOf<{ count: number | string }>(orm, statement);
  return Number(row?.count);
}

/** Places that the work passes when nothing fails. */
async function placesOf(work: () => Promise<unknown>): Promise<number> {
  failing.repair();
  await work();
  return failing.repair();
}

test('the recorder stores every event with its entries of the alert outbox, every bar and every second, once', async () => {
  const { marketStore } = createStores(orm);
  const bus = createInProcessBus((_topic, error) => {
    throw error;
  });
  const record = async (run: string, place: Breakage | null): Promise<void> => {
    const recorder = new Recorder({
      bus,
      store: marketStore,
      log: silent,
      feedNowMs: () => T,
      tape: () => undefined,
    });
    // Its first clean-up is not what is counted
    await new Promise((resolve) => setImmediate(resolve));
    if (place === null) failing.repair();
    else failing.breakAt(place);
    const events = [{ event: makeEvent(run, T), change: 'new' as const }];
    bus.publish('instrument', makeUpdate(T, { run, events, closedBars: [makeBar(T - 60_000, 20_000)] }));
    const closed = recorder.close();
    if (place !== null) {
      await expect.poll(() => recorder.status().lastError).not.toBeNull();
      failing.repair();
    }
    await closed;
    expect(recorder.status().waiting).toBe(0);
  };
  const places = await placesOf(() => record('whole', null));
  expect(places).toBeGreaterThan(10);
  await failing.atEveryPlace(places, async (place) => {
    const run = nameOf(place);
    await record(run, place);
    const rows = await rowsOf<Record<string, number>>(
      orm,
      sql`SELECT (SELECT count(*)::int FROM flow_events WHERE id = ${run}) AS events,
        (SELECT count(*)::int FROM alert_debts WHERE event_id = ${run}) AS entries,
        (SELECT count(*)::int FROM bars JOIN feed_runs r ON r.id = run_id WHERE r.run = ${run}) AS bars,
        (SELECT count(*)::int FROM book_seconds JOIN feed_runs r ON r.id = run_id WHERE r.run = ${run}) AS seconds`,
    );
    expect([run, rows]).toEqual([run, [{ events: 1, entries: VIEW_DELAYS.length, bars: 1, seconds: 1 }]]);
  });
}, 240_000);

test('every alert is stored once, and its entry of the outbox is settled', async () => {
  await orm.execute(sql`TRUNCATE flow_events, alert_debts, alerts, mail_outbox CASCADE`);
  const rules = await makeRules(database);
  let nowMs = T;
  const { dispatch, stores } = await openDispatch(database, () => nowMs);
  const raise = async (id: string): Promise<void> => {
    const event = makeEvent(id, nowMs);
    await stores.marketStore.saveEvents('simulated', 'alerts', [event], new Set([id]));
    const update = makeUpdate(nowMs, { events: [{ event, change: 'new' as const }] });
    dispatch.onVisible({ instrument: ES, delaySeconds: 0, update, nowMs });
  };
  const stored = (id: string) =>
    count(sql`SELECT count(*) FROM alerts WHERE event_id = ${id} AND rule_id = ${rules.every}`);
  const ids: string[] = [];
  // More than the places of one transaction: the ends of the others are lost too
  await failing.atEveryPlace(14, async (place) => {
    const id = nameOf(place);
    ids.push(id);
    nowMs += HOUR_MS;
    const event = makeEvent(id, nowMs);
    await stores.marketStore.saveEvents('simulated', 'alerts', [event], new Set([id]));
    failing.breakAt(place);
    const update = makeUpdate(nowMs, { events: [{ event, change: 'new' as const }] });
    dispatch.onVisible({ instrument: ES, delaySeconds: 0, update, nowMs });
    await new Promise((resolve) => setTimeout(resolve, 30));
    failing.repair();
  });
  await raise('last');
  for (const id of [...ids, 'last']) await expect.poll(() => stored(id)).toBe(1);
  // The delayed plan's entries are due too
  nowMs += HOUR_MS;
  await expect.poll(() => count(sql`SELECT count(*) FROM alert_debts`)).toBe(0);
  expect(await count(sql`SELECT count(*) FROM alert_dead_letters`)).toBe(0);
  await dispatch.close();
}, 240_000);

test('an event of the payment provider has its effects once, and the tier that was paid for is granted in the running process', async () => {
  const provider = new TestProvider();
  let nowMs = T;
  const bus = createInProcessBus((_topic, error) => {
    throw error;
  });
  const { stores, worker, receive } = handlerOver(database, provider, { nowMs: () => nowMs, bus });
  const entitlements = createEntitlements({
    ...{ ...stores, controls: NO_LICENCES, bus },
    clock: testClock(() => nowMs),
  });
  const pay = async (number: number, place: Breakage | null): Promise<string> => {
    const person = {
      issuer: 'https://id.example',
      sub: `payer-${number}`,
      email: `${number}@example.com`,
      firstName: null,
    };
    const { id } = await stores.users.signIn(person, nowMs);
    const { customerId, events } = roundOf(provider, number);
    await stores.billingStore.saveCustomer(id, customerId, nowMs);
    // What the person may see is in memory before they pay
    expect((await entitlements.of(id)).tier).toBe('free');
    if (place === null) failing.repair();
    else failing.breakAt(place);
    // One event only: a later one would bring what the first one left out
    const [event] = events;
    if (event === undefined) throw new Error('a round has events');
    // The provider sends an event until it is acknowledged
    await receive(event).catch(() => {
      failing.repair();
      return receive(event);
    });
    await worker.drain().catch(() => undefined);
    if (place !== null) failing.repair();
    nowMs += HOUR_MS;
    await worker.drain();
    return id;
  };
  let number = 1_000;
  const places = await placesOf(() => pay(number, null));
  expect(places).toBeGreaterThan(20);
  await failing.atEveryPlace(places, async (place) => {
    number += 1;
    const id = await pay(number, place);
    const mails = await rowsOf<{ template: string }>(
      orm,
      sql`SELECT template FROM mail_outbox WHERE user_id = ${id} ORDER BY template`,
    );
    expect([nameOf(place), mails.map(({ template }) => template)]).toEqual([
      nameOf(place),
      ['trial_ending', 'welcome'],
    ]);
    expect([nameOf(place), (await entitlements.of(id)).tier]).toEqual([nameOf(place), 'elite']);
  });
  expect(await stores.billingLedger.counts()).toEqual({ waiting: 0, failing: 0 });
  await worker.stop();
}, 240_000);

/** Trades of a file: more than one statement of a removal takes. */
const BATCHES = 6;
const FILE_TRADES = BATCHES * BATCH_TRADES;

function importer() {
  const { users, tradeImports, trades } = createStores(orm);
  let nowMs = T;
  return {
    newUser: async (name: string) => (await users.ensure('https://id.example', `trader-${name}`, nowMs)).id,
    /** The lease of what was left in the middle is over. */
    later(): void {
      nowMs += HOUR_MS;
    },
    /** As the route stores a file; `onFailure` is called before what is stored is given up. */
    async store(userId: string, onFailure: () => void = () => undefined): Promise<void> {
      const facts = { fileName: 'file', platform: 'test', layout: 'test', currency: 'USD', rejected: 0 };
      const writer = await tradeImports.begin(userId, facts, 0, nowMs);
      if (typeof writer === 'string') throw new Error(writer);
      try {
        for (let batch = 0; batch < BATCHES; batch += 1) await writer.add(importBatch('file', batch), nowMs);
        await writer.finish(nowMs);
      } catch (error) {
        onFailure();
        await writer.abandon();
        throw error;
      }
    },
    /** Trades of the imports that the person sees, and those that are there. */
    async shown(userId: string) {
      const listed = await tradeImports.list(userId);
      return { imports: listed.map(({ imported }) => imported), trades: await trades.count(userId, {}) };
    },
  };
}

test('an import is shown whole or not at all, and the same file again completes the journal', async () => {
  const { newUser, later, store, shown } = importer();
  const whole = await newUser('whole');
  const places = await placesOf(() => store(whole));
  expect(places).toBeGreaterThan(20);
  await failing.atEveryPlace(places, async (place) => {
    const userId = await newUser(nameOf(place));
    failing.breakAt(place);
    await expect(store(userId)).rejects.toThrow();
    failing.repair();
    const { imports, trades } = await shown(userId);
    expect([nameOf(place), imports, trades]).toEqual([
      nameOf(place),
      imports.length === 0 ? [] : [FILE_TRADES],
      imports.length * FILE_TRADES,
    ]);
    later();
    await store(userId);
    expect([nameOf(place), (await shown(userId)).trades]).toEqual([nameOf(place), FILE_TRADES]);
  });
}, 240_000);

test('an import whose commit is done and whose response is lost stays whole, also when the connection is lost again', async () => {
  const { newUser, store, shown } = importer();
  const whole = await newUser('whole-again');
  const places = await placesOf(() => store(whole));
  for (let again = 0; again < 10; again += 1) {
    const userId = await newUser(`again-${again}`);
    failing.breakAt({ at: places - 1, lasts: 'once' });
    const failed = store(userId, () => failing.breakAt({ at: again, lasts: 'once' }));
    await expect(failed).rejects.toThrow();
    failing.repair();
    expect([again, await shown(userId)]).toEqual([again, { imports: [FILE_TRADES], trades: FILE_TRADES }]);
  }
}, 240_000);
