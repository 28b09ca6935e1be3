/** The book of an instant of the past: known, in a gap, or not recorded; never later than the viewer may see. */
import type { OpenedInstant } from '@undertow/feeds';
import {
  ACTION_ADD,
  COL_ACTION,
  COL_ORDER_LO,
  COL_PRICE_TICKS,
  COL_SIDE,
  COL_SIZE,
  OrderBook,
  ROW_LENGTH,
  SIDE_ASK,
  SIDE_BID,
} from '@undertow/market';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, TEST_NOW, type TestApp, type TestUser } from '#testing/app.ts';
import { NO_RECORDINGS } from '#testing/recordings/no-recordings.ts';

const LAST_MS = TEST_NOW - 3_600_000;
let opened: { of: object; timeMs: number }[] = [];
let answer: OpenedInstant | null = null;
let closed = 0;
let app: TestApp;
let elite: TestUser;
let basic: TestUser;

function add(book: OrderBook, side: number, priceTicks: number, size: number): void {
  const row = new Int32Array(ROW_LENGTH);
  row[COL_ACTION] = ACTION_ADD;
  row[COL_SIDE] = side;
  row[COL_PRICE_TICKS] = priceTicks;
  row[COL_SIZE] = size;
  row[COL_ORDER_LO] = priceTicks;
  book.applyRow(row, 0);
}

function instantOf(change: { isBookKnown?: boolean; hasMore?: boolean } = {}): OpenedInstant {
  const { isBookKnown = true, hasMore = true } = change;
  const book = new OrderBook();
  add(book, SIDE_BID, 18_000, 7);
  add(book, SIDE_ASK, 18_001, 4);
  async function* after() {
    if (hasMore) yield { rows: new Int32Array(ROW_LENGTH), count: 1 };
  }
  return {
    header: { tier: 'L3', contract: 'ESZ6' } as OpenedInstant['header'],
    ...{ book, isBookKnown, status: 'open', lastMs: LAST_MS, timeHi: 0, timeLo: 0, sequence: 2 },
    after: after(),
    close: () => {
      closed += 1;
      return Promise.resolve();
    },
  };
}

beforeAll(async () => {
  app = await openTestApp({
    recordings: {
      ...NO_RECORDINGS.recordings,
      openInstant: (of, timeMs) => {
        opened.push({ of, timeMs });
        return Promise.resolve(answer);
      },
    },
  });
  [elite, basic] = [await app.newUser('elite', [1]), await app.newUser('basic', [1])];
});
afterAll(() => app.close());

async function bookAt(user: TestUser, atMs: number) {
  opened = [];
  const url = `/api/order-book/recorded?instrumentId=1&at=${new Date(atMs).toISOString()}`;
  const response = await app.http.inject({ url, headers: user.headers });
  expect(response.statusCode).toBe(200);
  return response.json();
}

const NONE = { state: 'none', contract: null, lastChangeAt: null, rows: [] };

test('the book that was recorded is returned with its contract and its last change', async () => {
  answer = instantOf();
  const book = await bookAt(elite, LAST_MS + 5);
  expect(opened).toEqual([{ of: { owner: null, source: 'simulated', product: 'ES' }, timeMs: LAST_MS + 5 }]);
  expect(book).toMatchObject({
    state: 'known',
    contract: 'ESZ6',
    lastChangeAt: new Date(LAST_MS).toISOString(),
  });
  expect(book.rows).toMatchObject([
    { side: 'bid', price: '4500.00', size: 7, orders: 1 },
    { side: 'ask', price: '4500.25', size: 4, orders: 1 },
  ]);
  expect(closed).toBe(1);
});

test('in a gap there is no book', async () => {
  answer = instantOf({ isBookKnown: false });
  expect(await bookAt(elite, LAST_MS)).toMatchObject({ state: 'gap', contract: 'ESZ6', rows: [] });
});

test('after the end of a recording, and without one, nothing is known', async () => {
  answer = instantOf({ hasMore: false });
  expect(await bookAt(elite, LAST_MS)).toEqual(NONE);
  answer = null;
  expect(await bookAt(elite, LAST_MS)).toEqual(NONE);
});

test('what a viewer may not see yet is not even opened', async () => {
  answer = instantOf();
  expect(await bookAt(elite, TEST_NOW + 3_600_000)).toEqual(NONE);
  expect(await bookAt(basic, TEST_NOW - 600_000)).toEqual(NONE);
  expect(opened).toEqual([]);
});
