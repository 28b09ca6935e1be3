/** A server that stops or is killed resumes where it was: bars, events, alerts and the state of fifteen minutes ago. */
import type { AiPattern, MarketDataBar, OrderFlowEventDto } from '@undertow/contracts';
import { MINUTE_MS } from '@undertow/market';
import type { Database } from '@undertow/server/src/adapters/storage/database/database.ts';
import { resumePoints } from '@undertow/server/src/live/record/resume-points.ts';
import { openMemoryDatabase } from '@undertow/server/testing/database/databases.ts';
import { block, iceberg, quotes, TapeFeed } from '@undertow/server/testing/tape-feed.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { alertEveryEvent } from './every-event-rule.ts';
import { clearMarket, openRig, type Rig, type RigUser } from './line-rig.ts';

/** 2026-11-20 16:00 UTC. */
const START = Date.UTC(2026, 10, 20, 16);

let database: Database;
beforeAll(async () => {
  database = await openMemoryDatabase();
});
afterAll(() => database.close());
afterEach(() => clearMarket(database));

/** A second of the market: price and order ids follow from it, the same for every writer. */
function writeSecond(feed: TapeFeed, second: number, isFirst: boolean): void {
  const id = 1000 + second * 100;
  const price = 20_000 + second;
  const lines = quotes(price, id, isFirst ? null : id - 100);
  const isEventful = second % 60 === 30;
  feed.push(1, START + second * 1000, [
    ...lines,
    ...iceberg(price, id + 10, id + 11, isEventful ? 6 : 1),
    // Off the book: an AI pattern, but no volume of a bar
    ...(isEventful ? block(price, 1000 + second) : []),
  ]);
}

async function run(rig: Rig, fromSecond: number, seconds: number): Promise<void> {
  await expect.poll(() => rig.feed.isOpen(1)).toBe(true);
  for (let second = fromSecond; second < fromSecond + seconds; second += 1) {
    writeSecond(rig.feed, second, second === fromSecond);
    await rig.pass(1000);
    // Lets the database take what was handed to it
    await new Promise(setImmediate);
  }
}

const open = (fromSecond: number): Promise<Rig> =>
  openRig({
    feed: new TapeFeed({ nowMs: START + fromSecond * 1000, run: 'one-history' }),
    database,
    allTypes: true,
  });

async function bodyOf<T>(rig: Rig, user: RigUser, url: string): Promise<T> {
  const { text } = await rig.get(user, url);
  return JSON.parse(text.slice(text.indexOf('\n') + 1)) as T;
}

const barsOf = (rig: Rig, user: RigUser): Promise<MarketDataBar[]> =>
  bodyOf(rig, user, '/api/market-data?instrumentId=1&timeframe=1m&limit=100');
/** Icebergs are exact: whether anything else is raised of so odd a market is for its calibrators. */
const eventsOf = async (rig: Rig, user: RigUser): Promise<OrderFlowEventDto[]> => {
  const events = await bodyOf<OrderFlowEventDto[]>(rig, user, '/api/order-flow-events?instrumentId=1');
  return events.filter(({ eventType }) => eventType === 'iceberg');
};
const patternsOf = (rig: Rig, user: RigUser): Promise<AiPattern[]> =>
  bodyOf(rig, user, '/api/ai-patterns?instrumentId=1');

test('after a clean stop bars continue in the middle of their minute, each minute once and complete', async () => {
  const first = await open(0);
  await run(first, 0, 150);
  await first.close();
  const second = await open(150);
  const pro = await second.signIn('pro', [1]);
  await run(second, 150, 60);
  const bars = await barsOf(second, pro);
  expect(bars.map((bar) => Date.parse(bar.timestamp))).toEqual(
    [0, 1, 2, 3].map((n) => START + n * MINUTE_MS),
  );
  // Five contracts a second, thirty in the one that holds an iceberg
  expect(bars.slice(0, 3).map((bar) => bar.volume)).toEqual([325, 325, 325]);
  await second.close();
}, 120_000);

test('after a kill there are no duplicates and no gap but the outage', async () => {
  const first = await open(0);
  await run(first, 0, 150);
  await first.kill();
  const second = await open(300);
  const pro = await second.signIn('pro', [1]);
  await run(second, 300, 90);
  const bars = await barsOf(second, pro);
  expect(bars.map((bar) => (Date.parse(bar.timestamp) - START) / MINUTE_MS)).toEqual([0, 1, 2, 5, 6]);
  expect(bars.slice(0, 2).map((bar) => bar.volume)).toEqual([325, 325]);
  // Of the minute of the kill at most the last five seconds are missing
  expect(bars[2]?.volume).toBeGreaterThanOrEqual(125);
  const ids = (await eventsOf(second, pro)).map((event) => event.id);
  expect(new Set(ids).size).toBe(ids.length);
  // Those of seconds 30 and 90 before, of second 330 after
  expect(ids).toHaveLength(3);
  await second.close();
}, 120_000);

test('the delayed view shows after a restart what it would have shown without one', async () => {
  const first = await open(0);
  const basic = await first.signIn('basic', [1]);
  await alertEveryEvent(first, basic, START);
  await run(first, 0, 960);
  const before = await eventsOf(first, basic);
  expect(before).toHaveLength(1);
  const pro = await first.signIn('pro', [1]);
  const patternsBefore = await patternsOf(first, basic);
  const prosBefore = await patternsOf(first, pro);
  const blocks = (patterns: readonly AiPattern[]): AiPattern[] =>
    patterns.filter(({ eventType }) => eventType === 'dark_pool_activity');
  expect(blocks(patternsBefore)).toHaveLength(1);
  expect(blocks(prosBefore)).toHaveLength(16);
  await first.close();
  const second = await open(960);
  const again = await second.signInAgain(basic);
  await expect.poll(async () => (await eventsOf(second, again)).length).toBe(1);
  expect(await eventsOf(second, again)).toEqual(before);
  expect(await patternsOf(second, again)).toEqual(patternsBefore);
  expect(await patternsOf(second, await second.signInAgain(pro))).toEqual(prosBefore);
  const book = await bodyOf<{ price: string }[]>(second, again, '/api/order-book?instrumentId=1');
  // The bid of second 59 or 60: one tick below its price
  expect([20_058, 20_059].map((ticks) => (ticks / 4).toFixed(2))).toContain(book[0]?.price);
  await run(second, 960, 60);
  expect(await eventsOf(second, again)).toHaveLength(2);
  expect(blocks(await patternsOf(second, again))).toHaveLength(2);
  const alerts = await bodyOf<{ title: string }[]>(second, again, '/api/alerts');
  expect(alerts.filter(({ title }) => title.startsWith('Iceberg'))).toHaveLength(2);
  await second.close();
}, 120_000);

test('the simulated venue gets the point to resume from', async () => {
  const first = await open(0);
  await run(first, 0, 100);
  await first.close();
  const points = await resumePoints(first.stores.marketStore, [1, 2], START + 500_000);
  expect([...points.keys()]).toEqual([1]);
  expect(points.get(1)).toMatchObject({ closeTicks: 20_099, run: 'one-history' });
  // The last second in which something happened
  expect(Math.floor(((points.get(1)?.lastMs ?? 0) - START) / 1000)).toBe(99);
}, 120_000);
