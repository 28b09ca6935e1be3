import { type Instrument, instrumentBySymbol, OrderBook, ROW_LENGTH, SIDE_BID } from '@undertow/market';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { DepthEvent } from './depth-sequence.ts';
import { type PriceAnswer, windowSnapshotOf } from './depth-snapshot.ts';
import { OrderRows } from './order-rows.ts';
import { RowEmitter } from './row-emitter.ts';
import { TradeHold } from './trade-hold.ts';
import { priceOf } from './wire-price.ts';

const ES = instrumentBySymbol('ES') as Instrument;
const BASE_TICKS = 18_268;
/** Prices 1 to 4 are followed; 0 and 5 are not. */
const FOLLOWED = [1, 2, 3, 4];
const WINDOW = { lowTicks: BASE_TICKS + 1, highTicks: BASE_TICKS + 4 };
const SECONDS = 1_780_000_000;

type Frame = DepthEvent['frames'][number][1];
type Print = Parameters<TradeHold['take']>[0];
interface Resting {
  readonly id: number;
  readonly price: number;
  size: number;
  readonly priority: number;
}
interface Told {
  readonly prices: readonly number[];
  readonly print: Print | null;
  readonly frame: Frame;
}

const timeOf = (event: number) => ({ sourceSsboe: SECONDS, sourceNsecs: event });
const wirePrice = (price: number) => priceOf(ES, BASE_TICKS + price);

/** Bids as an exchange keeps them: price-time priority, a place lost by more size, another price or a refill. */
class Venue {
  /** The resting orders after each event, in the order of their priorities. */
  readonly states: (readonly Resting[])[] = [[]];
  readonly told: Told[] = [];
  #orders: Resting[] = [];
  #made = 0;

  do(kind: number, pick: number, price: number, size: number): void {
    const order = this.#orders[pick % Math.max(1, this.#orders.length)];
    if (order === undefined || kind === 0) this.#tell(1, null, { id: this.#made, price, size }, null);
    else if (kind === 1) this.#tell(2, order, { ...order, size }, null);
    else if (kind === 2) this.#tell(2, order, { ...order, price }, null);
    else if (kind === 3) this.#tell(3, order, null, null);
    else {
      const filled = Math.min(size, order.size);
      const left = kind === 4 ? order.size - filled : order.size;
      this.#tell(left === 0 ? 3 : 2, order, left === 0 ? null : { ...order, size: left }, filled);
    }
  }

  #tell(
    type: number,
    before: Resting | null,
    after: Omit<Resting, 'priority'> | null,
    filled: number | null,
  ): void {
    const event = this.states.length;
    this.#made += 1;
    const shown = (before?.size ?? 0) - (filled ?? 0);
    const isPlaced = before !== null && after?.price === before.price && after.size <= shown;
    const rest = this.#orders.filter(({ id }) => id !== before?.id);
    if (after !== null) rest.push({ ...after, priority: isPlaced ? before.priority : event });
    this.#orders = rest.sort((a, b) => a.priority - b.priority);
    this.states.push(this.#orders);
    const { id, price, size } = { ...(before as Resting), ...after };
    this.told.push({
      prices: [before?.price ?? price, price],
      print: filled === null || before === null ? null : printOf(event, before, filled),
      frame: {
        ...timeOf(event),
        updateType: [type],
        transactionType: [1],
        depthPrice: [wirePrice(price)],
        exchangeOrderId: [String(id + 1)],
        ...(type === 3 ? {} : { depthSize: [size] }),
      },
    });
  }
}

function printOf(event: number, { id, price }: Resting, size: number): Print {
  return {
    ...timeOf(event),
    presenceBits: 1,
    tradePrice: wirePrice(price),
    tradeSize: size,
    aggressor: 2,
    exchangeOrderId: String(id + 1),
    volume: event,
  };
}

function answerOf(venue: Venue, price: number, askedAt: number, sequenceNumber: number): PriceAnswer {
  const orders = (venue.states[sequenceNumber] ?? []).filter((order) => order.price === price);
  const level = {
    sequenceNumber,
    depthSide: 1,
    depthPrice: wirePrice(price),
    depthSize: orders.map(({ size }) => size),
    depthOrderPriority: orders.map(({ priority }) => priority),
    exchangeOrderId: orders.map(({ id }) => String(id + 1)),
  };
  return { priceTicks: BASE_TICKS + price, askedAt, frames: orders.length === 0 ? [] : [level] };
}

function queueAt(book: OrderBook, price: number): readonly string[] {
  const queue: string[] = [];
  for (let slot = book.firstOrder(SIDE_BID, BASE_TICKS + price); slot >= 0; slot = book.nextOrder(slot))
    queue.push(`${book.orderLo(slot) - 1}:${book.orderSize(slot)}`);
  return queue;
}

/** What a listener's book is in the end, where each price was subscribed, asked for and answered at events of its own. */
function follow(venue: Venue, steps: ReadonlyMap<number, readonly number[]>): OrderBook {
  const heard = new OrderBook();
  const rows = new RowEmitter({
    instrumentId: ES.id,
    nowMs: () => SECONDS * 1000 + 1,
    reach: () => undefined,
    deliver: ({ rows: batch, count }) => {
      for (let row = 0; row < count; row += 1) heard.applyRow(batch, row * ROW_LENGTH);
    },
  });
  const orders = new OrderRows(ES, rows);
  const trades = new TradeHold(ES, rows, {
    isAhead: () => false,
    isOpenTo: (resting) => orders.isOpenTo(resting),
  });
  const answers = [...steps].map(([price, [, asked = 0, answered = 0]]) =>
    answerOf(venue, price, asked, answered),
  );
  const snapshot = windowSnapshotOf(ES, WINDOW, answers);
  if (snapshot === null || snapshot.sequence === null) throw new Error('expected a snapshot with a number');
  orders.replace(snapshot.book, snapshot.ages);
  for (const [index, { prices, print, frame }] of venue.told.entries()) {
    const event = index + 1;
    if (event <= snapshot.sequence) continue;
    if (print !== null) trades.take(print);
    const isHeard = prices.some((price) => event > (steps.get(price)?.[0] ?? Number.POSITIVE_INFINITY));
    if (isHeard) orders.emit({ frames: [[event, frame]] }, trades);
  }
  trades.flush();
  return heard;
}

test('prices that were asked for one by one, at different times, become the book as it is, in the order of its queues', () => {
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
    { numRuns: 2000 },
  );
});
