/** Bars, the book and the facts of a session: what of each is a number, a decimal, a word, or may be nothing. */
import { TRENDS } from '@undertow/market';
import { describe, expect, test } from 'vitest';
import { goldenOf } from '#testing/golden.ts';
import { acceptedAt, changed, faultsOf, messagesOf, partOf } from '#testing/schema-faults.ts';
import {
  COUNT,
  DECIMAL,
  FLAG,
  INSTANT,
  orNull,
  POSITIVE,
  REAL,
  TEXT,
  type ValueKind,
  WHOLE,
  wordOf,
} from '#testing/value-kinds.ts';
import { kindAt, optionalPaths } from '#testing/wire-values.ts';
import {
  getMarketData,
  getSessionFacts,
  MARKET_DATA_ROUTES,
  MAX_BARS_OF_REQUEST,
  marketDataBar,
  orderBookRow,
  sessionFacts,
} from './market-data.ts';

const TIMEFRAMES = wordOf(['1m', '5m', '10m', '15m', '30m', '60m']);
const SIDES = wordOf(['bid', 'ask']);

describe('a bar', () => {
  const BAR = {
    instrumentId: 1,
    contract: 'ESZ6',
    timestamp: '2026-11-20T16:50:00.000Z',
    open: '4566.50',
    high: '4568.00',
    low: '4566.00',
    close: '4567.25',
    volume: 1377,
    buyVolume: 640,
    sellVolume: 737,
    trades: 402,
    vwap: '4565.13',
    timeframe: '1m',
    complete: false,
  };

  test.each<[string, ValueKind]>([
    ['instrumentId', WHOLE],
    ['contract', TEXT],
    ['timestamp', INSTANT],
    ['open', DECIMAL],
    ['high', DECIMAL],
    ['low', DECIMAL],
    ['close', DECIMAL],
    ['volume', COUNT],
    ['buyVolume', COUNT],
    ['sellVolume', COUNT],
    ['trades', COUNT],
    ['vwap', orNull(DECIMAL)],
    ['timeframe', TIMEFRAMES],
    ['complete', FLAG],
  ])('has a %s of its kind', (field, kind) => {
    expect(kindAt(marketDataBar, BAR, field, kind)).toEqual(kind);
  });

  test('has every field: one that is missing is named', () => {
    expect(optionalPaths(marketDataBar, BAR)).toEqual([]);
    for (const field of Object.keys(BAR))
      expect(faultsOf(marketDataBar, changed(BAR, field, undefined))).toEqual([field]);
  });

  test('of a minute without trades has no average price and no contracts', () => {
    const quiet = { ...BAR, volume: 0, buyVolume: 0, sellVolume: 0, trades: 0, vwap: null };
    expect(marketDataBar.parse(quiet)).toEqual(quiet);
  });

  test('loses what a server of another release adds', () => {
    expect(marketDataBar.parse({ ...BAR, openTicks: 18_266 })).toEqual(BAR);
  });
});

describe('a request for bars', () => {
  const query = partOf(getMarketData.query);

  test('names the instrument; the rest is the last hundred minutes of one contract', () => {
    expect(query.parse({ instrumentId: '1' })).toEqual({
      instrumentId: 1,
      timeframe: '1m',
      limit: 100,
      contracts: 'last',
    });
    expect(faultsOf(query, {})).toEqual(['instrumentId']);
  });

  test.each([
    ['limit', ['1', '500', 500], ['0', '501', '-1', '1.5', '', 'all', null]],
    ['contracts', ['last', 'all'], ['both', '', 'LAST', null]],
    ['timeframe', ['1m', '60m'], ['2m', '1h', '', 1]],
    ['end', ['2026-11-20T16:50:00.000Z'], ['2026-11-20', '1795000000000', '2026-11-20T16:50:00', null]],
    ['instrumentId', ['1', '1000000'], ['0', '1000001', 'ESZ6', '1,2']],
  ])('takes %s of %j and not of %j', (field, taken, refused) => {
    expect(acceptedAt(query, { instrumentId: '1' }, field, [...taken, ...refused])).toEqual(taken);
  });

  test('for more bars than one request brings states the most', () => {
    expect(MAX_BARS_OF_REQUEST).toBe(500);
    expect(messagesOf(query, { instrumentId: 1, limit: MAX_BARS_OF_REQUEST + 1 })[0]).toContain('<=500');
  });
});

describe('a row of the book', () => {
  const ROW = {
    side: 'bid',
    price: '4567.00',
    size: 49,
    orders: 21,
    timestamp: '2026-11-20T16:51:54.998Z',
  };

  test.each<[string, ValueKind]>([
    ['side', SIDES],
    ['price', DECIMAL],
    ['size', POSITIVE],
    ['orders', orNull(COUNT)],
    ['timestamp', INSTANT],
  ])('has a %s of its kind', (field, kind) => {
    expect(kindAt(orderBookRow, ROW, field, kind)).toEqual(kind);
  });

  test('is whole, and one of no contracts is no row', () => {
    expect(optionalPaths(orderBookRow, ROW)).toEqual([]);
    expect(faultsOf(orderBookRow, { ...ROW, size: 0 })).toEqual(['size']);
  });
});

describe('the facts of a session', () => {
  const FACTS = goldenOf('routes', 'getSessionFacts')['response'] as Record<string, unknown>;
  const PRICES = [
    ...['lastPrice', 'change', 'vwap', 'priorHigh', 'priorLow', 'priorSettlement', 'settlement'],
    ...['overnightHigh', 'overnightLow', 'openingRangeHigh', 'openingRangeLow'],
    ...['pointOfControl', 'valueAreaHigh', 'valueAreaLow'],
  ];

  test.each(PRICES)('have %s as a decimal in text, or nothing', (field) => {
    expect(kindAt(sessionFacts, FACTS, field, orNull(DECIMAL))).toEqual(orNull(DECIMAL));
  });

  test.each<[string, ValueKind]>([
    ['instrumentId', WHOLE],
    ['tradingDay', TEXT],
    ['changePercent', orNull(REAL)],
    ['changeFrom', orNull(wordOf(['settlement', 'last_price', 'first_price']))],
    ['dailyTrend', wordOf(TRENDS)],
    ['volume', COUNT],
    ['settlementDay', orNull(TEXT)],
    ['openInterest', orNull(COUNT)],
    ['profile.0.price', DECIMAL],
    ['profile.0.volume', POSITIVE],
  ])('have %s of its kind', (field, kind) => {
    expect(kindAt(sessionFacts, FACTS, field, kind)).toEqual(kind);
  });

  test('of a release that knew no settlements have none, and lack nothing else', () => {
    const later = ['changeFrom', 'settlement', 'settlementDay', 'openInterest'];
    expect(optionalPaths(sessionFacts, FACTS)).toEqual(later);
    const before = later.reduce<unknown>((facts, field) => changed(facts, field, undefined), FACTS);
    const none = { changeFrom: null, settlement: null, settlementDay: null, openInterest: null };
    expect(sessionFacts.parse(before)).toEqual({ ...FACTS, ...none });
  });

  test('of a day without a trade are nothing but the day, its trend and no volume', () => {
    const nothing = Object.fromEntries(PRICES.map((field) => [field, null]));
    const least = {
      ...nothing,
      ...{ instrumentId: 1, tradingDay: '2026-11-20', changePercent: null, changeFrom: null },
      ...{ dailyTrend: 'consolidating', volume: 0, settlementDay: null, openInterest: null, profile: [] },
    };
    expect(sessionFacts.parse(least)).toEqual(least);
  });

  test('are requested for one instrument', () => {
    expect(faultsOf(partOf(getSessionFacts.query), { instrumentId: 1, day: '2026-11-20' })).toEqual([
      'unknown: day',
    ]);
  });
});

test('market data is read only, behind a sign-in, and seen by an administrator who views as the user', () => {
  for (const { id, method, access, viewable, status } of MARKET_DATA_ROUTES)
    expect([id, method, ['user', 'instrument'].includes(access), viewable, status]).toEqual([
      ...[id, 'GET', true, true, 200],
    ]);
});
