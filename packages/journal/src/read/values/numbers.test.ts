import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decimalMarkIn, markOf, readDecimal } from './numbers.ts';

const NB = '\u00a0';
const NARROW = '\u202f';

test.each([
  ['1,234.50', '1234.5'],
  ['1 234.50', '1234.5'],
  [`1${NB}234.50`, '1234.5'],
  [`1${NARROW}234.50`, '1234.5'],
  ["1'234.50", '1234.5'],
  ['1’234.50', '1234.5'],
  ['$(61.50)', '-61.5'],
  ['($61.50)', '-61.5'],
  ['$-31.45', '-31.45'],
  ['-$1,234', '-1234'],
  ['-61.50', '-61.5'],
  ['\u221261.50', '-61.5'],
  ['61.50-', '-61.5'],
  ['5.8e-05', '0.000058'],
  ['5.4E+11', '540000000000'],
  ['1,900.00 USD', '1900'],
  ['US$5.10', '5.1'],
  ['0.10 Lots', '0.1'],
  ['1 Lots', '1'],
  [`1${NB}000 Lots`, '1000'],
  ['2,517.40', '2517.4'],
  ['12,34,567.50', '1234567.5'],
  ['20950.500000000', '20950.5'],
  ['.5', '0.5'],
  ['007', '7'],
  ['-0.00', '0'],
  ['+5', '5'],
  ['- 2.50', '-2.5'],
  [`-${NB}70.25`, '-70.25'],
  ['4 106.170', '4106.17'],
  ['$ -', '0'],
  ['1 234 567.89', '1234567.89'],
])('with a decimal point %s is %s', (text, expected) => {
  expect(readDecimal(text, '.')).toBe(expected);
});

test.each([
  ['1.234,50', '1234.5'],
  ['(1.234,50)', '-1234.5'],
  ['-$ 61,50', '-61.5'],
  ['$-61,50', '-61.5'],
  ['61,50 $', '61.5'],
  [`1${NB}234,50 €`, '1234.5'],
  ["1'234,50", '1234.5'],
  ['1.234', '1234'],
  ['1,234', '1.234'],
  ['6000,25', '6000.25'],
])('with a decimal comma %s is %s', (text, expected) => {
  expect(readDecimal(text, ',')).toBe(expected);
});

test.each(['', ' ', '—', '-', '–', 'N/A', 'n/a', 'NaN', 'null', '#N/A'])('%j holds no number', (text) => {
  expect(readDecimal(text, '.')).toBeNull();
});

test.each([
  ['12%', '.'],
  ['ESZ6', '.'],
  ['2 L', '.'],
  ['1,5', '.'],
  ['1.5', ','],
  ['1.2.3', '.'],
  ['0,123', '.'],
  ['1 2', '.'],
  ['--5', '.'],
  ['12 ticks', '.'],
  ['1e999', '.'],
  ['0x1F', '.'],
  ['Infinity', '.'],
  ['02/03/2026', '.'],
  ['9'.repeat(100), '.'],
] as const)('%s is not a number where %s is the decimal mark', (text, mark) => {
  expect(readDecimal(text, mark)).toBeUndefined();
});

test('equal numbers give equal texts', () => {
  expect(
    new Set(['6000.25', '6,000.2500', '$6000.25', '006000.25'].map((text) => readDecimal(text, '.'))).size,
  ).toBe(1);
});

test('a text with both marks, with few or many decimals, or below one settles the decimal mark', () => {
  expect(markOf('1,234.5')).toBe('.');
  expect(markOf('1.234,5')).toBe(',');
  expect(markOf('61,5')).toBe(',');
  expect(markOf('0,123')).toBe(',');
  expect(markOf('6000,250')).toBe(',');
  expect(markOf('1.234.567')).toBe(',');
  expect(markOf('1 234,567')).toBe(',');
  expect(markOf('1.234')).toBe('either');
  expect(markOf('1,234')).toBe('either');
  expect(markOf('1234')).toBeNull();
  expect(markOf('16.3.2026')).toBeNull();
});

test('a column takes the mark of its certain texts', () => {
  expect(decimalMarkIn(['1.234', '61.50'])).toBe('.');
  expect(decimalMarkIn(['1.234', '61,50'])).toBe(',');
  expect(decimalMarkIn(['1', '25'])).toBeNull();
  expect(decimalMarkIn(['1.234', '5.678'])).toBe('ambiguous');
  expect(decimalMarkIn(['1.50', '2,50'])).toBe('ambiguous');
});

test('whole numbers with grouped thousands are recognised by the small ones beside them', () => {
  expect(decimalMarkIn(['980', '75', '$1,250', '-$12'])).toBe('.');
  expect(decimalMarkIn(['980', '75', '1.250 €', '12 €'])).toBe(',');
  expect(decimalMarkIn(['1.234', '1.235', '1.236', '1.240', '2', '3', '4'])).toBe('ambiguous');
});

test('the tick of the instrument distinguishes a thousand from a decimal', () => {
  expect(decimalMarkIn(['6.000', '6.001'], { tick: '0.25' })).toBe(',');
  expect(decimalMarkIn(['2.345', '2.346'], { tick: '0.001' })).toBe('ambiguous');
  expect(decimalMarkIn(['6,001', '6,002'], { tick: '0.25' })).toBe('.');
});

test('what is written in any style is read back as the same number', () => {
  const styles = fc.constantFrom(
    { mark: '.', group: ',' },
    { mark: '.', group: ' ' },
    { mark: '.', group: "'" },
    { mark: '.', group: '' },
    { mark: ',', group: '.' },
    { mark: ',', group: NB },
    { mark: ',', group: '' },
  );
  const signs = fc.constantFrom(
    (text: string) => text,
    (text: string) => `-${text}`,
    (text: string) => `(${text})`,
    (text: string) => `$(${text})`,
    (text: string) => `-$ ${text}`,
    (text: string) => `${text} €`,
    (text: string) => `\u2212${text} USD`,
  );
  fc.assert(
    fc.property(
      fc.nat(999_999_999),
      fc.integer({ min: 1, max: 99 }),
      styles,
      signs,
      (whole, cents, style, sign) => {
        const grouped = String(whole).replace(/\B(?=(\d{3})+$)/g, style.group);
        const written = sign(`${grouped}${style.mark}${String(cents).padStart(2, '0')}`);
        const negative = /[-(\u2212]/.test(written);
        const read = readDecimal(written, style.mark as '.' | ',');
        expect(Number(read)).toBe(Number(`${negative ? '-' : ''}${whole}.${String(cents).padStart(2, '0')}`));
      },
    ),
    { numRuns: 1_000 },
  );
});
