/** Pairs, metals and CFDs with the suffixes of brokers, and what is none of them. */
import { expect, test } from 'vitest';
import { cashSymbolOf } from './cash-symbols.ts';

const rootOf = (text: string): string | undefined => cashSymbolOf(text)?.root;

test('two currencies are a pair, in either order, but not one with itself', () => {
  expect(cashSymbolOf('EURUSD')).toEqual({ root: 'EURUSD', kind: 'forex' });
  expect(rootOf('USDEUR')).toBe('USDEUR');
  expect(rootOf('USDUSD')).toBeUndefined();
  expect(rootOf('EURXYZ')).toBeUndefined();
});

test('a stroke or an underscore between the two belongs to the pair', () => {
  expect(rootOf('EUR/USD')).toBe('EURUSD');
  expect(rootOf('EUR_USD')).toBe('EURUSD');
  expect(rootOf('USDT/USD')).toBe('USDTUSD');
});

test('metals and coins pair with currencies, with three letters or four', () => {
  expect(['XAUUSD', 'XAGEUR', 'BTCUSD', 'BTCUSDT', 'DOGEUSD', 'ETHBTC'].map(rootOf)).toEqual([
    'XAUUSD',
    'XAGEUR',
    'BTCUSD',
    'BTCUSDT',
    'DOGEUSD',
    'ETHBTC',
  ]);
});

test.each([
  'EURUSD.Z',
  'EURUSD.',
  'EURUSD_I',
  'EURUSD-ECN',
  'EURUSD#',
  'EURUSDM',
  'EURUSDPRO',
  'EURUSD+',
  'EURUSDCASH',
  'EURUSDRAW',
  'EURUSD.CASH',
])('%s is the pair with the suffix of a broker', (symbol) => {
  expect(rootOf(symbol)).toBe('EURUSD');
});

test('what is longer than a suffix makes it another instrument', () => {
  expect(rootOf('EURUSDXYZ')).toBeUndefined();
  expect(rootOf('EURUSD12')).toBeUndefined();
  expect(rootOf('EURUSD.LONGSUFFIX')).toBeUndefined();
});

test('index, energy and metal CFDs are known by name', () => {
  expect(cashSymbolOf('US500')).toEqual({ root: 'US500', kind: 'cfd' });
  expect(['US30.CASH', 'GER40', 'NAS100M', 'XTIUSD', 'GOLD', 'UKOIL-PRO'].map(rootOf)).toEqual([
    'US30',
    'GER40',
    'NAS100',
    'XTIUSD',
    'GOLD',
    'UKOIL',
  ]);
});

test('the longest name counts: US2000 is not US200 with something behind it', () => {
  expect(rootOf('US2000')).toBe('US2000');
  expect(rootOf('SPX500')).toBe('SPX500');
  expect(rootOf('STOXX50')).toBe('STOXX50');
});

test('shares, futures and nothing are none of them', () => {
  for (const symbol of ['AAPL', 'ES', 'ESZ26', '6E', '', 'A', 'USD', 'constructor'])
    expect(rootOf(symbol), symbol).toBeUndefined();
});
