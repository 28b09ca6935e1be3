import { SIDE_ASK, SIDE_BID } from '@undertow/market';
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
