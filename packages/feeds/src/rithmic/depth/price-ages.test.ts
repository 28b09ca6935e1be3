/** Orders as rows: what a change does to the book, also where its prices are of different ages or not all followed. */
import {
  ACTION_ADD,
  ACTION_CANCEL,
  ACTION_FILL,
  ACTION_MODIFY,
  ACTION_TRADE,
  NO_PRICE,
  OrderBook,
  ROW_LENGTH,
  SIDE_ASK,
  SIDE_BID,
} from '@undertow/market';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import type { RithmicMessage } from '#rithmic/wire/rithmic-wire.ts';
import { BASE_TICKS, ES, queueAt, SECONDS, Venue, wirePrice } from '#testing/rithmic-venue.ts';
import { RowRecorder } from '#testing/row-recorder.ts';
import type { OrderChange } from './depth-changes.ts';
import { type PriceAnswer, windowSnapshotOf } from './depth-snapshot.ts';
import { OrderRows } from './order-rows.ts';
import { PriceAges } from './price-ages.ts';
import { RowEmitter } from './row-emitter.ts';
import { TradeHold } from './trade-hold.ts';

/** Prices 1 to 4 are followed; 0 and 5 are not. */
const FOLLOWED = [1, 2, 3, 4];
const WINDOW = { lowTicks: BASE_TICKS + 1, highTicks: BASE_TICKS + 4 };

function answerOf(venue: Venue, price: number, requestedAt: number, sequenceNumber: number): PriceAnswer {
  const orders = (venue.states[sequenceNumber] ?? []).filter((order) => order.price === price);
  const level = {
    sequenceNumber,
    depthSide: 1,
    depthPrice: wirePrice(price),
    depthSize: orders.map(({ size }) => size),
    depthOrderPriority: orders.map(({ priority }) => priority),
    exchangeOrderId: orders.map(({ id }) => String(id + 1)),
  };
  return { priceTicks: BASE_TICKS + price, requestedAt, frames: orders.length === 0 ? [] : [level] };
}

/**
 * What a listener's book is in the end, where each price was subscribed, requested and answered at events of its own.
 */
function follow(venue: Venue, steps: ReadonlyMap<number, readonly number[]>): OrderBook {
  const received = new OrderBook();
  const rows = new RowEmitter({
    instrumentId: ES.id,
    nowMs: () => SECONDS * 1000 + 1,
    reach: () => undefined,
    deliver: ({ rows: batch, count }) => {
      for (let row = 0; row < count; row += 1) received.applyRow(batch, row * ROW_LENGTH);
    },
  });
  const orders = new OrderRows(ES, rows);
  const trades = new TradeHold(ES, rows, {
    isAhead: () => false,
    isOpenTo: (resting) => orders.isOpenTo(resting),
  });
  const answers = [...steps].map(([price, [, requestedAt = 0, answeredAt = 0]]) =>
    answerOf(venue, price, requestedAt, answeredAt),
  );
  const snapshot = windowSnapshotOf(ES, WINDOW, answers);
  if (snapshot === null || snapshot.sequence === null) throw new Error('expected a snapshot with a number');
  orders.replace(snapshot.book, snapshot.ages);
  for (const [index, { prices, print, frame }] of venue.sent.entries()) {
    const event = index + 1;
    if (event <= snapshot.sequence) continue;
    if (print !== null) trades.take(print);
    const isReceived = prices.some((price) => event > (steps.get(price)?.[0] ?? Number.POSITIVE_INFINITY));
    if (isReceived) orders.emit({ frames: [[event, frame]] }, trades);
  }
  trades.flush();
  return received;
}

test('prices that were requested one by one, at different times, become the book as it is, in the order of its queues', () => {
  const step = fc.tuple(fc.nat(5), fc.nat(30), fc.nat(5), fc.integer({ min: 1, max: 4 }));
  const times = fc.array(fc.nat(60), { minLength: 3, maxLength: 3 });
  fc.assert(
    fc.property(
      fc.array(step, { minLength: 60, maxLength: 90 }),
      fc.tuple(times, times, times, times),
      (acts, at) => {
        const venue = new Venue();
        for (const act of acts) venue.do(...act);
        const steps = FOLLOWED.map(
          (price, index) => [price, at[index]?.toSorted((a, b) => a - b) ?? []] as const,
        );
        const book = follow(venue, new Map(steps));
        const last = venue.states.at(-1) ?? [];
        const followed = last.filter(({ price }) => FOLLOWED.includes(price));
        for (const price of FOLLOWED)
          expect(queueAt(book, price)).toEqual(
            followed.filter((order) => order.price === price).map(({ id, size }) => `${id}:${size}`),
          );
        expect(book.liveOrders).toBe(followed.length);
      },
    ),
    { numRuns: process.env['LONG_TESTS'] === '1' ? 2000 : 200 },
  );
});

const change = (
  kind: OrderChange['kind'],
  priceTicks: number,
  more: Partial<OrderChange> = {},
): OrderChange => ({
  kind,
  id: { hi: 0, lo: 1 },
  side: SIDE_BID,
  priceTicks,
  size: 5,
  ...more,
});

describe('ages of prices', () => {
  const FROM_100 = { lowTicks: 100, highTicks: 110 };
  const ages = (window: typeof FROM_100 | null) =>
    new PriceAges(
      window,
      new Map([
        [100, 7],
        [101, 9],
      ]),
    );

  test.each([
    ['of its own age', 100, 7, true],
    ['one beyond its age', 100, 8, false],
    ['of the age of another', 100, 9, false],
    ['of the newest age', 101, 9, true],
    ['beyond the newest', 101, 10, false],
    ['where nothing rested', 102, 1, false],
    ['just outside the window', 111, 1_000, true],
    ['just below the window', 99, 1_000, true],
    ['at the end of the window', 110, 1, false],
  ])('hold an event %s (price %i, number %i): %s', (_, price, sequence, isHeld) => {
    expect(ages(FROM_100).isHeld(price, sequence)).toBe(isHeld);
    // Without a window every price is followed
    if (price < 100 || price > 110) expect(ages(null).isHeld(price, sequence)).toBe(false);
  });

  test('are over after the newest, where every price is followed', () => {
    expect([9, 10].map((sequence) => ages(null).isOver(sequence))).toEqual([false, true]);
    expect([9, 10].map((sequence) => ages(FROM_100).isOver(sequence))).toEqual([false, false]);
  });

  test('that are forgotten hold nothing inside the window, and everything outside it', () => {
    const forgotten = ages(FROM_100);
    forgotten.forgetNumbers();
    expect([100, 101, 111].map((price) => forgotten.isHeld(price, 1))).toEqual([false, false, true]);
  });

  const effects: readonly (readonly [string, OrderChange, number, number, OrderChange | null])[] = [
    ['an order that is new', change('new', 102), 8, NO_PRICE, change('new', 102)],
    ['one that the snapshot has', change('new', 101), 8, NO_PRICE, null],
    ['a size where it rests', change('change', 102), 8, 102, change('change', 102)],
    ['a size that the snapshot has', change('change', 101), 8, 101, null],
    ['a delete where it rests', change('delete', 102), 8, 102, change('delete', 102)],
    ['a delete that the snapshot has', change('delete', 101), 8, 101, null],
    ['a delete of an order that is not there', change('delete', 102), 8, NO_PRICE, null],
    ['a move to a price that has it: it leaves', change('change', 101), 8, 102, change('delete', 101)],
    ['a move out of the window: it leaves', change('change', 111), 8, 102, change('delete', 111)],
    ['a move into the window: it is new', change('change', 102), 8, NO_PRICE, change('new', 102)],
    ['a move into it of unknown size', change('change', 102, { size: 0 }), 8, NO_PRICE, null],
    ['a move into it of unknown side', change('change', 102, { side: 0 }), 8, NO_PRICE, null],
    ['a move outside of it', change('change', 111), 8, NO_PRICE, null],
    [
      'a change without a price where it rests',
      change('change', NO_PRICE),
      8,
      102,
      change('change', NO_PRICE),
    ],
  ];
  test.each(effects)('leave of %s what the book lacks', (_, of, sequence, restsAt, effect) => {
    expect(ages(FROM_100).effectOf(of, sequence, restsAt)).toEqual(effect);
  });
});

describe('rows of orders', () => {
  let recorder: RowRecorder;
  let orders: OrderRows;
  let trades: TradeHold;
  let sequence: number;
  beforeEach(() => {
    recorder = new RowRecorder();
    sequence = 0;
    const emitter = new RowEmitter({
      instrumentId: ES.id,
      nowMs: () => SECONDS * 1000 + 1,
      reach: () => undefined,
      deliver: (batch) => recorder.onBatch(batch),
    });
    orders = new OrderRows(ES, emitter);
    trades = new TradeHold(ES, emitter, { isAhead: () => false, isOpenTo: (id) => orders.isOpenTo(id) });
  });
  type Message = RithmicMessage<'DepthByOrder'>;
  const emit = (...messages: readonly Message[]) =>
    orders.emit({ frames: messages.map((message) => [++sequence, message] as const) }, trades);
  const at = (nanos: number, message: Message): Message => ({
    sourceSsboe: SECONDS,
    sourceNsecs: nanos,
    ...message,
  });
  const added = (id: string, price: number, size = 5, side = 1): Message => ({
    updateType: [1],
    transactionType: [side],
    depthPrice: [wirePrice(price)],
    depthSize: [size],
    exchangeOrderId: [id],
  });
  const sent = () =>
    recorder
      .takeBatches()
      .map((rows) =>
        rows.map(({ action, side, priceTicks, size, id }) => [
          action,
          side,
          priceTicks - BASE_TICKS,
          size,
          id,
        ]),
      );

  test('have from the book what a message leaves out', () => {
    expect(emit(added('7', 2, 5, 1), added('8', 4, 6, 2))).toBe(true);
    sent();
    expect(emit({ updateType: [2, 2], exchangeOrderId: ['7', '8'], depthSize: [3, 4] })).toBe(true);
    expect(emit({ updateType: [2], exchangeOrderId: ['7'], depthPrice: [wirePrice(1)] })).toBe(true);
    expect(emit({ updateType: [3, 3], exchangeOrderId: ['7', '8'] })).toBe(true);
    expect(sent()).toEqual([
      [
        [ACTION_MODIFY, SIDE_BID, 2, 3, 7],
        [ACTION_MODIFY, SIDE_ASK, 4, 4, 8],
      ],
      [[ACTION_MODIFY, SIDE_BID, 1, 3, 7]],
      [
        [ACTION_CANCEL, SIDE_BID, 1, 3, 7],
        [ACTION_CANCEL, SIDE_ASK, 4, 4, 8],
      ],
    ]);
    expect(orders.book.liveOrders).toBe(0);
  });

  test.each([
    ['an order that is new twice', added('7', 3), 1],
    ['a change of an order that is not there', { ...added('9', 3), updateType: [2] }, 1],
    [
      'a change of an order that is not there and nowhere',
      { updateType: [2], exchangeOrderId: ['9'], depthSize: [1] },
      0,
    ],
    ['a delete of an order that is not there', { updateType: [3], exchangeOrderId: ['9'] }, 0],
    ['a message that cannot be read', { updateType: [9], exchangeOrderId: ['7'] }, 0],
  ])('report %s, and write what can be written', (_, message, count) => {
    emit(added('7', 2));
    sent();
    expect(emit(message)).toBe(false);
    expect(sent().flat()).toHaveLength(count);
    expect(emit(added('11', 1))).toBe(true);
  });

  test('of one instant are one event, of several are several; without a time they stay with the one before', () => {
    emit(at(1, added('1', 1)), at(1, added('2', 1)), at(2, added('3', 1)), added('4', 1));
    expect(sent().map((rows) => rows.map(([, , , , id]) => id).join(' '))).toEqual(['1 2', '3 4']);
  });

  test('come after the trades of their instant, which are of the same event', () => {
    emit(at(1, added('7', 2)));
    sent();
    trades.take({
      ...at(2, {}),
      presenceBits: 1,
      tradePrice: wirePrice(2),
      tradeSize: 2,
      aggressor: 2,
      exchangeOrderId: '7',
    });
    emit(at(2, { updateType: [2], exchangeOrderId: ['7'], depthSize: [3] }));
    expect(sent()).toEqual([
      [
        [ACTION_TRADE, SIDE_ASK, 2, 2, 0],
        [ACTION_FILL, SIDE_BID, 2, 2, 7],
        [ACTION_MODIFY, SIDE_BID, 2, 3, 7],
      ],
    ]);
  });

  test('of a book that is replaced are its snapshot, and what follows changes that one', () => {
    emit(added('7', 2));
    orders.replace(new OrderBook(), null);
    emit(added('7', 3));
    expect(recorder.calls).toEqual([String(ACTION_ADD), 'snapshot', String(ACTION_ADD)]);
    expect(recorder.levels('bid')).toEqual([[BASE_TICKS + 3, 5]]);
  });
});
