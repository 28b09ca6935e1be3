/** How far a book leans and what a posture adds to that, with the features that a withdrawal is judged by. */
import { SIDE_ASK, SIDE_BID } from '@undertow/market';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { WatchedMarket } from '#testing/flow-view.ts';
import { cycle, market, NotingJudge } from '#testing/spoofing-market.ts';
import {
  likenessOf,
  ownEvidence,
  sequenceOf,
  postureOf as shownPosture,
  withdrawalOf,
} from '#testing/spoofing-parts.ts';
import { type WithdrawalFacts, writeFeatures } from './spoofing-features.ts';
import { midOf, WeightedImbalance } from './spoofing-imbalance.ts';
import { SPOOFING_MODEL, SPOOFING_SINGLE_MODEL } from './spoofing-models.ts';
import { LargeOrder, Posture } from './spoofing-posture.ts';
import type { SpoofSequence } from './spoofing-sequence.ts';

type Level = readonly [side: number, priceTicks: number, size: number];

function bookOf(...levels: readonly Level[]): WatchedMarket['market']['book'] {
  const watched = new WatchedMarket();
  for (const level of levels) watched.add(1, ...level);
  return watched.market.book;
}

function postureOf(
  side: number,
  ...orders: readonly (readonly [priceTicks: number, size: number])[]
): Posture {
  const posture = new Posture();
  posture.side = side;
  for (const [priceTicks, size] of orders)
    posture.orders.push(Object.assign(new LargeOrder(), { side, priceTicks, size }));
  return posture;
}

/** What a contract weighs so many ticks behind the best price. */
const weight = (ticks: number): number => Math.exp(-0.35 * ticks);
const imbalance = new WeightedImbalance();

test('an empty book leans nowhere, one of a single side leans there entirely', () => {
  expect(imbalance.of(bookOf())).toBe(0);
  expect(imbalance.of(bookOf([SIDE_BID, 1000, 5]))).toBe(1);
  expect(imbalance.of(bookOf([SIDE_ASK, 1001, 5]))).toBe(-1);
});

test('thirty bids against ten asks lean to the bid by a half', () => {
  expect(imbalance.of(bookOf([SIDE_BID, 1000, 30], [SIDE_ASK, 1001, 10]))).toBeCloseTo(0.5, 12);
});

test('a level weighs by its ticks behind the best of its side, whatever lies between', () => {
  const book = bookOf([SIDE_BID, 1000, 10], [SIDE_BID, 996, 10], [SIDE_ASK, 1001, 10]);
  const bid = 10 + 10 * weight(4);
  expect(imbalance.of(book)).toBeCloseTo((bid - 10) / (bid + 10), 12);
});

test('the eleventh level of a side does not count', () => {
  const levels = Array.from({ length: 11 }, (_, n): Level => [SIDE_ASK, 1001 + n, n === 10 ? 1000 : 1]);
  const ask = levels.slice(0, 10).reduce((sum, _, n) => sum + weight(n), 0);
  expect(imbalance.of(bookOf([SIDE_BID, 1000, 1], ...levels))).toBeCloseTo((1 - ask) / (1 + ask), 12);
});

describe.each([
  { name: 'bid', side: SIDE_BID, other: SIDE_ASK, own: 1000, away: -1 },
  { name: 'ask', side: SIDE_ASK, other: SIDE_BID, own: 1001, away: 1 },
])('a posture of the $name', ({ side, other, own, away }) => {
  const opposite = own === 1000 ? 1001 : 1000;

  test('lifts a balanced book to its own side', () => {
    const book = bookOf([side, own, 10], [other, opposite, 10]);
    const posture = postureOf(side, [own + 2 * away, 40]);
    const added = 40 * weight(2);
    expect(imbalance.lift(book, posture)).toBeCloseTo(added / (20 + added), 12);
  });

  test('adds to a book that leans the other way', () => {
    // Ten against thirty: -0.5 without it; with thirty at the best price 40 against 30.
    const book = bookOf([side, own, 10], [other, opposite, 30]);
    expect(imbalance.lift(book, postureOf(side, [own, 20], [own, 10]))).toBeCloseTo(10 / 70 + 0.5, 12);
  });

  test('is all of a book that is empty without it', () => {
    expect(imbalance.lift(bookOf(), postureOf(side, [own, 5]))).toBeCloseTo(1, 12);
  });
});

test('the mid is between the best prices, and unknown where a side is empty', () => {
  expect(midOf(bookOf([SIDE_BID, 1000, 1], [SIDE_ASK, 1003, 1]))).toBe(1001.5);
  expect(midOf(bookOf([SIDE_BID, 1000, 1]))).toBeNaN();
  expect(midOf(bookOf([SIDE_ASK, 1000, 1]))).toBeNaN();
});

describe('of any book', () => {
  const levels = fc.uniqueArray(fc.tuple(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 1, max: 90 })), {
    maxLength: 12,
    selector: ([ticks]) => ticks,
  });
  type Ladder = readonly (readonly [ticks: number, size: number])[];
  /** Bids from 1000 down, asks from 1001 up, or the other way round. */
  const ladder = (bids: Ladder, asks: Ladder) =>
    bookOf(
      ...bids.map(([ticks, size]): Level => [SIDE_BID, 1000 - ticks, size]),
      ...asks.map(([ticks, size]): Level => [SIDE_ASK, 1001 + ticks, size]),
    );

  test('the lean is between -1 and 1, and that of the mirrored book is the opposite', () => {
    fc.assert(
      fc.property(levels, levels, (bids, asks) => {
        const lean = imbalance.of(ladder(bids, asks));
        expect(Math.abs(lean)).toBeLessThanOrEqual(1);
        expect(imbalance.of(ladder(asks, bids))).toBeCloseTo(-lean, 12);
      }),
      { numRuns: 20 },
    );
  });

  test('a posture lifts its side by what the book leans more with it, less the further away it is', () => {
    fc.assert(
      fc.property(
        levels,
        fc.integer({ min: 1, max: 8 }),
        fc.integer({ min: 1, max: 300 }),
        (asks, away, size) => {
          // Ten at the best bid stay there: what is added lies behind them and in the window.
          const without = ladder([[0, 10]], asks);
          const withIt = ladder(
            [
              [0, 10],
              [away, size],
            ],
            asks,
          );
          const lift = imbalance.lift(without, postureOf(SIDE_BID, [1000 - away, size]));
          expect(lift).toBeCloseTo(imbalance.of(withIt) - imbalance.of(without), 9);
          expect(lift).toBeGreaterThanOrEqual(0);
          const further = imbalance.lift(without, postureOf(SIDE_BID, [1000 - away - 1, size]));
          expect(further).toBeLessThanOrEqual(lift);
        },
      ),
      { numRuns: 20 },
    );
  });

  test('from twenty ticks on distance makes no difference', () => {
    const book = ladder([[0, 10]], [[0, 10]]);
    const lift = (ticks: number): number => imbalance.lift(book, postureOf(SIDE_BID, [1000 - ticks, 500]));
    expect(lift(18)).toBeGreaterThan(lift(19));
    expect(lift(19)).toBe(lift(40));
  });
});

describe('the features of a withdrawal', () => {
  const FACTS: WithdrawalFacts = {
    behaviour: { excess: 1, restedMs: 5000, stillMs: 100, moves: 3, gaveUp: false, delayDensity: 1 },
    own: ownEvidence({ size: 0.1, distance: 0.2, rest: 0.3, chase: 0.4, remainder: 0.5 }),
    likeness: likenessOf({ soon: 1, size: 2, distance: 3, layers: 4, genuine: 5, delay: 6, total: 21 }),
    mostTicks: 10,
    lift: 0.25,
    others: { others: 7, recentOthers: 3, usualOthers: 1 },
    flipped: Math.E - 1,
  };

  /** By name: of the newest withdrawal alone, and of the sequence. */
  function featuresOf(
    sequence: SpoofSequence,
    facts: Partial<WithdrawalFacts> = {},
    part: Partial<LargeOrder> = {},
  ) {
    const order = { priceTicks: 998, size: 64, distance: 2, filled: 16, moves: 3, ...part };
    writeFeatures(sequence, shownPosture(SIDE_BID, order), { ...FACTS, ...facts });
    const named = (names: readonly string[], values: Float64Array): Record<string, number> =>
      Object.fromEntries(names.map((name, at) => [name, values[at] ?? Number.NaN]));
    return {
      single: named(SPOOFING_SINGLE_MODEL.features, sequence.single),
      whole: named(SPOOFING_MODEL.features, sequence.features),
    };
  }

  test('are the facts of the newest one, in the order that both models name', () => {
    const sequence = sequenceOf({ seen: { answer: 2, timing: 0.7, flip: -0.3, layers: 4 } });
    sequence.oppositeContracts = 16;
    const { single, whole } = featuresOf(sequence);
    expect(single).toEqual({
      size: 1,
      distance: 0.2,
      layers: 2,
      age: Math.log10(5),
      fillFraction: 0.25,
      imbalanceLift: 0.25,
      chase: 2,
      answer: 2,
      timing: 0.7,
      oppositeRatio: 0.25,
      sizeRarity: 0.1,
      distanceRarity: 0.2,
      restRarity: 0.3,
      remainder: 0.5,
      // Seven others against three lately and one usually.
      othersWithdrew: 1,
      bustle: 2,
      flipped: 1,
      flip: -0.3,
      chaseRarity: 0.4,
    });
    expect(whole).toMatchObject(single);
  });

  test('are of the whole sequence too: its evidence, likeness, means, best ones, spread and reversal', () => {
    const sequence = sequenceOf({ seen: { answer: 3 } }, { seen: { answer: 1, logSize: 8 } });
    sequence.noteReturn(1.5);
    for (let n = 0; n < 6; n += 1) sequence.takeUnanswered(withdrawalOf(), likenessOf());
    const { whole } = featuresOf(sequence);
    expect(whole).toMatchObject({ evidence: 4, unanswered: 2, meanAnswer: 2, best: 3, secondBest: 1 });
    expect(whole).toMatchObject({ sizeSpread: 1, reversion: 1.5, meanSizeRarity: 0, meanRestRarity: 0 });
    const { likeness, likeSoon, likeSize, likeDistance, likeLayers, likeGenuine, likeDelay } = whole;
    expect([likeness, likeSoon, likeSize, likeDistance, likeLayers, likeGenuine, likeDelay]).toEqual([
      21, 1, 2, 3, 4, 5, 6,
    ]);
  });

  test('are the same for a bid and for an offer of the mirrored market', () => {
    const cycles = fc.array(
      fc.record({
        isBid: fc.boolean(),
        sizes: fc.constantFrom([60], [90], [24, 25, 23, 24]),
        ticksAway: fc.integer({ min: 1, max: 5 }),
        lagMs: fc.integer({ min: 1, max: 400 }),
        waitMs: fc.integer({ min: 1000, max: 20_000 }),
      }),
      { minLength: 1, maxLength: 4 },
    );
    // Behind the levels of both sides the market of the test is not symmetric, and only bids pass the time in it.
    const own = new Set(['imbalanceLift', 'othersWithdrew', 'bustle']);
    fc.assert(
      fc.property(cycles, (list) => {
        const [looks, mirrored] = [false, true].map((isMirrored) => {
          const judge = new NotingJudge();
          const tape = market(judge);
          for (const { isBid, waitMs, ...how } of list)
            cycle(tape.pass(waitMs), { ...how, side: isBid === isMirrored ? SIDE_ASK : SIDE_BID });
          return judge.looks.map((look) => Object.entries(look).filter(([name]) => !own.has(name)));
        });
        expect(mirrored).toEqual(looks);
        expect(looks?.length).toBeGreaterThan(0);
      }),
      { numRuns: 6 },
    );
  });

  test('are bounded where a fact is not', () => {
    const sequence = sequenceOf({});
    sequence.oppositeContracts = 900;
    const { single } = featuresOf(
      sequence,
      { behaviour: { ...FACTS.behaviour, restedMs: 0 } },
      { distance: 500 },
    );
    expect(single).toMatchObject({ oppositeRatio: 1, distance: 2, age: -3 });
    expect(Object.values(single).every(Number.isFinite)).toBe(true);
  });
});
