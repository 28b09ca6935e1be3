import { SIDE_ASK, SIDE_BID } from '@undertow/market';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ES } from '#testing/hand-tape.ts';
import type { MarketView } from '#view/market-view.ts';
import { breachedLevel } from './stop-levels.ts';

const NOTHING = {
  priorHighTicks: null,
  priorLowTicks: null,
  priorSettlementTicks: null,
  overnightHighTicks: null,
  overnightLowTicks: null,
  openingRangeHighTicks: null,
  openingRangeLowTicks: null,
  dayHighTicks: null,
  dayLowTicks: null,
};

function facts(part: Partial<MarketView>): MarketView {
  const known: Omit<MarketView, 'market' | 'flow' | 'swings' | 'levelMap'> = {
    instrument: ES,
    tier: 'L3',
    bestBidTicks: 0,
    bestAskTicks: 0,
    medianTradeSize: 1,
    tradeSizeQuantile: () => 1,
    addSizeQuantile: () => 1,
    gapRate: 0,
    isDegraded: false,
    sigma1Ticks: 1,
    atr10Ticks: 20,
    lastTicks: 0,
    depth: () => 0,
    medianDepth: () => 0,
    sinceOpenMs: 0,
    newsWindow: null,
    levels: NOTHING,
    unbrokenHighs: () => [],
    unbrokenLows: () => [],
    timeMs: 0,
    ...part,
  };
  return known as MarketView;
}

test('the nearest level that was breached is attached, a swing before a level at the same price', () => {
  const view = facts({
    levels: { ...NOTHING, overnightHighTicks: 1003, dayHighTicks: 1006 },
    unbrokenHighs: () => [
      { priceTicks: 1006, timeMs: 5 },
      { priceTicks: 1009, timeMs: 6 },
    ],
  });
  expect(breachedLevel(view, SIDE_BID, 1001, 1007, 10)).toEqual({
    kind: 'swing high',
    priceTicks: 1006,
    sinceMs: 5,
    roundTicks: null,
  });
  expect(breachedLevel(view, SIDE_BID, 1001, 1004, 10)).toMatchObject({ kind: 'overnight high' });
});

test('a level that price had passed before the run is not breached by it', () => {
  const view = facts({ levels: { ...NOTHING, priorHighTicks: 1001 } });
  expect(breachedLevel(view, SIDE_BID, 1002, 1004, 10)).toBeNull();
});

test('sell stops rest below lows', () => {
  const view = facts({ unbrokenLows: () => [{ priceTicks: 993, timeMs: 1 }] });
  expect(breachedLevel(view, SIDE_ASK, 996, 992, 10)).toMatchObject({ kind: 'swing low', priceTicks: 993 });
});

test('without a made level the roundest number in reach is attached', () => {
  expect(breachedLevel(facts({}), SIDE_BID, 996, 1001, 10)).toMatchObject({
    priceTicks: 1000,
    roundTicks: 100,
  });
  expect(breachedLevel(facts({}), SIDE_BID, 971, 976, 10)).toMatchObject({ priceTicks: 975, roundTicks: 25 });
  expect(breachedLevel(facts({}), SIDE_ASK, 1003, 999, 10)).toMatchObject({
    priceTicks: 1000,
    roundTicks: 100,
  });
  expect(breachedLevel(facts({}), SIDE_BID, 1001, 1004, 10)).toBeNull();
});

test('a level further behind than the stop zone is not attached', () => {
  const view = facts({ levels: { ...NOTHING, priorHighTicks: 1001 } });
  expect(breachedLevel(view, SIDE_BID, 1000, 1009, 10)).toMatchObject({ kind: 'prior day high' });
  expect(breachedLevel(view, SIDE_BID, 1000, 1014, 10)).toMatchObject({ kind: 'round number' });
});

const DAY_KINDS = [
  ['priorHighTicks', 'prior day high'],
  ['priorLowTicks', 'prior day low'],
  ['priorSettlementTicks', 'prior settlement'],
  ['dayHighTicks', 'day high'],
  ['dayLowTicks', 'day low'],
  ['overnightHighTicks', 'overnight high'],
  ['overnightLowTicks', 'overnight low'],
  ['openingRangeHighTicks', 'opening range high'],
  ['openingRangeLowTicks', 'opening range low'],
] as const;

test.each(DAY_KINDS)('%s is a level for the stops of either side', (key, kind) => {
  const view = facts({ levels: { ...NOTHING, [key]: 1003 } });
  const level = { kind, priceTicks: 1003, sinceMs: null, roundTicks: null };
  expect(breachedLevel(view, SIDE_BID, 1001, 1004, 10)).toEqual(level);
  expect(breachedLevel(view, SIDE_ASK, 1006, 1002, 10)).toEqual(level);
});

test.each([
  { range: 0, reach: 8 },
  { range: 20, reach: 8 },
  { range: 40, reach: 10 },
  { range: 80, reach: 20 },
])('in bars of $range ticks stops rest up to $reach ticks beyond their level', ({ range, reach }) => {
  const view = facts({ atr10Ticks: range, levels: { ...NOTHING, dayHighTicks: 1001, dayLowTicks: 999 } });
  const kindAt = (side: number, before: number, stop: number): string | undefined =>
    breachedLevel(view, side, before, stop, 10)?.kind;
  expect(kindAt(SIDE_BID, 900, 1001 + reach)).toBe('day high');
  expect(kindAt(SIDE_BID, 900, 1002 + reach)).not.toBe('day high');
  expect(kindAt(SIDE_ASK, 1100, 999 - reach)).toBe('day low');
  expect(kindAt(SIDE_ASK, 1100, 998 - reach)).not.toBe('day low');
});

test('swings are those that were unbroken when the run began', () => {
  const asked: (readonly [number, number])[] = [];
  const note = (count: number, untilMs: number): never[] => {
    asked.push([count, untilMs]);
    return [];
  };
  const view = facts({ unbrokenHighs: note, unbrokenLows: note });
  breachedLevel(view, SIDE_BID, 1001, 1004, 77);
  breachedLevel(view, SIDE_ASK, 1001, 998, 78);
  expect(asked).toEqual([
    [3, 77],
    [3, 78],
  ]);
});

test('a level lies between the price before and the stop, and sell stops see the mirror of what buy stops see', () => {
  const ticks = fc.integer({ min: -30, max: 30 });
  fc.assert(
    fc.property(fc.array(ticks, { maxLength: 3 }), ticks, fc.nat({ max: 20 }), (swings, before, run) => {
      // Around 1050 the multiples of five lie alike on both sides.
      const at = (sign: number, away: number): number => 1050 + sign * away;
      const breached = (sign: 1 | -1): number | null => {
        const made = swings.map((away) => ({ priceTicks: at(sign, away), timeMs: 1 }));
        const view = facts({ unbrokenHighs: () => made, unbrokenLows: () => made });
        const side = sign > 0 ? SIDE_BID : SIDE_ASK;
        const level = breachedLevel(view, side, at(sign, before), at(sign, before + run), 10);
        if (level === null) return null;
        return sign > 0 ? level.priceTicks - 1050 : 1050 - level.priceTicks;
      };
      const level = breached(1);
      expect(breached(-1)).toBe(level);
      const [far, near] = [Math.max(before, before + run - 8), before + run];
      const made = swings.filter((away) => away >= far && away <= near);
      // Levels that trade has made come first, the nearest of them.
      if (made.length > 0) expect(level).toBe(Math.max(...made));
      else if (level !== null) expect(level >= far && level <= near).toBe(true);
    }),
    { numRuns: 100 },
  );
});
