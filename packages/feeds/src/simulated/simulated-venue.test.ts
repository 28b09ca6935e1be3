import {
  ACTION_TRADE,
  COL_ACTION,
  COL_PRICE_TICKS,
  instrumentById,
  ROW_LENGTH,
  rowTimeMs,
} from '@undertow/market';
import { afterEach, expect, test } from 'vitest';
import type { Feed } from '#feed/feed.ts';
import { feedConformance } from '#testing/feed-conformance.ts';
import { openSimulatedVenue, type SimulatedVenueOptions } from './simulated-venue.ts';

/** Little history keeps these tests short. */
const HISTORY_MINUTES = 3;
const HISTORY = { historyMinutes: HISTORY_MINUTES, seed: 11, instruments: [1, 2] };

/** A clock of the test's own that follows the machine's pace from a fixed instant. */
function clockFrom(startMs: number): () => number {
  const begun = performance.now();
  return () => startMs + performance.now() - begun;
}

const START_MS = Date.UTC(2026, 10, 20, 15, 0);
const opened: Feed[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((feed) => feed.close()));
});

function open(options: Partial<SimulatedVenueOptions>): Feed {
  const feed = openSimulatedVenue({ ...HISTORY, nowMs: clockFrom(START_MS), ...options });
  opened.push(feed);
  return feed;
}

interface Received {
  firstMs: number;
  lastMs: number;
  firstTradeTicks: number;
  trades: number;
}

function receiveRow(received: Received, rows: Int32Array, at: number): void {
  received.lastMs = rowTimeMs(rows, at);
  if (received.firstMs === 0) received.firstMs = received.lastMs;
  if (rows[at + COL_ACTION] !== ACTION_TRADE) return;
  received.trades++;
  if (received.firstTradeTicks === 0) received.firstTradeTicks = rows[at + COL_PRICE_TICKS]!;
}

/** Listens until the rows reach the clock, and closes nothing. */
async function receiveUntilLive(feed: Feed, instrumentId: number): Promise<Received> {
  const received: Received = { firstMs: 0, lastMs: 0, firstTradeTicks: 0, trades: 0 };
  await new Promise<void>((resolve) => {
    feed.open(instrumentId, {
      onBatch({ rows, count }) {
        for (let at = 0; at < count * ROW_LENGTH; at += ROW_LENGTH) receiveRow(received, rows, at);
        if (feed.nowMs() - received.lastMs < 500) resolve();
      },
      onTransport() {
        // Asserted by the conformance suite.
      },
      onEnd() {
        throw new Error('a simulated venue does not end');
      },
    });
  });
  return received;
}

feedConformance('the simulated venue', {
  open: () => Promise.resolve(openSimulatedVenue({ ...HISTORY, nowMs: () => Date.now() })),
});

test('a new exchange begins with its history at the base price and reaches the present', async () => {
  const feed = open({});
  const received = await receiveUntilLive(feed, 1);
  expect(received.firstMs).toBeLessThanOrEqual(START_MS - HISTORY_MINUTES * 60_000);
  expect(received.firstMs).toBeGreaterThan(START_MS - (HISTORY_MINUTES + 11) * 60_000);
  expect(Math.abs(received.firstTradeTicks - (instrumentById(1)?.basePriceTicks ?? 0))).toBeLessThan(40);
  expect(received.trades).toBeGreaterThan(16 * HISTORY_MINUTES);
});

test('a resumed exchange continues at its stored close, at most twenty minutes back, under the same run', async () => {
  const resume = new Map([[1, { closeTicks: 19_000, lastMs: START_MS - 3_600_000, run: 'simulated-9-1' }]]);
  const feed = open({ resume });
  const received = await receiveUntilLive(feed, 1);
  expect(feed.run).toBe('simulated-9-1');
  expect(received.firstMs).toBeCloseTo(START_MS - 20 * 60_000, -3);
  expect(Math.abs(received.firstTradeTicks - 19_000)).toBeLessThan(20);
});

test('an exchange that stopped a minute ago continues without a hole', async () => {
  const lastMs = START_MS - 60_000;
  const feed = open({ resume: new Map([[1, { closeTicks: 19_000, lastMs, run: 'simulated-9-1' }]]) });
  const received = await receiveUntilLive(feed, 1);
  expect(received.firstMs).toBe(lastMs);
});

test('an instrument opened later begins with the one before it: their common news comes at the same instants', async () => {
  const pace = clockFrom(START_MS);
  let aheadMs = 0;
  const feed = open({ nowMs: () => pace() + aheadMs });
  const first = await receiveUntilLive(feed, 1);
  aheadMs = 15 * 60_000;
  const second = await receiveUntilLive(feed, 2);
  expect(second.firstMs).toBe(first.firstMs);
});

test('resumed exchanges continue together from the latest stored instant', async () => {
  const stored = { closeTicks: 19_000, run: 'simulated-9-1' };
  const resume = new Map([
    [1, { ...stored, lastMs: START_MS - 75_000 }],
    [2, { ...stored, lastMs: START_MS - 60_000 }],
  ]);
  const feed = open({ resume });
  const [first, second] = await Promise.all([receiveUntilLive(feed, 1), receiveUntilLive(feed, 2)]);
  expect([first.firstMs, second.firstMs]).toEqual([START_MS - 60_000, START_MS - 60_000]);
});

test('two instruments reach the present side by side', async () => {
  const feed = open({});
  const [first, second] = await Promise.all([receiveUntilLive(feed, 1), receiveUntilLive(feed, 2)]);
  expect(first.trades).toBeGreaterThan(0);
  expect(second.trades).toBeGreaterThan(0);
});

test('an instrument outside the catalogue is refused at the opening of the venue', () => {
  expect(() => openSimulatedVenue({ ...HISTORY, instruments: [1, 9999], nowMs: () => 0 })).toThrow(
    RangeError,
  );
});

const nobody = { onBatch: () => undefined, onTransport: () => undefined, onEnd: () => undefined };

test('it names what it is, and refuses what it does not list, in words', async () => {
  let nowMs = START_MS + 0.5;
  const feed = open({ nowMs: () => nowMs });
  expect([feed.source, feed.tier, feed.replaySpeed, feed.instrumentIds]).toEqual([
    'simulated',
    'L3',
    null,
    [1, 2],
  ]);
  expect(feed.run).toBe(`simulated-11-${START_MS}`);
  expect(feed.contractOf(2)).toEqual({ instrumentId: 2, code: 'NQZ6', expiry: '2026-12-18' });
  nowMs += 1000;
  expect(feed.nowMs()).toBe(START_MS + 1000);
  const refusal = new RangeError('the simulated venue does not list instrument 3');
  expect(() => feed.contractOf(3)).toThrow(refusal);
  expect(() => feed.open(3, nobody)).toThrow(refusal);
  await feed.close();
  expect(() => feed.open(1, nobody)).toThrow('the simulated venue is closed');
  await feed.close();
});

test('contracts roll with the calendar at the open of a trading day, each once and with its new name', () => {
  // Wednesday, 9 December 2026: the trading day of Thursday begins at 17:00 in Chicago, 23:00 UTC
  const openMs = Date.UTC(2026, 11, 9, 23, 0);
  let nowMs = openMs - 60_000;
  const feed = open({ nowMs: () => nowMs, historyMinutes: 1 });
  const rolled: string[] = [];
  feed.onRoll?.((id) => rolled.push(`${id} ${feed.contractOf(id).code}`));
  const look = () => feed.open(1, nobody).close();
  const names = () => [1, 2].map((id) => feed.contractOf(id).code);
  nowMs = openMs - 1;
  look();
  expect([rolled, names()]).toEqual([[], ['ESZ6', 'NQZ6']]);
  nowMs = openMs;
  look();
  look();
  expect([rolled, names()]).toEqual([
    ['1 ESH7', '2 NQH7'],
    ['ESH7', 'NQH7'],
  ]);
  // Eight days before the next expiry they roll again, and on no day between
  for (nowMs += 1; nowMs < openMs + 80 * 86_400_000; nowMs += 86_400_000) look();
  expect(rolled).toHaveLength(2);
});
