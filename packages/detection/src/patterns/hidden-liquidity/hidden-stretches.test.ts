/** Blocks and hidden trading event by event: what counts as hidden, from where it is unusual, and when it is over. */
import { type BlockTrade, HOUR_MS, type MatchEvent, MINUTE_MS, SIDE_ASK, SIDE_BID } from '@undertow/market';
import { describe, expect, test } from 'vitest';
import { handEvent } from '#testing/hand-event.ts';
import { plainContext } from '#testing/plain-context.ts';
import { plainView } from '#testing/plain-view.ts';
import { BLOCK_PRINTS, HIDDEN_SHARE } from './hidden-liquidity.ts';

describe('blocks', () => {
  function printer(before: readonly number[] = []) {
    const all = before.map((size) => ({ size }));
    const blocks = {
      get total() {
        return all.length;
      },
      after: (known: number) => all.slice(known),
    };
    const view = plainView({ market: { facts: { blocks } } as never });
    const made = plainContext(view);
    const detector = BLOCK_PRINTS.create(made.context);
    let timeMs = 1_000_000;
    return {
      made,
      /** Blocks that are printed in one event. */
      print: (...sizes: readonly number[]): void => {
        timeMs += 1000;
        for (const size of sizes)
          all.push({
            kind: 'block',
            side: SIDE_BID,
            priceTicks: 1000,
            printedNs: BigInt(timeMs),
            size,
          } as unknown as BlockTrade);
        detector.onMatch({ ...handEvent(timeMs, []), degraded: sizes.length > 2 }, view);
      },
      sizes: (): number[] => made.patterns.map(({ pattern }) => pattern.size),
    };
  }

  test('of one event are all read, each with an id of its own', () => {
    const { print, made, sizes } = printer();
    print(5, 5);
    print();
    print(7);
    expect(sizes()).toEqual([5, 5, 7]);
    expect(new Set(made.patterns.map(({ pattern }) => pattern.id)).size).toBe(3);
    expect(made.patterns.map(({ pattern }) => pattern.evidence['knownBlocks'])).toEqual([0, 1, 2]);
  });

  test('of before the detector began are none of its own', () => {
    const { print, sizes } = printer([100, 200]);
    print(9);
    expect(sizes()).toEqual([9]);
  });

  test('are reported at the 90 % quantile of ten or more, and not a contract below', () => {
    const { print, sizes } = printer();
    for (let size = 1; size <= 10; size += 1) print(size);
    print(8);
    expect(sizes()).toHaveLength(10);
    print(9);
    // Of 1 to 10 and 8 and 9 nine in ten are at most 10 by now: a second later the quantile has followed
    print(9);
    print(10);
    expect(sizes().slice(10)).toEqual([9, 9, 10]);
  });

  test('of a broken event are degraded', () => {
    const { print, made } = printer();
    print(5);
    print(5, 5, 5);
    expect(made.patterns.map(({ pattern }) => pattern.degraded)).toEqual([false, true, true, true]);
  });
});

interface Fill {
  readonly side?: number;
  readonly priceTicks?: number;
  readonly size: number;
  /** What the order displayed before and after. */
  readonly before: number;
  readonly after: number;
  readonly priceAfterTicks?: number;
}

class Market {
  timeMs = 100 * HOUR_MS;
  readonly #view: ReturnType<typeof plainView>;
  readonly made: ReturnType<typeof plainContext>;
  readonly #detector: ReturnType<typeof HIDDEN_SHARE.create>;

  constructor(tier: 'L3' | 'L2S' = 'L3') {
    this.#view = plainView({ tier, medianTradeSize: 2, sinceOpenMs: HOUR_MS });
    this.made = plainContext(this.#view);
    this.#detector = HIDDEN_SHARE.create(this.made.context);
  }

  /** Trades of so many contracts in one event, of which resting orders are filled so. */
  event(volume: number, ...fills: readonly Fill[]): this {
    const own = fills.map((fill) => ({ side: SIDE_BID, priceTicks: 1000, ...fill }));
    const column = (of: (fill: (typeof own)[number]) => number): Int32Array => Int32Array.from(own, of);
    const touched = own.map(({ side, priceTicks, before, after, size }) => ({
      side,
      priceTicks,
      before,
      after,
      traded: size,
    }));
    const event = {
      ...handEvent(this.timeMs, [{ side: SIDE_ASK, priceTicks: 1000, size: volume }], [], touched),
      fills: {
        count: own.length,
        side: column(({ side }) => side),
        size: column(({ size }) => size),
        priceTicks: column(({ priceTicks }) => priceTicks),
        priceAfterTicks: column(({ priceTicks, priceAfterTicks }) => priceAfterTicks ?? priceTicks),
        displayedBefore: column(({ before }) => before),
        displayedAfter: column(({ after }) => after),
      },
    } as unknown as MatchEvent;
    this.#detector.onMatch(event, this.#view);
    return this;
  }

  wait(seconds: number): this {
    this.timeMs += 1000 * seconds;
    Object.assign(this.#view, { timeMs: this.timeMs, sinceOpenMs: this.#view.sinceOpenMs + 1000 * seconds });
    this.#detector.onClock(this.timeMs, this.#view);
    return this;
  }

  /** So many samples of ten seconds, each with a hundred contracts of which nothing is hidden. */
  usual(samples: number): this {
    for (let sample = 0; sample < samples; sample += 1) this.event(100).wait(10);
    return this;
  }

  lose(): this {
    this.#detector.onDiscontinuity(this.timeMs);
    return this;
  }

  get news() {
    return this.made.patterns.map(({ pattern, change }) => [pattern.status, change]);
  }

  get last() {
    return this.made.patterns.at(-1)?.pattern;
  }
}

/** A refill: ten displayed, `hidden` more than that filled, and ten displayed again. */
const refill = (hidden: number, part: Partial<Fill> = {}): Fill => ({
  size: hidden,
  before: 10,
  after: 10,
  ...part,
});

test('hidden contracts are what is displayed after the fills beyond what can be', () => {
  const market = new Market().usual(200).event(400, refill(250)).wait(10);
  // Five minutes hold twenty-eight samples of a hundred contracts, and these four hundred
  expect(market.last).toMatchObject({
    sub: 'hidden_share',
    status: 'open',
    size: 250,
    side: 'bid',
    exact: true,
  });
  expect(market.last?.evidence).toMatchObject({ hidden: 250, volume: 3200 });
  expect(market.last?.evidence['share']).toBeCloseTo(250 / 3200, 12);
});

test.each<[string, Fill]>([
  ['a fill of what was displayed', { size: 8, before: 10, after: 2 }],
  ['an order that was reduced beyond its fill', { size: 8, before: 10, after: 0 }],
  ['an order that was not known before', { size: 250, before: -1, after: 10 }],
  ['an order that went to another price', refill(250, { priceAfterTicks: 1001 })],
])('%s hides nothing', (_, fill) => {
  expect(new Market().usual(200).event(400, fill).wait(10).made.patterns).toEqual([]);
});

test('without ids a level that shows more than its trades left hid it, but a new level hides nothing', () => {
  expect(new Market('L2S').usual(200).event(400, refill(250)).wait(10).last).toMatchObject({ size: 250 });
  const fresh = { size: 250, before: 0, after: 10 };
  expect(new Market('L2S').usual(200).event(400, fresh).wait(10).made.patterns).toEqual([]);
});

test.each([
  ['a twentieth of the volume is enough', 160, true],
  ['less than that is not', 159, false],
])('%s', (_, hidden, isRaised) => {
  // 3,200 contracts in five minutes
  const market = new Market().usual(200).event(400, refill(hidden)).wait(10);
  expect(market.made.patterns.length > 0).toBe(isRaised);
});

test('it takes twenty usual trades', () => {
  const quiet = (hidden: number): Market => {
    const market = new Market().usual(200);
    for (let sample = 0; sample < 30; sample += 1) market.event(2).wait(10);
    return market.event(40, refill(hidden)).wait(10);
  };
  expect([quiet(39).made.patterns.length, quiet(40).made.patterns.length]).toEqual([0, 1]);
});

test('it takes half an hour of samples, and a share beyond what is usual', () => {
  expect(new Market().usual(178).event(400, refill(250)).wait(10).made.patterns).toEqual([]);
  // Where now nothing and now a third is hidden for ten minutes each, a fifth is nothing unusual
  const restless = new Market();
  for (let round = 0; round < 6; round += 1) {
    for (let sample = 0; sample < 60; sample += 1)
      (round % 2 === 0 ? restless.event(100) : restless.event(100, refill(33))).wait(10);
  }
  restless.usual(60);
  const before = restless.made.patterns.length;
  for (let sample = 0; sample < 20; sample += 1) restless.event(100, refill(20)).wait(10);
  expect(restless.made.patterns).toHaveLength(before);
});

test.each([
  ['the bid from two thirds on', 200, 100, 'bid'],
  ['the ask from two thirds on', 100, 200, 'ask'],
  ['neither side below', 199, 101, null],
])('a stretch is of %s', (_, bid, ask, side) => {
  const market = new Market().usual(200);
  market.event(500, refill(bid), refill(ask, { side: SIDE_ASK, priceTicks: 1001 })).wait(10);
  expect(market.last?.side).toBe(side);
});

test('a stretch goes on with its id, measured each half minute, and covers the prices at which it hides', () => {
  const market = new Market().usual(200).event(400, refill(250)).wait(10);
  market
    .event(200, refill(150, { priceTicks: 996 }))
    .wait(10)
    .wait(10);
  expect(market.news).toEqual([['open', 'new']]);
  market.wait(10);
  expect(market.news.at(-1)).toEqual(['open', 'update']);
  expect(market.last).toMatchObject({
    size: 400,
    levels: [{ label: 'hidden', lowTicks: 996, highTicks: 1000 }],
  });
  expect(market.last?.updatedNs).toBe(BigInt(market.timeMs) * 1_000_000n);
  expect(new Set(market.made.patterns.map(({ pattern }) => pattern.id)).size).toBe(1);
});

test('a stretch is over when what it hid has left the window, and another one is another finding', () => {
  const market = new Market().usual(200).event(400, refill(250)).wait(10).usual(32);
  expect(market.news.at(-1)).toEqual(['expired', 'update']);
  const measured = market.made.patterns.at(-2)?.pattern.updatedNs;
  // What has ended was last measured while it lasted
  expect(market.last?.updatedNs).toBe(measured);
  market.usual(150).event(400, refill(250)).wait(10);
  expect(market.news.at(-1)).toEqual(['open', 'new']);
  expect(new Set(market.made.patterns.map(({ pattern }) => pattern.id)).size).toBe(2);
});

test('a lost book ends it, and for five minutes nothing is measured', () => {
  const market = new Market().usual(200).event(400, refill(250)).wait(10).lose();
  expect(market.news.at(-1)).toEqual(['expired', 'update']);
  const count = market.made.patterns.length;
  for (let sample = 0; sample < 29; sample += 1) market.event(100, refill(90)).wait(10);
  expect(market.made.patterns).toHaveLength(count);
  expect(market.event(100, refill(90)).wait(10).event(100).wait(10).made.patterns.length).toBeGreaterThan(
    count,
  );
});

test('more hidden than traded is all of it, and a market that does not trade hides nothing', () => {
  const market = new Market()
    .usual(200)
    .wait(5 * (MINUTE_MS / 1000))
    .event(50, refill(80))
    .wait(10);
  expect(market.last?.evidence['share']).toBe(1);
  expect(new Market().usual(200).wait(900).made.patterns).toEqual([]);
});
