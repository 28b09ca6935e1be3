/** A replay through the whole server: the recorded rows make the same market again, for its viewer alone, and never more than their plan shows. */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type MarketReplayState, REPLAY_HEADER, SUBPROTOCOL_BATCHED } from '@undertow/contracts';
import { openFileRecordings } from '@undertow/server/src/adapters/recordings/file-recordings.ts';
import type { Database } from '@undertow/server/src/adapters/storage/database/database.ts';
import type { Recordings } from '@undertow/server/src/ports/recordings.ts';
import { openMemoryDatabase } from '@undertow/server/testing/database/databases.ts';
import { hitBid, iceberg, quotes, TapeFeed } from '@undertow/server/testing/tape-feed.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { WebSocket } from 'ws';
import { openRig, type Rig, type RigUser } from './line-rig.ts';

/** 2026-11-20 16:00 UTC, a Friday morning in Chicago. */
const START = Date.UTC(2026, 10, 20, 16);
const ICEBERG_MS = START + 30_000;
const FIRST_PRICE = 20_000;
/** After the present that a Basic viewer may replay. */
const LATE_PRICE = 24_444;

let database: Database;
let root: string;
let recordings: Recordings;
let rig: Rig;

/** Two minutes of quotes that climb, with an iceberg among them; a while later a price that was never seen before. */
async function play(): Promise<void> {
  const { feed } = rig;
  let id = 1000;
  let price = FIRST_PRICE;
  let quoted: number | null = null;
  const step = (): void => {
    const { presentMs } = feed;
    if (presentMs % 1000 !== 0) return;
    feed.push(1, presentMs, quotes(price, id, quoted));
    feed.push(1, presentMs, hitBid(price - 1, 5, id, 45, id + 2));
    quoted = id;
    id += 10;
    price += 1;
    if (presentMs === ICEBERG_MS) feed.push(1, presentMs, iceberg(price - 3, 900_000, 900_010, 9));
  };
  await rig.pass(120_000, step);
  price = LATE_PRICE;
  await rig.pass(5000, step);
}

beforeAll(async () => {
  database = await openMemoryDatabase();
  root = mkdtempSync(join(tmpdir(), 'undertow-replay-'));
  const limits = { days: 30, maxBytes: 1e9 };
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  recordings = openFileRecordings({
    ...{ root, isOn: true, limits, databentoDataset: '', log },
    monotonicMs: () => rig?.elapsed.ms ?? 0,
  });
  rig = await openRig({ feed: new TapeFeed({ nowMs: START }), database, recordings });
  await play();
  // Once a second what was received is on the disk
  await until(async () => {
    const [run] = await recordings.list();
    return (run?.latestMs ?? 0) >= START + 124_000 ? run : undefined;
  });
}, 180_000);

afterAll(async () => {
  await rig.close();
  await database.close();
  rmSync(root, { recursive: true });
});

/** Time that really passes, with the server's timers: a replay has a thread of its own. */
async function until<T>(read: () => T | undefined | Promise<T | undefined>): Promise<T> {
  return vi.waitFor(
    async () => {
      await rig.pass(100);
      const found = await read();
      if (found === undefined) throw new Error(`not yet: ${String(read)}`);
      return found;
    },
    { timeout: 30_000, interval: 50 },
  );
}

const at = (ms: number): string => new Date(ms).toISOString();

async function open(user: RigUser, ms: number) {
  const { status, text } = await rig.post(user, '/api/replays?instrumentId=1', { at: at(ms) });
  return { status, text, state: JSON.parse(text) as MarketReplayState };
}

type Message = Readonly<Record<string, unknown>> & { readonly type: string; readonly data: unknown };

/** A window of the user that shows the replay: everything it is sent. */
async function watch(user: RigUser, replay: string): Promise<{ socket: WebSocket; sent: Message[] }> {
  const socket = await rig.connect(user, [SUBPROTOCOL_BATCHED]);
  const sent: Message[] = [];
  socket.on('message', (data) => sent.push(...(JSON.parse(String(data)) as Message[])));
  socket.send(
    JSON.stringify({
      ...{ type: 'subscribe', instrumentIds: [1], replay },
      orderFlow: [{ instrumentId: 1, kinds: ['depth', 'prints'] }],
    }),
  );
  return { socket, sent };
}

const lastState = (sent: readonly Message[]): MarketReplayState | undefined =>
  sent.findLast(({ type }) => type === 'replay')?.data as MarketReplayState | undefined;

const reaches = (sent: readonly Message[], modes: readonly string[]) =>
  until(() => {
    const state = lastState(sent);
    return state !== undefined && modes.includes(state.mode) ? state : undefined;
  });

const act = (user: RigUser, id: string, body: object) => rig.post(user, `/api/replays/${id}/acts`, body);

async function closed(socket: WebSocket): Promise<void> {
  socket.close();
  await once(socket, 'close');
}

test('an elite viewer opens an instant, steps to the event that was recorded, and the same event is raised again', async () => {
  const user = await rig.signIn('elite', [1]);
  const { status, state } = await open(user, ICEBERG_MS - 10_000);
  expect([status, state.mode, state.contract]).toEqual([201, 'building', 'ESZ6']);
  const { socket, sent } = await watch(user, state.id);
  await reaches(sent, ['paused']);
  const headers = { [REPLAY_HEADER]: state.id };
  const bars = await rig.get(user, '/api/market-data?instrumentId=1&timeframe=1m', headers);
  expect(bars.status).toBe(200);
  expect(bars.text).not.toContain(at(START + 60_000));
  expect((await rig.get(user, '/api/feed-status?instrumentId=1', headers)).text).toContain('"isReplay":true');
  const live = await rig.get(user, '/api/feed-status?instrumentId=1');
  expect(live.text).not.toContain('isReplay');
  await act(user, state.id, { act: 'step', by: 'event' });
  await until(() => (sent.some(({ type }) => type === 'order_flow_event') ? true : undefined));
  const there = await reaches(sent, ['paused']);
  expect(Date.parse(there.at)).toBeGreaterThanOrEqual(ICEBERG_MS);
  expect(Date.parse(there.at)).toBeLessThan(ICEBERG_MS + 2000);
  const raised = sent.find(({ type }) => type === 'order_flow_event')?.data as { id: string };
  const recorded = await rig.get(user, '/api/order-flow-events?instrumentId=1');
  expect(recorded.text).toContain(raised.id);
  expect((await rig.get(user, `/api/order-flow-events/${raised.id}/evidence`, headers)).status).toBe(200);
  expect(sent.map(({ type }) => type)).toContain('depth');
  const stored = await rig.stores.marketStore.listEvents([1], 'replay', ['iceberg'], 0, 9e15, 10);
  expect(stored).toEqual([]);
  await closed(socket);
}, 180_000);

test('a step by message, by bar, a pause, and a speed do what they are named after', async () => {
  const user = await rig.signIn('elite', [1]);
  const { state } = await open(user, START + 5500);
  const { socket, sent } = await watch(user, state.id);
  const before = await reaches(sent, ['paused']);
  await act(user, state.id, { act: 'step', by: 'message', count: 1 });
  const message = await until(() => {
    const now = lastState(sent);
    return now !== undefined && now.messages > before.messages ? now : undefined;
  });
  expect([message.messages - before.messages, message.at]).toEqual([1, at(START + 6000)]);
  await act(user, state.id, { act: 'step', by: 'bar', minutes: 1 });
  await until(() => {
    const { mode, at: instant } = lastState(sent) ?? {};
    return mode === 'paused' && instant === at(START + 60_000) ? true : undefined;
  });
  await act(user, state.id, { act: 'speed', speed: 4 });
  await act(user, state.id, { act: 'play' });
  await until(() => (Date.parse(lastState(sent)?.at ?? '') > START + 62_000 ? true : undefined));
  await act(user, state.id, { act: 'pause' });
  expect((await reaches(sent, ['paused'])).speed).toBe(4);
  await closed(socket);
}, 180_000);

test('a Basic viewer replays nothing of the last fifteen minutes, and a replay stops where they begin', async () => {
  const user = await rig.signIn('basic', [1]);
  expect((await open(user, START + 60_000)).status).toBe(403);
  // So much later that the first minute is old enough, and the last price is not
  const laterMs = START + 960_000 - rig.feed.presentMs;
  rig.feed.presentMs += laterMs;
  rig.elapsed.ms += laterMs;
  await rig.pass(1000);
  // A frame that is being written is found a moment later
  const { state } = await until(async () => {
    const opened = await open(user, START + 50_000);
    return opened.status === 201 ? opened : undefined;
  });
  const { socket, sent } = await watch(user, state.id);
  await reaches(sent, ['paused']);
  await act(user, state.id, { act: 'speed', speed: 'max' });
  await act(user, state.id, { act: 'play' });
  const held = await reaches(sent, ['held']);
  const latestMs = rig.feed.presentMs - 900_000;
  expect(Date.parse(held.at)).toBeLessThanOrEqual(latestMs);
  for (const message of sent) {
    if (typeof message['asOf'] === 'string')
      expect(Date.parse(message['asOf'])).toBeLessThanOrEqual(latestMs);
    expect(JSON.stringify(message)).not.toContain(String(LATE_PRICE * 0.25).split('.')[0]);
  }
  await rig.setTier(user, 'free');
  const over = await reaches(sent, ['over']);
  expect(over.reason).not.toBeNull();
  expect((await act(user, state.id, { act: 'play' })).status).toBe(410);
  await closed(socket);
}, 180_000);

test('what is not recorded, not there yet, or belongs to another user is refused in a sentence', async () => {
  const user = await rig.signIn('elite', [1]);
  const other = await rig.signIn('elite', [1]);
  const early = await open(user, START - 7_200_000);
  expect([early.status, early.text]).toEqual([404, expect.stringContaining('was not recorded at')]);
  expect((await open(user, rig.feed.presentMs + 60_000)).status).toBe(403);
  expect((await rig.post(user, '/api/replays?instrumentId=2', { at: at(START) })).status).toBe(403);
  expect((await rig.post(user, '/api/replays?instrumentId=1', { at: 'yesterday' })).status).toBe(400);
  const { state } = await open(user, START + 10_000);
  expect((await act(other, state.id, { act: 'play' })).status).toBe(410);
  expect((await act(user, state.id, { act: 'speed', speed: 1e9 })).status).toBe(400);
  const stolen = await rig.get(other, '/api/market-data?instrumentId=1&timeframe=1m', {
    [REPLAY_HEADER]: state.id,
  });
  expect(stolen.status).toBe(410);
  const { socket, sent } = await watch(other, state.id);
  expect((await reaches(sent, ['over'])).id).toBe(state.id);
  expect(sent.filter(({ type }) => type !== 'replay')).toEqual([]);
  await closed(socket);
  // The second one replaces the first
  const second = await open(user, START + 20_000);
  expect((await act(user, state.id, { act: 'play' })).status).toBe(410);
  expect((await act(user, second.state.id, { act: 'pause' })).status).toBe(200);
  // Nobody watches it
  await rig.pass(70_000);
  await until(async () =>
    (await act(user, second.state.id, { act: 'pause' })).status === 410 ? true : undefined,
  );
}, 180_000);
