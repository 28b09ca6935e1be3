import { CHANGE_ADD, CHANGE_MODIFY, ROUND_STOP, SIDE_ASK, SIDE_BID } from '@undertow/market';
import { describe, expect, test } from 'vitest';
import { handEvent } from '#testing/hand-event.ts';
import { add, fill, HandTape, modify, trade } from '#testing/hand-tape.ts';
import { electionOf, mayElect, stopElection } from './stop-election.ts';

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

describe.each([
  { name: 'buy stops', side: SIDE_BID, other: SIDE_ASK, word: 'bid' },
  { name: 'sell stops', side: SIDE_ASK, other: SIDE_BID, word: 'ask' },
])('an election of $name', ({ side, other, word }) => {
  const initiator = { side, priceTicks: 1000, size: 10, id: FRESH, levels: 2 };
  const stop = { side, priceTicks: 1003, size: 4, kind: ROUND_STOP, id: HELD, levels: 3 };
  const second = { ...stop, priceTicks: 1001, size: 2, id: HELD + 1, levels: 1 };

  test('counts the stops of its own direction, with all contracts of that direction', () => {
    const event = handEvent(5000, [initiator, stop, second]);
    expect(electionOf(event, side, 999)).toEqual({
      timeNs: 5_000_000_000n,
      timeMs: 5000,
      stops: 2,
      contracts: 6,
      sameSideContracts: 16,
      lowTicks: 1001,
      highTicks: 1003,
      firstTicks: 1003,
      beforeTicks: 999,
      levelsSwept: 3,
      orders: [HELD, HELD + 1],
      degraded: false,
    });
    expect(electionOf(event, other, 999)).toBeNull();
  });

  test('holds stops of the other direction apart', () => {
    const event = handEvent(5000, [initiator, stop, { ...second, side: other }]);
    expect(electionOf(event, side, 999)).toMatchObject({ stops: 1, contracts: 4, sameSideContracts: 14 });
    expect(electionOf(event, other, 999)).toMatchObject({ stops: 1, contracts: 2, lowTicks: 1001 });
  });

  test('counts no stop of low certainty, but its contracts among those of the direction', () => {
    const event = handEvent(5000, [initiator, { ...stop, uncertain: 1 }]);
    expect(electionOf(event, side, 999)).toBeNull();
    expect(
      electionOf(handEvent(5000, [initiator, second, { ...stop, uncertain: 1 }]), side, 999),
    ).toMatchObject({
      stops: 1,
      sameSideContracts: 16,
    });
  });

  test('includes a stop that only rests, without contracts', () => {
    const rests = { kind: CHANGE_ADD, id: HELD, side, priceTicks: 998 };
    expect(electionOf(handEvent(5000, [initiator], [rests]), side, 999)).toMatchObject({
      stops: 1,
      contracts: 0,
      firstTicks: 998,
      orders: [HELD],
    });
    for (const another of [
      { ...rests, side: other },
      { ...rests, kind: CHANGE_MODIFY },
      { ...rests, id: FRESH },
      { ...rests, id: FRESH + 1 },
    ])
      expect(electionOf(handEvent(5000, [initiator], [another]), side, 999)).toBeNull();
  });

  test('is emitted with the word of its side and an id of its own', () => {
    const election = electionOf(handEvent(5000, [initiator, stop]), side, 999);
    if (election === null) throw new Error('nothing was elected');
    const emitted = stopElection(election, side, 7);
    expect(emitted).toMatchObject({ side: word, stops: 1, contracts: 4, firstTicks: 1003 });
    expect(stopElection(election, side, 7).id).toBe(emitted.id);
    expect(stopElection(election, other, 7).id).not.toBe(emitted.id);
    expect(stopElection(election, side, 8).id).not.toBe(emitted.id);
  });
});

test('only a second round or an order that arrives inside the event may be an election', () => {
  const round = { side: SIDE_BID, priceTicks: 1000, size: 1, id: FRESH };
  const change = { kind: CHANGE_MODIFY, id: HELD, side: SIDE_BID, priceTicks: 1000 };
  expect(mayElect(handEvent(0, [round]))).toBe(false);
  expect(mayElect(handEvent(0, [round], [change]))).toBe(false);
  expect(mayElect(handEvent(0, [round, round]))).toBe(true);
  expect(mayElect(handEvent(0, [round], [change, { ...change, kind: CHANGE_ADD }]))).toBe(true);
});
