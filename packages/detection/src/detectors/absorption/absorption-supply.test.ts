import { type FeedTier, SIDE_ASK, SIDE_BID } from '@undertow/market';
import { expect, test } from 'vitest';
import type { Judge, ModelSpec } from '#calibration/judge.ts';
import { add, cancel, fill, fixedJudge, HandTape, modify, trade } from '#testing/hand-tape.ts';

const PRICE = 19_000;
const SLICE = 12;

/** The features of the last look at whether somebody absorbs, by name. */
function watching(): { judge: Judge; last: (feature: string) => number } {
  let features: Map<string, number> = new Map();
  const never = fixedJudge(0);
  return {
    last: (feature) => features.get(feature) ?? Number.NaN,
    judge: {
      judge: (model: ModelSpec, candidate) => {
        if (model.name === 'absorption')
          features = new Map(model.features.map((name, at) => [name, candidate.features[at]!]));
        return never.judge(model, candidate);
      },
      resolve: () => undefined,
    },
  };
}

let id = 40_000;

/** A deep bid that nobody refills, hit by one contract a second on either side for three minutes. */
function market(judge: Judge, tier: FeedTier = 'L3'): HandTape {
  const tape = new HandTape(tier, ['absorption'], judge);
  for (let n = 1; n <= 10; n += 1)
    tape.event(add(100 + n, SIDE_BID, PRICE - n, 200), add(200 + n, SIDE_ASK, PRICE + n, 200));
  tape.event(add(300, SIDE_ASK, PRICE + 1, 500));
  for (let n = 0; n < 180; n += 1) {
    id += 2;
    tape
      .wait(990)
      .event(add(id, SIDE_BID, PRICE, 1))
      .wait(10)
      .event(trade(id + 1, SIDE_ASK, PRICE, 1), fill(id, SIDE_BID, PRICE, 1), cancel(id, SIDE_BID, PRICE, 1));
  }
  return tape;
}

/** Sells slices of a bid; `wait` milliseconds after each the next one is entered. */
function slices(tape: HandTape, count: number, wait: number, sizeOf = (_: number): number => SLICE): void {
  for (let n = 0; n < count; n += 1) {
    id += 2;
    const size = sizeOf(n);
    tape
      .wait(wait)
      .event(add(id, SIDE_BID, PRICE, size))
      .wait(300)
      .event(
        trade(id + 1, SIDE_ASK, PRICE, size),
        fill(id, SIDE_BID, PRICE, size),
        cancel(id, SIDE_BID, PRICE, size),
      );
  }
  tape.wait(5000).pass(300);
}

test('one order that refills itself is seen as what gave nearly all of it, in its first piece too', () => {
  const { judge, last } = watching();
  const tape = market(judge);
  tape.wait(100).event(add(500, SIDE_BID, PRICE, SLICE));
  for (let n = 0; n < 20; n += 1) {
    id += 1;
    tape
      .wait(300)
      .event(
        trade(id, SIDE_ASK, PRICE, SLICE),
        fill(500, SIDE_BID, PRICE, SLICE),
        modify(500, SIDE_BID, PRICE, SLICE),
      );
  }
  tape.wait(200).pass(300);
  expect(last('refilledShare')).toBeGreaterThan(0.5);
  expect(last('repostedShare')).toBe(0);
  expect(last('largestShare')).toBeGreaterThan(0.5);
});

test('the same size entered again a moment after each fill is seen as one line of posts', () => {
  const { judge, last } = watching();
  slices(market(judge), 24, 3);
  expect(last('repostedShare')).toBeGreaterThan(0.4);
  expect(last('largestShare')).toBeGreaterThan(0.4);
  expect(last('refilledShare')).toBe(0);
});

test('posts that come late, or in any size, are not one line', () => {
  const late = watching();
  slices(market(late.judge), 24, 400);
  expect(late.last('repostedShare')).toBe(0);
  const uneven = watching();
  slices(market(uneven.judge), 24, 3, (n) => (n % 2 === 0 ? 4 : 30));
  expect(uneven.last('repostedShare')).toBe(0);
  expect(uneven.last('largestShare')).toBeLessThan(0.2);
});

test('orders entered together at one price are one post in parts', () => {
  const { judge, last } = watching();
  const tape = market(judge);
  for (let n = 0; n < 16; n += 1) {
    id += 3;
    tape
      .wait(400)
      .event(add(id, SIDE_BID, PRICE, 9), add(id + 1, SIDE_BID, PRICE, 21))
      .wait(200)
      .event(
        trade(id + 2, SIDE_ASK, PRICE, 30),
        fill(id, SIDE_BID, PRICE, 9),
        fill(id + 1, SIDE_BID, PRICE, 21),
        cancel(id, SIDE_BID, PRICE, 9),
        cancel(id + 1, SIDE_BID, PRICE, 21),
      );
  }
  tape.wait(200).pass(300);
  expect(last('repostedShare')).toBeGreaterThan(0.6);
});

test.each(['L2C', 'L1T'] as const)('on %s the supplier is unknown', (tier) => {
  const { judge, last } = watching();
  slices(market(judge, tier), 24, 3);
  for (const name of ['refilledShare', 'repostedShare', 'largestShare']) expect(last(name)).toBe(0);
});
