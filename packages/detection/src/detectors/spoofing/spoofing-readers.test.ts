/** What a feed of orders and one of levels show of large size: when it rests, what trades of it, when it goes. */
import { SIDE_ASK, SIDE_BID } from '@undertow/market';
import { describe, expect, test } from 'vitest';
import { FLOW_START_MS } from '#testing/flow-view.ts';
import { add, cancel, fill, type Line, modify, trade } from '#testing/hand-tape.ts';
import { LineMarket, level } from '#testing/line-market.ts';
import { plainView } from '#testing/plain-view.ts';
import { type LargeOrder, PostureBook } from './spoofing-posture.ts';
import { LevelPostureReader, OrderPostureReader, type PostureReader } from './spoofing-readers.ts';
import { Surroundings } from './spoofing-surroundings.ts';

const BID = 1000;
const ASK = 1001;

/** From twenty contracts on, up to ten ticks behind the best price. */
const WATCH = { leastSize: 20, leastTotal: 20, mostTicks: 10, leastGenuine: 0 };

interface Gone {
  readonly lo: number;
  readonly size: number;
  readonly filled: number;
  readonly moves: number;
}

/** A market whose events a reader gets, one after the other. */
class Feed {
  readonly gone: Gone[] = [];
  readonly surroundings = new Surroundings();
  readonly postures = new PostureBook(WATCH, ({ orders }) => {
    for (const { lo, size, filled, moves } of orders) this.gone.push({ lo, size, filled, moves });
  });
  readonly reader: PostureReader;
  readonly tape: LineMarket;

  constructor(tier: 'L3' | 'L2S') {
    const Reader = tier === 'L3' ? OrderPostureReader : LevelPostureReader;
    this.reader = new Reader(this.postures, this.surroundings, WATCH);
    this.tape = new LineMarket(tier, FLOW_START_MS, (event) => {
      this.postures.settle(event.timeMs);
      this.reader.read(event, plainView({ market: this.tape.market }));
    });
  }

  /** An event ten milliseconds after the last. */
  next(...lines: readonly Line[]): this {
    this.tape.wait(10).event(...lines);
    return this;
  }

  /** All withdrawals until now. */
  settled(): readonly Gone[] {
    this.postures.settle(this.tape.timeMs + 1000);
    return this.gone;
  }

  /** What was filled of small orders against bids in the last second. */
  fillsAgainstBids(): { lagMs: number; doneLagMs: number; doneSizes: number; contracts: number } {
    const toMs = this.tape.timeMs;
    const search = { side: SIDE_BID, most: 15, least: 0, fromMs: toMs - 1000, toMs };
    return { ...this.surroundings.oppositeFills(search) };
  }

  gaveUp(): boolean {
    const toMs = this.tape.timeMs;
    return this.surroundings.gaveUpRest(
      { side: SIDE_BID, most: 15, least: 0, fromMs: 0, toMs },
      toMs - 5,
      toMs,
    );
  }

  cancels(side: number): number {
    return this.surroundings.cancelsWithin(side, 0, this.tape.timeMs, 0);
  }
}

describe('orders', () => {
  /** One small order at each best price. */
  const feed = (): Feed => new Feed('L3').next(add(1, SIDE_BID, BID, 3)).next(add(2, SIDE_ASK, ASK, 3));
  const resting = (one: Feed, id: number): LargeOrder | undefined => one.postures.find(0, id);
  /** A part of a bid of sixty contracts at the best price is sold; the rest stays. */
  const sold = (one: Feed, size: number): Feed =>
    one.next(
      trade(900, SIDE_ASK, BID, size),
      fill(10, SIDE_BID, BID, size),
      modify(10, SIDE_BID, BID, 60 - size),
    );

  test.each([
    { name: 'a bid at the best price', side: SIDE_BID, priceTicks: BID, distance: 0 },
    { name: 'a bid two ticks behind it', side: SIDE_BID, priceTicks: BID - 2, distance: 2 },
    { name: 'a bid ten ticks behind it', side: SIDE_BID, priceTicks: BID - 10, distance: 10 },
    { name: 'an ask three ticks behind it', side: SIDE_ASK, priceTicks: ASK + 3, distance: 3 },
    { name: 'an ask ten ticks behind it', side: SIDE_ASK, priceTicks: ASK + 10, distance: 10 },
  ])('$name is watched at its distance', ({ side, priceTicks, distance }) => {
    const one = feed().next(add(10, side, priceTicks, 20));
    expect(resting(one, 10)).toMatchObject({ side, priceTicks, size: 20, distance, moves: 0 });
  });

  test.each([
    { name: 'of fewer contracts than are watched', line: add(10, SIDE_BID, BID - 2, 19) },
    { name: 'eleven ticks behind the best bid', line: add(10, SIDE_BID, BID - 11, 60) },
    { name: 'eleven ticks behind the best ask', line: add(10, SIDE_ASK, ASK + 11, 60) },
  ])('an order $name is not watched', ({ line }) => {
    const one = feed().next(line);
    expect(resting(one, 10)).toBeUndefined();
    expect(one.next({ ...cancel(10, line.side, line.priceTicks, line.size) }).settled()).toEqual([]);
  });

  test('an order that makes a better price rests at the best price', () => {
    const wide = new Feed('L3').next(add(1, SIDE_BID, BID, 3)).next(add(2, SIDE_ASK, BID + 4, 3));
    expect(resting(wide.next(add(10, SIDE_BID, BID + 2, 60)), 10)).toMatchObject({ distance: 0 });
  });

  test('what its owner cancels is a withdrawal, of what it displayed at most', () => {
    const one = feed()
      .next(add(10, SIDE_BID, BID - 2, 60))
      .next(cancel(10, SIDE_BID, BID - 2, 60));
    expect(one.settled()).toEqual([{ lo: 10, size: 60, filled: 0, moves: 0 }]);
    expect(one.cancels(SIDE_BID)).toBe(1);
  });

  test('a trade takes from it without being an act of its owner', () => {
    const one = sold(feed().next(add(10, SIDE_BID, BID, 60)), 55);
    expect(resting(one, 10)).toMatchObject({ filled: 55, size: 60 });
    expect(one.settled()).toEqual([]);
    expect(one.next(cancel(10, SIDE_BID, BID, 5)).settled()).toEqual([
      { lo: 10, size: 60, filled: 55, moves: 0 },
    ]);
  });

  test('filled to its end it is no withdrawal', () => {
    const one = feed()
      .next(add(10, SIDE_BID, BID, 60))
      .next(trade(900, SIDE_ASK, BID, 60), fill(10, SIDE_BID, BID, 60), cancel(10, SIDE_BID, BID, 60));
    expect(resting(one, 10)).toBeUndefined();
    expect(one.settled()).toEqual([]);
    expect(one.cancels(SIDE_BID)).toBe(0);
  });

  test('its owner may move it, and shrink it to next to nothing, which is a withdrawal', () => {
    const one = feed()
      .next(add(10, SIDE_BID, BID - 4, 60))
      .next(modify(10, SIDE_BID, BID - 2, 60));
    expect(resting(one, 10)).toMatchObject({ moves: 1, priceTicks: BID - 2, distance: 4 });
    expect(one.next(modify(10, SIDE_BID, BID - 2, 6)).settled()).toEqual([
      { lo: 10, size: 60, filled: 0, moves: 1 },
    ]);
  });

  test('a small order counts with what it was placed with, in whatever parts it was filled', () => {
    const one = feed().next(add(20, SIDE_ASK, ASK, 5));
    one.next(trade(900, SIDE_BID, ASK, 2), fill(20, SIDE_ASK, ASK, 2), modify(20, SIDE_ASK, ASK, 3));
    expect(one.fillsAgainstBids()).toEqual({
      lagMs: 0,
      doneLagMs: Number.POSITIVE_INFINITY,
      doneSizes: 0,
      contracts: 2,
    });
    one.next(trade(901, SIDE_BID, ASK, 3), fill(20, SIDE_ASK, ASK, 3), cancel(20, SIDE_ASK, ASK, 3));
    expect(one.fillsAgainstBids()).toEqual({ lagMs: 0, doneLagMs: 0, doneSizes: 1 << 5, contracts: 3 });
  });

  test('after a hole in the feed it counts with what it displayed', () => {
    const one = feed().next(add(20, SIDE_ASK, ASK, 5));
    one.next(trade(900, SIDE_BID, ASK, 2), fill(20, SIDE_ASK, ASK, 2), modify(20, SIDE_ASK, ASK, 3));
    one.reader.clear();
    one.next(trade(901, SIDE_BID, ASK, 3), fill(20, SIDE_ASK, ASK, 3), cancel(20, SIDE_ASK, ASK, 3));
    expect(one.fillsAgainstBids().doneSizes).toBe(1 << 3);
  });

  describe('the rest of an order', () => {
    const partly = (): Feed =>
      feed()
        .next(add(20, SIDE_ASK, ASK, 5))
        .next(trade(900, SIDE_BID, ASK, 2), fill(20, SIDE_ASK, ASK, 2), modify(20, SIDE_ASK, ASK, 3));

    test.each([
      { afterMs: 2990, gaveUp: true },
      { afterMs: 2991, gaveUp: false },
    ])('cancelled $afterMs ms and ten after its last fill was given up: $gaveUp', ({ afterMs, gaveUp }) => {
      const one = partly();
      one.tape.wait(afterMs);
      expect(one.next(cancel(20, SIDE_ASK, ASK, 3)).gaveUp()).toBe(gaveUp);
    });

    test('was not given up where nothing of it had traded, or that is unknown', () => {
      const whole = feed()
        .next(add(20, SIDE_ASK, ASK, 5))
        .next(cancel(20, SIDE_ASK, ASK, 5));
      expect(whole.gaveUp()).toBe(false);
      const lost = partly();
      lost.reader.clear();
      expect(lost.next(cancel(20, SIDE_ASK, ASK, 3)).gaveUp()).toBe(false);
    });
  });
});

describe('levels', () => {
  const feed = (): Feed =>
    new Feed('L2S').next(level(SIDE_BID, BID, 30), level(SIDE_BID, BID - 1, 30), level(SIDE_ASK, ASK, 30));
  const resting = (one: Feed, priceTicks: number, side = SIDE_BID): LargeOrder | undefined =>
    one.postures.find(side, priceTicks);

  test('the first book is compared with nothing, a jump after it is an order', () => {
    const one = new Feed('L2S').next(level(SIDE_BID, BID - 2, 60), level(SIDE_BID, BID, 30));
    expect(resting(one, BID - 2)).toBeUndefined();
    one.next(level(SIDE_BID, BID - 2, 80));
    expect(resting(one, BID - 2)).toMatchObject({ size: 20, distance: 2, side: SIDE_BID });
  });

  test.each([
    { name: 'of nineteen contracts', priceTicks: BID, size: 49 },
    { name: 'eleven ticks behind the best price', priceTicks: BID - 11, size: 60 },
  ])('a jump $name is not watched', ({ priceTicks, size }) => {
    expect(resting(feed().next(level(SIDE_BID, priceTicks, size)), priceTicks)).toBeUndefined();
  });

  test.each([
    { to: 42, isWithdrawn: true },
    { to: 43, isWithdrawn: false },
  ])('a level that falls from 90 to $to lost four fifths of sixty: $isWithdrawn', ({ to, isWithdrawn }) => {
    const one = feed()
      .next(level(SIDE_BID, BID, 90))
      .next(level(SIDE_BID, BID, to));
    expect(resting(one, BID) === undefined).toBe(isWithdrawn);
    expect(one.settled().map(({ size }) => size)).toEqual(isWithdrawn ? [60] : []);
    expect(one.cancels(SIDE_BID)).toBe(1);
    expect(one.cancels(SIDE_ASK)).toBe(0);
  });

  test('what a level loses to a trade is filled from the front of its queue', () => {
    const one = feed()
      .next(level(SIDE_BID, BID, 90))
      .next(trade(0, SIDE_ASK, BID, 25), level(SIDE_BID, BID, 65));
    // Thirty contracts queued before the order of sixty: nothing of it was reached.
    expect(resting(one, BID)).toMatchObject({ size: 60, filled: 0 });
    one.next(trade(0, SIDE_ASK, BID, 25), level(SIDE_BID, BID, 40));
    expect(resting(one, BID)).toMatchObject({ filled: 20 });
    expect(one.cancels(SIDE_BID)).toBe(0);
    one.next(trade(0, SIDE_ASK, BID, 40), level(SIDE_BID, BID, 0));
    expect(resting(one, BID)).toBeUndefined();
    expect(one.settled()).toEqual([]);
  });

  test('what trades at a level is one small order that was filled to its end', () => {
    const one = feed().next(trade(0, SIDE_BID, ASK, 4), level(SIDE_ASK, ASK, 26));
    expect(one.fillsAgainstBids()).toEqual({ lagMs: 0, doneLagMs: 0, doneSizes: 1 << 4, contracts: 4 });
  });

  test('a larger jump at the same price is another order, a smaller one is not', () => {
    const one = feed().next(level(SIDE_BID, BID - 2, 60));
    const placedMs = resting(one, BID - 2)?.placedMs ?? Number.NaN;
    one.next(level(SIDE_BID, BID - 2, 120));
    expect(resting(one, BID - 2)).toMatchObject({ size: 60, placedMs });
    one.next(level(SIDE_BID, BID - 2, 181));
    expect(resting(one, BID - 2)).toMatchObject({ size: 61, placedMs: placedMs + 20 });
  });

  test('size that goes from one level to another was moved, and keeps its first distance', () => {
    const one = feed()
      .next(level(SIDE_BID, BID - 4, 60))
      .next(level(SIDE_BID, BID - 4, 0))
      .next(level(SIDE_BID, BID - 2, 60));
    expect(resting(one, BID - 2)).toMatchObject({ moves: 1, distance: 4 });
    expect(one.settled()).toEqual([]);
  });

  test('after a hole in the feed the next book is compared with nothing', () => {
    const one = feed();
    one.reader.clear();
    one.next(level(SIDE_BID, BID - 2, 60));
    expect(resting(one, BID - 2)).toBeUndefined();
    one.next(level(SIDE_ASK, ASK + 2, 60));
    expect(resting(one, ASK + 2, SIDE_ASK)).toMatchObject({ distance: 2 });
  });
});
