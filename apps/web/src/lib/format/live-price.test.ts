/** The newest price and its change. */
import type { MarketDataBar, SessionFacts } from '@undertow/contracts';
import { expect, test } from 'vitest';
import { changeFromWords, livePrice } from './live-price.ts';

const FACTS: SessionFacts = {
  instrumentId: 1,
  tradingDay: '2026-11-20',
  lastPrice: '4567.25',
  change: '8.75',
  changePercent: 0.19,
  changeFrom: 'settlement',
  dailyTrend: 'consolidating',
  volume: 10,
  vwap: null,
  priorHigh: null,
  priorLow: null,
  priorSettlement: '4558.50',
  settlement: null,
  settlementDay: null,
  openInterest: null,
  overnightHigh: null,
  overnightLow: null,
  openingRangeHigh: null,
  openingRangeLow: null,
  pointOfControl: null,
  valueAreaHigh: null,
  valueAreaLow: null,
  profile: [],
};
const BAR: MarketDataBar = {
  instrumentId: 1,
  contract: 'ESZ6',
  timestamp: '2026-11-20T16:51:00.000Z',
  open: '4567.25',
  high: '4568.50',
  low: '4567.25',
  close: '4568.50',
  volume: 3,
  buyVolume: 3,
  sellVolume: 0,
  trades: 1,
  vwap: null,
  timeframe: '1m',
  complete: false,
};

test('without a forming bar the facts are unchanged', () => {
  expect(livePrice([], FACTS, 2)).toMatchObject({ last: '4567.25', change: '8.75' });
});

test('a newer price moves the change by the same base', () => {
  const price = livePrice([BAR], FACTS, 2);
  expect(price).toMatchObject({ last: '4568.50', change: '10.00' });
  expect(price.changePercent).toBeCloseTo((10 / 4558.5) * 100);
});

test('without data there is no price', () => {
  expect(livePrice([], null, 2)).toEqual({ last: null, change: null, changePercent: null });
});

test('the change says what it is counted from', () => {
  expect(changeFromWords(FACTS)).toBe('from settlement');
  expect(changeFromWords({ ...FACTS, changeFrom: 'last_price' })).toBe('from last close');
  expect(changeFromWords({ ...FACTS, change: null, changeFrom: null })).toBeNull();
  expect(changeFromWords(null)).toBeNull();
});
