/** The queues of the price levels: orders of an order table linked first in, first out. */
import { type BookSide, LEVEL_HEAD, LEVEL_ORDERS, LEVEL_SHIFT, LEVEL_SIZE, LEVEL_TAIL } from './book-side.ts';
import { ORDER_KEY, ORDER_NEXT, ORDER_PREVIOUS, ORDER_SHIFT, ORDER_SIZE } from './order-table.ts';

/** Puts the order at the back of its level's queue and makes the level when it is new. `orders` are the table's rows. */
export function linkOrder(side: BookSide, orders: Int32Array, slot: number): void {
  const order = slot << ORDER_SHIFT;
  const key = orders[order + ORDER_KEY] as number;
  const row = side.openRow(key);
  const level = row << LEVEL_SHIFT;
  const levels = side.levels;
  const tail = levels[level + LEVEL_TAIL] as number;
  orders[order + ORDER_PREVIOUS] = tail;
  orders[order + ORDER_NEXT] = 0;
  if (tail === 0) {
    levels[level + LEVEL_HEAD] = slot;
    side.occupy(row, key);
  } else {
    orders[(tail << ORDER_SHIFT) + ORDER_NEXT] = slot;
  }
  levels[level + LEVEL_TAIL] = slot;
  levels[level + LEVEL_SIZE] =
    (levels[level + LEVEL_SIZE] as number) + (orders[order + ORDER_SIZE] as number);
  levels[level + LEVEL_ORDERS] = (levels[level + LEVEL_ORDERS] as number) + 1;
}

/** Takes the order out of its level's queue and drops the level when it was the last one. */
export function unlinkOrder(side: BookSide, orders: Int32Array, slot: number): void {
  const order = slot << ORDER_SHIFT;
  const key = orders[order + ORDER_KEY] as number;
  const row = side.rowOf(key);
  const level = row << LEVEL_SHIFT;
  const levels = side.levels;
  const previous = orders[order + ORDER_PREVIOUS] as number;
  const next = orders[order + ORDER_NEXT] as number;
  if (previous === 0) {
    levels[level + LEVEL_HEAD] = next;
  } else {
    orders[(previous << ORDER_SHIFT) + ORDER_NEXT] = next;
  }
  if (next === 0) {
    levels[level + LEVEL_TAIL] = previous;
  } else {
    orders[(next << ORDER_SHIFT) + ORDER_PREVIOUS] = previous;
  }
  levels[level + LEVEL_SIZE] =
    (levels[level + LEVEL_SIZE] as number) - (orders[order + ORDER_SIZE] as number);
  levels[level + LEVEL_ORDERS] = (levels[level + LEVEL_ORDERS] as number) - 1;
  if (previous === 0 && next === 0) {
    side.vacate(row, key);
  }
}
