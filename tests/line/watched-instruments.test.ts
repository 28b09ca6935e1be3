/** Instruments on a watchlist that nobody analyses: their feed runs, and their price is shown at the delay of the viewer's plan. */
import type { WatchlistRow } from '@undertow/contracts';
import { INSTRUMENTS } from '@undertow/market';
import type { Database } from '@undertow/server/src/adapters/storage/database/database.ts';
import { openMemoryDatabase } from '@undertow/server/testing/database/databases.ts';
import { iceberg, quotes, TapeFeed } from '@undertow/server/testing/tape-feed.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { clearMarket, openRig, type Rig, type RigUser } from './line-rig.ts';

const START = Date.UTC(2026, 10, 20, 16) + 0.4375;
const DELAY_SECONDS = 900;
const CARRIED = [1, 2, 6];

let database: Database;
beforeAll(async () => {
  database = await openMemoryDatabase();
});
afterAll(() => database.close());

let rig: Rig;
let seconds = 0;
beforeEach(async () => {
  rig = await openRig({ feed: new TapeFeed({ nowMs: START, instrumentIds: CARRIED }), database });
  seconds = 0;
});
afterEach(async () => {
  await rig.close();
  await clearMarket(database);
});

async function signIn(
  tier: 'free' | 'basic' | 'pro' | 'elite',
  watched: readonly number[],
): Promise<RigUser> {
  const user = await rig.signIn('elite', []);
  for (const [n, id] of watched.entries()) await rig.stores.watchlist.add(user.id, id, START + n);
  await rig.setTier(user, tier);
  return user;
}

async function rowsOf(user: RigUser): Promise<WatchlistRow[]> {
  const { text } = await rig.get(user, '/api/watchlist');
  return JSON.parse(text.slice(text.indexOf('\n') + 1)) as WatchlistRow[];
}

const pricesOf = async (user: RigUser) =>
  (await rowsOf(user)).map(({ instrumentId, lastPrice }) => [instrumentId, lastPrice]);

/** A second of instrument 6: a trade at 5,000 points and a tick a second. */
async function trade(): Promise<void> {
  const id = 1000 + seconds * 100;
  const price = 20_000 + seconds;
  rig.feed.push(6, rig.feed.presentMs, [
    ...quotes(price, id, seconds === 0 ? null : id - 100),
    ...iceberg(price, id + 10, id + 11, 1),
  ]);
  seconds += 1;
  await rig.pass(1000);
}

test('an instrument that is only watched runs, and shows its price to each viewer at their own delay', async () => {
  const [pro, basic] = [await signIn('pro', [6]), await signIn('basic', [6])];
  expect(rig.feed.isOpen(6)).toBe(false);
  expect(await rowsOf(pro)).toMatchObject([{ lastPrice: null, dailyTrend: null, asOf: expect.any(String) }]);
  await expect.poll(() => rig.feed.isOpen(6)).toBe(true);
  for (let n = 0; n < 10; n += 1) await trade();
  expect(await pricesOf(pro)).toEqual([[6, '5002.25']]);
  expect(await pricesOf(basic)).toEqual([[6, null]]);
  await rig.pass((DELAY_SECONDS - 6) * 1000);
  // Four seconds of the market are fifteen minutes old
  const [[, shown] = []] = await pricesOf(basic);
  expect(['5000.75', '5001.00']).toContain(shown);
  expect(await pricesOf(pro)).toEqual([[6, '5002.25']]);
  // Nothing but its price is shown
  expect((await rig.get(basic, '/api/order-book?instrumentId=6')).status).toBe(403);
}, 60_000);

test('an unlimited watchlist starts the instruments that the feed carries, each once', async () => {
  const everything = INSTRUMENTS.map(({ id }) => id);
  const users = [await signIn('elite', everything), await signIn('elite', everything)];
  for (const user of users) {
    const rows = await rowsOf(user);
    expect(rows.map(({ instrumentId }) => instrumentId)).toEqual(everything);
    expect(rows.filter(({ asOf }) => asOf !== null).map(({ instrumentId }) => instrumentId)).toEqual(CARRIED);
  }
  await expect.poll(() => rig.line.status().instruments.length).toBe(CARRIED.length);
});

test('a list beyond the plan starts nothing', async () => {
  expect(await rowsOf(await signIn('free', [2, 6]))).toEqual([]);
  await rig.pass(200);
  expect(rig.line.status().instruments.map(({ instrumentId }) => instrumentId)).toEqual([1]);
});
