/** The catalogue, a user's instruments and the watchlist: what of each is a number, a decimal, or may be nothing. */
import { INSTRUMENTS, TRENDS } from '@undertow/market';
import { describe, expect, test } from 'vitest';
import { changed, faultsOf, partOf } from '#testing/schema-faults.ts';
import {
  DECIMAL,
  FLAG,
  INSTANT,
  orNull,
  REAL,
  TEXT,
  type ValueKind,
  WHOLE,
  wordOf,
} from '#testing/value-kinds.ts';
import { kindAt, nullPaths, optionalPaths } from '#testing/wire-values.ts';
import {
  addToWatchlist,
  addUserInstrument,
  INSTRUMENT_ROUTES,
  instrument,
  removeFromWatchlist,
  removeUserInstrument,
  swapUserInstrument,
  userInstrument,
  watchlistRow,
} from './instruments.ts';

describe('an instrument of the catalogue', () => {
  const ES = {
    id: 1,
    symbol: 'ES',
    name: 'E-mini S&P 500',
    venue: 'CME',
    contract: 'ESZ6',
    expiry: '2026-12-18',
    tickSize: '0.25',
    decimals: 2,
    notation: 'decimal',
    tickValue: '12.50',
    pointValue: 50,
    currency: 'USD',
    rthOpenMinute: 510,
    rthCloseMinute: 900,
  };

  test.each<[string, ValueKind]>([
    ['id', WHOLE],
    ['symbol', TEXT],
    ['name', TEXT],
    ['venue', TEXT],
    ['contract', TEXT],
    ['expiry', TEXT],
    ['tickSize', DECIMAL],
    ['decimals', WHOLE],
    ['notation', wordOf(['decimal', '32nds'])],
    ['tickValue', DECIMAL],
    ['pointValue', REAL],
    ['currency', TEXT],
    ['rthOpenMinute', WHOLE],
    ['rthCloseMinute', WHOLE],
  ])('has a %s of its kind', (field, kind) => {
    expect(kindAt(instrument, ES, field, kind)).toEqual(kind);
  });

  test('is whole', () => {
    expect(optionalPaths(instrument, ES)).toEqual([]);
    expect(nullPaths(instrument, ES)).toEqual([]);
  });

  test('may be any of the product: every id and every venue of it fits', () => {
    for (const { id, symbol, name, venue } of INSTRUMENTS)
      expect(instrument.parse({ ...ES, id, symbol, name, venue })).toMatchObject({ id, symbol, venue });
  });
});

describe('an instrument of a user', () => {
  const ROW = { id: 'ui_1', instrumentId: 1, instrument: { symbol: 'ES', name: 'E-mini' }, active: true };

  test.each<[string, ValueKind]>([
    ['id', TEXT],
    ['instrumentId', WHOLE],
    ['instrument.symbol', TEXT],
    ['instrument.name', TEXT],
    ['active', FLAG],
  ])('has %s of its kind', (field, kind) => {
    expect(kindAt(userInstrument, ROW, field, kind)).toEqual(kind);
  });

  test('is whole: one that is paused says so', () => {
    expect(optionalPaths(userInstrument, ROW)).toEqual([]);
    expect(userInstrument.parse({ ...ROW, active: false }).active).toBe(false);
  });
});

describe('a row of the watchlist', () => {
  const ROW = {
    instrumentId: 1,
    symbol: 'ES',
    name: 'E-mini S&P 500',
    lastPrice: '4567.25',
    change: '-8.75',
    changePercent: -0.19,
    dailyTrend: 'consolidating',
    asOf: '2026-11-20T16:51:55.000Z',
    withheld: 'The licence of CME does not permit it.',
  };

  test.each<[string, ValueKind]>([
    ['instrumentId', WHOLE],
    ['symbol', TEXT],
    ['name', TEXT],
    ['lastPrice', orNull(DECIMAL)],
    ['change', orNull(DECIMAL)],
    ['changePercent', orNull(REAL)],
    ['dailyTrend', orNull(wordOf(TRENDS))],
    ['asOf', orNull(INSTANT)],
    ['withheld', orNull(TEXT)],
  ])('has %s of its kind', (field, kind) => {
    expect(kindAt(watchlistRow, ROW, field, kind)).toEqual(kind);
  });

  test('of an instrument that the feed does not carry has its name alone', () => {
    expect(optionalPaths(watchlistRow, ROW)).toEqual([]);
    const facts = ['lastPrice', 'change', 'changePercent', 'dailyTrend', 'asOf', 'withheld'];
    expect(nullPaths(watchlistRow, ROW)).toEqual(facts);
    const least = facts.reduce<unknown>((row, field) => changed(row, field, null), ROW);
    expect(watchlistRow.parse(least)).toEqual(least);
  });
});

/** Whole numbers of JSON from one: text that a form would send is no number. */
const NUMBERS: ValueKind = {
  taken: [1, 9, 1_000_001],
  refused: [0, -1, 1.5, '1', '', Number.NaN, true, null, [1]],
};

test.each([
  ['addUserInstrument', addUserInstrument, { instrumentId: 1 }],
  ['addToWatchlist', addToWatchlist, { instrumentId: 1 }],
  ['swapUserInstrument', swapUserInstrument, { activate: 2, pause: 1 }],
] as const)('%s takes numbers of JSON alone', (_, { body }, given) => {
  for (const field of Object.keys(given))
    expect([field, kindAt(partOf(body), given, field, NUMBERS)]).toEqual([field, NUMBERS]);
  expect(optionalPaths(partOf(body), given)).toEqual([]);
  expect(faultsOf(partOf(body), JSON.parse('{"__proto__":{"instrumentId":1},"constructor":1}'))).toEqual([
    ...Object.keys(given),
    'unknown: __proto__',
    'unknown: constructor',
  ]);
});

test.each([removeUserInstrument, removeFromWatchlist])(
  '$id reads the number of its address',
  ({ params }) => {
    expect(partOf(params).parse({ instrumentId: '12' })).toEqual({ instrumentId: 12 });
    for (const bad of ['', '0', '-1', '1.5', '1000001', 'ES', '1/2', 'NaN'])
      expect([bad, faultsOf(partOf(params), { instrumentId: bad })]).toEqual([bad, ['instrumentId']]);
  },
);

test('what adds answers 201, all else 200', () => {
  const made = INSTRUMENT_ROUTES.filter(({ status }) => status !== 200);
  expect(made.map(({ id, status }) => [id, status])).toEqual([
    ['addUserInstrument', 201],
    ['addToWatchlist', 201],
  ]);
});
