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
const asked: string[] = [];
const heard: string[] = [];
let feed: Awaited<ReturnType<typeof openRithmicFeed>>;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  gateway = await ScriptedGateway.start();
  nowMs = BEFORE_THE_ROLL;
  front = 'ESZ6';
  asked.length = 0;
  heard.length = 0;
  gateway.script = {
    RequestFrontMonthContract: (peer, { userMsg = [] }) =>
      peer.send('ResponseFrontMonthContract', { userMsg, rpCode: ['0'], tradingSymbol: front }),
    RequestDepthByOrderUpdates: (peer, { userMsg = [], symbol, request }) => {
      asked.push(`${request === 1 ? 'subscribe' : 'unsubscribe'} ${symbol}`);
      peer.send('ResponseDepthByOrderUpdates', { userMsg, rpCode: ['0'] });
    },
    RequestDepthByOrderSnapshot: (peer, request) => {
      asked.push(`snapshot ${request.symbol}`);
      sendBook(peer, request, 100);
    },
  };
  feed = await openRithmicFeed({
    gateway: gateway.address,
    credentials: async () => ({ user: 'alice', password: Buffer.from('x') }),
    instruments: [ES],
    nowMs: () => nowMs,
    random: () => 0,
    onState: ({ kind }) => heard.push(kind),
    onAccount: () => undefined,
    systems: new SystemList(),
    waitScale: 1 / 100,
  });
  heard.length = 0;
  asked.length = 0;
});
afterEach(async () => {
  await feed.close();
  await gateway.close();
  vi.useRealTimers();
});

const listener = (name: string) => ({
  onBatch: ({ rows }: EventBatch) => {
    if (rows[COL_ACTION] !== ACTION_HEARTBEAT) heard.push(`${name} rows`);
  },
  onTransport: (state: string) => heard.push(`${name} ${state}`),
  onEnd: () => undefined,
});

test('at the start of the next trading day the front month is resolved again, and the flow of the old one ends', async () => {
  const old = feed.open(ES, listener('old'));
  feed.onRoll((instrumentId) => {
    heard.push(`roll ${instrumentId} to ${feed.contractOf(instrumentId).code}`);
    old.close();
    feed.open(instrumentId, listener('new'));
  });
  await expect.poll(() => heard).toEqual(['old up', 'old rows']);
  front = 'ESH7';
  vi.advanceTimersByTime(LOOK_MS);
  expect(feed.contractOf(ES).code).toBe('ESZ6');
  nowMs += 120_000;
  vi.advanceTimersByTime(LOOK_MS);
  await expect.poll(() => heard.at(-1)).toBe('new rows');
  expect(heard.slice(2)).toEqual(['old down', 'roll 1 to ESH7', 'new up', 'new rows']);
  expect(asked).toEqual([
    'subscribe ESZ6',
    'snapshot ESZ6',
    'unsubscribe ESZ6',
    'subscribe ESH7',
    'snapshot ESH7',
  ]);
  // What is still under way of the old contract reaches nobody
  const before = heard.length;
  gateway.logins[0]?.send('LastTrade', {
    symbol: 'ESZ6',
    exchange: 'CME',
    presenceBits: 1,
    tradePrice: 4567,
    tradeSize: 1,
  });
  gateway.logins[0]?.send('MarketMode', { symbol: 'ESZ6', exchange: 'CME', marketMode: 'Closed' });
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(heard.length).toBe(before);
});

test('a contract that has expired is asked for until another one follows it, and a maintenance changes nothing', async () => {
  feed.open(ES, listener('old'));
  nowMs += 120_000;
  vi.advanceTimersByTime(LOOK_MS);
  await expect.poll(() => heard).toEqual(['old up', 'old rows']);
  const resolved = () =>
    gateway.logins[0]?.heard.filter((name) => name === 'RequestFrontMonthContract').length;
  await expect.poll(resolved).toBe(2);
  vi.advanceTimersByTime(LOOK_MS);
  nowMs = Date.UTC(2026, 11, 20, 23);
  front = '';
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(resolved()).toBe(2);
  vi.advanceTimersByTime(LOOK_MS);
  await expect.poll(resolved).toBe(3);
  expect(feed.contractOf(ES).code).toBe('ESZ6');
  front = 'ESH7';
  await new Promise((resolve) => setTimeout(resolve, 50));
  vi.advanceTimersByTime(LOOK_MS);
  await expect.poll(() => feed.contractOf(ES).code).toBe('ESH7');
  // Nobody closed the flow: it goes on with the new contract
  await expect.poll(() => heard.slice(2)).toEqual(['old down', 'old up', 'old rows']);
});

test('a front month that changed while the connection was away is a roll too', async () => {
  feed.open(ES, listener('old'));
  await expect.poll(() => heard).toEqual(['old up', 'old rows']);
  const rolled: string[] = [];
  feed.onRoll((instrumentId) => rolled.push(feed.contractOf(instrumentId).code));
  front = 'ESH7';
  gateway.logins[0]?.socket.terminate();
  await expect.poll(() => heard.at(-1)).toBe('old rows');
  await expect.poll(() => rolled).toEqual(['ESH7']);
  await expect.poll(() => asked.at(-1)).toBe('snapshot ESH7');
});
