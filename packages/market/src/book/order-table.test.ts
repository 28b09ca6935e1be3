/** Slots of orders: found by id, kept while the order lives, used again afterwards. */
import { expect, test } from 'vitest';
import { ORDER_HI, ORDER_LO, ORDER_NEXT, ORDER_SHIFT, OrderTable } from './order-table.ts';

function enter(table: OrderTable, hi: number, lo: number): number {
  expect(table.find(hi, lo)).toBe(0);
  const slot = table.insert(hi, lo);
  // While the order lives its neighbour is where a free slot has the next free one
  table.rows[(slot << ORDER_SHIFT) + ORDER_NEXT] = 0;
  return slot;
}

function leave(table: OrderTable, hi: number, lo: number): void {
  table.remove(table.find(hi, lo));
}

test('an empty table finds nothing', () => {
  const table = new OrderTable(16);
  expect([table.count, table.find(0, 1), table.find(-1, -1)]).toEqual([0, 0, 0]);
});

test('an order has a slot above zero, with its id in the row of the slot', () => {
  const table = new OrderTable(16);
  const slot = enter(table, 5, -7);
  expect(slot).toBeGreaterThan(0);
  expect([table.find(5, -7), table.find(-7, 5), table.count]).toEqual([slot, 0, 1]);
  const at = slot << ORDER_SHIFT;
  expect([table.rows[at + ORDER_HI], table.rows[at + ORDER_LO]]).toEqual([5, -7]);
});

test('no two live orders share a slot, and a slot stays the same while others come and go', () => {
  const table = new OrderTable(16);
  const first = enter(table, 0, 1);
  const slots = new Set([first]);
  for (let id = 2; id <= 200; id += 1) slots.add(enter(table, 0, id));
  expect(slots.size).toBe(200);
  for (let id = 2; id <= 200; id += 2) leave(table, 0, id);
  for (let id = 300; id < 380; id += 1) enter(table, 0, id);
  expect(table.find(0, 1)).toBe(first);
  expect(table.count).toBe(200 - 100 + 80);
});

test('the slot of an order that left is used again', () => {
  const table = new OrderTable(16);
  const slot = enter(table, 0, 1);
  enter(table, 0, 2);
  leave(table, 0, 1);
  expect(table.find(0, 1)).toBe(0);
  expect(enter(table, 0, 3)).toBe(slot);
});

test('the rows of live orders are kept when the table grows', () => {
  const table = new OrderTable(16);
  const room = table.rows.length;
  const slots = Array.from({ length: 100 }, (_, n) => enter(table, n, n * 3));
  expect(table.rows.length).toBeGreaterThan(room);
  slots.forEach((slot, n) => {
    expect(table.find(n, n * 3)).toBe(slot);
    expect(table.rows[(slot << ORDER_SHIFT) + ORDER_LO]).toBe(n * 3);
  });
});

test('a cleared table is empty and hands out its slots again', () => {
  const table = new OrderTable(16);
  const slots = Array.from({ length: 12 }, (_, n) => enter(table, 0, n + 1));
  table.clear();
  expect([table.count, table.find(0, 1), table.find(0, 12)]).toEqual([0, 0, 0]);
  const again = Array.from({ length: 12 }, (_, n) => enter(table, 0, n + 50));
  expect(new Set(again)).toEqual(new Set(slots));
});

test('a table that is filled and emptied for ever does not grow', () => {
  const table = new OrderTable(16);
  const room = table.rows.length;
  for (let id = 1; id < 2000; id += 1) {
    enter(table, 0, id);
    if (id > 5) leave(table, 0, id - 5);
  }
  expect([table.rows.length, table.count]).toEqual([room, 5]);
});
