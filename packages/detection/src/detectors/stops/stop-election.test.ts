import { SIDE_ASK, SIDE_BID } from '@undertow/market';
import { expect, test } from 'vitest';
import { add, fill, HandTape, modify, trade } from '#testing/hand-tape.ts';

const PRICE = 19_000;
const ASK = 31_000;
const FRESH = 40_000;
/** Below every fresh id: an order that the exchange held as a stop. */
const HELD = 21_000;

const market = (tier: 'L3' | 'L2S' = 'L3'): HandTape =>
  new HandTape(tier)
    .background(PRICE)
    .event(add(ASK, SIDE_ASK, PRICE + 5, 500))
    .pass(1000);

const lifted = [
  trade(FRESH, SIDE_BID, PRICE + 5, 10, 1),
  fill(ASK, SIDE_ASK, PRICE + 5, 10),
  modify(ASK, SIDE_ASK, PRICE + 5, 490),
];

test('a stop-limit that is elected and rests without a trade is an elected stop', () => {
  const { counters } = market().event(...lifted, add(HELD, SIDE_BID, PRICE + 3, 4)).pipeline;
  expect(counters).toMatchObject({ electedStops: 1, stopEvents: 1, stopContracts: 0 });
});

test('what is left of a stop that traded counts once, with the contracts that traded', () => {
  const { counters } = market().event(
    trade(FRESH, SIDE_BID, PRICE + 5, 10, 1),
    fill(ASK, SIDE_ASK, PRICE + 5, 10),
    trade(HELD, SIDE_BID, PRICE + 5, 3, 2),
    fill(ASK, SIDE_ASK, PRICE + 5, 3),
    modify(ASK, SIDE_ASK, PRICE + 5, 487),
    add(HELD, SIDE_BID, PRICE + 4, 2),
  ).pipeline;
  expect(counters).toMatchObject({ electedStops: 1, stopContracts: 3 });
});

test('what is left of the aggressor and an order entered later are no stops', () => {
  const { counters } = market()
    .event(...lifted, add(FRESH, SIDE_BID, PRICE + 4, 2))
    .event(add(FRESH + 1, SIDE_BID, PRICE + 3, 4))
    .event(add(HELD, SIDE_BID, PRICE + 2, 4)).pipeline;
  expect(counters.electedStops).toBe(0);
});

test('without orders a stop that only rests cannot be distinguished from a new order', () => {
  expect(
    market('L2S').event(...lifted, add(HELD, SIDE_BID, PRICE + 3, 4)).pipeline.counters.electedStops,
  ).toBe(0);
});
