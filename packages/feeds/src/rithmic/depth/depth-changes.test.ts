/** What messages and snapshots of the depth state: changes of single orders, books in queue order, levels of both sides. */
import {
  type Instrument,
  instrumentBySymbol,
  LevelBook,
  NO_PRICE,
  SIDE_ASK,
  SIDE_BID,
  SIDE_NONE,
} from '@undertow/market';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bookMessage, type LevelSide, levelsOf as shownLevels } from '#testing/level-messages.ts';
import { CONTRACT, PlayedPlant } from '#testing/played-plant.ts';
import { queueAt } from '#testing/rithmic-venue.ts';
import { RowRecorder } from '#testing/row-recorder.ts';
import { changesOf } from './depth-changes.ts';
import { hasSameQueues, isSameBook, wholeSnapshotOf, windowSnapshotOf } from './depth-snapshot.ts';
import { LevelFlow } from './level-flow.ts';
import { levelsOf, sidesOf } from './level-message.ts';

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

test('arrays of another length belong to the first events, with or without deletes', () => {
  const message = { updateType: [3, 2, 2], depthSize: [5], exchangeOrderId: ['1', '2', '3'] };
  expect(changesOf(ES, message)?.map(({ size }) => size)).toEqual([5, 0, 0]);
  expect(changesOf(ES, { ...message, exchangeOrderId: ['1', '2'] })).toBeNull();
});

test('changes are read back from arrays with an entry for every event and from those without deletes alike', () => {
  const event = fc.record({
    kind: fc.constantFrom('new' as const, 'change' as const, 'delete' as const),
    lo: fc.integer({ min: 1, max: 99 }),
    isBid: fc.boolean(),
    priceTicks: fc.integer({ min: -50, max: 50 }),
    size: fc.integer({ min: 1, max: 9 }),
  });
  const types = { new: 1, change: 2, delete: 3 };
  fc.assert(
    fc.property(fc.array(event, { maxLength: 12 }), fc.boolean(), (events, isShort) => {
      const rest = isShort ? events.filter(({ kind }) => kind !== 'delete') : events;
      const changes = changesOf(ES, {
        updateType: events.map(({ kind }) => types[kind]),
        exchangeOrderId: events.map(({ lo }) => String(lo)),
        transactionType: rest.map(({ isBid }) => (isBid ? 1 : 2)),
        depthPrice: rest.map(({ priceTicks }) => priceTicks / 4),
        depthSize: rest.map(({ size }) => size),
      });
      const expected = events.map(({ kind, lo, isBid, priceTicks, size }) => {
        const of = { kind, id: { hi: 0, lo } };
        return kind === 'delete' && isShort
          ? { ...of, side: SIDE_NONE, priceTicks: NO_PRICE, size: 0 }
          : { ...of, side: isBid ? SIDE_BID : SIDE_ASK, priceTicks, size };
      });
      expect(changes).toEqual(expected);
    }),
  );
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

test('a snapshot is the same book in whatever order its levels come', () => {
  const frames = [level(1, 4567, ['1', '2']), level(1, 4566.75, ['3']), level(2, 4567.25, ['4', '5'])];
  const [one, other] = [wholeSnapshotOf(ES, frames), wholeSnapshotOf(ES, frames.toReversed())];
  if (one === null || other === null) throw new Error('expected snapshots');
  expect([isSameBook(one.book, other.book), hasSameQueues(one.book, other.book)]).toEqual([true, true]);
});

test('orders without ranks are in the order of their frame', () => {
  const frame = { ...level(1, 4567, ['5', '3', '4']), depthOrderPriority: [] };
  const book = wholeSnapshotOf(ES, [frame])?.book;
  expect(book === undefined ? [] : queueAt(book, 0)).toEqual(['4:2', '2:2', '3:2']);
});

test('a level without a number makes the ages differ, unless nothing rests there', () => {
  const { sequenceNumber: _, ...unnumbered } = level(2, 4568, ['3']);
  const one = level(1, 4567, ['1'], 9);
  expect(wholeSnapshotOf(ES, [one, unnumbered])).toMatchObject({ sequence: 9, isMixed: true });
  expect(wholeSnapshotOf(ES, [one, { ...unnumbered, exchangeOrderId: [] }])).toMatchObject({
    sequence: 9,
    isMixed: false,
    ages: null,
  });
});

test('a price at which nothing rested is as old as its request', () => {
  const answers = [
    { priceTicks: 18_268, requestedAt: 3, frames: [level(1, 4567, ['1'], 9)] },
    { priceTicks: 18_269, requestedAt: 4, frames: [] },
  ];
  const snapshot = windowSnapshotOf(ES, { lowTicks: 18_268, highTicks: 18_269 }, answers);
  expect(snapshot).toMatchObject({ sequence: 4, isMixed: true });
  const held = [8, 9, 10].map((sequence) => snapshot?.ages?.isHeld(18_268, sequence));
  expect([held, snapshot?.ages?.isHeld(18_269, 5)]).toEqual([[true, true, false], false]);
});

test.each([
  ['a size of nothing', { depthSize: [0, 2] }],
  ['a size that is left out', { depthSize: [2] }],
  ['an order that is no number', { exchangeOrderId: ['1', 'x'] }],
  ['a price off the tick', { depthPrice: 4567.1 }],
  ['a side of its own', { depthSide: 3 }],
])('a level with %s is no snapshot, whole or by price', (_, more) => {
  const frame = { ...level(1, 4567, ['1', '2']), ...more };
  expect(wholeSnapshotOf(ES, [frame])).toBeNull();
  const answer = { priceTicks: 18_268, requestedAt: 1, frames: [frame] };
  expect(windowSnapshotOf(ES, { lowTicks: 18_268, highTicks: 18_268 }, [answer])).toBeNull();
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
  expect(hasSameQueues(one, bookOf(level(1, 4567, ['1', '2'])))).toBe(true);
  expect(hasSameQueues(one, bookOf(level(1, 4567, ['2', '1'])))).toBe(false);
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

test.each([
  ['its bits', { presenceBits: 1, askPrice: [4567.25] }, [SIDE_BID]],
  ['its bits, both', { presenceBits: 3 }, [SIDE_BID, SIDE_ASK]],
  ['its bits, none', { presenceBits: 0, bidPrice: [4567] }, []],
  ['its prices where it has no bits', { askPrice: [4567.25] }, [SIDE_ASK]],
  ['neither: it is about both', {}, [SIDE_BID, SIDE_ASK]],
])('a message is about the sides of %s', (_, message, sides) => {
  expect(sidesOf(message)).toEqual(sides);
});

test('whatever comes, the listener’s book is the gateway’s after each whole update', () => {
  const [CLEAR, IMAGE, BEGIN, MIDDLE, END, SOLO] = [1, 3, 4, 5, 6, 7] as const;
  const side = fc.uniqueArray(fc.tuple(fc.integer({ min: 1, max: 6 }), fc.nat(3)), {
    selector: ([price]) => price,
    maxLength: 4,
  });
  const step = fc.record({
    kind: fc.constantFrom(IMAGE, SOLO, SOLO, BEGIN, CLEAR),
    bids: fc.option(side),
    asks: fc.option(side),
    parts: fc.array(side, { maxLength: 2 }),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 15 }), (steps) => {
      const recorder = new RowRecorder(new LevelBook());
      const flow = new LevelFlow(ES, true, {
        listener: recorder,
        nowMs: () => 0,
        reach: () => undefined,
        onRefused: () => undefined,
      });
      const book = (...of: Parameters<typeof bookMessage>) => flow.take(bookMessage(...of));
      flow.start(new PlayedPlant().session, CONTRACT);
      const truth = [new Map<number, number>(), new Map<number, number>()] as const;
      const below = (levels: LevelSide | null) =>
        levels?.map(([price, size]) => [-price, size] as const) ?? null;
      const put = (sides: readonly (LevelSide | null)[], isWhole: boolean) => {
        for (const [at, levels] of sides.entries()) {
          if (isWhole && levels !== null) truth[at]?.clear();
          for (const [price, size] of levels ?? []) truth[at]?.set(price, size);
        }
      };
      put([[], []], true);
      book(IMAGE, [], []);
      for (const { kind, bids, asks, parts } of steps) {
        const sides = [below(bids), asks] as const;
        book(kind, ...sides);
        if (kind === CLEAR) put([[], []], true);
        else put(sides, kind === IMAGE);
        if (kind !== BEGIN) continue;
        for (const part of parts) book(MIDDLE, below(part), null);
        for (const part of parts) put([below(part), null], false);
        book(END, null, []);
      }
      const expected = truth.map((levels) =>
        [...levels]
          .filter(([, size]) => size > 0)
          .toSorted(([one], [other]) => Math.abs(one) - Math.abs(other))
          .map(([price, size]) => `${price}:${size}`)
          .join(' '),
      );
      flow.stop();
      expect(shownLevels(recorder)).toBe(expected.join(' | '));
    }),
    { numRuns: 60 },
  );
});
