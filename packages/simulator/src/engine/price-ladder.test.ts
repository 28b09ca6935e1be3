import { expect, test } from 'vitest';
import { OrderStore } from './order-store.ts';
import { PriceLadder, priceLimitsOf } from './price-ladder.ts';

test('beyond the limits of the day no order is taken', () => {
  const ladder = new PriceLadder(new OrderStore(), priceLimitsOf(1000));
  expect([929, 930, 1070, 1071].map((ticks) => ladder.accepts(ticks))).toEqual([false, true, true, false]);
});

test('before both sides were there the mid is unknown', () => {
  expect(new PriceLadder(new OrderStore()).midTicks).toBeNaN();
});
