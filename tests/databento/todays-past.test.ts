/** Today's past over the sandbox's stand-in: the trades so far come first, none twice and none missing, and nothing hangs. */
import { type FeedWithPast, type PastState, withTodaysPast } from '@undertow/feeds';
import { feedConformance } from '@undertow/feeds/testing/feed-conformance.ts';
import {
  ACTION_TRADE,
  type Bar,
  CME_CALENDAR,
  COL_ACTION,
  COL_FLAGS,
  COL_PRICE_TICKS,
  COL_SEQUENCE,
  COL_SIDE,
  COL_SIZE,
  type EventBatch,
  FLAG_SNAPSHOT,
  type Instrument,
  instrumentById,
  MarketFacts,
  ROW_LENGTH,
  rowTimeMs,
  SIDE_ASK,
  SIDE_BID,
  WEEK_MS,
} from '@undertow/market';
import type { Databento } from '@undertow/sandbox/src/databento/gateway/start-databento.ts';
import { NO_FAULTS } from '@undertow/sandbox/src/databento/session/faults.ts';
import { LiveClient, RTYPES } from '@undertow/sandbox/testing/databento/live-client.ts';
import { KEY, openDatabento } from '@undertow/sandbox/testing/databento/open-databento.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { ES, openFeed } from '#tests/databento/stand-in-rig.ts';

const ES_MINI = instrumentById(ES) as Instrument;

/** Over a weekend the trading day began longer ago than the gateway's day. */
const REACHING = { ...NO_FAULTS, replayReachMs: WEEK_MS };

let standIn: Databento;
let feed: FeedWithPast | null = null;
beforeAll(async () => {
  standIn = await openDatabento({ historyMinutes: 6 });
  standIn.setFaults(REACHING);
});
afterEach(async () => {
  standIn.setFaults(REACHING);
  await feed?.close();
  feed = null;
});
afterAll(() => standIn.close());

interface Trade {
  readonly timeMs: number;
  readonly sequence: number;
  readonly priceTicks: number;
  readonly size: number;
  readonly side: number;
}

/** What a session of the server receives. */
class Received {
  readonly facts = new MarketFacts({ instrument: ES_MINI, calendar: CME_CALENDAR });
  readonly past: Trade[] = [];
  readonly live: Trade[] = [];
  readonly transport: string[] = [];
  isBookBegun = false;
  pastAfterBook = 0;

  onPast({ rows, count }: EventBatch): void {
    if (this.isBookBegun) this.pastAfterBook += 1;
    for (let at = 0; at < count * ROW_LENGTH; at += ROW_LENGTH) this.#take(rows, at, this.past);
  }

  onBatch({ rows, count }: EventBatch): void {
    for (let at = 0; at < count * ROW_LENGTH; at += ROW_LENGTH) {
      if ((rows[at + COL_FLAGS]! & FLAG_SNAPSHOT) !== 0) this.isBookBegun = true;
      else if (rows[at + COL_ACTION] === ACTION_TRADE) this.#take(rows, at, this.live);
    }
  }

  onTransport(state: string): void {
    this.transport.push(state);
  }

  onEnd(): void {
    this.transport.push('end');
  }

  get trades(): readonly Trade[] {
    return [...this.past, ...this.live];
  }

  #take(rows: Int32Array, at: number, into: Trade[]): void {
    this.facts.applyRow(rows, at);
    into.push({
      ...{ timeMs: rowTimeMs(rows, at), sequence: rows[at + COL_SEQUENCE]! },
      ...{ priceTicks: rows[at + COL_PRICE_TICKS]!, size: rows[at + COL_SIZE]!, side: rows[at + COL_SIDE]! },
    });
  }
}

async function openWithPast(states: PastState[] = [], waitScale = 1): Promise<FeedWithPast> {
  const [host = '', port] = standIn.address.split(':');
  const session = { host, port: Number(port), key: KEY, dataset: 'GLBX.MDP3', compression: 'none' } as const;
  return withTodaysPast(await openFeed(standIn), {
    session: { ...session, waitScale },
    onState: (_, state) => states.push(state),
  });
}

async function open(states: PastState[] = [], waitScale = 1): Promise<Received> {
  feed = await openWithPast(states, waitScale);
  const received = new Received();
  feed.open(ES, received);
  return received;
}

feedConformance('a feed with today’s past', { open: () => openWithPast(), instrumentId: ES });

const SOON = { interval: 20 };
const kinds = (states: readonly PastState[]) => states.map(({ kind }) => kind);

test('the trades so far come before the book, then the live ones: the stand-in’s own, none twice and none missing', async () => {
  const states: PastState[] = [];
  const received = await open(states);
  await expect.poll(() => received.live.length, SOON).toBeGreaterThan(100);
  expect(kinds(states)).toEqual(['waiting', 'replaying', 'whole']);
  expect([received.past.length > 1000, received.pastAfterBook, received.transport]).toEqual([
    true,
    0,
    ['up'],
  ]);
  const all = [...received.trades];
  const own = await ownTrades(all.at(-1)?.sequence ?? 0);
  expect(all.length).toBe(own.length);
  expect(all.map(({ sequence }) => sequence)).toEqual(own.map((record) => record.readUInt32LE(44)));
  expect(all.map(({ size }) => size)).toEqual(own.map((record) => record.readUInt32LE(24)));
  const letters = new Map([
    [SIDE_BID, 'B'],
    [SIDE_ASK, 'A'],
  ]);
  expect(all.map(({ side }) => letters.get(side) ?? 'N')).toEqual(
    own.map((record) => record.toString('latin1', 29, 30)),
  );
});

/** Trade records of a bare client up to a sequence. */
async function ownTrades(sequence: number): Promise<readonly Buffer[]> {
  const line = 'schema=trades|stype_in=continuous|id=1|symbols=ES.v.0|start=0|is_last=1';
  const client = await LiveClient.start(standIn, [line]);
  const trades = () => client.ofType(RTYPES.trades);
  await client.until(() => trades().some((record) => record.readUInt32LE(44) >= sequence), 'the trades');
  client.close();
  return trades().filter((record) => record.readUInt32LE(44) <= sequence);
}

test('bars of the past are those of the exchange, minute by minute, with the aggressors’ volumes', async () => {
  const received = await open();
  await expect.poll(() => received.live.length, SOON).toBeGreaterThan(10);
  const bars = received.facts.bars.last(1000);
  expect(bars.length).toBeGreaterThan(4);
  expect(bars.map(ohlcv)).toEqual((await vendorBars()).slice(0, bars.length));
  for (const bar of bars) expect(bar.buyVolume + bar.sellVolume).toBeLessThanOrEqual(bar.volume);
  const traded = received.trades.reduce((sum, { size }) => sum + size, 0);
  const profile = received.facts.dayFacts().profile.reduce((sum, level) => sum + level.volume, 0);
  expect([received.facts.volume, profile]).toEqual([traded, traded]);
});

const ohlcv = ({ startMs, openTicks, highTicks, lowTicks, closeTicks, volume }: Bar) => [
  startMs,
  openTicks,
  highTicks,
  lowTicks,
  closeTicks,
  volume,
];

/** Minutes as the stand-in makes them itself. */
async function vendorBars(): Promise<readonly number[][]> {
  const line = 'schema=ohlcv-1m|stype_in=continuous|id=1|symbols=ES.v.0|start=0|is_last=1';
  const client = await LiveClient.start(standIn, [line]);
  await client.until(() => client.ofType(RTYPES.system).length > 1, 'the end of the replay');
  client.close();
  const tick = ES_MINI.tickNanos;
  return client
    .ofType(RTYPES.minute)
    .map((record) => [
      Number(record.readBigUInt64LE(8) / 1_000_000n),
      ...[16, 24, 32, 40].map((at) => Number(record.readBigInt64LE(at)) / tick),
      Number(record.readBigUInt64LE(48)),
    ]);
}

test('a start that has aged out is replayed as far back as the gateway has, and called partial', async () => {
  standIn.setFaults({ replayReachMs: 60_000 });
  const states: PastState[] = [];
  const received = await open(states);
  await expect.poll(() => received.live.length, SOON).toBeGreaterThan(10);
  expect(states.at(-1)).toMatchObject({
    kind: 'partial',
    reason: expect.stringContaining('no longer available'),
  });
  expect(received.past.length).toBeGreaterThan(1000);
});

test('a replay that stands still is given up, and the live rows follow', async () => {
  standIn.setFaults({ replayStalls: true });
  const states: PastState[] = [];
  const received = await open(states, 0.05);
  await expect.poll(() => received.live.length, SOON).toBeGreaterThan(10);
  expect(states.at(-1)).toMatchObject({
    kind: 'partial',
    reason: expect.stringMatching(/given up|nothing came/),
  });
});

test('a replay that is refused leaves the live rows alone', async () => {
  standIn.setFaults({ refuse: 'limit' });
  const states: PastState[] = [];
  const opened = open(states);
  await expect.poll(() => states.at(-1)?.kind, SOON).toBe('partial');
  standIn.setFaults({ refuse: null });
  await opened;
  expect(states.at(-1)).toMatchObject({ trades: 0, reason: expect.stringContaining('connection limit') });
});

test('while the gateway is away the past waits for it, and comes whole', async () => {
  await standIn.stopListening();
  const states: PastState[] = [];
  const received = await open(states, 0.05);
  await expect.poll(() => received.transport, SOON).toContain('down');
  await standIn.listenAgain();
  await expect.poll(() => received.live.length, SOON).toBeGreaterThan(10);
  expect(states.at(-1)?.kind).toBe('whole');
  expect(received.transport.at(-1)).toBe('up');
  expect(received.past.length).toBeGreaterThan(1000);
});

test('a flow that is closed during its replay leaves no session behind', async () => {
  standIn.setFaults({ replayStalls: true });
  await open();
  await expect.poll(() => standIn.sessions(), SOON).toHaveLength(2);
  await feed?.close();
  await expect.poll(() => standIn.sessions(), SOON).toHaveLength(0);
});
