/** A feed with today's past: from which instant each instrument's past begins, how many replay at once, and what is passed through. */
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { TEST_DATASET, TEST_KEY, TestGateway, TestProduct } from '#testing/databento-gateway.ts';
import { systemRecord } from '#testing/dbn-records.ts';
import { NotedFlow, ScriptedFeed } from '#testing/scripted-feed.ts';
import type { PastState } from './past-flow.ts';
import { type FeedWithPast, withTodaysPast } from './todays-past.ts';

/** A Wednesday of winter: the trading day began at 17:00 in Chicago, 23:00 UTC on the day before. */
const OPEN_MS = Date.UTC(2026, 10, 24, 23);
const NOON_MS = Date.UTC(2026, 10, 25, 18);
const PRODUCTS = [1, 2, 3, 4, 5, 6];

let gateway: TestGateway;
let feed: ScriptedFeed;
let past: FeedWithPast;
let states: [number, PastState['kind']][];
beforeEach(async () => {
  gateway = await TestGateway.open();
  for (const id of PRODUCTS.slice(1)) gateway.products.push(new TestProduct(`X${id}`, `X${id}Z6`, 20 + id));
  feed = new ScriptedFeed(PRODUCTS);
  feed.timeMs = NOON_MS;
  states = [];
  past = withTodaysPast(feed, {
    session: {
      ...gateway.place,
      ...{ key: TEST_KEY, dataset: TEST_DATASET, compression: 'none', waitScale: 1 },
    },
    onState: (instrumentId, { kind }) => states.push([instrumentId, kind]),
  });
});
afterEach(async () => {
  await past.close();
  await gateway.close();
});

async function until(isDone: () => boolean): Promise<void> {
  for (let turn = 0; turn < 20_000; turn += 1) {
    if (isDone()) return;
    await setImmediate();
  }
  throw new Error(`not in time: ${states.join(' ')}`);
}

/** Contracts whose replays have been subscribed, in order. */
const subscribed = (): string[] =>
  gateway.sessions.flatMap(({ lines }) => lines.flatMap((line) => /symbols=(\w+)/.exec(line)?.[1] ?? []));

/** From when the replay of the last session begins. */
const startMs = (): number => Number(/start=(\d+)/.exec(gateway.session.lines[1] ?? '')?.[1]) / 1e6;

const replaying = (count = 1) => until(() => subscribed().length === count);

test.each([
  ['in the session', NOON_MS, OPEN_MS],
  ['right after the open', OPEN_MS + 1, OPEN_MS],
  ['in summer time, an hour earlier', Date.UTC(2026, 6, 15, 18), Date.UTC(2026, 6, 14, 22)],
  ['on a Monday, from Sunday on', Date.UTC(2026, 10, 23, 18), Date.UTC(2026, 10, 22, 23)],
])('the past begins at the open of the trading day: %s', async (_, nowMs, openMs) => {
  feed.timeMs = nowMs;
  past.open(1, new NotedFlow());
  await replaying();
  expect(startMs()).toBe(openMs);
});

test('in the break before the next trading day there is no past yet: the live flow opens at once', () => {
  feed.timeMs = OPEN_MS - 5 * 60_000;
  past.open(1, new NotedFlow());
  expect(feed.calls).toEqual(['open 1']);
  expect([...past.pasts()]).toEqual([[1, { kind: 'whole', fromMs: null, trades: 0 }]]);
  expect(gateway.sessions).toHaveLength(0);
});

test('a contract that has become the front one today has its past since then only', async () => {
  const rolled: number[] = [];
  past.onRoll((instrumentId) => rolled.push(instrumentId));
  feed.timeMs = NOON_MS - 60_000;
  feed.roll(1);
  feed.timeMs = NOON_MS;
  past.open(1, new NotedFlow());
  await replaying();
  expect([rolled, startMs()]).toEqual([[1], NOON_MS - 60_000]);
});

test('a roll of an earlier trading day cuts nothing off', async () => {
  past.onRoll(() => undefined);
  feed.timeMs = OPEN_MS - 3_600_000;
  feed.roll(1);
  feed.timeMs = NOON_MS;
  past.open(1, new NotedFlow());
  await replaying();
  expect(startMs()).toBe(OPEN_MS);
});

test('four replays run at once, the next begins when one is over, and closed ones are left out', async () => {
  const open = PRODUCTS.map((id) => past.open(id, new NotedFlow()));
  await replaying(4);
  for (let turn = 0; turn < 20; turn += 1) await setImmediate();
  expect(subscribed().toSorted()).toEqual(['ESZ6', 'X2Z6', 'X3Z6', 'X4Z6']);
  expect(past.pasts().get(5)).toEqual({ kind: 'waiting' });
  open[4]?.close();
  open[0]?.close();
  await replaying(5);
  expect(subscribed().at(-1)).toBe('X6Z6');
});

test('states are those of each instrument, and are reported', async () => {
  past.open(1, new NotedFlow());
  past.open(2, new NotedFlow());
  await replaying(2);
  expect(states.toSorted()).toEqual([
    [1, 'replaying'],
    [1, 'waiting'],
    [2, 'replaying'],
    [2, 'waiting'],
  ]);
  expect([...past.pasts()].map(([id, { kind }]) => [id, kind])).toEqual([
    [1, 'replaying'],
    [2, 'replaying'],
  ]);
});

test('an instrument has one listener; after it was closed it may have another one', async () => {
  const first = past.open(1, new NotedFlow());
  expect(() => past.open(1, new NotedFlow())).toThrow('ESZ6 has a listener already');
  first.close();
  past.open(1, new NotedFlow());
  // Closed twice, it does not end the one that followed
  first.close();
  expect(() => past.open(1, new NotedFlow())).toThrow('ESZ6 has a listener already');
});

test('an instrument outside the catalogue is refused by its number', () => {
  expect(() => past.open(987, new NotedFlow())).toThrow(new RangeError('no instrument 987 in the catalogue'));
});

test('everything else is the feed’s own', () => {
  expect([past.source, past.tier, past.run, past.replaySpeed]).toEqual([
    ...['databento-stand-in', 'L3', 'run-1', null],
  ]);
  expect(past.instrumentIds).toEqual(PRODUCTS);
  expect(past.messagesNotUnderstood).toBe(3);
  expect(past.announced(2)).toEqual({ settlements: [], openInterest: 2 });
  expect(past.contractOf(2).code).toBe('X2Z6');
  expect(past.nowMs()).toBe(NOON_MS);
  feed.session = 'ended';
  expect(past.status().session).toBe('ended');
  past.reconnectNow();
  expect(feed.calls).toEqual(['reconnect']);
});

test('closing it ends the flows, then the feed', async () => {
  past.open(1, new NotedFlow());
  await replaying();
  gateway.session.send(systemRecord(3, '', { tsOut: true }));
  await until(() => feed.listeners.has(1));
  await past.close();
  expect(feed.calls).toEqual(['open 1', 'close 1', 'close']);
});
