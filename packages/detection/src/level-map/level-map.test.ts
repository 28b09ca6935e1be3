/** The map as a whole: which zones it opens, keeps and gives up, and what the market does to them. */
import { NO_PRICE, ROUND_AUCTION, SIDE_ASK, SIDE_BID } from '@undertow/market';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Swings } from '#statistics/swings.ts';
import { handEvent } from '#testing/hand-event.ts';
import { type PlainFacts, plainView } from '#testing/plain-view.ts';
import type { MarketView } from '#view/market-view.ts';
import { LevelMap, ZONES } from './level-map.ts';

const T = 1_703_602_800_000;
const PRICE = 2003;
const MINUTE_MS = 60_000;
type Changeable = { -readonly [Key in keyof MarketView]: MarketView[Key] };

interface Given {
  /** Prices of swings, and of the day before. */
  readonly swings?: readonly number[];
  readonly prior?: readonly [high: number | null, low: number | null];
  readonly facts?: PlainFacts;
}

/** A market at 2003 that sees trades only, in bars of ten ticks. */
function mapOf({ swings = [], prior = [null, null], facts = {} }: Given = {}) {
  const made = new Swings();
  // A price far away on the other side confirms each extreme.
  for (const [n, priceTicks] of swings.entries()) {
    made.add(T + 2 * n, priceTicks, 1);
    made.add(T + 2 * n + 1, priceTicks + (made.isRising ? -500 : 500), 1);
  }
  const view = plainView({
    ...{ tier: 'L1T', timeMs: T, atr10Ticks: 10, lastTicks: PRICE, sinceOpenMs: 0, swings: made },
    levels: { priorHighTicks: prior[0], priorLowTicks: prior[1], priorSettlementTicks: null } as never,
    ...facts,
  }) as Changeable;
  const map = new LevelMap(view);
  const one = {
    ...{ view, map },
    trade: (priceTicks: number, size = 1, kind?: number) => {
      const round = { side: SIDE_ASK, priceTicks, size, ...(kind === undefined ? {} : { kind }) };
      map.observe(handEvent(view.timeMs, [round]));
      if (kind === undefined) view.lastTicks = priceTicks;
      return one;
    },
    pass: (ms: number) => {
      view.timeMs += ms;
      map.onClock(view.timeMs);
      return one;
    },
    prior: (high: number | null, low: number | null) => {
      view.levels = { ...view.levels, priorHighTicks: high, priorLowTicks: low };
      return one;
    },
    /** Live zones, lowest first. */
    zones: () =>
      Array.from({ length: ZONES }, (_, slot) => slot)
        .filter((slot) => map.touches.isLive[slot] === 1)
        .map((slot) => ({ slot, low: map.touches.lowTicks[slot]!, high: map.touches.highTicks[slot]! }))
        .toSorted((a, b) => a.low - b.low),
    /** The place of the zone that holds a price, or -1. */
    zoneAt: (priceTicks: number) =>
      one.zones().find(({ low, high }) => low <= priceTicks && priceTicks <= high)?.slot ?? -1,
  };
  return one;
}

describe('zones', () => {
  test('are opened where facts gather, within reach of price, and not before there is one', () => {
    const one = mapOf({ prior: [2037, 1964] });
    one.view.lastTicks = NO_PRICE;
    expect(one.pass(100).zones()).toEqual([]);
    one.view.lastTicks = PRICE;
    one.pass(100);
    expect(one.zoneAt(2037)).toBeGreaterThanOrEqual(0);
    expect(one.zoneAt(1964)).toBeGreaterThanOrEqual(0);
    expect(one.zoneAt(2005)).toBe(-1);
    expect(one.map.bornMs[one.zoneAt(2037)]).toBe(one.view.timeMs);
    const far = mapOf({ prior: [PRICE + 49, PRICE - 48] }).pass(100);
    expect([far.zoneAt(PRICE + 49), far.zoneAt(PRICE - 48) >= 0]).toEqual([-1, true]);
    const wide = mapOf({ prior: [PRICE + 52, PRICE + 60], facts: { atr10Ticks: 13 } }).pass(100);
    expect([wide.zoneAt(PRICE + 52) >= 0, wide.zoneAt(PRICE + 60)]).toEqual([true, -1]);
  });

  test.each([
    [0, 2],
    [13, 2],
    [20, 3],
    [100, 15],
  ])('are made of kernels: in bars of %i ticks half %d ticks wide', (atr10Ticks, bandwidth) => {
    expect(mapOf({ facts: { atr10Ticks } }).map.bandwidthTicks).toBeCloseTo(bandwidth, 12);
  });

  test('are reviewed every ten seconds', () => {
    const one = mapOf({ prior: [2037, null] }).pass(100);
    one.prior(2037, 1964).pass(9900);
    expect(one.zoneAt(1964)).toBe(-1);
    one.pass(100);
    expect(one.zoneAt(1964)).toBeGreaterThanOrEqual(0);
  });

  test('keep their place while facts confirm them, and lose it after twenty minutes without', () => {
    const one = mapOf({ prior: [2037, null] }).pass(100);
    const slot = one.zoneAt(2037);
    const serial = one.map.serial[slot]!;
    for (let n = 0; n < 10; n += 1) one.pass(10_000);
    expect([one.zoneAt(2037), one.map.serial[slot]]).toEqual([slot, serial]);
    one
      .prior(null, null)
      .pass(10_000)
      .pass(20 * MINUTE_MS - 10_000);
    expect(one.zoneAt(2037)).toBe(slot);
    one.pass(10_000);
    expect(one.zoneAt(2037)).toBe(-1);
    expect(one.map.serial[slot]).toBe(serial + 1);
  });

  test('are given up where price has gone twice its reach away', () => {
    const one = mapOf({ prior: [2037, null] }).pass(100);
    one.view.lastTicks = 2037 - 96;
    expect(one.pass(10_000).zoneAt(2037)).toBeGreaterThanOrEqual(0);
    one.view.lastTicks = 2037 - 99;
    expect(one.pass(10_000).zoneAt(2037)).toBe(-1);
  });

  test('never overlap when they are opened, are 2 to 12 ticks wide, and at most 24', () => {
    const near = fc.integer({ min: PRICE - 60, max: PRICE + 60 });
    fc.assert(
      fc.property(
        fc.array(near, { minLength: 1, maxLength: 40 }),
        fc.integer({ min: 5, max: 40 }),
        (swings, range) => {
          const one = mapOf({ swings, facts: { atr10Ticks: range } }).pass(100);
          const zones = one.zones();
          expect(zones.length).toBeLessThanOrEqual(24);
          for (const [at, { low, high }] of zones.entries()) {
            expect(high - low + 1).toBeGreaterThanOrEqual(2);
            expect(high - low + 1).toBeLessThanOrEqual(12);
            if (at > 0) expect(low).toBeGreaterThan(zones[at - 1]!.high);
          }
          for (const above of [true, false])
            expect(zones.filter(({ low }) => low > PRICE === above).length).toBeLessThanOrEqual(12);
        },
      ),
      { numRuns: 25 },
    );
  });
});

describe('the market', () => {
  test.each([
    [2037, SIDE_ASK, 1],
    [1964, SIDE_BID, -1],
  ])('touches the zone at %i with all prices since the last look', (priceTicks, side, sign) => {
    const one = mapOf({ prior: [2037, 1964] }).pass(100);
    const slot = one.zoneAt(priceTicks);
    const { touches, records } = one.map;
    const edge = (sign > 0 ? touches.lowTicks : touches.highTicks)[slot]!;
    one.trade(PRICE).pass(100);
    expect(touches.armedSide(slot)).toBe(side);
    // Into the zone and back within one look: it was touched.
    one.trade(edge).trade(PRICE).pass(100);
    expect(touches.isTouched(slot)).toBe(true);
    one.trade(edge - 3 * sign).pass(100);
    expect(records.settled[slot]).toBe(0);
    one.trade(edge - 4 * sign).pass(100);
    expect(records.touchesOf(slot)).toEqual([{ timeMs: one.view.timeMs, bounced: true }]);
    expect([touches.score[slot], touches.weight[slot], records.touchesFrom(slot, side)]).toEqual([1, 1, 1]);
  });

  test.each([
    { range: 10, away: 4, beyond: 2 },
    { range: 40, away: 12, beyond: 4 },
  ])('in bars of $range ticks must go $away away and $beyond beyond', ({ range, away, beyond }) => {
    for (const [ticks, settled, bounces] of [
      [-away + 1, 0, 0],
      [-away, 1, 1],
      [beyond - 1, 0, 0],
      [beyond, 1, 0],
    ] as const) {
      const one = mapOf({ prior: [2037, null], facts: { atr10Ticks: range } }).pass(100);
      const slot = one.zoneAt(2037);
      const { lowTicks, highTicks } = one.map.touches;
      const edge = ticks < 0 ? lowTicks[slot]! : highTicks[slot]!;
      for (const priceTicks of [PRICE, lowTicks[slot]!, edge + ticks]) one.trade(priceTicks).pass(100);
      expect([one.map.touches.touches[slot], one.map.touches.bounces[slot]]).toEqual([settled, bounces]);
    }
  });

  test('of an auction touches nothing and leaves no volume', () => {
    const one = mapOf({ prior: [2037, null] })
      .pass(100)
      .trade(PRICE)
      .pass(100);
    const { version } = one.map;
    one.trade(2037, 50, ROUND_AUCTION).pass(100);
    expect(one.map.touches.isTouched(one.zoneAt(2037))).toBe(false);
    expect([one.map.prices.volumeAt(2037), one.map.version]).toEqual([0, version]);
    one.trade(2037, 50).pass(100);
    expect([one.map.prices.volumeAt(2037), one.map.version]).toEqual([50, version + 1]);
  });

  test('that was lost ends touches without an outcome, and trades not yet seen', () => {
    const one = mapOf({ prior: [2037, null] })
      .pass(100)
      .trade(PRICE)
      .pass(100)
      .trade(2037)
      .pass(100);
    const slot = one.zoneAt(2037);
    expect(one.map.touches.isTouched(slot)).toBe(true);
    const { version } = one.map;
    one.trade(PRICE);
    one.map.interrupt();
    one.pass(100);
    expect([one.map.touches.isTouched(slot), one.map.touches.armedSide(slot)]).toEqual([false, 0]);
    expect([one.map.records.settled[slot], one.map.version]).toEqual([0, version + 1]);
  });

  test('of a new day halves what the days before traded, once', () => {
    const one = mapOf().trade(PRICE, 80).pass(1000);
    one.view.sinceOpenMs = 5000;
    one.pass(1000);
    expect(one.map.prices.volumeAt(PRICE)).toBe(80);
    one.view.sinceOpenMs = 0;
    one.pass(1000).pass(1000);
    expect(one.map.prices.volumeAt(PRICE)).toBe(40);
  });

  test('shows its book once a second where there is one', () => {
    for (const [tier, reads] of [
      ['L1T', 0],
      ['L2C', 6],
      ['L3', 6],
    ] as const) {
      const read: number[] = [];
      const book = { copyTop: (side: number) => 0 * read.push(side) };
      const one = mapOf({ facts: { tier, market: { book } as never } });
      for (let n = 0; n < 25; n += 1) one.pass(100);
      // Both sides in the first tenth of each of three seconds.
      expect(read.length).toBe(reads);
    }
  });
});

describe('arbitrary prices', () => {
  const alive = ({ map }: ReturnType<typeof mapOf>): number =>
    map.touches.isLive.subarray(ZONES).reduce((sum, live) => sum + live, 0);

  test('are drawn eight at a time until there are two hundred, like the zones of the moment', () => {
    const one = mapOf({ prior: [2037, 1964] }).pass(100);
    expect(alive(one)).toBe(8);
    for (let n = 0; n < 24; n += 1) one.pass(10_000);
    expect(alive(one)).toBe(200);
    const widths = new Set(one.zones().map(({ low, high }) => high - low));
    for (let slot = ZONES; slot < ZONES + 200; slot += 1)
      expect(widths.has(one.map.touches.highTicks[slot]! - one.map.touches.lowTicks[slot]!)).toBe(true);
  });

  test('then change one every half a minute', () => {
    const one = mapOf({ prior: [2037, 1964] });
    for (let n = 0; n < 26; n += 1) one.pass(10_000);
    const low = (): number[] => Array.from(one.map.touches.lowTicks.subarray(ZONES));
    let before = low();
    const changed = Array.from({ length: 12 }, () => {
      one.pass(10_000);
      const now = low();
      const count = now.filter((ticks, at) => ticks !== before[at]).length;
      before = now;
      return count;
    });
    expect(Math.max(...changed)).toBe(1);
    expect(changed.filter((count) => count === 1).length).toBeLessThanOrEqual(4);
    expect(changed.filter((count) => count === 1).length).toBeGreaterThanOrEqual(3);
  });

  test('are none without zones, and no zone differs from them before it was touched', () => {
    const one = mapOf({ facts: { lastTicks: 1005 } });
    one.view.lastTicks = NO_PRICE;
    one.pass(100);
    expect(alive(one)).toBe(0);
    const other = mapOf({ prior: [2037, null] }).pass(100);
    const slot = other.zoneAt(2037);
    expect([other.map.falseDiscoveryRate(slot), other.map.pValue(slot)]).toEqual([1, 1]);
    expect(other.map.falseDiscoveryRate((slot + 1) % ZONES)).toBe(1);
  });

  test('and zones are the same in a replay', () => {
    const play = () => {
      const one = mapOf({ swings: [2020, 1980, 2031], prior: [2037, 1964] });
      for (let n = 0; n < 200; n += 1)
        one.trade(PRICE + Math.round(30 * Math.sin(n / 9)), 1 + (n % 5)).pass(1000);
      const { touches, serial, bornMs } = one.map;
      return [touches.lowTicks, touches.highTicks, touches.score, touches.weight, serial, bornMs].map(
        (column) => [...column],
      );
    };
    expect(play()).toEqual(play());
  });
});
