/** Order flow imbalance of the five best levels: what came to each rank between two samples of the book. */
import { SIDE_ASK, SIDE_BID } from '@undertow/market';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FLOW_START_MS } from '#testing/flow-view.ts';
import { LineMarket, level } from '#testing/line-market.ts';
import { DeepImbalance, queueChange } from './deep-imbalance.ts';

type Ladder = readonly (readonly [priceTicks: number, size: number])[];
interface Sides {
  readonly bids: Ladder;
  readonly asks: Ladder;
}

/** What a rank weighs against all five. */
const weight = (rank: number): number => {
  const all = [0, 1, 2, 3, 4].reduce((sum, one) => sum + Math.exp(-0.5 * one), 0);
  return Math.exp(-0.5 * rank) / all;
};

/** Samples of a book that holds exactly these levels, one after the other. */
function sampled(books: readonly Sides[], imbalance = new DeepImbalance()): number[] {
  const tape = new LineMarket('L2S', FLOW_START_MS, () => undefined);
  let before: Sides = { bids: [], asks: [] };
  return books.map((book) => {
    const gone = [
      ...before.bids.map(([price]) => level(SIDE_BID, price, 0)),
      ...before.asks.map(([price]) => level(SIDE_ASK, price, 0)),
    ];
    const shown = [
      ...book.bids.map(([price, size]) => level(SIDE_BID, price, size)),
      ...book.asks.map(([price, size]) => level(SIDE_ASK, price, size)),
    ];
    before = book;
    tape.wait(100).event(...gone, ...shown);
    return imbalance.sample(tape.market.book);
  });
}

const FIVE: Ladder = [1000, 999, 998, 997, 996].map((price) => [price, 10]);
const ASKS: Ladder = [1001, 1002, 1003, 1004, 1005].map((price) => [price, 10]);
const resized = (ladder: Ladder, rank: number, size: number): Ladder =>
  ladder.map(([price, before], at) => [price, at === rank ? size : before]);

test.each([
  { name: 'a better price', improvement: 1, size: 7, before: 30, change: 7 },
  { name: 'a worse price', improvement: -1, size: 7, before: 30, change: -30 },
  { name: 'more at the same price', improvement: 0, size: 40, before: 30, change: 10 },
  { name: 'less at the same price', improvement: 0, size: 10, before: 30, change: -20 },
])('to a queue with $name came $change', ({ improvement, size, before, change }) => {
  expect(queueChange(improvement, size, before)).toBe(change);
});

test.each([0, 1, 2, 3, 4])('five contracts that join rank %i count by its weight, of either side', (rank) => {
  const still = { bids: FIVE, asks: ASKS };
  expect(sampled([still, { ...still, bids: resized(FIVE, rank, 15) }])[1]).toBeCloseTo(5 * weight(rank), 12);
  expect(sampled([still, { ...still, asks: resized(ASKS, rank, 15) }])[1]).toBeCloseTo(-5 * weight(rank), 12);
});

test('the sixth level does not count, and the first sample is compared with nothing', () => {
  const six: Ladder = [...FIVE, [995, 10]];
  const [first, second] = sampled([
    { bids: six, asks: ASKS },
    { bids: resized(six, 5, 90), asks: ASKS },
  ]);
  expect([first, second]).toEqual([0, 0]);
});

test('a new best price moves every rank to a better one', () => {
  const better: Ladder = [[1001, 3], ...FIVE];
  const asks: Ladder = ASKS.map(([price, size]) => [price + 1, size]);
  const [, change] = sampled([
    { bids: FIVE, asks },
    { bids: better, asks },
  ]);
  const came = [3, 10, 10, 10, 10].reduce((sum, size, rank) => sum + size * weight(rank), 0);
  expect(change).toBeCloseTo(came, 12);
  // And back again: what rested on each rank is lost.
  const [, , back] = sampled([
    { bids: FIVE, asks },
    { bids: better, asks },
    { bids: FIVE, asks },
  ]);
  expect(back).toBeCloseTo(-came, 12);
});

test('ranks that only one of two samples has are not compared', () => {
  const [, grown, emptied] = sampled([
    { bids: FIVE.slice(0, 2), asks: ASKS },
    { bids: FIVE, asks: ASKS },
    { bids: [], asks: ASKS },
  ]);
  expect([grown, emptied]).toEqual([0, 0]);
});

test('after a hole in the feed the next sample is compared with nothing, the one after it again', () => {
  const imbalance = new DeepImbalance();
  const still = { bids: FIVE, asks: ASKS };
  sampled([still], imbalance);
  imbalance.interrupt();
  const more = { bids: resized(FIVE, 0, 90), asks: resized(ASKS, 0, 40) };
  expect(sampled([more, still], imbalance)).toEqual([0, expect.closeTo((-80 + 30) * weight(0), 12)]);
});

test('exchanging bid and ask negates it, and samples of an unchanged book add nothing', () => {
  const ladder = fc.uniqueArray(fc.tuple(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 1, max: 50 })), {
    maxLength: 7,
    selector: ([ticks]) => ticks,
  });
  const bids = (ticks: Ladder): Ladder => ticks.map(([away, size]) => [1000 - away, size]);
  const asks = (ticks: Ladder): Ladder => ticks.map(([away, size]) => [1001 + away, size]);
  const books = fc.array(fc.tuple(ladder, ladder), { minLength: 2, maxLength: 5 });
  fc.assert(
    fc.property(books, (list) => {
      const own = sampled(list.map(([one, other]) => ({ bids: bids(one), asks: asks(other) })));
      const mirrored = sampled(list.map(([one, other]) => ({ bids: bids(other), asks: asks(one) })));
      for (const [at, value] of own.entries()) expect(mirrored[at]).toBeCloseTo(-value, 12);
      const [last = [[], []]] = list.slice(-1);
      const book = { bids: bids(last[0]), asks: asks(last[1]) };
      expect(sampled([book, book])[1]).toBeCloseTo(0, 12);
    }),
    { numRuns: 15 },
  );
});
