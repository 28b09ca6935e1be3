/** A zone from its first hit on: what it took, what came back, how far price went through it. */
import { NO_PRICE, SIDE_ASK, SIDE_BID } from '@undertow/market';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FLOW_START_MS } from '#testing/flow-view.ts';
import { add, cancel, fill, type Line, modify, trade } from '#testing/hand-tape.ts';
import { LineMarket } from '#testing/line-market.ts';
import { plainView } from '#testing/plain-view.ts';
import { AbsorptionEpisode, midOf } from './absorption-episode.ts';

/** The zone of a side with everything in it mirrored for the other: prices count ticks away from the market. */
class Zone {
  readonly episode = new AbsorptionEpisode();
  readonly tape: LineMarket;
  readonly #side: number;
  readonly #shown = new Map<number, number>();
  #aggressors = 1_000_000;

  constructor(side: number) {
    this.#side = side;
    const view = () => plainView({ market: this.tape.market, bestBidTicks: 1000, bestAskTicks: 1001 });
    this.tape = new LineMarket('L3', FLOW_START_MS, (event) => {
      if (!this.episode.isOpen && event.rounds.count > 0)
        this.episode.begin(event, side, this.price(0), view());
      else if (this.episode.isOpen) this.episode.follow(event, view());
    });
    // One order a level, whose id is its distance; the other side has one order at its best price.
    for (const [ticks, size] of [200, 100, 50, 50].entries()) {
      this.#shown.set(ticks, size);
      this.tape.event(add(100 + ticks, side, this.price(ticks), size));
    }
    this.tape.event(add(90, this.#other, this.price(-1), 500));
    this.take(0, 1);
  }

  get #other(): number {
    return SIDE_BID + SIDE_ASK - this.#side;
  }

  get figures() {
    const { absorbed, watched, opposite, aggressors, hidden, progress, shown } = this.episode;
    return { absorbed, watched, opposite, aggressors, hidden, progress, shown };
  }

  /** Ticks away from the best price of the side. */
  price(ticks: number): number {
    return this.#side === SIDE_BID ? 1000 - ticks : 1001 + ticks;
  }

  /** A trade against a level, which shows so much of what it lost again within the event. */
  take(ticks: number, size: number, back = 0): this {
    return this.sweep([ticks, size, back]);
  }

  /** One aggressor takes from several levels. */
  sweep(...levels: readonly (readonly [ticks: number, size: number, back: number])[]): this {
    this.#aggressors += 1;
    const lines = levels.flatMap(([ticks, size, back]): Line[] => {
      const [id, priceTicks] = [100 + ticks, this.price(ticks)];
      const left = (this.#shown.get(ticks) ?? 0) - size + back;
      this.#shown.set(ticks, left);
      const after =
        left > 0 ? modify(id, this.#side, priceTicks, left) : cancel(id, this.#side, priceTicks, size);
      const by = trade(this.#aggressors, this.#other, priceTicks, size);
      return [by, fill(id, this.#side, priceTicks, size), after];
    });
    // The trades come before what they change.
    this.tape.event(...lines.toSorted((a, b) => b.action - a.action));
    return this;
  }

  /** The order of a level is changed by its owner. */
  show(ticks: number, size: number): this {
    this.#shown.set(ticks, size);
    this.tape.event(modify(100 + ticks, this.#side, this.price(ticks), size));
    return this;
  }

  /** A trade of the other direction, at the best price of the other side. */
  counter(size: number): this {
    this.#aggressors += 1;
    const [side, priceTicks] = [this.#other, this.price(-1)];
    this.tape.event(
      trade(this.#aggressors, this.#side, priceTicks, size),
      fill(90, side, priceTicks, size),
      modify(90, side, priceTicks, 500),
    );
    return this;
  }
}

describe.each([
  { name: 'bid', side: SIDE_BID },
  { name: 'ask', side: SIDE_ASK },
])('a zone of the $name', ({ side }) => {
  const begun = (): Zone => new Zone(side);

  test('begins with its first hit and what it shows at three prices; that hit is counted by its caller', () => {
    const { episode } = begun();
    expect(episode).toMatchObject({ side, anchorTicks: begun().price(0), startMid: 1000.5, outcome: 'open' });
    expect(episode).toMatchObject({
      absorbed: 0,
      watched: 0,
      shownFirst: 299,
      shown: 299,
      hidden: 0,
      id: '',
    });
    expect(episode.refillRatio).toBe(0);
  });

  test('takes in what hits it, and shows less', () => {
    const zone = begun().take(0, 30).take(1, 20);
    expect(zone.figures).toEqual({
      absorbed: 50,
      watched: 50,
      opposite: 0,
      aggressors: 2,
      hidden: 0,
      progress: 1,
      shown: 249,
    });
    expect(zone.episode.refillRatio).toBe(0);
    const prices = [zone.episode.lowTicks, zone.episode.highTicks];
    expect(prices.toSorted()).toEqual([zone.price(0), zone.price(1)].toSorted());
  });

  test('has hidden size where more is left than can be', () => {
    const zone = begun().take(0, 40, 30);
    expect(zone.figures).toMatchObject({ hidden: 30, shown: 289, absorbed: 40 });
    expect(zone.episode.refillRatio).toBeCloseTo(30 / 40, 12);
  });

  test('is refilled by what is put in between trades, which was not hidden', () => {
    const zone = begun().take(0, 40).show(0, 199).show(1, 110);
    expect(zone.figures).toMatchObject({ hidden: 0, shown: 309, watched: 40 });
    // It lost forty and shows ten more than at first.
    expect(zone.episode.refillRatio).toBeCloseTo(50 / 40, 12);
  });

  test('loses what its owners take away, which lowers the ratio below nothing', () => {
    expect(begun().take(0, 10).show(1, 70).episode.refillRatio).toBeCloseTo(-3, 12);
  });

  test('knows how far trades went through it; those two ticks away did not hit it', () => {
    const zone = begun().sweep([1, 100, 0], [2, 30, 0]);
    expect(zone.figures).toMatchObject({ progress: 2, absorbed: 100, shown: 199 });
    expect(zone.episode.contains(zone.price(1))).toBe(true);
    expect(zone.episode.contains(zone.price(-1))).toBe(true);
    expect(zone.episode.contains(zone.price(2))).toBe(false);
  });

  test('counts the other direction apart', () => {
    const zone = begun();
    const hitMs = zone.episode.lastHitMs;
    zone.tape.wait(400);
    expect(zone.counter(25).counter(5).figures).toMatchObject({ opposite: 30, absorbed: 0, aggressors: 0 });
    expect(zone.episode.lastHitMs).toBe(hitMs);
    zone.take(0, 1);
    expect(zone.episode.lastHitMs - hitMs).toBeCloseTo(400, 3);
  });

  test('turns over what it took for each contract that it showed on average', () => {
    const zone = begun();
    zone.tape.wait(1000);
    zone.show(0, 99).tape.wait(3000);
    zone.take(0, 45, 45);
    // 299 for a second and 199 for three.
    expect(zone.episode.turnover).toBeCloseTo(45 / 224, 9);
  });

  test('is as far away as the mid is on its side of the market', () => {
    const { episode } = begun();
    const away = (bestBidTicks: number, bestAskTicks: number): number =>
      episode.awayTicks(plainView({ bestBidTicks, bestAskTicks }));
    const [bid, ask] = side === SIDE_BID ? [1003, 1004] : [997, 998];
    expect(away(bid, ask)).toBe(3.5);
    expect(away(1000, 1001)).toBe(0.5);
  });
});

test('a mid needs both best prices', () => {
  expect(midOf(plainView({ bestBidTicks: 1000, bestAskTicks: 1003 }))).toBe(1001.5);
  expect(midOf(plainView({ bestBidTicks: NO_PRICE, bestAskTicks: 1003 }))).toBeNaN();
  expect(midOf(plainView({ bestBidTicks: 1000, bestAskTicks: NO_PRICE }))).toBeNaN();
});

test('changes outside the zone change nothing in it', () => {
  const zone = new Zone(SIDE_BID);
  const before = zone.figures;
  zone.show(2, 10).show(3, 900);
  expect(zone.figures).toEqual(before);
});

test('a slot that is used again remembers nothing', () => {
  const zone = new Zone(SIDE_BID).take(0, 40, 30).counter(9).sweep([1, 100, 0], [2, 30, 0]);
  Object.assign(zone.episode, {
    isOpen: false,
    looks: 3,
    id: 'old',
    peak: 90,
    largest: 80,
    outcome: 'failed',
  });
  const fresh = new Zone(SIDE_BID);
  zone.take(0, 1);
  const { shown, shownFirst, ...rest } = { ...zone.episode };
  const kept = Object.keys(rest).filter((key) => !/^(start|last|active|look)/u.test(key));
  for (const key of kept)
    expect([key, zone.episode[key as 'peak']]).toEqual([key, fresh.episode[key as 'peak']]);
  expect(zone.episode).toMatchObject({ looks: 0, lookAbsorbed: 0 });
  expect(shown).toBe(shownFirst);
});

/** What a zone should hold, counted beside it: its two prices, and what is behind them. */
class Ledger {
  readonly shown = [199, 100, 50, 50];
  taken = 0;
  hidden = 0;
  put = 0;

  take(ticks: number, size: number, back: number): unknown {
    this.shown[ticks] = (this.shown[ticks] ?? 0) - size + back;
    if (ticks <= 1) this.taken += size;
    if (ticks <= 1) this.hidden += back;
    return this;
  }

  show(ticks: number, size: number): unknown {
    if (ticks <= 1) this.put += size - (this.shown[ticks] ?? 0);
    this.shown[ticks] = size;
    return this;
  }

  counter(_size: number): unknown {
    // Nothing of the zone is in it.
    return this;
  }
}

interface Step {
  readonly ticks: number;
  readonly size: number;
  readonly kind: 'take' | 'refill' | 'counter' | 'show';
}

function apply(
  { ticks, size, kind }: Step,
  to: Pick<Ledger, 'take' | 'show' | 'counter'>,
  shown: number,
): void {
  // One contract always stays, so that no order is used up.
  const part = Math.min(size, shown - 1);
  if (kind === 'counter') to.counter(size);
  else if (kind === 'show') to.show(ticks, 10 * size);
  else if (part > 0) to.take(ticks, part, kind === 'refill' ? part : 0);
}

test('what a zone shows is what it showed, less what it took, and what came back; the mirrored one is the same', () => {
  const step: fc.Arbitrary<Step> = fc.record({
    ticks: fc.integer({ min: 0, max: 3 }),
    size: fc.integer({ min: 1, max: 9 }),
    kind: fc.constantFrom('take' as const, 'refill' as const, 'counter' as const, 'show' as const),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
      const zones = [new Zone(SIDE_BID), new Zone(SIDE_ASK)] as const;
      const ledger = new Ledger();
      for (const one of steps) {
        const shown = ledger.shown[one.ticks] ?? 0;
        for (const each of [...zones, ledger]) apply(one, each, shown);
      }
      const { taken, hidden, put } = ledger;
      const [own, mirrored] = zones;
      expect(mirrored.figures).toEqual(own.figures);
      expect(own.figures).toMatchObject({ watched: taken, hidden, shown: 299 - taken + hidden + put });
    }),
    { numRuns: 12 },
  );
});
