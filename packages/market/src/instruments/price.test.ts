import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Instrument } from './instrument.ts';
import { INSTRUMENTS, instrumentById, instrumentBySymbol } from './instruments.ts';
import { formatPrice, formatTicks, parsePriceTicks, tickValue } from './price.ts';

function product(symbol: string): Instrument {
  const found = instrumentBySymbol(symbol);
  if (!found) throw new Error(`${symbol} is not in the catalogue`);
  return found;
}

test('the five main products have ids 1 to 5 and the specified base prices', () => {
  const main = INSTRUMENTS.slice(0, 5).map((instrument) => [
    instrument.id,
    instrument.symbol,
    formatTicks(instrument, instrument.basePriceTicks),
    formatTicks(instrument, 1),
  ]);
  expect(main).toEqual([
    [1, 'ES', '4567.25', '0.25'],
    [2, 'NQ', '15842.75', '0.25'],
    [3, 'YM', '35123', '1'],
    [4, 'CL', '73.45', '0.01'],
    [5, 'GC', '2156.8', '0.1'],
  ]);
});

test('the catalogue has at least twenty products with distinct ids and symbols', () => {
  expect(INSTRUMENTS.length).toBeGreaterThanOrEqual(20);
  expect(new Set(INSTRUMENTS.map((instrument) => instrument.id)).size).toBe(INSTRUMENTS.length);
  expect(new Set(INSTRUMENTS.map((instrument) => instrument.symbol)).size).toBe(INSTRUMENTS.length);
  expect(instrumentById(1)?.symbol).toBe('ES');
  expect(instrumentById(0)).toBeUndefined();
});

test('a tick of every product is a whole number of its last printed decimal', () => {
  for (const { tickNanos, decimals } of INSTRUMENTS) expect(tickNanos % 10 ** (9 - decimals)).toBe(0);
});

test('a tick of the main products is worth the money of the contract specification', () => {
  const tickValue = (symbol: string): number => {
    const { tickNanos, pointValue } = product(symbol);
    return (tickNanos * pointValue) / 1e9;
  };
  expect(
    [
      'ES',
      'NQ',
      'YM',
      'CL',
      'GC',
      'MES',
      'ZN',
      'ZB',
      'ZF',
      'ZT',
      '6E',
      '6J',
      '6B',
      'SI',
      'HG',
      'NG',
      'RB',
    ].map(tickValue),
  ).toEqual([12.5, 5, 5, 10, 10, 1.25, 15.625, 31.25, 7.8125, 7.8125, 6.25, 6.25, 6.25, 25, 12.5, 10, 4.2]);
  expect(['ZC', 'ZS', 'ZW', 'KE', 'ZM', 'ZL', 'TN', '6S', '6N', '6M'].map(tickValue)).toEqual([
    12.5, 12.5, 12.5, 12.5, 10, 6, 15.625, 6.25, 5, 5,
  ]);
  expect(['MNQ', 'MYM', 'M2K', 'MCL', 'MGC', 'M6E', 'M6A', 'M6B', 'SIL', 'MHG', 'PL'].map(tickValue)).toEqual(
    [0.5, 0.5, 0.5, 1, 1, 1.25, 1, 0.625, 5, 1.25, 5],
  );
});

test('printing and reading a price returns the same ticks for every product', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...INSTRUMENTS),
      fc.integer({ min: -500_000, max: 500_000 }),
      (instrument, ticks) => {
        const text = formatTicks(instrument, ticks);
        expect(parsePriceTicks(instrument, text)).toBe(ticks);
        expect(Number(text)).toBeCloseTo((ticks * instrument.tickNanos) / 1e9, 9);
      },
    ),
  );
});

test('a price off the tick is refused with the step and the nearest price', () => {
  expect(() => parsePriceTicks(product('ES'), '4567.30')).toThrow('ES moves in 0.25. Try 4567.25.');
  expect(() => parsePriceTicks(product('GC'), '2156.83')).toThrow('GC moves in 0.1. Try 2156.8.');
  expect(() => parsePriceTicks(product('ES'), 'market')).toThrow('market is not a price. Try 4567.25.');
  expect(() => parsePriceTicks(product('ES'), '1e3')).toThrow(RangeError);
  expect(parsePriceTicks(product('ES'), ' 4567.250 ')).toBe(18_269);
});

test('Treasury futures are written in points, 32nds and parts of a 32nd', () => {
  const written = (symbol: string, decimal: string) =>
    formatPrice(product(symbol), parsePriceTicks(product(symbol), decimal));
  expect(written('ZN', '110.390625')).toBe("110'125");
  expect(written('ZN', '110.375')).toBe("110'120");
  expect(written('ZB', '117.8125')).toBe("117'26");
  expect(written('UB', '126.03125')).toBe("126'01");
  expect(
    ['107.34375', '107.3515625', '107.359375', '107.3671875'].map((text) => written('ZF', text)),
  ).toEqual(["107'110", "107'112", "107'115", "107'117"]);
  const eighths = Array.from({ length: 8 }, (_, part) =>
    formatPrice(product('ZT'), 103 * 256 + 6 * 8 + part),
  );
  expect(eighths.map((text) => text.at(-1))).toEqual(['0', '1', '2', '3', '5', '6', '7', '8']);
  expect(formatPrice(product('ZN'), -1)).toBe("-0'005");
});

test('the notation of a market is read back as it was written, and other digits are refused', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...INSTRUMENTS),
      fc.integer({ min: -99_999, max: 99_999 }),
      (instrument, ticks) => {
        expect(parsePriceTicks(instrument, formatPrice(instrument, ticks))).toBe(ticks);
      },
    ),
  );
  for (const text of ["110'123", "110'325", "110'5"])
    expect(() => parsePriceTicks(product('ZN'), text)).toThrow(RangeError);
  expect(() => parsePriceTicks(product('ES'), "110'12")).toThrow(RangeError);
});

test('the money of a tick has at least two decimals and no redundant ones', () => {
  expect(['ES', 'ZN', 'ZF', 'ZT', 'ZB', 'CL', '6J'].map((symbol) => tickValue(product(symbol)))).toEqual([
    '12.50',
    '15.625',
    '7.8125',
    '7.8125',
    '31.25',
    '10.00',
    '6.25',
  ]);
});
