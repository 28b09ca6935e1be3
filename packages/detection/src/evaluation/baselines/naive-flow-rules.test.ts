/** Naive rules of trades, event by event: each at its threshold and just below, on either side, and after a lost book. */
import { MINUTE_MS, ROUND_AUCTION, SIDE_ASK, SIDE_BID } from '@undertow/market';
import { describe, expect, test } from 'vitest';
import { type HandRound, type HandTouch, handEvent } from '#testing/hand-event.ts';
import { type PlainFacts, plainView } from '#testing/plain-view.ts';
import type { MarketView } from '#view/market-view.ts';
import { NAIVE_ABSORPTION } from './absorption.ts';
import type { BaselineEntry, BaselineFinding } from './baseline.ts';
import { NAIVE_INSTITUTIONAL } from './institutional-activity.ts';
import { NAIVE_STOP_RUN } from './stop-run.ts';
import { NAIVE_VOLUME_SPIKE } from './volume-spike.ts';

/** A rule beside what it found; the view is what the test says it is. */
class Bench {
  readonly found: BaselineFinding[] = [];
  timeMs = 1_000_000;
  readonly #view: MarketView;
  readonly #rule: ReturnType<BaselineEntry['create']>;

  constructor(entry: BaselineEntry, facts: PlainFacts = {}) {
    this.#view = plainView(facts);
    this.#rule = entry.create({ view: this.#view, find: (finding) => this.found.push(finding) });
  }

  event(waitMs: number, rounds: readonly HandRound[], touched: readonly HandTouch[] = []): this {
    this.timeMs += waitMs;
    this.#rule.onMatch(handEvent(this.timeMs, rounds, [], touched), this.#view);
    return this;
  }

  clock(waitMs: number, facts: object = {}): this {
    this.timeMs += waitMs;
    Object.assign(this.#view, facts);
    this.#rule.onClock(this.timeMs, this.#view);
    return this;
  }

  lose(): this {
    this.#rule.onDiscontinuity(this.timeMs);
    return this;
  }
}

/** Sides of what rests and of who takes it, for cases that must be mirrored. */
const SIDES = [
  ['bid', SIDE_BID, SIDE_ASK],
  ['ask', SIDE_ASK, SIDE_BID],
] as const;

describe('naive absorption', () => {
  const TICKS = 500;
  const hit = (
    bench: Bench,
    waitMs: number,
    side: number,
    priceTicks: number,
    traded: number,
    kind?: number,
  ): Bench =>
    bench.event(
      waitMs,
      [
        {
          side: side === SIDE_BID ? SIDE_ASK : SIDE_BID,
          priceTicks,
          size: traded,
          ...(kind === undefined ? {} : { kind }),
        },
      ],
      [{ side, priceTicks, before: 90, traded, after: 90 - traded }],
    );
  /** So many windows of four contracts: each at another price. */
  const usual = (side: number, windows = 31): Bench => {
    const bench = new Bench(NAIVE_ABSORPTION);
    for (let window = 0; window < windows; window += 1) hit(bench, 1000, side, TICKS + 1 + (window % 2), 4);
    return bench;
  };

  test.each(SIDES)('on the %s is five times the mean at one price', (word, side) => {
    expect(hit(usual(side), 1000, side, TICKS, 19).found).toEqual([]);
    const { found, timeMs } = hit(usual(side), 1000, side, TICKS, 20);
    expect(found).toEqual([
      {
        side: word,
        detectedNs: BigInt(timeMs) * 1_000_000n,
        priceLowTicks: TICKS,
        priceHighTicks: TICKS,
        size: 20,
      },
    ]);
  });

  test('adds up what trades at a price for ten seconds, and not beyond', () => {
    const bench = hit(usual(SIDE_BID), 1000, SIDE_BID, TICKS, 12);
    expect(hit(bench, 10_000, SIDE_BID, TICKS, 8).found).toHaveLength(1);
    const late = hit(usual(SIDE_BID), 1000, SIDE_BID, TICKS, 12);
    expect(hit(late, 10_001, SIDE_BID, TICKS, 8).found).toEqual([]);
  });

  test('begins anew at another price', () => {
    const bench = hit(usual(SIDE_BID), 1000, SIDE_BID, TICKS, 12);
    hit(bench, 100, SIDE_BID, TICKS - 1, 12);
    expect(hit(bench, 100, SIDE_BID, TICKS, 12).found).toEqual([]);
  });

  test('needs thirty windows before a mean means anything', () => {
    expect(hit(usual(SIDE_BID, 29), 1000, SIDE_BID, TICKS, 400).found).toEqual([]);
    expect(hit(usual(SIDE_BID, 30), 1000, SIDE_BID, TICKS, 400).found).toHaveLength(1);
  });

  test('is found at most once a minute on a side, and the other side is counted by itself', () => {
    const bench = hit(usual(SIDE_BID), 1000, SIDE_BID, TICKS, 40);
    hit(bench, 9000, SIDE_BID, TICKS - 1, 40);
    expect(hit(bench, 50_999, SIDE_BID, TICKS - 2, 400).found).toHaveLength(1);
    expect(hit(bench, 1, SIDE_BID, TICKS - 2, 40).found).toHaveLength(2);
    expect(hit(bench, 100, SIDE_ASK, TICKS, 4000).found).toHaveLength(2);
  });

  test('counts no auction, and nothing across a lost book', () => {
    expect(hit(usual(SIDE_BID), 1000, SIDE_BID, TICKS, 400, ROUND_AUCTION).found).toEqual([]);
    const bench = hit(usual(SIDE_BID), 1000, SIDE_BID, TICKS, 12).lose();
    expect(hit(bench, 100, SIDE_BID, TICKS, 8).found).toEqual([]);
  });
});

describe('naive institutional activity', () => {
  const large = { tradeSizeQuantile: (share: number) => (share === 0.99 ? 50 : 1) };
  const print = (bench: Bench, waitMs: number, side: number, size: number, kind?: number): Bench =>
    bench.event(waitMs, [{ side, priceTicks: 70, size, ...(kind === undefined ? {} : { kind }) }]);

  test.each([
    ['bid', SIDE_BID],
    ['ask', SIDE_ASK],
  ] as const)('of the %s is three prints at the 99 % quantile within five minutes', (word, side) => {
    const bench = new Bench(NAIVE_INSTITUTIONAL, large);
    for (const waitMs of [0, 1000]) print(bench, waitMs, side, 50);
    print(bench, 1000, side, 49);
    expect(bench.found).toEqual([]);
    expect(print(bench, 1000, side, 51).found).toMatchObject([
      { side: word, priceLowTicks: 70, priceHighTicks: 70, size: 51 },
    ]);
  });

  test('counts directions apart, and prints of five minutes', () => {
    const mixed = new Bench(NAIVE_INSTITUTIONAL, large);
    for (const side of [SIDE_BID, SIDE_ASK, SIDE_BID, SIDE_ASK]) print(mixed, 1000, side, 60);
    expect(mixed.found).toEqual([]);
    const slow = new Bench(NAIVE_INSTITUTIONAL, large);
    for (let n = 0; n < 6; n += 1) print(slow, 2.6 * MINUTE_MS, SIDE_BID, 60);
    expect(slow.found).toEqual([]);
  });

  test('is quiet for twenty minutes after it was found', () => {
    const bench = new Bench(NAIVE_INSTITUTIONAL, large);
    for (let minute = 0; minute < 22; minute += 1) print(bench, MINUTE_MS, SIDE_BID, 60);
    // The third print, and the first twenty minutes later
    expect(bench.found).toHaveLength(1);
    expect(print(bench, MINUTE_MS, SIDE_BID, 60).found).toHaveLength(2);
  });

  test('counts each round of an event, no auction, and nothing across a lost book', () => {
    const sweep = new Bench(NAIVE_INSTITUTIONAL, large);
    const round = { side: SIDE_BID, priceTicks: 70, size: 60 };
    expect(sweep.event(0, [round, round, round]).found).toHaveLength(1);
    const auction = new Bench(NAIVE_INSTITUTIONAL, large);
    for (let n = 0; n < 4; n += 1) print(auction, 0, SIDE_BID, 60, ROUND_AUCTION);
    const lost = new Bench(NAIVE_INSTITUTIONAL, large);
    for (let n = 0; n < 2; n += 1) print(lost, 0, SIDE_BID, 60);
    print(lost.lose(), 0, SIDE_BID, 60);
    expect([auction.found, lost.found]).toEqual([[], []]);
  });
});

describe('naive stop runs', () => {
  const swings = {
    unbrokenHighs: () => [{ priceTicks: 120, timeMs: 0 }],
    unbrokenLows: () => [{ priceTicks: 80, timeMs: 0 }],
  };
  const bench = (facts: object = swings): Bench => new Bench(NAIVE_STOP_RUN, facts).clock(100);
  const at = (one: Bench, waitMs: number, side: number, priceTicks: number, kind?: number): Bench =>
    one.event(waitMs, [{ side, priceTicks, size: 1, ...(kind === undefined ? {} : { kind }) }]);

  test.each([
    ['a buyer a tick beyond the high', SIDE_BID, 121, null],
    [
      'a buyer two ticks beyond the high',
      SIDE_BID,
      122,
      { side: 'bid', priceLowTicks: 120, priceHighTicks: 122 },
    ],
    ['a seller a tick beyond the low', SIDE_ASK, 79, null],
    [
      'a seller two ticks beyond the low',
      SIDE_ASK,
      78,
      { side: 'ask', priceLowTicks: 78, priceHighTicks: 80 },
    ],
    ['a seller beyond the high', SIDE_ASK, 130, null],
    ['a buyer beyond the low', SIDE_BID, 70, null],
  ])('%s', (_, side, priceTicks, finding) => {
    const { found } = at(bench(), 50, side, priceTicks);
    if (finding === null) expect(found).toEqual([]);
    else expect(found).toMatchObject([{ ...finding, size: 0 }]);
  });

  test('the last round of an event decides', () => {
    const rounds = [119, 122].map((priceTicks) => ({ side: SIDE_BID, priceTicks, size: 1 }));
    expect(bench().event(0, rounds).found).toHaveLength(1);
    expect(bench().event(0, rounds.toReversed()).found).toEqual([]);
  });

  test('are found at most each half minute, whatever the side', () => {
    const one = at(bench(), 0, SIDE_BID, 125);
    expect(at(one, 29_999, SIDE_ASK, 70).found).toHaveLength(1);
    expect(at(one, 1, SIDE_ASK, 70).found).toHaveLength(2);
  });

  test('need a swing, no auction, and a book that was not lost since', () => {
    const none = { unbrokenHighs: () => [], unbrokenLows: () => [] };
    expect(at(bench(none), 0, SIDE_BID, 999).found).toEqual([]);
    expect(at(bench(), 0, SIDE_BID, 125, ROUND_AUCTION).found).toEqual([]);
    expect(at(bench().lose(), 0, SIDE_BID, 125).found).toEqual([]);
    expect(at(bench().lose().clock(100), 0, SIDE_BID, 125).found).toHaveLength(1);
  });

  test('remember a swing after it was broken', () => {
    expect(at(bench().clock(100, { unbrokenHighs: () => [] }), 0, SIDE_BID, 122).found).toHaveLength(1);
  });
});

describe('naive volume spikes', () => {
  const volume = (contracts: number): PlainFacts => ({ flow: { volume: () => contracts } as never });
  const spiking = (windows: number, usual: number, now: number): Bench => {
    const bench = new Bench(NAIVE_VOLUME_SPIKE, { ...volume(usual), bestBidTicks: 7, bestAskTicks: 9 });
    for (let window = 0; window <= windows; window += 1) bench.clock(10_000);
    return bench.clock(100, volume(now) as object);
  };
  const trade = [{ side: SIDE_BID, priceTicks: 8, size: 1 }];

  test('are ten seconds of more than four times the mean', () => {
    expect(spiking(12, 25, 100).event(0, trade).found).toEqual([]);
    expect(spiking(12, 25, 101).event(0, trade).found).toMatchObject([
      { side: null, priceLowTicks: 7, priceHighTicks: 9, size: 101 },
    ]);
  });

  test('need two minutes of windows, and a trade', () => {
    expect(spiking(11, 25, 999).event(0, trade).found).toEqual([]);
    expect(spiking(12, 25, 999).event(0, []).found).toEqual([]);
  });

  test('are found at most once a minute', () => {
    const bench = spiking(12, 25, 999).event(0, trade);
    expect(bench.event(59_999, trade).found).toHaveLength(1);
    expect(bench.event(1, trade).found).toHaveLength(2);
  });

  test('count no window across a lost book', () => {
    // Eleven windows, one that is lost, and the twelfth
    const bench = spiking(11, 25, 25).lose().clock(10_000).event(0, trade);
    bench.clock(5000, volume(999) as object).event(0, trade);
    expect(bench.found).toEqual([]);
    bench.clock(5000, volume(25) as object).clock(100, volume(999) as object);
    expect(bench.event(0, trade).found).toHaveLength(1);
  });
});
