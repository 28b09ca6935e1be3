/** A roll in the running server over the stand-in: it waits for the session boundary, and nothing of the old contract goes on. */
import { openDatabentoFeed, withTodaysPast } from '@undertow/feeds';
import { CME_CALENDAR, FLOW_EVENT_TYPES } from '@undertow/market';
import { type Databento, startDatabento } from '@undertow/sandbox/src/databento/gateway/start-databento.ts';
import { KEY } from '@undertow/sandbox/testing/databento/open-databento.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LineRig, openFeedLine } from './line-of-feed.ts';

const ES = 1;
/** Ten minutes before the trading day of Thursday begins; the stand-in trades through the break. */
const BOUNDARY = Date.UTC(2026, 10, 25, 22, 50);
const MINUTE = 60_000;
/** Minutes of trading come before it in real time: the days' tests end before the boundary. */
const START = BOUNDARY - 2 * MINUTE;
const IS_LONG = process.env['LONG_TESTS'] === '1';
const longTest = test.runIf(IS_LONG);
/** Where the clock waits until the test lets it go on: its market must not lag behind at the boundary, however busy the machine. */
const WAIT = BOUNDARY - 5000;

let standIn: Databento;
let rig: LineRig;
let shiftMs = START - Date.now();
let isWaiting = true;
const nowMs = (): number => (isWaiting ? Math.min(WAIT, Date.now() + shiftMs) : Date.now() + shiftMs);
const monotonicMs = (): number => performance.now();

function goOn(): void {
  shiftMs += nowMs() - (Date.now() + shiftMs);
  isWaiting = false;
}

beforeAll(async () => {
  const settings = { livePort: 0, historyPort: 0, host: '127.0.0.1', key: KEY, instruments: [ES] };
  standIn = await startDatabento({ ...settings, seed: 7, historyMinutes: 2, scale: 4 }, { nowMs });
  const [host = '', port] = standIn.address.split(':');
  const session = { key: KEY, dataset: 'GLBX.MDP3', compression: 'none' as const };
  const place = { host, port: Number(port) };
  const live = await openDatabentoFeed({
    ...session,
    gateway: place,
    instruments: [ES],
    nowMs,
    monotonicMs,
    random: () => 0,
    onState: () => undefined,
  });
  const feed = withTodaysPast(live, { session: { ...session, ...place, waitScale: 1 } });
  rig = await openFeedLine({ feed, calendar: CME_CALENDAR, nowMs, monotonicMs });
});
afterAll(async () => {
  await rig?.close();
  await standIn?.close();
});

const view = (delaySeconds = 0) => rig.line.views.view(ES, delaySeconds);
const contractsOf = async (contracts: 'last' | 'all', delaySeconds = 0) => [
  ...new Set((await view(delaySeconds)?.bars('1m', 500, null, contracts))?.map(({ contract }) => contract)),
];
const live = () => expect.poll(() => view()?.status().state).toBe('live');

test('before the boundary another contract of the vendor changes nothing, not even after a cut', async () => {
  await live();
  expect(await contractsOf('all')).toEqual(['ESZ6']);
  standIn.roll('ES');
  standIn.dropConnections();
  await expect.poll(() => view()?.status().gapsToday).toBe(1);
  await live();
  expect(view()?.status().contract).toBe('ESZ6');
  expect(rig.line.status().session?.reconnects).toBeGreaterThan(0);
});

test('the gap of the cut is in the view and stored, from the last row to the new book, and nothing fills it', async () => {
  const gaps = () =>
    rig.stores.marketStore.listGaps(ES, 'databento-stand-in', START - MINUTE, nowMs() + MINUTE);
  await expect.poll(async () => (await gaps())[0]?.toMs ?? null).not.toBeNull();
  const [gap, ...others] = await gaps();
  expect(others).toEqual([]);
  expect((gap?.toMs ?? 0) - (gap?.fromMs ?? 0)).toBeGreaterThan(500);
  expect(rig.line.views.view(ES, 0)?.gaps()).toEqual([gap]);
  expect(view()?.status().lastGap?.from).toBe(new Date(Math.floor(gap?.fromMs ?? 0)).toISOString());
});

test('a halt, an auction and the opening after it are the states of the feed', async () => {
  const states = ['halt', 'preopen', 'open'] as const;
  const shown = { halt: 'halted', preopen: 'auction', open: 'live' };
  for (const status of states) {
    standIn.setStatus('ES', status);
    await expect.poll(() => view()?.status().state).toBe(shown[status]);
  }
  // The book after the halt is a snapshot, no gap
  expect(view()?.status().gapsToday).toBe(1);
});

longTest(
  'at the boundary the session of the old contract ends and another one begins in the same view',
  async () => {
    const before = view()?.facts();
    expect(before?.volume).toBeGreaterThan(0);
    await expect
      .poll(() => view()?.events(FLOW_EVENT_TYPES, false).length, { timeout: 60_000 })
      .toBeGreaterThan(0);
    await expect.poll(nowMs, { timeout: 120_000 }).toBe(WAIT);
    goOn();
    await expect.poll(() => view()?.status().contract, { timeout: 60_000 }).toBe('ESH7');
    await expect.poll(() => contractsOf('last'), { timeout: 60_000 }).toEqual(['ESH7']);
    await expect.poll(() => view()?.facts().lastPrice, { timeout: 60_000 }).not.toBeNull();
    expect(await contractsOf('all')).toEqual(['ESZ6', 'ESH7']);
  },
);

longTest('levels, VWAP, profile and change are those of the new contract alone', async () => {
  const bars = (await view()?.bars('1m', 500, null, 'last')) ?? [];
  const facts = view()?.facts();
  const volume = bars.reduce((sum, bar) => sum + bar.volume, 0);
  const profile = facts?.profile.reduce((sum, row) => sum + row.volume, 0) ?? 0;
  // A second passes between two facts
  expect(facts?.volume).toBeLessThanOrEqual(volume);
  expect(profile).toBe(facts?.volume);
  expect(facts).toMatchObject({ priorHigh: null, priorLow: null, openingRangeHigh: null });
  const prices = bars.flatMap(({ high, low }) => [Number(high), Number(low)]);
  expect(Number(facts?.vwap)).toBeGreaterThanOrEqual(Math.min(...prices));
  expect(Number(facts?.vwap)).toBeLessThanOrEqual(Math.max(...prices));
  // Its own settlement, announced before it was the front contract
  expect(facts).toMatchObject({ changeFrom: 'settlement', priorSettlement: '4567.25' });
});

longTest(
  'no event of the old contract is active, and lists hold the same closed ones as the history',
  async () => {
    const listed = view()?.events(FLOW_EVENT_TYPES, false) ?? [];
    const rolledAt = Date.parse((await view()?.bars('1m', 500, null, 'last'))?.[0]?.timestamp ?? '');
    const active = view()?.events(FLOW_EVENT_TYPES, true) ?? [];
    expect(active.filter(({ detectedAt }) => Date.parse(detectedAt) < rolledAt)).toEqual([]);
    const stored = await rig.stores.marketStore.listEvents(
      [ES],
      'databento-stand-in',
      FLOW_EVENT_TYPES,
      START - 60 * MINUTE,
      rolledAt,
      1000,
    );
    const earlier = listed.filter(({ detectedAt }) => Date.parse(detectedAt) < rolledAt);
    expect(earlier.length).toBeGreaterThan(0);
    expect(earlier.map(({ id }) => id).toSorted()).toEqual(stored.map(({ id }) => id).toSorted());
    expect(view()?.patterns(['volume_spike', 'support_resistance'])).toEqual([]);
  },
);

longTest('stored bars name their contract and the stand-in as their source', async () => {
  const bars = () =>
    rig.stores.marketStore.listBars(ES, 'databento-stand-in', START - 60 * MINUTE, nowMs() + MINUTE);
  await expect.poll(async () => new Set((await bars()).map(({ contract }) => contract)).size).toBe(2);
  const stored = await bars();
  const first = stored.findIndex(({ contract }) => contract === 'ESH7');
  expect(new Set(stored.slice(0, first).map(({ contract }) => contract))).toEqual(new Set(['ESZ6']));
  expect(new Set(stored.slice(first).map(({ contract }) => contract))).toEqual(new Set(['ESH7']));
  expect(await rig.stores.marketStore.listBars(ES, 'databento', 0, nowMs())).toEqual([]);
});
