/** How far a book leans: to the bid it is positive, near prices weigh more, and a posture lifts its own side. */
import { SIDE_ASK, SIDE_BID } from '@undertow/market';
import { describe, expect, test } from 'vitest';
import { WatchedMarket } from '#testing/flow-view.ts';
import { midOf, WeightedImbalance } from './spoofing-imbalance.ts';
import { LargeOrder, Posture } from './spoofing-posture.ts';

type Level = readonly [side: number, priceTicks: number, size: number];

function bookOf(...levels: readonly Level[]): WatchedMarket['market']['book'] {
  const watched = new WatchedMarket();
  for (const level of levels) watched.add(1, ...level);
  return watched.market.book;
}

function postureOf(
  side: number,
  ...orders: readonly (readonly [priceTicks: number, size: number])[]
): Posture {
  const posture = new Posture();
  posture.side = side;
  for (const [priceTicks, size] of orders)
    posture.orders.push(Object.assign(new LargeOrder(), { side, priceTicks, size }));
  return posture;
}

/** What a contract weighs so many ticks behind the best price. */
const weight = (ticks: number): number => Math.exp(-0.35 * ticks);
const imbalance = new WeightedImbalance();

test('an empty book leans nowhere, one of a single side leans there entirely', () => {
  expect(imbalance.of(bookOf())).toBe(0);
  expect(imbalance.of(bookOf([SIDE_BID, 1000, 5]))).toBe(1);
  expect(imbalance.of(bookOf([SIDE_ASK, 1001, 5]))).toBe(-1);
});

test('thirty bids against ten asks lean to the bid by a half', () => {
  expect(imbalance.of(bookOf([SIDE_BID, 1000, 30], [SIDE_ASK, 1001, 10]))).toBeCloseTo(0.5, 12);
});

test('a level weighs by its ticks behind the best of its side, whatever lies between', () => {
  const book = bookOf([SIDE_BID, 1000, 10], [SIDE_BID, 996, 10], [SIDE_ASK, 1001, 10]);
  const bid = 10 + 10 * weight(4);
  expect(imbalance.of(book)).toBeCloseTo((bid - 10) / (bid + 10), 12);
});

test('the eleventh level of a side does not count', () => {
  const levels = Array.from({ length: 11 }, (_, n): Level => [SIDE_ASK, 1001 + n, n === 10 ? 1000 : 1]);
  const ask = levels.slice(0, 10).reduce((sum, _, n) => sum + weight(n), 0);
  expect(imbalance.of(bookOf([SIDE_BID, 1000, 1], ...levels))).toBeCloseTo((1 - ask) / (1 + ask), 12);
});

describe.each([
  { name: 'bid', side: SIDE_BID, other: SIDE_ASK, own: 1000, away: -1 },
  { name: 'ask', side: SIDE_ASK, other: SIDE_BID, own: 1001, away: 1 },
])('a posture of the $name', ({ side, other, own, away }) => {
  const opposite = own === 1000 ? 1001 : 1000;

  test('lifts a balanced book to its own side', () => {
    const book = bookOf([side, own, 10], [other, opposite, 10]);
    const posture = postureOf(side, [own + 2 * away, 40]);
    const added = 40 * weight(2);
    expect(imbalance.lift(book, posture)).toBeCloseTo(added / (20 + added), 12);
  });

  test('adds to a book that leans the other way', () => {
    // Ten against thirty: -0.5 without it; with thirty at the best price 40 against 30.
    const book = bookOf([side, own, 10], [other, opposite, 30]);
    expect(imbalance.lift(book, postureOf(side, [own, 20], [own, 10]))).toBeCloseTo(10 / 70 + 0.5, 12);
  });

  test('is all of a book that is empty without it', () => {
    expect(imbalance.lift(bookOf(), postureOf(side, [own, 5]))).toBeCloseTo(1, 12);
  });
});

test('the mid is between the best prices, and unknown where a side is empty', () => {
  expect(midOf(bookOf([SIDE_BID, 1000, 1], [SIDE_ASK, 1003, 1]))).toBe(1001.5);
  expect(midOf(bookOf([SIDE_BID, 1000, 1]))).toBeNaN();
  expect(midOf(bookOf([SIDE_ASK, 1000, 1]))).toBeNaN();
});
