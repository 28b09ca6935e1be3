/** What a licence withholds, and a server without market data: in place of the data, and gone when data come. */
import type { OrderBookRow, ServerMessage } from '@undertow/contracts';
import { expect, test } from 'vitest';
import { EMPTY_STATE, isOfOtherSource } from './instrument-state.ts';
import { lineStatus } from './line-status.ts';
import { LiveStore } from './live-store.ts';

const SENTENCE = 'CME does not license delayed data for the Pro plan.';
const BOOK: OrderBookRow[] = [
  { side: 'bid', price: '4567.25', size: 4, orders: 2, timestamp: '2026-11-20T16:51:55.000Z' },
];
const STAMP = { instrumentId: 1, asOf: '2026-11-20T16:51:55.000Z', delaySeconds: 0 };
const book: ServerMessage = { type: 'order_book', ...STAMP, data: BOOK };
const errorOf = (code: string, message: string, withheld?: 'prices' | 'events'): ServerMessage => ({
  type: 'error',
  instrumentId: 1,
  data: { code, message, ...(withheld === undefined ? {} : { withheld }) },
});

function storeAfter(...messages: readonly ServerMessage[]): LiveStore {
  const store = new LiveStore();
  for (const message of messages) store.applyFrame([message], 0);
  return store;
}
const stateAfter = (...messages: readonly ServerMessage[]) =>
  storeAfter(...messages)
    .instrument(1)
    .get();
const saidOf = (...messages: readonly ServerMessage[]) =>
  lineStatus({ kind: 'open' }, stateAfter(...messages), 0);

test('of withheld prices nothing stays, and the sentence of the licence takes their place', () => {
  const state = stateAfter(book, errorOf('LICENCE_WITHHELD', SENTENCE, 'prices'));
  expect(state).toMatchObject({
    book: null,
    liveBars: [],
    missingPrices: { why: 'licence', text: SENTENCE },
  });
  expect(state.missingEvents).toBeNull();
});

test('withheld events leave the prices', () => {
  const state = stateAfter(book, errorOf('LICENCE_WITHHELD', SENTENCE, 'events'));
  expect(state).toMatchObject({ book: BOOK, events: [], missingEvents: { text: SENTENCE } });
  expect(state.missingPrices).toBeNull();
});

test('a server without market data has neither, and nothing is old or broken', () => {
  const none = errorOf('NO_MARKET_DATA', 'No market data: connect your own account.');
  expect(stateAfter(none).missingEvents?.why).toBe('no_feed');
  const said = { condition: 'missing', badge: 'NO MARKET DATA', tone: 'plain', isOld: false };
  expect(saidOf(none)).toMatchObject(said);
  expect(saidOf(errorOf('LICENCE_WITHHELD', SENTENCE, 'prices')).word).toBe('Not licensed');
});

test('data that come end it, another error does not begin it', () => {
  const withheld = errorOf('LICENCE_WITHHELD', SENTENCE, 'prices');
  expect(stateAfter(withheld, book)).toMatchObject({ missingPrices: null, book: BOOK });
  expect(stateAfter(errorOf('INSTRUMENT_NOT_ENTITLED', 'No.'))).toEqual(EMPTY_STATE);
});

test('another delay is another market: what is known is of a later instant', () => {
  const status = { source: 'databento', contract: 'ESZ6' } as never;
  const known = { ...EMPTY_STATE, status, delaySeconds: 0 };
  expect([isOfOtherSource(known, status, 600), isOfOtherSource(known, status, 0)]).toEqual([true, false]);
});
