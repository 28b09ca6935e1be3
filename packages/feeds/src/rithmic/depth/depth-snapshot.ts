/** The snapshot of a book by order: requested whole or price by price, read into orders in queue order. */
import {
  ACTION_ADD,
  COL_ACTION,
  COL_ORDER_HI,
  COL_ORDER_LO,
  COL_PRICE_TICKS,
  COL_SIDE,
  COL_SIZE,
  type Instrument,
  NO_PRICE,
  OrderBook,
  ROW_LENGTH,
  SIDE_ASK,
  SIDE_BID,
  SIDE_NONE,
} from '@undertow/market';
import type { RithmicMessage } from '#rithmic/wire/rithmic-wire.ts';
import { NO_ID, splitId, ticksOf } from '#rithmic/wire/wire-price.ts';
import { sideOf } from './depth-changes.ts';
import { PriceAges, type PriceWindow } from './price-ages.ts';

type Frame = RithmicMessage<'ResponseDepthByOrderSnapshot'>;

export interface DepthSnapshot {
  readonly book: OrderBook;
  /** Number up to which it holds the events; null where the gateway names none. */
  readonly sequence: number | null;
  /** True where its levels are of different ages: events may repeat what some of them hold already. */
  readonly isMixed: boolean;
  /** Null where all of it is of one age and every price is followed. */
  readonly ages: PriceAges | null;
}

/** The answer to a request for a single price. */
export interface PriceAnswer {
  readonly priceTicks: number;
  /** Highest number that had been received when it was requested: no answer is older. */
  readonly requestedAt: number;
  /** None where nothing rests there. */
  readonly frames: readonly Frame[];
}

interface Resting {
  readonly side: number;
  readonly priceTicks: number;
  readonly size: number;
  readonly priority: number;
  /** Number up to which its level holds the events. */
  readonly age: number;
  readonly hi: number;
  readonly lo: number;
}

/** Frames of the whole book, of one level and side each. Null where a frame is invalid. */
export function wholeSnapshotOf(instrument: Instrument, frames: readonly Frame[]): DepthSnapshot | null {
  const orders: Resting[] = [];
  const ages = new Map<number, number>();
  let isNumbered = true;
  for (const frame of frames) {
    const level = ordersOf(instrument, frame, 0);
    if (level === null) return null;
    orders.push(...level);
    const own = frame.sequenceNumber;
    if (own === undefined) isNumbered &&= level.length === 0;
    else for (const { priceTicks } of level) ages.set(priceTicks, Math.min(ages.get(priceTicks) ?? own, own));
  }
  const numbers = numbersOf(frames);
  const isMixed = !isNumbered || new Set(numbers).size > 1;
  return {
    book: bookOf(orders),
    sequence: numbers.length === 0 ? null : Math.min(...numbers),
    isMixed,
    ages: isMixed ? new PriceAges(null, ages) : null,
  };
}

/** Prices that were requested one by one: each of its own age. Null where a frame is invalid. */
export function windowSnapshotOf(
  instrument: Instrument,
  window: PriceWindow,
  answers: readonly PriceAnswer[],
): DepthSnapshot | null {
  const orders: Resting[] = [];
  const ages = new Map<number, number>();
  for (const { priceTicks, requestedAt, frames } of answers) {
    const numbers = numbersOf(frames);
    ages.set(priceTicks, numbers.length === 0 ? requestedAt : Math.min(...numbers));
    for (const frame of frames) {
      const level = ordersOf(instrument, frame, requestedAt);
      if (level === null) return null;
      orders.push(...level);
    }
  }
  return {
    book: bookOf(orders),
    sequence: Math.min(...ages.values()),
    isMixed: true,
    ages: new PriceAges(window, ages),
  };
}

function numbersOf(frames: readonly Frame[]): readonly number[] {
  return frames.map(({ sequenceNumber }) => sequenceNumber).filter((own) => own !== undefined);
}

function ordersOf(instrument: Instrument, frame: Frame, requestedAt: number): readonly Resting[] | null {
  const ids = frame.exchangeOrderId ?? [];
  if (ids.length === 0) return [];
  const side = sideOf(frame.depthSide);
  const priceTicks = ticksOf(instrument, frame.depthPrice);
  const age = frame.sequenceNumber ?? requestedAt;
  if (side === SIDE_NONE || priceTicks === NO_PRICE) return null;
  const orders: Resting[] = [];
  for (const [index, text] of ids.entries()) {
    const id = splitId(text);
    const size = frame.depthSize?.[index] ?? 0;
    if (id === NO_ID || size <= 0) return null;
    orders.push({ side, priceTicks, size, priority: frame.depthOrderPriority?.[index] ?? 0, age, ...id });
  }
  return orders;
}

function bookOf(orders: readonly Resting[]): OrderBook {
  const book = new OrderBook();
  const row = new Int32Array(ROW_LENGTH);
  row[COL_ACTION] = ACTION_ADD;
  // Stable: where no ranks are given the order of the frames stays
  for (const order of newestOf(orders).toSorted((a, b) => a.priority - b.priority)) {
    row[COL_SIDE] = order.side;
    row[COL_PRICE_TICKS] = order.priceTicks;
    row[COL_SIZE] = order.size;
    row[COL_ORDER_HI] = order.hi;
    row[COL_ORDER_LO] = order.lo;
    book.applyRow(row, 0);
  }
  return book;
}

/** An order that moved between the answers may be in two of them: it rests where the younger one has it. */
function newestOf(orders: readonly Resting[]): readonly Resting[] {
  const newest = new Map<string, Resting>();
  for (const order of orders) {
    const key = `${order.hi}:${order.lo}`;
    const known = newest.get(key);
    if (known === undefined || known.age < order.age) newest.set(key, order);
  }
  return newest.size === orders.length ? orders : [...newest.values()];
}

/** True when both hold the same orders at the same prices and sizes. */
export function isSameBook(a: OrderBook, b: OrderBook): boolean {
  if (a.liveOrders !== b.liveOrders) return false;
  for (const [side, price] of levelsOf(a))
    for (let slot = a.firstOrder(side, price); slot >= 0; slot = a.nextOrder(slot)) {
      const other = b.findOrder(a.orderHi(slot), a.orderLo(slot));
      if (other < 0 || b.orderSize(other) !== a.orderSize(slot)) return false;
      if (b.orderSide(other) !== side || b.orderPriceTicks(other) !== price) return false;
    }
  return true;
}

/** True when books of the same orders have them in the same order. */
export function hasSameQueues(a: OrderBook, b: OrderBook): boolean {
  for (const [side, price] of levelsOf(a)) {
    let other = b.firstOrder(side, price);
    for (let slot = a.firstOrder(side, price); slot >= 0; slot = a.nextOrder(slot)) {
      if (other < 0 || a.orderHi(slot) !== b.orderHi(other) || a.orderLo(slot) !== b.orderLo(other))
        return false;
      other = b.nextOrder(other);
    }
  }
  return true;
}

function levelsOf(book: OrderBook): readonly (readonly [side: number, priceTicks: number])[] {
  const most = book.liveOrders + 1;
  const unread = new Int32Array(most);
  return [SIDE_BID, SIDE_ASK].flatMap((side) => {
    const prices = new Int32Array(most);
    const levels = book.copyTop(side, most, prices, unread, unread);
    return [...prices.subarray(0, levels)].map((price) => [side, price] as const);
  });
}
