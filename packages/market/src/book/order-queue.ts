/** The queues of the price levels: orders of an order table linked first in, first out. */
import * as level from './book-side.ts';
import * as table from './order-table.ts';

// A module's own constants are folded into machine code, imported ones are loaded and checked at each use.
const LEVEL_SHIFT = level.LEVEL_SHIFT;
const LEVEL_HEAD = level.LEVEL_HEAD;
const LEVEL_TAIL = level.LEVEL_TAIL;
const LEVEL_SIZE = level.LEVEL_SIZE;
const LEVEL_ORDERS = level.LEVEL_ORDERS;
const ORDER_SHIFT = table.ORDER_SHIFT;
const ORDER_KEY = table.ORDER_KEY;
const ORDER_SIZE = table.ORDER_SIZE;
const ORDER_PREVIOUS = table.ORDER_PREVIOUS;
const ORDER_NEXT = table.ORDER_NEXT;

/** Puts the order at the back of its level's queue and makes the level when it is new. `orders` are the table's rows. */
export function linkOrder(side: level.BookSide, orders: Int32Array, slot: number): void {
  const order = slot << ORDER_SHIFT;
  const key = orders[order + ORDER_KEY]!;
  const row = side.openRow(key);
  const at = row << LEVEL_SHIFT;
  const levels = side.levels;
  const tail = levels[at + LEVEL_TAIL]!;
  orders[order + ORDER_PREVIOUS] = tail;
  orders[order + ORDER_NEXT] = 0;
  if (tail === 0) {
    levels[at + LEVEL_HEAD] = slot;
    side.occupy(row, key);
  } else {
    orders[(tail << ORDER_SHIFT) + ORDER_NEXT] = slot;
  }
  levels[at + LEVEL_TAIL] = slot;
  levels[at + LEVEL_SIZE]! += orders[order + ORDER_SIZE]!;
  levels[at + LEVEL_ORDERS]! += 1;
}

/** Takes the order out of its level's queue and drops the level when it was the last one. */
export function unlinkOrder(side: level.BookSide, orders: Int32Array, slot: number): void {
  const order = slot << ORDER_SHIFT;
  const key = orders[order + ORDER_KEY]!;
  const row = side.rowOf(key);
  const at = row << LEVEL_SHIFT;
  const levels = side.levels;
  const previous = orders[order + ORDER_PREVIOUS]!;
  const next = orders[order + ORDER_NEXT]!;
  if (previous === 0) {
    levels[at + LEVEL_HEAD] = next;
  } else {
    orders[(previous << ORDER_SHIFT) + ORDER_NEXT] = next;
  }
  if (next === 0) {
    levels[at + LEVEL_TAIL] = previous;
  } else {
    orders[(next << ORDER_SHIFT) + ORDER_PREVIOUS] = previous;
  }
  levels[at + LEVEL_SIZE]! -= orders[order + ORDER_SIZE]!;
  levels[at + LEVEL_ORDERS]! -= 1;
  if (previous === 0 && next === 0) {
    side.vacate(row, key);
  }
}
