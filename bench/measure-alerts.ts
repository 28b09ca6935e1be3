/** Measures alert rules: what ten thousand of them cost, and how soon an alert is on the bus and at a socket. Prints JSON. */

import { setTimeout as wait } from 'node:timers/promises';
import { type AlertCondition, DEFAULT_PREFERENCES, TIER_RULES, unlicensedAccess } from '@undertow/contracts';
import {
  INSTRUMENTS,
  type Instrument,
  MINUTE_MS,
  NANOS_PER_POINT,
  SIMULATED_CALENDAR,
  seededDraws,
} from '@undertow/market';
import { createInProcessBus } from '@undertow/server/src/adapters/bus/in-process-bus.ts';
import { openDatabase } from '@undertow/server/src/adapters/storage/database/database.ts';
import { createStores } from '@undertow/server/src/adapters/storage/stores.ts';
import { BUILT_IN_RULE } from '@undertow/server/src/alerting/built-in-rule.ts';
import { AlertDispatch } from '@undertow/server/src/live/alerts/alert-dispatch.ts';
import type { AlertRule, AlertStore } from '@undertow/server/src/ports/alerts.ts';
import type { InstrumentUpdate } from '@undertow/server/src/ports/bus.ts';
import { testClock } from '@undertow/server/testing/clock.ts';
import { makeEvent, makeUpdate } from '@undertow/server/testing/views.ts';
import { measureSockets } from './measure-alert-sockets.ts';

const RULES = 10_000;
const MARKETS: readonly Instrument[] = INSTRUMENTS.slice(0, 20);
const UPDATES_A_SECOND = 10;
const SECONDS = 60;
const WARM_SECONDS = 10;
const MEASURED_EVENTS = 200;
const BETWEEN_MS = 50;

function price(instrument: Instrument, ticks: number): string {
  return ((ticks * instrument.tickNanos) / NANOS_PER_POINT).toFixed(instrument.decimals);
}

/** Four of ten wait for a price, two for a move, one for volume, three for events. */
function conditionOf(at: number, instrument: Instrument): AlertCondition {
  const kind = at % 10;
  if (kind < 4) {
    const level = instrument.basePriceTicks + ((at * 7919) % 800) - 400;
    return {
      kind: 'price_level',
      test: kind % 2 === 0 ? 'crosses' : 'reaches',
      price: price(instrument, level),
    };
  }
  const withinMinutes = [1, 5, 15, 60][at % 4] as number;
  if (kind < 6)
    return { kind: 'price_move', direction: 'either', ticks: 40 + (at % 400), percent: null, withinMinutes };
  if (kind < 7) return { kind: 'volume', multiple: 3 + (at % 5), windowMinutes: 5 };
  return {
    ...{ kind: 'event', side: null, minConfidence: 0.8, minSize: at % 500, perDay: null, near: null },
    eventTypes: ['iceberg', 'absorption'],
  };
}

function makeRules(count: number): readonly AlertRule[] {
  return Array.from({ length: count }, (_, at) => {
    const instrument = MARKETS[at % MARKETS.length] as Instrument;
    return {
      ...BUILT_IN_RULE,
      ...{ id: `rule-${at}`, userId: `user-${Math.floor(at / 50)}`, name: `Rule ${at}`, origin: null },
      ...{
        instrumentIds: [instrument.id],
        condition: conditionOf(Math.floor(at / MARKETS.length), instrument),
      },
      ...{ createdAtMs: 0, updatedAtMs: 0 },
    };
  });
}

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
const noStore: AlertStore = {
  raise: async (alerts) => alerts.map(({ row }) => ({ id: row.id, mail: 'off' as const, rules: [] })),
  firings: async () => [],
  list: async () => [],
  markRead: async () => true,
  markAllRead: async () => undefined,
};

interface Opened {
  readonly rules: readonly AlertRule[];
  readonly alertStore: AlertStore;
  nowMs(): number;
}

async function open({ rules, alertStore, nowMs }: Opened) {
  const bus = createInProcessBus((_topic, error) => {
    throw error;
  });
  const activeInstrumentIds = MARKETS.map(({ id }) => id);
  const dispatch = new AlertDispatch({
    bus,
    alertStore,
    clock: testClock(nowMs),
    alertRules: {
      all: async () => rules,
      list: async (userId) => rules.filter((rule) => rule.userId === userId),
      add: async () => undefined,
      change: async () => undefined,
      remove: async () => false,
      activity: async () => new Map(),
    },
    alertOutbox: { due: async () => [], settle: async () => undefined },
    alertDeadLetters: { add: async () => undefined },
    marketStore: { listBars: async () => [] },
    preferences: { get: async () => DEFAULT_PREFERENCES },
    entitlements: {
      of: async (userId) => ({
        ...{
          userId,
          tier: 'elite' as const,
          rules: TIER_RULES.elite,
          activeInstrumentIds,
          watchlistIds: [],
          channel: 'screen' as const,
        },
        access: () => unlicensedAccess(0),
      }),
    },
    calendar: SIMULATED_CALENDAR,
    source: 'simulated',
    log: silent,
    gateNowMs: testClock(nowMs).nowMs,
  });
  dispatch.start();
  await dispatch.ready();
  return { dispatch, bus };
}

/** Updates of one instrument: price walks, a minute forms, now and then an event. Always the same. */
function walkOf(instrument: Instrument) {
  let ticks = instrument.basePriceTicks;
  let minuteMs = 0;
  let volume = 0;
  let range = { low: ticks, high: ticks };
  const random = seededDraws(instrument.id);
  return (atMs: number, count: number): InstrumentUpdate => {
    const before = ticks;
    ticks += Math.round((random() - 0.5) * 6);
    const startMs = Math.floor(atMs / MINUTE_MS) * MINUTE_MS;
    const bar = (from: number) => ({
      ...{
        startMs: from,
        openTicks: range.low,
        highTicks: range.high,
        lowTicks: range.low,
        closeTicks: before,
      },
      ...{ volume, buyVolume: volume, sellVolume: 0, trades: volume, vwapTicks: null },
    });
    const closedBars = minuteMs !== 0 && startMs > minuteMs ? [bar(minuteMs)] : [];
    if (startMs > minuteMs) {
      minuteMs = startMs;
      volume = 0;
      range = { low: ticks, high: ticks };
    }
    volume += 1 + Math.floor(random() * 20);
    range = { low: Math.min(range.low, ticks), high: Math.max(range.high, ticks) };
    const event = makeEvent(`${instrument.id}-${atMs}`, atMs, {
      instrumentId: instrument.id,
      size: count % 600,
    });
    return makeUpdate(atMs, {
      instrumentId: instrument.id,
      traded: { lowTicks: Math.min(before, ticks), highTicks: Math.max(before, ticks), lastTicks: ticks },
      closedBars,
      formingBar: bar(startMs),
      events: count % 50 === 0 ? [{ event, change: 'new' }] : [],
    });
  };
}

async function measureCost() {
  const rules = makeRules(RULES);
  let nowMs = Date.UTC(2026, 10, 20, 15);
  const { dispatch, bus } = await open({ rules, alertStore: noStore, nowMs: () => nowMs });
  let alerts = 0;
  bus.subscribe('alert', () => {
    alerts += 1;
  });
  const walks = MARKETS.map((instrument) => ({ instrument, next: walkOf(instrument) }));
  const run = async (seconds: number): Promise<void> => {
    for (let count = 0; count < seconds * UPDATES_A_SECOND; count += 1) {
      nowMs += 1000 / UPDATES_A_SECOND;
      for (const { instrument, next } of walks)
        dispatch.onVisible({ instrument, delaySeconds: 0, update: next(nowMs, count), nowMs });
      await Promise.resolve();
    }
  };
  await run(WARM_SECONDS);
  alerts = 0;
  const before = process.cpuUsage();
  await run(SECONDS);
  const { user, system } = process.cpuUsage(before);
  const judged = dispatch.status().rules;
  await dispatch.close();
  return { rules: judged, alerts, cpuPercent: ((user + system) / 1e6 / SECONDS) * 100 };
}

/** From the update that holds an event to the bus, from which the socket sends at once: through the embedded database. */
async function measureDelay() {
  const database = await openDatabase({ dataDir: null });
  const stores = createStores(database.orm);
  const user = await stores.users.ensure('https://id.example', 'measured', 0);
  const [first] = makeRules(1);
  const rule = {
    ...(first as AlertRule),
    userId: user.id,
    condition: BUILT_IN_RULE.condition,
    coolDownSeconds: 0,
  };
  const { dispatch, bus } = await open({ rules: [rule], alertStore: stores.alerts, nowMs: () => Date.now() });
  const begun = new Map<string, number>();
  const delays: number[] = [];
  bus.subscribe('alert', ({ alert }) => {
    const at = begun.get(alert.eventId ?? '');
    if (at !== undefined) delays.push(performance.now() - at);
  });
  const instrument = MARKETS[0] as Instrument;
  for (let count = 0; count < MEASURED_EVENTS; count += 1) {
    const event = makeEvent(`event-${count}`, Date.now(), { instrumentId: instrument.id });
    begun.set(event.id, performance.now());
    const update = makeUpdate(Date.now(), { events: [{ event, change: 'new' }] });
    dispatch.onVisible({ instrument, delaySeconds: 0, update, nowMs: Date.now() });
    await wait(BETWEEN_MS);
  }
  await dispatch.close();
  await database.close();
  const sorted = delays.toSorted((one, other) => one - other);
  const at = (share: number): number => sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN;
  return { delivered: delays.length, p50Ms: at(0.5), p99Ms: at(0.99) };
}

const figures = { cost: await measureCost(), delay: await measureDelay(), socket: await measureSockets() };
process.stdout.write(`${JSON.stringify(figures)}\n`);
