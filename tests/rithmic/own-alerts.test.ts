/** An own account over a real wire: its own alert, in its own history, sealed in the store and there after its end. */
import type { AlertDto } from '@undertow/contracts';
import { openRithmicFeed, openSimulatedVenue, SystemList } from '@undertow/feeds';
import { FLOW_EVENT_TYPES, SIMULATED_CALENDAR } from '@undertow/market';
import { type Gateway, startGateway } from '@undertow/sandbox/src/rithmic/gateway/start-gateway.ts';
import { createInProcessBus } from '@undertow/server/src/adapters/bus/in-process-bus.ts';
import { createOwnerSeal } from '@undertow/server/src/adapters/secrets/owner-seal.ts';
import { createTrackHeadsFile } from '@undertow/server/src/adapters/storage/database/chain-heads-file.ts';
import type { Database } from '@undertow/server/src/adapters/storage/database/database.ts';
import { createStores } from '@undertow/server/src/adapters/storage/stores.ts';
import { createTrackStore } from '@undertow/server/src/adapters/storage/track-record/track-store.ts';
import { BUILT_IN_RULE } from '@undertow/server/src/alerting/built-in-rule.ts';
import { createEntitlements } from '@undertow/server/src/http/bind/entitlement.ts';
import { createLiveLine, type LiveLine } from '@undertow/server/src/live/live-line.ts';
import { UsageRecorder } from '@undertow/server/src/live/socket/usage-recorder.ts';
import { eventWindowCodec } from '@undertow/server/src/live/tape/event-window-codec.ts';
import { createLog } from '@undertow/server/src/logging/log.ts';
import { testClock } from '@undertow/server/testing/clock.ts';
import { openMemoryDatabase } from '@undertow/server/testing/database/databases.ts';
import { NO_LICENCES } from '@undertow/server/testing/licences.ts';
import { TEST_CREDENTIAL_KEYS } from '@undertow/server/testing/rithmic.ts';
import { TapeFeed } from '@undertow/server/testing/tape-feed.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addressOf, ES, loginWith } from './gateway-rig.ts';

/** A Wednesday on which the exchange is open, whenever the test runs; its clock goes on. */
const SHIFT_MS = Date.UTC(2026, 10, 18, 16) - Date.now();
const nowMs = (): number => Date.now() + SHIFT_MS;

let gateway: Gateway;
let database: Database;
let line: LiveLine;
beforeAll(async () => {
  // A market in which icebergs arrive soon
  const feed = openSimulatedVenue({
    instruments: [ES],
    ...{ nowMs, seed: 7, historyMinutes: 10, scenario: 'journey' },
  });
  const settings = { port: 0, host: '127.0.0.1', instruments: [ES], historyMinutes: 10 };
  [gateway, database] = await Promise.all([startGateway(settings, { feed, nowMs }), openMemoryDatabase()]);
}, 120_000);
afterAll(async () => {
  await line?.close();
  await gateway.close();
  await database.close();
});

async function openLine() {
  const sealing = { seal: createOwnerSeal(TEST_CREDENTIAL_KEYS), windowCodec: eventWindowCodec };
  const stores = createStores(database.orm, undefined, null, sealing);
  const clock = testClock(nowMs);
  const log = createLog('silent');
  const bus = createInProcessBus((_topic, error) => {
    throw error;
  });
  line = createLiveLine({
    ...{ feed: new TapeFeed({ nowMs: nowMs() }), calendar: SIMULATED_CALENDAR, bus, clock, log },
    ...{ audit: stores.audit, controls: { isOff: () => false, onChange: () => () => undefined } as never },
    ...{ marketStore: stores.marketStore, accountMarkets: stores.accountMarkets, alertStore: stores.alerts },
    trackStore: createTrackStore(database.orm, createTrackHeadsFile(null)),
    ...{ alertRules: stores.alertRules, alertOutbox: stores.alertOutbox, preferences: stores.preferences },
    alertDeadLetters: stores.alertDeadLetters,
    entitlements: createEntitlements({ ...stores, controls: NO_LICENCES, bus, clock }),
    usage: new UsageRecorder({ store: stores.dataUsage, log, nowMs: () => clock.nowMs() }),
  });
  return { stores, bus };
}

test('an event of the account alerts its owner, and is in their history with its window', async () => {
  const { stores, bus } = await openLine();
  const { id: userId } = await stores.users.ensure('https://id.example', 'jane', 0);
  await stores.tiers.grant({ userId, tier: 'elite', actor: 'test', reason: 'test', expiresAtMs: null }, 0);
  await stores.userInstruments.add(userId, ES, 0);
  const condition = {
    ...BUILT_IN_RULE.condition,
    perDay: null,
    minConfidence: 0,
    eventTypes: FLOW_EVENT_TYPES,
  };
  const rule = { ...BUILT_IN_RULE, condition, userId, origin: null, coolDownSeconds: 0 };
  await stores.alertRules.add(rule as never, 200, 0);
  bus.publish('userChanged', { userId });
  const alerts: AlertDto[] = [];
  bus.subscribe('alert', ({ alert }) => alerts.push(alert));

  const feed = await openRithmicFeed({
    gateway: addressOf(gateway),
    credentials: loginWith('paper'),
    instruments: [ES],
    ...{ nowMs, random: Math.random, systems: new SystemList() },
    ...{ onState: () => undefined, onAccount: () => undefined },
  });
  await line.accountFeedLines.open(userId, feed, () => undefined);
  await expect.poll(() => alerts.length, { timeout: 110_000, interval: 200 }).toBeGreaterThan(0);
  const [alert] = alerts;
  expect(alert).toMatchObject({ market: 'own', source: 'rithmic', instrumentId: ES });
  await line.accountFeedLines.close(userId);

  const market = stores.accountMarkets?.of(userId);
  const endMs = nowMs();
  const page = await market?.history.page({
    ...{ source: 'rithmic', types: FLOW_EVENT_TYPES, sides: ['bid', 'ask'], minConfidence: 0, perDay: null },
    spans: [{ instrumentId: ES, fromMs: 0, toMs: endMs, settledMs: endMs }],
    ...{ words: null, sort: 'newest', after: null, limit: 50 },
  });
  expect(page?.map(({ id }) => id)).toContain(alert?.eventId);
  expect((await market?.findEventWindow(alert?.eventId ?? ''))?.deltas.length).toBeGreaterThan(0);
  expect((await market?.listBars(ES, 'rithmic', endMs - 600_000, endMs))?.length).toBeGreaterThan(0);
}, 120_000);
