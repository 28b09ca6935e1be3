/** Who gives what trades at a zone: orders that refill themselves, and sizes that are posted again after a fill. */
import { type FeedTier, SIDE_ASK, SIDE_BID, SIDE_NONE } from '@undertow/market';
import { describe, expect, test } from 'vitest';
import type { Judge, ModelSpec } from '#calibration/judge.ts';
import { FLOW_START_MS } from '#testing/flow-view.ts';
import { handEvent } from '#testing/hand-event.ts';
import { add, cancel, fill, fixedJudge, HandTape, type Line, modify, trade } from '#testing/hand-tape.ts';
import { LineMarket } from '#testing/line-market.ts';
import { AbsorptionSupply } from './absorption-supply.ts';
import { ZoneVisits } from './zone-visits.ts';

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

describe('by orders', () => {
  /** The supply of bids at 1000 in a market of lines. */
  class Supplied {
    readonly visits = new ZoneVisits();
    readonly supply = new AbsorptionSupply(SIDE_BID, this.visits);
    readonly tape = new LineMarket('L3', FLOW_START_MS, (event) => {
      // As the detector does: what trades is a visit before it is known who gave it.
      for (let row = 0; row < event.touched.count; row += 1)
        this.visits.add(event.touched.priceTicks[row] ?? 0, event.touched.traded[row] ?? 0, event.timeMs);
      this.supply.followOrders(event);
    });

    after(ms: number, ...lines: readonly Line[]): this {
      this.tape.wait(ms).event(...lines);
      return this;
    }

    post(ms: number, id: number, size: number, priceTicks = 1000): this {
      return this.after(ms, add(id, SIDE_BID, priceTicks, size));
    }

    /** An order is filled to its end. */
    spend(ms: number, id: number, size: number, priceTicks = 1000): this {
      const by = trade(90_000 + id, SIDE_ASK, priceTicks, size);
      return this.after(ms, by, fill(id, SIDE_BID, priceTicks, size), cancel(id, SIDE_BID, priceTicks, size));
    }

    get given(): { refilled: number; reposted: number } {
      const { refilled, reposted } = this.visits.read(1000, this.tape.timeMs);
      return { refilled, reposted };
    }
  }

  /** An order of ten that was filled, and the next post `ms` later. */
  const followed = (ms: number, size: number, priceTicks = 1000): Supplied =>
    new Supplied().post(0, 1, 10).spend(50, 1, 10).post(ms, 2, size, priceTicks);

  test.each([
    { name: 'of the same size a moment later', ms: 3, size: 10, goesOn: true },
    { name: 'within 150 ms', ms: 150, size: 10, goesOn: true },
    { name: 'later', ms: 151, size: 10, goesOn: false },
    { name: 'smaller by 30 percent', ms: 3, size: 7, goesOn: true },
    { name: 'smaller by 40 percent', ms: 3, size: 6, goesOn: false },
    { name: 'larger by half', ms: 3, size: 15, goesOn: true },
    { name: 'larger by more', ms: 3, size: 16, goesOn: false },
    { name: 'at another price', ms: 3, size: 10, priceTicks: 999, goesOn: false },
  ])('a post $name goes on with the line of ten: $goesOn', ({ ms, size, priceTicks, goesOn }) => {
    const { supply } = followed(ms, size, priceTicks);
    expect(supply.lineOf(0, 2)).toBe(goesOn ? 10 : 0);
  });

  test('a line counts as posted again from its third order on, with all that it gave', () => {
    const one = followed(3, 10).spend(50, 2, 10);
    expect(one.supply.lineOf(0, 2)).toBe(20);
    expect(one.given).toEqual({ refilled: 0, reposted: 0 });
    one.post(3, 3, 10).spend(50, 3, 10);
    expect(one.supply.lineOf(0, 3)).toBe(30);
    expect(one.given).toEqual({ refilled: 0, reposted: 10 });
  });

  test('a used-up order is continued once, and by the longest line where several fit', () => {
    const twice = followed(3, 10).post(1, 3, 10);
    expect([twice.supply.lineOf(0, 2), twice.supply.lineOf(0, 3)]).toEqual([10, 0]);
    // A line of twenty and an order of eight are used up before the post of nine.
    const both = followed(3, 10).post(1, 5, 8).spend(40, 5, 8).spend(1, 2, 10).post(3, 6, 9);
    expect(both.supply.lineOf(0, 6)).toBe(20);
  });

  test.each([
    { name: 'one contract', lines: [1, 1] },
    { name: 'a post that was cancelled', lines: [10] },
  ])('$name has no continuation', ({ lines }) => {
    const one = new Supplied();
    for (const [n, size] of lines.entries()) one.post(3, n + 1, size).spend(20, n + 1, size);
    if (lines.length === 1) {
      const cancelled = new Supplied()
        .post(0, 1, 10)
        .after(20, cancel(1, SIDE_BID, 1000, 10))
        .post(3, 2, 10);
      expect(cancelled.supply.lineOf(0, 2)).toBe(0);
    } else expect(one.supply.lineOf(0, 2)).toBe(1);
  });

  test('an order that refills itself gave what it gave before its first refill too', () => {
    const one = new Supplied().post(0, 1, 10);
    const taken = (left: number): Line[] => [
      trade(900, SIDE_ASK, 1000, 6),
      fill(1, SIDE_BID, 1000, 6),
      modify(1, SIDE_BID, 1000, left),
    ];
    one.after(10, ...taken(4));
    expect(one.given.refilled).toBe(0);
    // Six of four: it shows eight again.
    one.after(10, ...taken(8));
    expect(one.given.refilled).toBe(12);
    one.after(10, ...taken(2));
    expect(one.given).toEqual({ refilled: 18, reposted: 0 });
    expect(one.supply.lineOf(0, 1)).toBe(18);
  });

  test('auctions, the other side, and what was before a hole in the feed give nothing', () => {
    const asks = new Supplied().after(0, add(1, SIDE_ASK, 1000, 10));
    asks.after(9, trade(900, SIDE_BID, 1000, 10), fill(1, SIDE_ASK, 1000, 10), cancel(1, SIDE_ASK, 1000, 10));
    expect(asks.supply.lineOf(0, 1)).toBe(0);
    const auction = new Supplied().post(0, 1, 10);
    const { timeMs } = auction.tape;
    auction.after(9, trade(0, SIDE_NONE, 1000, 4), fill(1, SIDE_BID, 1000, 4), modify(1, SIDE_BID, 1000, 6));
    expect([auction.tape.timeMs - timeMs, auction.supply.lineOf(0, 1)]).toEqual([9, 0]);
    const holed = new Supplied().post(0, 1, 10).spend(50, 1, 10);
    holed.supply.clear();
    expect(holed.post(3, 2, 10).supply.lineOf(0, 2)).toBe(0);
  });
});

test.each([
  { name: 'nothing came back', before: 30, traded: 10, after: 20, refilled: 0 },
  { name: 'a part came back', before: 30, traded: 10, after: 24, refilled: 4 },
  { name: 'all of it came back', before: 30, traded: 10, after: 30, refilled: 10 },
  { name: 'more came than had traded', before: 30, traded: 10, after: 90, refilled: 10 },
  { name: 'nothing traded', before: 30, traded: 0, after: 90, refilled: 0 },
  { name: 'some was cancelled too', before: 30, traded: 10, after: 12, refilled: 0 },
])('by levels, where $name, $refilled refilled itself', ({ before, traded, after, refilled }) => {
  const visits = new ZoneVisits();
  visits.add(1000, 1, 0);
  const levels = [SIDE_BID, SIDE_ASK].map((side) => ({ side, priceTicks: 1000, before, traded, after }));
  new AbsorptionSupply(SIDE_BID, visits).followLevels(handEvent(0, [], [], levels));
  expect(visits.read(1000, 0).refilled).toBe(refilled);
});
