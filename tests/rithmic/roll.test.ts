import { openRithmicFeed, SystemList } from '@undertow/feeds';
import { ACTION_HEARTBEAT, COL_ACTION, type EventBatch } from '@undertow/market';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ES } from '#tests/rithmic/gateway-rig.ts';
import { ScriptedGateway, sendBook } from '#tests/rithmic/scripted-gateway.ts';

/** Thursday, 16:59 in Chicago: the trading day of Friday begins a minute later. */
const BEFORE_THE_ROLL = Date.UTC(2026, 11, 10, 22, 59);
const LOOK_MS = 30_000;

let gateway: ScriptedGateway;
let nowMs: number;
let front: string;
const requests: string[] = [];
const emitted: string[] = [];
let feed: Awaited<ReturnType<typeof openRithmicFeed>>;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  gateway = await ScriptedGateway.start();
  nowMs = BEFORE_THE_ROLL;
  front = 'ESZ6';
  requests.length = 0;
  emitted.length = 0;
  gateway.script = {
    RequestFrontMonthContract: (peer, { userMsg = [] }) =>
      peer.send('ResponseFrontMonthContract', { userMsg, rpCode: ['0'], tradingSymbol: front }),
    RequestDepthByOrderUpdates: (peer, { userMsg = [], symbol, request }) => {
      requests.push(`${request === 1 ? 'subscribe' : 'unsubscribe'} ${symbol}`);
      peer.send('ResponseDepthByOrderUpdates', { userMsg, rpCode: ['0'] });
    },
    RequestDepthByOrderSnapshot: (peer, request) => {
      requests.push(`snapshot ${request.symbol}`);
      sendBook(peer, request, 100);
    },
  };
  feed = await openRithmicFeed({
    gateway: gateway.address,
    credentials: async () => ({ user: 'alice', password: Buffer.from('x') }),
    instruments: [ES],
    nowMs: () => nowMs,
    random: () => 0,
    onState: ({ kind }) => emitted.push(kind),
    onAccount: () => undefined,
    systems: new SystemList(),
    waitScale: 1 / 100,
  });
  emitted.length = 0;
  requests.length = 0;
});
afterEach(async () => {
  await feed.close();
  await gateway.close();
  vi.useRealTimers();
});

const listener = (name: string) => ({
  onBatch: ({ rows }: EventBatch) => {
    if (rows[COL_ACTION] !== ACTION_HEARTBEAT) emitted.push(`${name} rows`);
  },
  onTransport: (state: string) => emitted.push(`${name} ${state}`),
  onEnd: () => undefined,
});

test('at the start of the next trading day the front month is resolved again, and the data flow of the old one ends', async () => {
  const old = feed.open(ES, listener('old'));
  feed.onRoll((instrumentId) => {
    emitted.push(`roll ${instrumentId} to ${feed.contractOf(instrumentId).code}`);
    old.close();
    feed.open(instrumentId, listener('new'));
  });
  await expect.poll(() => emitted).toEqual(['old up', 'old rows']);
  front = 'ESH7';
  vi.advanceTimersByTime(LOOK_MS);
  expect(feed.contractOf(ES).code).toBe('ESZ6');
  nowMs += 120_000;
  vi.advanceTimersByTime(LOOK_MS);
  await expect.poll(() => emitted.at(-1)).toBe('new rows');
  expect(emitted.slice(2)).toEqual(['old down', 'roll 1 to ESH7', 'new up', 'new rows']);
  expect(requests).toEqual([
    'subscribe ESZ6',
    'snapshot ESZ6',
    'unsubscribe ESZ6',
    'subscribe ESH7',
    'snapshot ESH7',
  ]);
  // Late messages of the old contract are dropped
  const before = emitted.length;
  gateway.logins[0]?.send('LastTrade', {
    symbol: 'ESZ6',
    exchange: 'CME',
    presenceBits: 1,
    tradePrice: 4567,
    tradeSize: 1,
  });
  gateway.logins[0]?.send('MarketMode', { symbol: 'ESZ6', exchange: 'CME', marketMode: 'Closed' });
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(emitted.length).toBe(before);
});

test('an expired contract stays until the next one is resolved, and a maintenance changes nothing', async () => {
  feed.open(ES, listener('old'));
  nowMs += 120_000;
  vi.advanceTimersByTime(LOOK_MS);
  await expect.poll(() => emitted).toEqual(['old up', 'old rows']);
  const resolved = () =>
    gateway.logins[0]?.requests.filter((name) => name === 'RequestFrontMonthContract').length;
  await expect.poll(resolved).toBe(2);
  vi.advanceTimersByTime(LOOK_MS);
  nowMs = Date.UTC(2026, 11, 20, 23);
  front = '';
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(resolved()).toBe(2);
  // A look is left out while the one before is under way
  const afterLook = <T>(read: () => T): T => {
    vi.advanceTimersByTime(LOOK_MS);
    return read();
  };
  await expect.poll(() => afterLook(resolved)).toBeGreaterThan(2);
  expect(feed.contractOf(ES).code).toBe('ESZ6');
  front = 'ESH7';
  await expect.poll(() => afterLook(() => feed.contractOf(ES).code)).toBe('ESH7');
  // The subscription was not closed: it continues with the new contract
  await expect.poll(() => emitted.slice(2)).toEqual(['old down', 'old up', 'old rows']);
});

test('a front month that changed while the connection was down is a roll too', async () => {
  feed.open(ES, listener('old'));
  await expect.poll(() => emitted).toEqual(['old up', 'old rows']);
  const rolled: string[] = [];
  feed.onRoll((instrumentId) => rolled.push(feed.contractOf(instrumentId).code));
  front = 'ESH7';
  gateway.logins[0]?.socket.terminate();
  await expect.poll(() => emitted.at(-1)).toBe('old rows');
  await expect.poll(() => rolled).toEqual(['ESH7']);
  await expect.poll(() => requests.at(-1)).toBe('snapshot ESH7');
});

test('a front month that changed within a trading day serves from the next one on, after a reconnect too', async () => {
  // 09:00 in Chicago on the day for which the front month was resolved the evening before
  nowMs += 120_000;
  vi.advanceTimersByTime(LOOK_MS);
  const resolved = () =>
    gateway.logins[0]?.requests.filter((name) => name === 'RequestFrontMonthContract').length;
  await expect.poll(resolved).toBe(2);
  nowMs = Date.UTC(2026, 11, 11, 15);
  feed.open(ES, listener('old'));
  await expect.poll(() => emitted).toEqual(['old up', 'old rows']);
  front = 'ESH7';
  gateway.logins[0]?.socket.terminate();
  await expect.poll(() => emitted.filter((one) => one === 'old rows')).toHaveLength(2);
  expect(feed.contractOf(ES).code).toBe('ESZ6');
  expect(requests.at(-1)).toBe('snapshot ESZ6');
  nowMs = Date.UTC(2026, 11, 13, 23, 1);
  vi.advanceTimersByTime(LOOK_MS);
  await expect.poll(() => feed.contractOf(ES).code).toBe('ESH7');
  await expect.poll(() => requests.at(-1)).toBe('snapshot ESH7');
});
