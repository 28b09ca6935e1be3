/** How far the balance of a book is from what was usual, and the weak finding that sampled levels make of it. */
import { SIDE_ASK, SIDE_BID } from '@undertow/market';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { add, fixedJudge, HandTape, modify } from '#testing/hand-tape.ts';
import { LineMarket, level } from '#testing/line-market.ts';
import { type PlainContext, plainContext } from '#testing/plain-context.ts';
import { plainView } from '#testing/plain-view.ts';
import { type ImbalanceShift, ImbalanceShiftGauge } from './imbalance-shift-gauge.ts';
import { IMBALANCE_SHIFT } from './spoofing-imbalance-shift.ts';

/** A book that swings evenly about 0 for a while, then leans by `lean` for half a minute. */
function shifts(lean: number, seconds = 1800): (ImbalanceShift | null)[] {
  const gauge = new ImbalanceShiftGauge();
  const shifts: (ImbalanceShift | null)[] = [];
  for (let second = 0; second < seconds; second += 1)
    shifts.push(gauge.sample(((second * 7) % 20) / 50 - 0.19, second * 1000));
  for (let second = seconds; second < seconds + 30; second += 1)
    shifts.push(gauge.sample(((second * 7) % 20) / 50 - 0.19 + lean, second * 1000));
  return shifts;
}

test('the distance of a book that leans by so much from before is that much', () => {
  const last = shifts(0.4).findLast((shift) => shift !== null);
  expect(last?.distance).toBeCloseTo(0.4, 1);
  expect(last?.lean).toBeCloseTo(0.4, 1);
  expect(last?.distance).toBeGreaterThan(last?.rare ?? Number.POSITIVE_INFINITY);
});

test('leaning to the ask is below 0', () => {
  expect(shifts(-0.4).findLast((shift) => shift !== null)?.lean).toBeCloseTo(-0.4, 1);
});

test('a book whose balance stays as before shows no rare distance', () => {
  const last = shifts(0).findLast((shift) => shift !== null);
  expect(last?.distance).toBeLessThan(0.05);
});

test('nothing is returned before there is a baseline', () => {
  expect(shifts(0.4, 900).every((shift) => shift === null)).toBe(true);
});

test('a hole in the feed starts everything over', () => {
  const gauge = new ImbalanceShiftGauge();
  for (let second = 0; second < 1800; second += 1) gauge.sample(0, second * 1000);
  gauge.interrupt();
  for (let second = 1800; second < 2200; second += 1) expect(gauge.sample(1, second * 1000)).toBeNull();
});

const PRICE = 19_000;
const BID = 101;
const ASK = 102;

/** Half an hour of a book that breathes a little, then half a minute with the bid at `leaning`. */
function market(tier: 'L2C' | 'L2S' | 'L3', leaning: number): HandTape {
  const tape = new HandTape(tier, ['spoofing'], fixedJudge(0.9));
  tape.event(add(BID, SIDE_BID, PRICE, 100), add(ASK, SIDE_ASK, PRICE + 1, 100));
  for (let second = 0; second < 1800; second += 1)
    tape.wait(1000).event(modify(BID, SIDE_BID, PRICE, 90 + ((second * 7) % 20)));
  for (let second = 0; second < 40; second += 1)
    tape.wait(1000).event(modify(BID, SIDE_BID, PRICE, leaning + (second % 5)));
  return tape;
}

test('an unusual lean of the book is one weak minor finding, then updates, and is never raised', () => {
  const tape = market('L2C', 400);
  expect(tape.raised).toEqual([]);
  const shifts = tape.minor.filter(({ event }) => event.sub === 'imbalance_shift');
  expect(shifts.map(({ change }) => change).slice(0, 2)).toEqual(['new', 'update']);
  expect(new Set(shifts.map(({ event }) => event.id)).size).toBe(1);
  expect(shifts.at(-1)?.event).toMatchObject({
    type: 'spoofing',
    side: 'bid',
    exact: false,
    severity: 'low',
    evidence: { minor: true, strength: 'weak' },
  });
});

test('its confidence is at most one half, whatever the judge returns', () => {
  for (const { event } of market('L2C', 400).minor) {
    expect(event.confidence).toBe(0.5);
    expect(event.confidenceHigh).toBe(0.5);
  }
});

test('a book that leans to the ask is reported for the ask side', () => {
  expect(market('L2C', 20).minor[0]?.event.side).toBe('ask');
});

test('a book whose balance stays as before is not reported', () => {
  expect(market('L2C', 97).minor).toEqual([]);
});

test.each(['L3', 'L2S'] as const)('on %s withdrawals are seen themselves', (tier) => {
  expect(market(tier, 400).minor.filter(({ event }) => event.sub === 'imbalance_shift')).toEqual([]);
});

describe('the gauge', () => {
  /** Middles of the cells of a fortieth of the range, so that a sample is what its cell stands for. */
  const middle = (cell: number): number => (cell + 0.5) / 20 - 1;

  /** Samples of one second each from the second `from` on; the shifts by second. */
  function sampled(
    gauge: ImbalanceShiftGauge,
    cells: readonly number[],
    from = 0,
  ): Map<number, ImbalanceShift> {
    const found = new Map<number, ImbalanceShift>();
    cells.forEach((cell, n) => {
      const shift = gauge.sample(middle(cell), (from + n) * 1000);
      if (shift !== null) found.set(from + n + 1, shift);
    });
    return found;
  }

  const steady = (count: number, cell = 20): number[] => Array.from({ length: count }, () => cell);

  test('returns a shift every five seconds, from the 121st distance on', () => {
    // Distances are taken from the 500th sample on: the first 120 of them are compared with nothing.
    const seconds = [...sampled(new ImbalanceShiftGauge(), steady(1200)).keys()];
    expect(seconds).toEqual(Array.from({ length: 21 }, (_, n) => 1100 + 5 * n));
  });

  test('measures how far half a minute lies from a book that never moved, sample by sample', () => {
    const recent = fc.array(fc.nat({ max: 39 }), { minLength: 30, maxLength: 30 });
    fc.assert(
      fc.property(recent, (cells) => {
        const gauge = new ImbalanceShiftGauge();
        sampled(gauge, steady(1170));
        const shift = sampled(gauge, cells, 1170).get(1200);
        // All of the baseline is in one place: each sample has to be carried there.
        const away = cells.map((cell) => (cell - 20) / 20);
        const mean = (values: readonly number[]): number =>
          values.reduce((sum, value) => sum + value, 0) / 30;
        expect(shift?.distance).toBeCloseTo(mean(away.map(Math.abs)), 9);
        expect(shift?.lean).toBeCloseTo(mean(away), 9);
      }),
      { numRuns: 25 },
    );
  });

  test('is symmetric: the mirrored book leans the other way by as much', () => {
    const cells = [...steady(1100), ...Array.from({ length: 100 }, (_, n) => 18 + ((n * n) % 20))];
    const own = sampled(new ImbalanceShiftGauge(), cells).get(1200);
    const other = sampled(
      new ImbalanceShiftGauge(),
      cells.map((cell) => 39 - cell),
    ).get(1200);
    expect(other?.lean).toBeCloseTo(-(own?.lean ?? Number.NaN), 9);
    expect(other?.distance).toBeCloseTo(own?.distance ?? Number.NaN, 9);
    expect(own?.lean).toBeGreaterThan(0.1);
  });

  test('never calls a distance rare that is less than a cell, nor one that is common', () => {
    const still = sampled(new ImbalanceShiftGauge(), steady(1200)).get(1200);
    expect(still).toMatchObject({ distance: 0, lean: 0, rare: 0.05 });
    // A book that swings by ten cells for a minute each is as far from its past all the time.
    const swings = Array.from({ length: 3000 }, (_, n) => (Math.floor(n / 60) % 2 === 0 ? 15 : 25));
    const swinging = [...sampled(new ImbalanceShiftGauge(), swings).values()].slice(-150);
    // What is usual is known to nine percent.
    expect(swinging.filter(({ distance, rare }) => distance > 1.1 * rare)).toEqual([]);
    expect(swinging.at(-1)?.usual).toBeGreaterThan(0.1);
  });

  test('takes an imbalance beyond its bounds for one at them', () => {
    const gauge = new ImbalanceShiftGauge();
    sampled(gauge, steady(1170));
    for (let n = 0; n < 29; n += 1) gauge.sample(1.5, (1170 + n) * 1000);
    expect(gauge.sample(1, 1_199_000)?.distance).toBeCloseTo(19 / 20, 9);
  });
});

describe('the finding', () => {
  const START_MS = 1_703_602_800_000;

  /** A detector on a market of two levels whose bid is set for a number of seconds. */
  class Watched {
    readonly tape = new LineMarket('L2C', START_MS, () => undefined);
    readonly minor: { readonly id: string; readonly side: string; readonly change: string }[] = [];
    readonly plain: PlainContext;
    readonly detector;
    readonly view;

    constructor(sigma1Ticks = 1) {
      const best = { bestBidTicks: 1000, bestAskTicks: 1001 };
      this.view = plainView({ market: this.tape.market, ...best, tier: 'L2C', sigma1Ticks });
      this.plain = plainContext(this.view);
      this.detector = IMBALANCE_SHIFT.create({
        ...this.plain.context,
        onMinor: ({ id, side }, change) => this.minor.push({ id, side: String(side), change }),
      });
      this.tape.event(level(SIDE_BID, 1000, 100), level(SIDE_ASK, 1001, 100));
    }

    run(seconds: number, bid: (second: number) => number): this {
      for (let second = 0; second < seconds; second += 1) {
        this.tape.wait(1000).event(level(SIDE_BID, 1000, bid(second)));
        this.detector.onClock(this.tape.timeMs, this.view);
      }
      return this;
    }
  }

  const breathing = (second: number): number => 90 + ((second * 7) % 20);
  const usual = (sigma1Ticks?: number): Watched => new Watched(sigma1Ticks).run(1200, breathing);

  test('begins with a rare distance, is updated while it lasts, and is another one after it ended', () => {
    const watched = usual().run(60, () => 400);
    expect(watched.minor.map(({ change }) => change)).toEqual([
      'new',
      ...watched.minor.slice(1).map(() => 'update'),
    ]);
    expect(new Set(watched.minor.map(({ id }) => id)).size).toBe(1);
    expect(watched.minor.length).toBeGreaterThan(5);
    const before = watched.minor.length;
    // Back to what is usual for a quarter of an hour, then as far again.
    watched.run(900, breathing).run(60, () => 2000);
    const later = watched.minor.slice(before).filter(({ change }) => change === 'new');
    expect(later.length).toBe(1);
    expect(later[0]?.id).not.toBe(watched.minor[0]?.id);
  });

  test('has ended where the distance is usual, although the book leans the same way', () => {
    // For a minute each below and above even: half a minute is a fifth from its past as often as not.
    const swinging = (second: number): number => (Math.floor(second / 60) % 2 === 0 ? 60 : 166);
    const watched = new Watched().run(2400, swinging);
    const before = watched.minor.length;
    watched.run(60, () => 400).run(120, (second) => (second % 2 === 0 ? 70 : 190));
    const begun = watched
      .run(60, () => 900)
      .minor.slice(before)
      .filter(({ change }) => change === 'new');
    expect(begun.map(({ side }) => side)).toEqual(['bid', 'bid']);
  });

  test('is another one when the book leans the other way', () => {
    const watched = usual().run(60, () => 400);
    watched.run(60, () => 15);
    const begun = watched.minor.filter(({ change }) => change === 'new').map(({ side }) => side);
    expect(begun).toEqual(['bid', 'ask']);
  });

  test('needs both best prices, and begins anew after a hole in the feed', () => {
    const lost = usual();
    lost.tape.event(level(SIDE_ASK, 1001, 0));
    expect(lost.run(60, () => 400).minor).toEqual([]);
    const holed = usual();
    holed.detector.onDiscontinuity(holed.tape.timeMs);
    expect(holed.run(400, () => 400).minor).toEqual([]);
  });

  test('is looked at once a second, with features that are finite, and the lean of the side it has', () => {
    const watched = usual();
    for (let n = 0; n < 1000; n += 1) watched.detector.onClock(watched.tape.timeMs + n, watched.view);
    watched.run(60, () => 400);
    const { looks } = watched.plain;
    expect(looks).toEqual(usual().run(60, () => 400).plain.looks);
    expect(looks.length).toBe(watched.minor.length);
    for (const { features, side, priceLowTicks, priceHighTicks } of looks) {
      expect(features.every(Number.isFinite)).toBe(true);
      expect([side, priceLowTicks, priceHighTicks]).toEqual([SIDE_BID, 991, 1000]);
    }
    // More seconds of the last half minute lean from look to look.
    const [first, second] = looks.map(({ features }) => features);
    expect(first?.[2]).toBeGreaterThan(0);
    expect(second?.[3]).toBeGreaterThan(0);
    // The price did not move.
    expect(looks.map(({ features }) => features[4])).toEqual(looks.map(() => 0));
  });

  test.each([
    { name: 'with the price', bid: 400, ask: 100, sigma1Ticks: 1, moved: 3 / Math.sqrt(30) },
    { name: 'against the price', bid: 100, ask: 400, sigma1Ticks: 1, moved: -3 / Math.sqrt(30) },
    { name: 'with a price that never moves', bid: 400, ask: 100, sigma1Ticks: 1e-6, moved: 6 },
    { name: 'against one', bid: 100, ask: 400, sigma1Ticks: 1e-6, moved: -6 },
  ])(
    'knows that the book leans $name, in deviations of half a minute',
    ({ bid, ask, sigma1Ticks, moved }) => {
      const watched = usual(sigma1Ticks);
      const gone = [level(SIDE_BID, 1000, 0), level(SIDE_ASK, 1001, 0)];
      watched.tape.event(...gone, level(SIDE_BID, 1003, bid), level(SIDE_ASK, 1004, ask));
      for (let second = 0; second < 30; second += 1) {
        watched.tape.wait(1000);
        watched.detector.onClock(watched.tape.timeMs, watched.view);
      }
      // Three ticks up, and the book leans since then.
      expect(watched.plain.looks.at(-1)?.features[4]).toBeCloseTo(moved, 9);
      expect(watched.plain.looks.at(-1)?.side).toBe(bid > ask ? SIDE_BID : SIDE_ASK);
    },
  );

  test('is offered where levels are sampled, and nowhere else', () => {
    const offered = (['L3', 'L2S', 'L2C', 'L1T'] as const).map((tier) => IMBALANCE_SHIFT.availability(tier));
    expect(offered.map(({ available }) => available)).toEqual([false, false, true, false]);
    expect(IMBALANCE_SHIFT.minorOnly).toBe(true);
  });
});
