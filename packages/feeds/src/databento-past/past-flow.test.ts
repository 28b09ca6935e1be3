/** One instrument from its past into the present: order, what is reported of the past, and no wait without an end. */
import { setImmediate } from 'node:timers/promises';
import type { EventBatch } from '@undertow/market';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { SessionOptions } from '#databento/gateway-session.ts';
import { TEST_DATASET, TEST_KEY, TestGateway } from '#testing/databento-gateway.ts';
import { errorRecord, priceRecord, systemRecord } from '#testing/dbn-records.ts';
import { NotedFlow, ScriptedFeed } from '#testing/scripted-feed.ts';
import { batch, bid, snapshot, trade } from '#testing/synced-book.ts';
import { PastFlow, type PastState } from './past-flow.ts';

/** In 1970, so that nanoseconds are exact as numbers too. */
const START_MS = 8_000_000_000;

let gateway: TestGateway;
let feed: ScriptedFeed;
let listener: NotedFlow;
let states: PastState[];
let flow: PastFlow;
let isReplayed: boolean;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  gateway = await TestGateway.open();
  [feed, listener, states, isReplayed] = [new ScriptedFeed(), new NotedFlow(), [], false];
  const session: SessionOptions = {
    ...gateway.place,
    ...{ key: TEST_KEY, dataset: TEST_DATASET, compression: 'none', waitScale: 1 },
  };
  flow = new PastFlow({
    feed,
    request: { session, instrumentId: 1, code: 'ESZ6', fromMs: START_MS },
    listener,
    onState: (state) => states.push(state),
    isRunning: () => feed.session === 'running',
  });
});
afterEach(async () => {
  vi.useRealTimers();
  flow.close();
  await gateway.close();
});

/** Turns of the event loop until it is so: the clock of timers stands still meanwhile. */
async function until(isDone: () => boolean): Promise<void> {
  for (let turn = 0; turn < 20_000; turn += 1) {
    if (isDone()) return;
    await setImmediate();
  }
  throw new Error(`not in time: ${[...listener.calls, ...states.map(({ kind }) => kind)].join()}`);
}

const running = (sessions = 1) =>
  until(() => gateway.sessions.length === sessions && gateway.session.lines.includes('start_session'));

async function begin(): Promise<void> {
  void flow.begin().then(() => {
    isReplayed = true;
  });
  await running();
}

/** Milliseconds after the start at which the exchange had trades. */
function replayed(...times: readonly number[]): void {
  const records = times.map((ms) =>
    priceRecord('trades', { instrumentId: 7, timeNs: BigInt(START_MS + ms) * 1_000_000n, tsOut: true }),
  );
  gateway.session.send(Buffer.concat(records));
}

const complete = (): void => gateway.session.send(systemRecord(3, 'finished', { tsOut: true }));
const live = (rows: EventBatch): void => feed.listeners.get(1)?.onBatch(rows);
const liveTrade = (ms: number): EventBatch => batch(trade(19_200, 0, START_MS + ms));
/** The snapshot that a live flow begins with, its rows at the time zero. */
const book = (): void => live(snapshot(0, bid(1, 19_199)));

/** Calls with times after the start; 0 stays for rows of the snapshot. */
const noted = (): string[] =>
  listener.calls.map((call) => call.replaceAll(/\d{10}/g, (ms) => String(Number(ms) - START_MS)));

/** A past of trades at 1 and 2, complete, the live flow open. */
async function past(): Promise<void> {
  await begin();
  replayed(1, 2);
  complete();
  await until(() => feed.listeners.has(1));
}

test('it waits until it is begun, and begins once', async () => {
  expect([states, gateway.sessions.length]).toEqual([[{ kind: 'waiting' }], 0]);
  await begin();
  await flow.begin();
  expect(states).toEqual([{ kind: 'waiting' }, { kind: 'replaying' }]);
  expect(gateway.sessions).toHaveLength(1);
});

test('trades are past until the first live one, whichever session brought them, and then come the live rows', async () => {
  await past();
  expect(states.at(-1)).toEqual({ kind: 'whole', fromMs: START_MS + 1, trades: 2 });
  book();
  replayed(3, 4);
  live(liveTrade(5));
  expect(noted()).toEqual(['past 1,2']);
  replayed(5, 6);
  await until(() => isReplayed);
  expect(noted()).toEqual(['past 1,2', 'past 3,4', 'rows 0,0', 'rows 5']);
  live(liveTrade(6));
  expect(noted().at(-1)).toBe('rows 6');
});

test('a past that comes in one piece with its end is counted', async () => {
  await begin();
  const one = priceRecord('trades', { instrumentId: 7, timeNs: BigInt(START_MS) * 1_000_000n, tsOut: true });
  gateway.session.send(Buffer.concat([one, systemRecord(3, '', { tsOut: true })]));
  await until(() => feed.listeners.has(1));
  expect(states.at(-1)).toEqual({ kind: 'whole', fromMs: START_MS, trades: 1 });
});

test('a past without trades is whole, and begins nowhere', async () => {
  await begin();
  complete();
  await until(() => feed.listeners.has(1));
  expect(states.at(-1)).toEqual({ kind: 'whole', fromMs: null, trades: 0 });
});

test('live rows wait a second for the last trades before them, and no longer', async () => {
  await past();
  book();
  vi.advanceTimersByTime(999);
  expect(noted()).toEqual(['past 1,2']);
  vi.advanceTimersByTime(1);
  expect(noted()).toEqual(['past 1,2', 'rows 0,0']);
  await until(() => isReplayed);
});

test('a book that does not come is awaited for 30 s; then the session of the replay ends', async () => {
  await past();
  replayed(3);
  vi.advanceTimersByTime(29_999);
  await setImmediate();
  expect(isReplayed).toBe(false);
  vi.advanceTimersByTime(1);
  await until(() => isReplayed);
  book();
  expect(noted().at(-1)).toBe('rows 0,0');
});

test('a live session that breaks while rows are held releases them before it says so', async () => {
  await past();
  book();
  feed.listeners.get(1)?.onTransport('down', 'cut');
  expect(noted()).toEqual(['past 1,2', 'rows 0,0', 'down: cut']);
});

test('states of the connection and the end are passed on at once', async () => {
  await past();
  feed.listeners.get(1)?.onTransport('up', null);
  feed.listeners.get(1)?.onTransport('down', 'cut');
  feed.listeners.get(1)?.onEnd();
  expect(noted()).toEqual(['past 1,2', 'up', 'down: cut', 'end']);
});

test('a replay that breaks off leaves a partial past with its reason, and live rows that wait for nothing', async () => {
  await begin();
  replayed(1);
  await until(() => listener.calls.length === 1);
  replayed(2);
  await until(() => listener.calls.length === 2);
  gateway.session.send(errorRecord(6, 'an internal error', { tsOut: true }));
  await until(() => isReplayed);
  expect(states.at(-1)).toEqual({
    ...{ kind: 'partial', fromMs: START_MS + 1, toMs: START_MS + 2, trades: 2 },
    reason: 'the gateway reports: an internal error',
  });
  book();
  expect(noted()).toEqual(['past 1', 'past 2', 'rows 0,0']);
});

test('a replay that fails while the live session runs is not tried again', async () => {
  await begin();
  gateway.session.finish();
  await until(() => feed.listeners.has(1));
  const reason = 'the gateway closed the connection';
  expect(states.at(-1)).toEqual({ kind: 'partial', fromMs: null, toMs: null, trades: 0, reason });
  expect([listener.calls, gateway.sessions.length]).toEqual([[], 1]);
});

test.each(['running', 'waiting'] as const)(
  'a start that has aged out is replayed from as far back as the gateway has, and is partial (%s)',
  async (session) => {
    feed.session = session;
    await begin();
    gateway.session.send(errorRecord(8, 'too old', { tsOut: true }));
    await running(2);
    expect(gateway.session.lines[1]).toContain('|start=0|');
    replayed(1);
    complete();
    await until(() => feed.listeners.has(1));
    expect(states.at(-1)).toEqual({
      ...{ kind: 'partial', fromMs: START_MS + 1, toMs: START_MS + 1, trades: 1 },
      reason: 'the gateway reports: too old',
    });
    expect(gateway.sessions).toHaveLength(2);
  },
);

test('a gateway that does not have even that is not connected a third time', async () => {
  await begin();
  gateway.session.send(errorRecord(8, 'too old', { tsOut: true }));
  await running(2);
  gateway.session.send(errorRecord(8, 'still too old', { tsOut: true }));
  await until(() => feed.listeners.has(1));
  expect(states.at(-1)).toMatchObject({ kind: 'partial', fromMs: null, toMs: null, trades: 0 });
  expect(gateway.sessions).toHaveLength(2);
});

test.each(['too many sessions', 'wrong key'])(
  'a refusal (%s) is not waited for: the live flow opens without a past',
  async (text) => {
    feed.session = 'waiting';
    gateway.behaviour.refusal = text;
    void flow.begin();
    await until(() => feed.listeners.has(1));
    expect(states.at(-1)).toMatchObject({ kind: 'partial', trades: 0 });
  },
);

test('a cut while the gateway is away is no partial past: the replay begins again', async () => {
  feed.session = 'waiting';
  await begin();
  gateway.session.finish();
  await until(() => listener.calls.length > 0);
  expect(listener.calls).toEqual(['down: the gateway closed the connection']);
  expect(states.at(-1)).toEqual({ kind: 'waiting' });
  vi.advanceTimersByTime(4999);
  await setImmediate();
  expect(gateway.sessions).toHaveLength(1);
  vi.advanceTimersByTime(1);
  await running(2);
  expect(states.at(-1)).toEqual({ kind: 'replaying' });
  replayed(1);
  complete();
  await until(() => feed.listeners.has(1));
  expect(states.at(-1)).toEqual({ kind: 'whole', fromMs: START_MS + 1, trades: 1 });
});

test('trades that came already are not replayed twice: a cut after them leaves a partial past', async () => {
  feed.session = 'waiting';
  await begin();
  replayed(1);
  await until(() => listener.calls.length > 0);
  gateway.session.finish();
  await until(() => feed.listeners.has(1));
  expect(states.at(-1)).toMatchObject({ kind: 'partial', trades: 1 });
  expect(gateway.sessions).toHaveLength(1);
});

test('a replay that ends while the book is awaited releases the live rows', async () => {
  await past();
  replayed(3);
  gateway.session.finish();
  await until(() => isReplayed);
  book();
  expect(noted()).toEqual(['past 1,2', 'past 3', 'rows 0,0']);
});

test('a snapshot is requested of the live flow, where there is one', async () => {
  flow.requestSnapshot();
  await past();
  flow.requestSnapshot();
  expect(feed.calls).toEqual(['open 1', 'snapshot 1']);
});

const MOMENTS: Readonly<Record<string, () => Promise<void>>> = {
  'before it begins': () => Promise.resolve(),
  'while it replays': begin,
  'while the book is awaited': past,
  'while rows are held': () => past().then(book),
  'when it is live': async () => {
    await past();
    book();
    vi.advanceTimersByTime(1000);
  },
};

test.each(Object.keys(MOMENTS))(
  'a flow that is closed %s is over: no call, no session, no timer',
  async (moment) => {
    await MOMENTS[moment]?.();
    const calls = listener.calls.length;
    const held = feed.listeners.get(1);
    flow.close();
    flow.close();
    if (moment === 'before it begins') await flow.begin();
    else await until(() => isReplayed);
    held?.onBatch(liveTrade(9));
    expect([listener.calls.length, vi.getTimerCount(), feed.listeners.size]).toEqual([calls, 0, 0]);
    expect(feed.calls.filter((call) => call === 'close 1')).toHaveLength(held === undefined ? 0 : 1);
    expect(gateway.sessions).toHaveLength(moment === 'before it begins' ? 0 : 1);
  },
);
