/** Rows of the catalogue that other code rests on, and prices between ticks. */
import { expect, test } from 'vitest';
import { CME_CALENDAR, calendarOf, SIMULATED_CALENDAR } from './exchange-calendar.ts';
import type { Instrument } from './instrument.ts';
import { INSTRUMENTS, instrumentById, instrumentBySymbol } from './instruments.ts';
import { formatAverageTicks, formatTicks, parsePriceTicks } from './price.ts';

const product = (symbol: string): Instrument => {
  const found = instrumentBySymbol(symbol);
  if (found === undefined) throw new Error(`${symbol} is not in the catalogue`);
  return found;
};

test('a product is found by its number and by its symbol, exactly as written', () => {
  for (const instrument of INSTRUMENTS) {
    expect(instrumentById(instrument.id)).toBe(instrument);
    expect(instrumentBySymbol(instrument.symbol)).toBe(instrument);
  }
  expect([instrumentBySymbol('es'), instrumentBySymbol(''), instrumentById(-1), instrumentById(1.5)]).toEqual(
    Array.from({ length: 4 }, () => undefined),
  );
});

test.each(INSTRUMENTS.map((instrument) => [instrument.symbol, instrument] as const))(
  '%s lists months in order, trades regularly within a day and has a price to begin at',
  (_, { months, rthOpenMinute, rthCloseMinute, basePriceTicks, tickNanos, pointValue }) => {
    expect([...months].toSorted().join('')).toBe(months);
    expect(new Set(months).size).toBe(months.length);
    expect(months).toMatch(/^[FGHJKMNQUVXZ]+$/);
    expect(rthOpenMinute).toBeGreaterThan(0);
    expect(rthCloseMinute).toBeGreaterThan(rthOpenMinute);
    // Before the close of the session at 16:00
    expect(rthCloseMinute).toBeLessThan(16 * 60);
    for (const value of [basePriceTicks, tickNanos])
      expect(Number.isSafeInteger(value) && value > 0).toBe(true);
    expect(pointValue).toBeGreaterThan(0);
  },
);

test('regular hours are those of the cash sessions, in Chicago', () => {
  const hours = (symbol: string) => {
    const { rthOpenMinute, rthCloseMinute } = product(symbol);
    return [rthOpenMinute, rthCloseMinute].map((minute) => `${Math.floor(minute / 60)}:${minute % 60}`);
  };
  expect(hours('ES')).toEqual(['8:30', '15:0']);
  expect(hours('CL')).toEqual(['8:0', '13:30']);
  expect(hours('GC')).toEqual(['7:20', '12:30']);
  expect(hours('SI')).toEqual(['7:25', '12:25']);
  expect(hours('HG')).toEqual(['7:10', '12:0']);
  expect(hours('ZN')).toEqual(['7:20', '14:0']);
  expect(hours('6E')).toEqual(['7:20', '14:0']);
});

test('a micro contract moves in the ticks of the full one and is worth a tenth of it', () => {
  for (const [micro, full] of [
    ['MES', 'ES'],
    ['MNQ', 'NQ'],
    ['MYM', 'YM'],
    ['MCL', 'CL'],
    ['MGC', 'GC'],
    ['M2K', 'RTY'],
  ] as const) {
    expect(product(micro).tickNanos).toBe(product(full).tickNanos);
    expect(product(micro).pointValue * 10).toBe(product(full).pointValue);
  }
});

test('only Treasury futures are written in 32nds', () => {
  const thirtySeconds = INSTRUMENTS.filter(({ notation }) => notation === '32nds');
  expect(thirtySeconds.map(({ symbol }) => symbol).toSorted()).toEqual(['TN', 'UB', 'ZB', 'ZF', 'ZN', 'ZT']);
});

test('an average has one decimal more than a price', () => {
  expect(formatAverageTicks(product('ES'), 18_269.4)).toBe('4567.350');
  expect(formatAverageTicks(product('ES'), 18_269)).toBe('4567.250');
  expect(formatAverageTicks(product('YM'), 35_123.26)).toBe('35123.3');
  expect(formatAverageTicks(product('ES'), -0.5)).toBe('-0.125');
});

test('zero has no sign, a tick below it has one', () => {
  expect(['ES', 'YM', 'GC'].map((symbol) => formatTicks(product(symbol), 0))).toEqual(['0.00', '0', '0.0']);
  expect(['ES', 'YM', 'GC'].map((symbol) => formatTicks(product(symbol), -1))).toEqual([
    '-0.25',
    '-1',
    '-0.1',
  ]);
  for (const text of ['-0', '-0.00', '+0'])
    expect(Object.is(parsePriceTicks(product('ES'), text), 0)).toBe(true);
});

test('a price has at most six digits before the point and nine after it', () => {
  const es = product('ES');
  expect(parsePriceTicks(es, '999999.75')).toBe(3_999_999);
  expect(parsePriceTicks(es, '+1.250000000')).toBe(5);
  for (const text of ['1000000', '1.2500000000', '1.', '.25', '1,25', '0x10', '1 000', '--1', '1.25.5'])
    expect(() => parsePriceTicks(es, text)).toThrow('is not a price');
});

test('days of the simulated market are counted round the clock, all others by the exchange', () => {
  expect(calendarOf('simulated')).toBe(SIMULATED_CALENDAR);
  expect(calendarOf('replay')).toBe(CME_CALENDAR);
  expect(calendarOf('rithmic')).toBe(CME_CALENDAR);
});
