/** What a viewer of one delay reads: stamps, books and bars as wire objects, made once per change. */
import { type FeedStatus, getFeedStatus } from '@undertow/contracts';
import { CME_CALENDAR, type ContractBar, type Instrument, instrumentBySymbol } from '@undertow/market';
import { expect, test } from 'vitest';
import { makeBar, makeEvent, makeUpdate } from '#testing/views.ts';
import { encodeEventOnce, InstrumentView } from './instrument-view.ts';
import { StoredBars } from './stored-bars.ts';

const T = Date.UTC(2026, 10, 20, 16);
const es = instrumentBySymbol('ES') as Instrument;
const STATUS: FeedStatus = {
  instrumentId: 1,
  state: 'live',
  source: 'simulated',
  contract: 'ESZ6',
  tier: 'L3',
  replaySpeed: null,
  lastMessageAt: null,
  exchangeToServerMs: null,
  tradesPerSecond: 0,
  gapsToday: 0,
  resyncsToday: 0,
  lastGap: null,
  opensAt: null,
};

/** A view whose present the test moves. */
function makeView(delaySeconds = 0, listBars: () => Promise<readonly ContractBar[]> = async () => []) {
  const clock = { presentMs: T };
  const view = new InstrumentView({
    line: 'platform',
    instrument: es,
    delaySeconds,
    calendar: CME_CALENDAR,
    stored: new StoredBars({ listBars }, 1, 'simulated'),
    firstStatus: () => ({ ...STATUS, state: 'syncing' }),
    presentMs: () => clock.presentMs,
  });
  return { view, clock };
}

const book = (priceTicks: number) => ({
  bids: [{ priceTicks, size: 3, orders: 1 }],
  asks: [{ priceTicks: priceTicks + 1, size: 2, orders: 1 }],
});

test('its key names line, instrument and delay', () => {
  expect(makeView(900).view.key).toBe('platform:1:900');
});

test('while history is read its instant is the history’s, then the present', () => {
  const { view, clock } = makeView();
  view.fold(makeUpdate(T - 3_600_000, { backfill: true }));
  expect(view.asOfMs).toBe(T - 3_600_000);
  view.fold(makeUpdate(T - 100));
  expect(view.asOfMs).toBe(T);
  clock.presentMs = T + 250;
  expect(view.asOfMs).toBe(T + 250);
});

test('its instant never goes back, though the clock of the feed does', () => {
  const { view, clock } = makeView();
  view.fold(makeUpdate(T));
  clock.presentMs = T + 5000;
  expect(view.asOfMs).toBe(T + 5000);
  clock.presentMs = T - 3_600_000;
  expect(view.asOfMs).toBe(T + 5000);
});

test('a stamp carries the instrument, the instant in UTC and the delay', () => {
  const { view } = makeView(900);
  view.fold(makeUpdate(T));
  expect(JSON.parse(`{${view.stamp()}}`)).toEqual({
    instrumentId: 1,
    asOf: '2026-11-20T16:00:00.000Z',
    delaySeconds: 900,
  });
});

test('the rows of a book have the best prices first, bids and asks, as decimal strings', () => {
  const { view } = makeView();
  view.fold(makeUpdate(T, { book: book(20_000) }));
  expect(view.orderBook().map(({ side, price, size }) => [side, price, size])).toEqual(
    expect.arrayContaining([
      ['bid', '5000.00', 3],
      ['ask', '5000.25', 2],
    ]),
  );
});

test('an unchanged book is the same object, and a changed one is not', () => {
  const { view } = makeView();
  view.fold(makeUpdate(T, { book: book(20_000) }));
  const rows = view.orderBook();
  view.fold(makeUpdate(T + 100));
  expect(view.orderBook()).toBe(rows);
  view.fold(makeUpdate(T + 200, { book: book(20_001) }));
  expect(view.orderBook()).not.toBe(rows);
});

test('polls of many viewers between two changes share one response; the next second or change makes another', () => {
  const { view, clock } = makeView();
  view.fold(makeUpdate(T, { closedBars: [makeBar(T - 60_000, 20_000)] }));
  const first = view.bars('1m', 10, null);
  clock.presentMs = T + 999;
  expect(view.bars('1m', 10, null)).toBe(first);
  clock.presentMs = T + 1000;
  const second = view.bars('1m', 10, null);
  expect(second).not.toBe(first);
  view.fold(makeUpdate(T + 1000));
  expect(view.bars('1m', 10, null)).not.toBe(second);
});

test('a response that failed is not given again', async () => {
  let fails = true;
  const { view } = makeView(0, async () => {
    if (fails) throw new Error('the database is gone');
    return [makeBar(T - 120_000, 20_000)];
  });
  view.fold(makeUpdate(T));
  await expect(view.bars('1m', 10, null)).rejects.toThrow('the database is gone');
  fails = false;
  expect(await view.bars('1m', 10, null)).toMatchObject([{ close: '5000.00' }]);
});

test('the forming bar is not complete', () => {
  const { view } = makeView();
  expect(view.formingBar()).toBeNull();
  view.fold(makeUpdate(T, { formingBar: makeBar(T, 20_000) }));
  expect(view.formingBar()).toMatchObject({ close: '5000.00', complete: false });
});

test('an event is encoded once for every view that shows it', () => {
  const event = makeEvent('e', T);
  const [one, other] = [makeView(), makeView(900)].map(({ view }) => {
    view.putStoredEvent(event);
    return view.events(['iceberg'], false)[0];
  });
  expect(one).toBe(other);
  expect(encodeEventOnce(es, event)).toBe(one);
  expect(encodeEventOnce(es, { ...event })).not.toBe(one);
});

test('a stored event is found by its id, and counts on its trading day', () => {
  const { view } = makeView();
  view.fold(makeUpdate(T));
  view.putStoredEvent(makeEvent('e', T));
  expect(view.event('e')?.id).toBe('e');
  expect(view.event('other')).toBeUndefined();
  expect(view.counts(['iceberg'])).toMatchObject({ total: 1 });
  // Types that the viewer may not see do not count
  expect(view.counts(['absorption'])).toMatchObject({ total: 0 });
});

test('active events are those that have not expired at the view’s instant', () => {
  const { view, clock } = makeView();
  view.fold(makeUpdate(T));
  view.putStoredEvent(makeEvent('e', T));
  expect(view.events(['iceberg'], true)).toHaveLength(1);
  clock.presentMs = T + 3_600_000;
  expect(view.events(['iceberg'], true)).toEqual([]);
  expect(view.events(['iceberg'], false)).toHaveLength(1);
});

test('in real time history that is caught up is syncing, for a delayed viewer it is the state of then', () => {
  const live = makeUpdate(T, { backfill: true, status: STATUS });
  const [realTime, delayed] = [makeView(0).view, makeView(900).view];
  for (const view of [realTime, delayed]) view.fold(live);
  expect([realTime.status().state, delayed.status().state]).toEqual(['syncing', 'live']);
  realTime.fold(makeUpdate(T + 100));
  expect(realTime.status().state).toBe('live');
});

test('a halted market is halted also while its history is read', () => {
  const { view } = makeView();
  view.fold(makeUpdate(T, { backfill: true, status: { ...STATUS, state: 'halted' } }));
  expect(view.status().state).toBe('halted');
});

test('before anything was folded the status is the first one, and the facts are empty of this trading day', () => {
  const { view } = makeView();
  expect(getFeedStatus.response.parse(view.status()).state).toBe('syncing');
  expect(view.facts()).toMatchObject({ tradingDay: '2026-11-20', lastPrice: null, volume: 0 });
});
