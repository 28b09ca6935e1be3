import { OrderBook, ROW_LENGTH } from '@undertow/market';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BASE_TICKS, ES, queueAt, SECONDS, Venue, wirePrice } from '#testing/rithmic-venue.ts';
import { type PriceAnswer, windowSnapshotOf } from './depth-snapshot.ts';
import { OrderRows } from './order-rows.ts';
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
