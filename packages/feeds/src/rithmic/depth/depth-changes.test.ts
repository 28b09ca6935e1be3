import {
  type Instrument,
  instrumentBySymbol,
  NO_PRICE,
  SIDE_ASK,
  SIDE_BID,
  SIDE_NONE,
} from '@undertow/market';
import { expect, test } from 'vitest';
import { changesOf } from './depth-changes.ts';
import { isSameBook, wholeSnapshotOf, windowSnapshotOf } from './depth-snapshot.ts';
import { levelsOf } from './level-message.ts';

const ES = instrumentBySymbol('ES') as Instrument;

test('a message is as many changes as it has types, each from its place in every array', () => {
  const changes = changesOf(ES, {
    updateType: [1, 2],
    transactionType: [1, 2],
    depthPrice: [4567.25, 4567.5000000001],
    depthSize: [3, 4],
    exchangeOrderId: ['101', '102'],
  });
  expect(changes).toEqual([
    { kind: 'new', id: { hi: 0, lo: 101 }, side: SIDE_BID, priceTicks: 18_269, size: 3 },
    { kind: 'change', id: { hi: 0, lo: 102 }, side: SIDE_ASK, priceTicks: 18_270, size: 4 },
  ]);
});

test('a delete needs its order only: what is not sent is not known', () => {
  expect(changesOf(ES, { updateType: [3], exchangeOrderId: ['7'] })).toEqual([
    { kind: 'delete', id: { hi: 0, lo: 7 }, side: SIDE_NONE, priceTicks: NO_PRICE, size: 0 },
  ]);
});

test('arrays that leave deletes out are read by what is not deleted', () => {
  const changes = changesOf(ES, {
    updateType: [3, 1, 3, 1],
    transactionType: [1, 1, 2, 2],
    depthPrice: [4567, 4568],
    depthSize: [5, 6],
    exchangeOrderId: ['1', '2', '3', '4'],
  });
  expect(changes?.map(({ size }) => size)).toEqual([0, 5, 0, 6]);
  expect(changes?.map(({ priceTicks }) => priceTicks)).toEqual([NO_PRICE, 18_268, NO_PRICE, 18_272]);
});

test.each([
  ['an unknown type', { updateType: [4], exchangeOrderId: ['1'] }],
  ['no order', { updateType: [3] }],
  ['an order that is no number', { updateType: [3], exchangeOrderId: ['x1'] }],
  [
    'a price off the tick',
    { updateType: [1], transactionType: [1], depthPrice: [4567.13], depthSize: [1], exchangeOrderId: ['1'] },
  ],
  [
    'a new order without a size',
    { updateType: [1], transactionType: [1], depthPrice: [4567], exchangeOrderId: ['1'] },
  ],
  ['a size below zero', { updateType: [2], depthSize: [-1], exchangeOrderId: ['1'] }],
])('%s makes the message unusable', (_, message) => {
  expect(changesOf(ES, message)).toBeNull();
});

const level = (side: number, price: number, ids: string[], sequenceNumber = 5) => ({
  sequenceNumber,
  depthSide: side,
  depthPrice: price,
  depthSize: ids.map(() => 2),
  depthOrderPriority: ids.map((_, index) => 100 - index),
  exchangeOrderId: ids,
});

test('a snapshot is a book in the order of its priorities, as old as its number', () => {
  const snapshot = wholeSnapshotOf(ES, [level(1, 4567, ['1', '2']), level(2, 4568, ['3']), {}]);
  expect(snapshot).toMatchObject({ sequence: 5, isMixed: false });
  const book = snapshot?.book;
  expect(book?.liveOrders).toBe(3);
  const first = book?.firstOrder(SIDE_BID, 18_268) ?? -1;
  expect([book?.orderLo(first), book?.orderLo(book.nextOrder(first))]).toEqual([2, 1]);
  expect([book?.bestBidTicks, book?.bestAskTicks]).toEqual([18_268, 18_272]);
});

test('levels of different ages are as old as the oldest', () => {
  const frames = [level(1, 4567, ['1'], 9), level(2, 4568, ['3'], 7)];
  expect(wholeSnapshotOf(ES, frames)).toMatchObject({ sequence: 7, isMixed: true });
});

test('an order in the answers of two prices rests where the younger one has it', () => {
  const unranked = { depthSide: 1, depthSize: [2], exchangeOrderId: ['1'] };
  const snapshot = windowSnapshotOf(ES, { lowTicks: 18_267, highTicks: 18_268 }, [
    { priceTicks: 18_267, requestedAt: 1, frames: [{ ...unranked, sequenceNumber: 9, depthPrice: 4566.75 }] },
    { priceTicks: 18_268, requestedAt: 1, frames: [{ ...unranked, sequenceNumber: 7, depthPrice: 4567 }] },
  ]);
  expect(snapshot).toMatchObject({ sequence: 7, isMixed: true });
  expect([snapshot?.book.liveOrders, snapshot?.book.bestBidTicks]).toEqual([1, 18_267]);
});

test('an empty snapshot is an empty book of unknown age', () => {
  expect(wholeSnapshotOf(ES, [])).toMatchObject({ sequence: null, isMixed: false });
});

test('a level without a side is no snapshot', () => {
  expect(wholeSnapshotOf(ES, [{ depthPrice: 4567, depthSize: [1], exchangeOrderId: ['1'] }])).toBeNull();
});

test('books are the same with the same orders at the same prices and sizes only', () => {
  const bookOf = (...frames: ReturnType<typeof level>[]) => {
    const snapshot = wholeSnapshotOf(ES, frames);
    if (snapshot === null) throw new Error('expected a snapshot');
    return snapshot.book;
  };
  const one = bookOf(level(1, 4567, ['1', '2']));
  expect(isSameBook(one, bookOf(level(1, 4567, ['2', '1'])))).toBe(true);
  expect(isSameBook(one, bookOf(level(1, 4567, ['1'])))).toBe(false);
  expect(isSameBook(one, bookOf(level(1, 4567, ['1', '3'])))).toBe(false);
  expect(isSameBook(one, bookOf(level(1, 4568, ['1', '2'])))).toBe(false);
  expect(isSameBook(one, bookOf(level(2, 4567, ['1', '2'])))).toBe(false);
});

test('levels come from the sides that are present, with or without their number of orders', () => {
  const message = {
    bidPrice: [4567, 4566.75],
    bidSize: [10, 0],
    bidOrders: [3],
    askPrice: [4567.25],
    askSize: [4],
  };
  const bids = [
    { side: SIDE_BID, priceTicks: 18_268, size: 10, orders: 3 },
    { side: SIDE_BID, priceTicks: 18_267, size: 0, orders: 0 },
  ];
  const ask = { side: SIDE_ASK, priceTicks: 18_269, size: 4, orders: 0 };
  expect(levelsOf(ES, message)).toEqual([...bids, ask]);
  expect(levelsOf(ES, { ...message, presenceBits: 1 })).toEqual(bids);
  expect(levelsOf(ES, { ...message, presenceBits: 2 })).toEqual([ask]);
  expect(levelsOf(ES, { bidPrice: [4567], bidSize: [] })).toBeNull();
});
