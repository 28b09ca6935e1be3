/** Odds that an order is the next slice of a trader: its delay and size against the crowd, after the fills that wait. */
import { SIDE_ASK, SIDE_BID } from '@undertow/market';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AwaySlices } from './iceberg-synthetic-away.ts';
import { SyntheticChain } from './iceberg-synthetic-chain.ts';
import { isLikeSize, SliceOdds, sizeBin, sizeRatio, type TraderHabits } from './iceberg-synthetic-odds.ts';
import { MAX_SLOTS, NO_CHAIN, WaitingFills } from './iceberg-synthetic-slots.ts';

const PRICE = 19_000;
const NEW: TraderHabits = { links: 0, equalLinks: 0, meanSize: 0, logDelaySum: 0, logDelaySquares: 0 };

/** A trader that always took so long for slices of one size. */
function traderOf(delayMs: number, links: number, meanSize = 8): TraderHabits {
  const log = Math.log(delayMs);
  return { links, equalLinks: links, meanSize, logDelaySum: links * log, logDelaySquares: links * log * log };
}

const normal = (value: number, mean: number, spread: number): number =>
  Math.exp(-(((value - mean) / spread) ** 2) / 2) / (spread * Math.sqrt(2 * Math.PI));

describe('sizes', () => {
  test('are counted one by one up to 12, then in ranges that widen', () => {
    for (let size = 1; size <= 12; size += 1) expect(sizeBin(size)).toBe(size - 1);
    const ends = [16, 24, 32, 48, 64, 96, 128, 256];
    for (const [n, end] of ends.entries()) expect([sizeBin(end), sizeBin(end + 1)]).toEqual([12 + n, 13 + n]);
    expect(sizeBin(1 << 20)).toBe(20);
  });

  test.each([
    { trader: NEW, before: 8, like: [4, 12], unlike: [3, 13] },
    { trader: NEW, before: 3, like: [2, 4], unlike: [1, 5] },
    // One link is too few for a mean of its own
    { trader: traderOf(3, 1, 20), before: 8, like: [4, 12], unlike: [13, 20] },
    { trader: traderOf(3, 2, 20), before: 8, like: [8, 10, 30], unlike: [9, 31] },
  ])('after $before of a trader of $trader.links links $like may follow, $unlike may not', (row) => {
    for (const size of row.like) expect(isLikeSize(row.trader, row.before, size)).toBe(true);
    for (const size of row.unlike) expect(isLikeSize(row.trader, row.before, size)).toBe(false);
  });

  test('have chances that add up to one', () => {
    const traders = fc.record({
      links: fc.integer({ min: 0, max: 20 }),
      repeats: fc.double({ min: 0, max: 1, noNaN: true }),
      size: fc.integer({ min: 2, max: 60 }),
    });
    fc.assert(
      fc.property(traders, ({ links, repeats, size }) => {
        const trader = { ...NEW, links, equalLinks: Math.floor(repeats * links), meanSize: size };
        let sum = 0;
        for (let next = 1; next <= 2 * size; next += 1) sum += Math.exp(sizeRatio(trader, size, next));
        expect(sum).toBeCloseTo(1, 10);
      }),
      { numRuns: 50 },
    );
  });

  test('that repeat are as likely as the trader has repeated them', () => {
    // Nine sizes from 4 to 12 are near 8.
    expect(sizeRatio(NEW, 8, 8)).toBeCloseTo(Math.log(0.75 + 0.25 / 9), 12);
    expect(sizeRatio(NEW, 8, 5)).toBeCloseTo(Math.log(0.25 / 9), 12);
    const varied = { ...traderOf(3, 8), equalLinks: 0 };
    expect(sizeRatio(varied, 8, 8)).toBeCloseTo(Math.log(0.15 + 0.85 / 9), 12);
    expect(sizeRatio(traderOf(3, 8), 8, 8)).toBeCloseTo(Math.log(0.95 + 0.05 / 9), 12);
    expect(sizeRatio(NEW, 8, 13)).toBe(Number.NEGATIVE_INFINITY);
  });
});

describe('the ratio of a delay', () => {
  /** Orders of the prior per fill, millisecond and contract, before anything was counted. */
  function priorCrowd(size: number, binMs: number): number {
    const edges = [12, 16, 24, 32, 48, 64, 96, 128, 256, 1 << 20];
    let total = 0;
    for (let single = 1; single <= 12; single += 1) total += single ** -1.8;
    for (let n = 1; n < edges.length; n += 1)
      total += (edges[n]! - edges[n - 1]!) * Math.min(0.75 * edges[n]!, 1000) ** -1.8;
    return (0.6 * size ** -1.8) / total / 8 / binMs;
  }

  test.each([
    { delayMs: 0.5, binMs: 1 },
    { delayMs: 2, binMs: 2 },
    { delayMs: 9, binMs: 7 },
    { delayMs: 200, binMs: 150 },
    { delayMs: 700, binMs: 1000 },
  ])('of $delayMs ms is a new trader’s density over that of the crowd', ({ delayMs, binMs }) => {
    const log = Math.log(delayMs);
    const density = 0.75 * normal(log, Math.log(2), 1.8) + 0.25 * normal(log, Math.log(500), 0.7);
    // Half of what is usual: no order came in the second before
    const crowd = 0.5 * priorCrowd(8, binMs) * delayMs;
    const odds = new SliceOdds();
    expect(odds.paceRatio(NEW, delayMs, 8, 0)).toBeCloseTo(Math.log((0.9 * 0.85 * density) / crowd), 9);
    expect(odds.paceRatio(NEW, delayMs, 8, 1)).toBeCloseTo(Math.log((0.9 * 0.15 * density) / crowd), 9);
  });

  const after = (
    prepare: (odds: SliceOdds) => void,
    delayMs = 2,
    size = 8,
    places = 0,
    trader = NEW,
  ): number => {
    const odds = new SliceOdds();
    prepare(odds);
    return odds.paceRatio(trader, delayMs, size, places);
  };
  const nothing = (): void => undefined;
  const twenty = (delayMs: number, size: number, places: number) => (odds: SliceOdds) => {
    for (let n = 0; n < 20; n += 1) odds.noteOrder(delayMs, sizeBin(size), places, 0.05);
  };

  test('falls with the orders of the crowd of that size, delay and distance, and of no other', () => {
    expect(after(twenty(2.5, 8, 0))).toBeLessThan(after(nothing) - 1);
    for (const other of [twenty(2, 9, 0), twenty(2, 8, 1), twenty(0.9, 8, 0), twenty(3.1, 8, 0)])
      expect(after(other)).toBe(after(nothing));
  });

  test('is minus infinity where the crowd explains the order better, however well the delay fits', () => {
    const crowded = (odds: SliceOdds): void => {
      for (let n = 0; n < 1000; n += 1) odds.noteOrder(2, sizeBin(2), 0, 1);
    };
    for (const trader of [NEW, traderOf(2, 12)])
      expect(after(crowded, 2, 2, 0, trader)).toBe(Number.NEGATIVE_INFINITY);
  });

  test.each([
    ['ordinary', false, 2, Math.log(80 / 40)],
    ['patient', true, 2, Math.log(80 / 40)],
    ['ordinary', false, 250, Math.log(80 / 40)],
    ['ordinary', false, 251, 0],
    ['patient', true, 251, Math.log(80 / 40)],
  ])(
    'after 40 %s fills (long wait: %s) without orders a delay of %s ms gains %d',
    (_, patient, delayMs, gain) => {
      const fills = (odds: SliceOdds): void => {
        for (let n = 0; n < 40; n += 1) odds.noteFill(1, patient);
      };
      // One order before each fill is the usual pace: haste is 1 instead of a half.
      expect(after(fills, delayMs)).toBeCloseTo(after(nothing, delayMs) + gain - Math.log(2), 9);
    },
  );

  test('falls while the crowd hurries, at most by the factor eight', () => {
    const pace = (orders: number) => after((odds) => odds.noteFill(orders, false));
    const [calm, busy, frantic, mad] = [pace(0), pace(10), pace(1e6), pace(1e9)] as const;
    expect(calm).toBeGreaterThan(busy);
    expect(busy).toBeGreaterThan(frantic);
    const unhurried = after((odds) => {
      for (let n = 0; n < 2; n += 1) odds.noteFill(1, false);
    });
    expect(mad - (unhurried - Math.log(42 / 41))).toBeCloseTo(-Math.log(8), 9);
  });

  test('fades: half of twice as much weighs as much', () => {
    const once = after((odds) => {
      odds.noteFill(3, true);
      odds.noteOrder(2, sizeBin(8), 0, 1);
    });
    const twice = after((odds) => {
      for (let n = 0; n < 2; n += 1) {
        odds.noteFill(3, true);
        odds.noteOrder(2, sizeBin(8), 0, 1);
      }
      odds.fade(0.5);
    });
    expect(twice).toBeCloseTo(once, 12);
  });

  test('prefers a known trader’s own delay, by machine or with a pause', () => {
    const quick = traderOf(3, 6);
    expect(after(nothing, 3, 8, 0, quick)).toBeGreaterThan(after(nothing, 3, 8, 0, NEW));
    expect(after(nothing, 90, 8, 0, quick)).toBeLessThan(after(nothing, 90, 8, 0, NEW));
    const slow = traderOf(700, 6);
    expect(after(nothing, 700, 8, 0, slow)).toBeGreaterThan(after(nothing, 700, 8, 0, NEW));
    expect(after(nothing, 5, 8, 0, slow)).toBeLessThan(after(nothing, 5, 8, 0, NEW));
    const mean = (Math.log(500) + Math.log(700)) / 2;
    const spread = Math.sqrt((0.7 ** 2 + (Math.log(700) - mean) ** 2) / 2);
    const expected = Math.log(
      normal(Math.log(700), mean, spread) / normal(Math.log(400), mean, spread) / (700 / 400),
    );
    const once = traderOf(700, 1);
    const [late, early] = [after(nothing, 700, 8, 0, once), after(nothing, 400, 8, 0, once)];
    // 400 ms are counted in an interval of 350 ms, 700 ms in one of 1000.
    expect(late - early).toBeCloseTo(expected + Math.log(1000 / 350), 9);
  });
});

/** A fill that began to wait at an instant. */
function wait(
  fills: WaitingFills,
  timeMs: number,
  parts: { price?: number; size?: number; chain?: number; side?: number } = {},
) {
  const at = fills.push(parts.side ?? SIDE_BID, parts.price ?? PRICE);
  fills.timeMs[at] = timeMs;
  fills.size[at] = parts.size ?? 8;
  fills.chain[at] = parts.chain ?? NO_CHAIN;
  return at;
}

const FLAGS = ['patient', 'linked', 'withdrawn', 'guessed'] as const;
const COLUMNS = ['timeMs', 'priceTicks', 'size', 'chain', ...FLAGS] as const;

describe('waiting fills', () => {
  const released = (fills: WaitingFills, nowMs: number): number[] => {
    const missed: number[] = [];
    fills.expire(nowMs, (chain) => missed.push(chain));
    return missed;
  };

  test.each([
    [0, 250],
    [1, 1600],
  ])('wait (patient: %i) for %i ms, the last one included', (patient, ttlMs) => {
    const fills = new WaitingFills();
    fills.patient[wait(fills, 1000, { chain: 3 })] = patient;
    expect([released(fills, 1000 + ttlMs), fills.count]).toEqual([[], 1]);
    expect([released(fills, 1000 + ttlMs + 0.1), fills.count]).toEqual([[3], 0]);
    expect(fills.lowTicks).toBe(Number.POSITIVE_INFINITY);
  });

  test('of one price are sixteen: the oldest gives way, first of those without a chain', () => {
    const fills = new WaitingFills();
    for (let n = 0; n < 16; n += 1) wait(fills, n, { chain: n === 0 ? 1 : NO_CHAIN });
    wait(fills, 5, { side: SIDE_ASK });
    expect(wait(fills, 20)).toBe(1);
    expect([fills.count, fills.timeMs[0], fills.timeMs[1]]).toEqual([17, 0, 20]);
  });

  test('are bounded: the first of all gives way to one at another price', () => {
    const fills = new WaitingFills();
    for (let n = 0; n <= MAX_SLOTS; n += 1) wait(fills, n, { price: PRICE + n });
    expect([fills.count, fills.priceTicks[0], fills.priceTicks[MAX_SLOTS - 1]]).toEqual([
      128,
      PRICE + 1,
      PRICE + 128,
    ]);
  });

  test('keep their columns together in the order in which they came, and miss what was not linked, withdrawn or guessed', () => {
    const bit = fc.constantFrom(0, 1);
    const step = fc.tuple(fc.nat({ max: 120 }), fc.nat({ max: 40 }), bit, bit, bit, bit);
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (all) => {
        const fills = new WaitingFills();
        let model: Record<(typeof COLUMNS)[number], number>[] = [];
        let nowMs = 0;
        for (const [n, [waitMs, away, patient, linked, withdrawn, guessed]] of all.entries()) {
          nowMs += waitMs;
          const over = model.filter((one) => nowMs > one.timeMs + (one.patient === 1 ? 1600 : 250));
          model = model.filter((one) => !over.includes(one));
          const missed = over.filter((one) => one.linked + one.withdrawn + one.guessed === 0);
          expect(released(fills, nowMs)).toEqual(missed.map(({ chain }) => chain));
          const priceTicks = PRICE + away * 100 + n;
          const one = {
            timeMs: nowMs,
            priceTicks,
            size: n + 2,
            chain: n,
            patient,
            linked,
            withdrawn,
            guessed,
          };
          const at = fills.push(SIDE_BID, priceTicks);
          for (const column of COLUMNS) fills[column][at] = one[column];
          model.push(one);
          for (const column of COLUMNS)
            expect([...fills[column].subarray(0, fills.count)]).toEqual(model.map((row) => row[column]));
          const prices = model.map((row) => row.priceTicks);
          expect(fills.lowTicks).toBeLessThanOrEqual(Math.min(...prices));
          expect(fills.highTicks).toBeGreaterThanOrEqual(Math.max(...prices));
        }
      }),
      { numRuns: 40 },
    );
  });
});

test.each([
  [SIDE_BID, PRICE + 1, PRICE + 9, 0],
  [SIDE_BID, PRICE + 2, PRICE + 9, 0.1],
  [SIDE_ASK, PRICE - 9, PRICE - 1, 0],
  [SIDE_ASK, PRICE - 9, PRICE - 2, 0.1],
])(
  'a slice of side %i rests behind best prices of %i and %i for %d s of a tenth',
  (side, bid, ask, seconds) => {
    const [chain, idle] = [new SyntheticChain(), new SyntheticChain()];
    for (const one of [chain, idle]) one.begin(side, PRICE, 8, 0);
    chain.rest(8, PRICE);
    const away = new AwaySlices([chain, idle, new SyntheticChain()]);
    away.onClock(bid, ask);
    expect([chain.awaySeconds, idle.awaySeconds]).toEqual([seconds, 0]);
    // Where it went is seen only when something is known to have moved.
    chain.rest(8, side === SIDE_BID ? bid : ask);
    away.noteMoved();
    away.onClock(bid, ask);
    expect(chain.awaySeconds).toBe(seconds);
  },
);
