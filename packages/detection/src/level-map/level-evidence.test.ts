/** What rests at zones and arbitrary prices as evidence, what their touches rank, and where resting orders make a level. */
import {
  ACTION_ADD,
  COL_ACTION,
  COL_ORDER_LO,
  COL_PRICE_TICKS,
  COL_SIDE,
  COL_SIZE,
  OrderBook,
  ROW_LENGTH,
  SIDE_ASK,
  SIDE_BID,
} from '@undertow/market';
import { describe, expect, test } from 'vitest';
import { Swings } from '#statistics/swings.ts';
import { plainView } from '#testing/plain-view.ts';
import { LevelDensity } from './level-density.ts';
import { LevelPrices } from './level-prices.ts';
import { LevelRecords } from './level-records.ts';
import { confluenceOf, fillDensity } from './level-sources.ts';
import { LevelTouches } from './level-touches.ts';
import { PseudoLevels } from './pseudo-levels.ts';

const ZONES = 4;
const ARBITRARY = 50;
/** Bids from 999 down and asks from 1001 up, 48 prices each. */
const MID = 1000;

/** A minute of a book of ten contracts at each price, of one order each, and more where given: contracts, orders. */
function pricesOf(
  more: ReadonlyMap<number, readonly [size: number, orders: number]> = new Map(),
): LevelPrices {
  const book = new OrderBook();
  let id = 0;
  const add = (priceTicks: number, size: number): void => {
    id += 1;
    const row = new Int32Array(ROW_LENGTH);
    row[COL_ACTION] = ACTION_ADD;
    row[COL_ORDER_LO] = id;
    row[COL_SIDE] = priceTicks < MID ? SIDE_BID : SIDE_ASK;
    row[COL_PRICE_TICKS] = priceTicks;
    row[COL_SIZE] = size;
    book.applyRow(row, 0);
  };
  for (let away = 1; away <= 48; away += 1) for (const side of [-1, 1]) add(MID + side * away, 10);
  for (const [priceTicks, [size, orders]] of more)
    for (let n = 0; n < orders; n += 1) add(priceTicks, size / orders);
  const prices = new LevelPrices();
  for (let second = 0; second < 60; second += 1) prices.readBook(book);
  return prices;
}

/** Fifty arbitrary prices of two ticks, ten ticks from price and more; the first `touched` of them bounced or broke in turn. */
function nullOf(prices: LevelPrices, touched = ARBITRARY) {
  const touches = new LevelTouches(ZONES + ARBITRARY, prices, {
    onSettled: () => undefined,
    onFlip: () => undefined,
  });
  const arbitrary = new PseudoLevels(touches, prices, ZONES, ARBITRARY, 'levels|1');
  arbitrary.spawnLike(1021, 1022, MID, ARBITRARY);
  for (let n = 0; n < touched; n += 1) touches.addScore(ZONES + n, n % 2);
  arbitrary.measure();
  return { touches, arbitrary };
}

/** A zone of one price, touched so often. */
function open(
  { touches }: ReturnType<typeof nullOf>,
  slot: number,
  priceTicks: number,
  touched = 0,
  bounced = 0,
): void {
  touches.open(slot, priceTicks, priceTicks);
  for (let n = 0; n < touched; n += 1) touches.addScore(slot, n < bounced ? 1 : 0);
}

describe('what rests at a zone', () => {
  test('exceeds what rests at arbitrary prices, the more there is, on both sides of price', () => {
    const one = nullOf(
      pricesOf(
        new Map([
          [1015, [50, 5]],
          [985, [50, 5]],
          [1025, [20, 2]],
        ]),
      ),
    );
    for (const [slot, price] of [1015, 985, 1025, 1040].entries()) open(one, slot, price);
    const [most, mirrored, some, none] = [0, 1, 2, 3].map((slot) => one.arbitrary.depthExcess(slot)) as [
      number,
      number,
      number,
      number,
    ];
    expect(most).toBe(mirrored);
    expect(most).toBeGreaterThan(some);
    expect(some).toBeGreaterThan(none);
    // All that is usual is alike: the spread is the least that is assumed.
    expect(none).toBe(0);
    expect(most).toBeCloseTo((Math.log1p(60) - Math.log1p(10)) / 0.1, 6);
  });

  test('is unknown where it is not in sight', () => {
    const one = nullOf(pricesOf());
    open(one, 0, 1200);
    expect(one.arbitrary.depthExcess(0)).toBe(0);
    expect(one.arbitrary.evidence(0)).toBeCloseTo(0, 12);
  });

  test('counts by the lesser of contracts and orders: one large order is not many traders', () => {
    const one = nullOf(
      pricesOf(
        new Map([
          [1042, [50, 5]],
          [958, [50, 1]],
        ]),
      ),
    );
    open(one, 0, 1042);
    open(one, 1, 958);
    expect(one.arbitrary.evidence(0)).toBeGreaterThan(one.arbitrary.evidence(1));
    // Fullest of six orders over one of ten contracts beside it: log(61 / 11) by size, log(6.5 / 1.5) by orders.
    expect(one.arbitrary.evidence(0)).toBeCloseTo((2 * Math.log(6.5 / 1.5)) / 0.1 / Math.sqrt(5), 6);
    expect(one.arbitrary.evidence(1)).toBeCloseTo((2 * Math.log(2.5 / 1.5)) / 0.1 / Math.sqrt(5), 6);
  });

  test('weighs double against touches', () => {
    const one = nullOf(pricesOf());
    // Four of four bounces at even odds are two deviations.
    open(one, 0, 1015, 4, 4);
    expect(one.arbitrary.evidence(0)).toBeCloseTo(2 / Math.sqrt(5), 9);
    open(one, 1, 1015, 4, 0);
    expect(one.arbitrary.evidence(1)).toBeCloseTo(-2 / Math.sqrt(5), 9);
  });

  test('makes a zone significant that touches alone do not', () => {
    const one = nullOf(pricesOf(new Map([[1015, [50, 5]]])));
    open(one, 0, 1015, 1, 1);
    open(one, 1, 1025, 1, 1);
    open(one, 2, 1015);
    expect(one.arbitrary.pValue(0)).toBeLessThan(1e-6);
    expect(one.arbitrary.pValue(1)).toBeGreaterThan(0.05);
    expect(one.arbitrary.pValue(2)).toBe(1);
  });

  test('is measured as it was at the last measurement, not as arbitrary prices are now', () => {
    const one = nullOf(pricesOf(), 40);
    open(one, 0, 1015, 6, 6);
    const before = one.arbitrary.pValue(0);
    for (let n = 0; n < ARBITRARY; n += 1) one.touches.addScore(ZONES + n, 1);
    expect(one.arbitrary.pValue(0)).toBe(before);
    one.arbitrary.measure();
    expect(one.arbitrary.pValue(0)).not.toBe(before);
  });
});

describe('what a touch ranks', () => {
  /** Touches of arbitrary prices that absorbed so much of ten at rest, and were answered by so much. */
  function ranked(absorbed: readonly number[], answered: readonly number[] = absorbed) {
    const one = nullOf(new LevelPrices());
    for (const [at, size] of absorbed.entries()) {
      Object.assign(one.touches, { absorbed: size, answered: answered[at], rested: 10 });
      one.arbitrary.settle(ZONES, true);
    }
    return one;
  }

  test('is a half at their mean, symmetric about it and never outside of 0 to 1', () => {
    const one = ranked([10, 10, 10, 10]);
    const rankOf = (absorbed: number): number => {
      Object.assign(one.touches, { absorbed, answered: 10, rested: 10 });
      return one.arbitrary.renewalRank();
    };
    expect(rankOf(10)).toBeCloseTo(0.5, 9);
    // Twice and half as much as rested, plus the one of each that is added.
    expect(rankOf(21) + rankOf(4.5)).toBeCloseTo(1, 9);
    const ranks = [0, 1, 5, 10, 20, 1000].map(rankOf);
    expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
    expect(Math.min(...ranks)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...ranks)).toBeLessThanOrEqual(1);
  });

  test('separates less where they differ more', () => {
    const [alike, apart] = [ranked([10, 10, 10, 10]), ranked([0, 120, 0, 120])];
    for (const one of [alike, apart]) Object.assign(one.touches, { absorbed: 40, answered: 40, rested: 10 });
    expect(alike.arbitrary.renewalRank()).toBeGreaterThan(apart.arbitrary.renewalRank());
    expect(apart.arbitrary.renewalRank()).toBeGreaterThan(0.5);
  });

  test('of a zone is the mean of its touches', () => {
    const one = ranked([10, 10, 10, 10]);
    const records = new LevelRecords(ZONES, one.arbitrary);
    records.clear(1);
    const ranks = [5, 20, 40].map((absorbed) => {
      Object.assign(one.touches, { absorbed, answered: 30, rested: 10 });
      records.add(1, SIDE_BID, true, 0);
      return [one.arbitrary.renewalRank(), one.arbitrary.answerRank()] as const;
    });
    const mean = (of: 0 | 1): number => ranks.reduce((sum, rank) => sum + rank[of], 0) / 3;
    expect(records.absorbedRank[1]).toBeCloseTo(mean(0), 12);
    expect(records.answeredRank[1]).toBeCloseTo(mean(1), 12);
    expect([records.absorbedRank[0], records.settled[0]]).toEqual([0, 0]);
  });
});

describe('resting orders', () => {
  const view = (tier: 'L3' | 'L2S' | 'L2C' | 'L1T') => {
    const levels = { priorHighTicks: null, priorLowTicks: null, priorSettlementTicks: null };
    return plainView({ tier, swings: new Swings(), levels: levels as never });
  };
  const full = new Map([
    [1013, [40, 4]],
    [1014, [40, 4]],
  ] as const);

  test.each([
    ['L3', true],
    ['L2S', true],
    ['L2C', false],
    ['L1T', false],
  ] as const)('on %s make a level of two neighbouring prices: %s', (tier, isLevel) => {
    const kinds = confluenceOf(view(tier), pricesOf(full), 1012, 1016, 2);
    expect(kinds).toEqual(isLevel ? ['resting depth'] : []);
    const density = new LevelDensity();
    fillDensity(density, view(tier), pricesOf(full), MID, 2);
    // Full between both prices, of which each is half a tick away.
    expect([density.at(1013), density.at(1014)]).toEqual(isLevel ? [0.75, 0.75] : [0, 0]);
  });

  test('make none where they are as usual, and none that is not half as much again', () => {
    expect(confluenceOf(view('L3'), pricesOf(), 1012, 1016, 2)).toEqual([]);
    // The mean of two prices, 14 over 10: log(15 / 11) is 0.31; of 17.5 it is 0.52.
    const little = new Map([[1013, [8, 1]]] as const);
    const enough = new Map([[1013, [15, 1]]] as const);
    expect(confluenceOf(view('L3'), pricesOf(little), 1011, 1016, 2)).toEqual([]);
    expect(confluenceOf(view('L3'), pricesOf(enough), 1011, 1016, 2)).toEqual(['resting depth']);
  });

  test('make a level of a bid as of an ask', () => {
    const bids = new Map([
      [987, [40, 4]],
      [986, [40, 4]],
    ] as const);
    expect(confluenceOf(view('L3'), pricesOf(bids), 984, 988, 2)).toEqual(['resting depth']);
  });
});
