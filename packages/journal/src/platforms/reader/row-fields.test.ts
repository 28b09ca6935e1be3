/** Fields of one row: what is read, what is a fault, and that the first fault is kept. */
import { expect, test } from 'vitest';
import type { SourceGrid } from '#model/source-file.ts';
import { openTable } from '#read/tables/open-table.ts';
import { fileTime } from '#testing/raw-trades.ts';
import { RowFields } from './row-fields.ts';

const NAMES = { symbol: ['symbol'], side: ['way'], price: ['price'], size: ['qty'], time: ['time'] };
type Field = keyof typeof NAMES;

/** The one row of a file with these cells under its header. */
function rowOf(cells: Readonly<Partial<Record<Field, string>>>): RowFields<Field> {
  const grid: SourceGrid = {
    origin: 'delimited',
    name: null,
    delimiter: ',',
    typed: false,
    rows: [
      { line: 1, cells: ['Symbol', 'Way', 'Price', 'Qty', 'Time'] },
      {
        line: 7,
        cells: [
          cells.symbol ?? 'ES',
          cells.side ?? 'x',
          cells.price ?? '1.5',
          cells.size ?? '1',
          cells.time ?? '2026-03-05 10:00:00',
        ],
      },
    ],
  };
  const table = openTable<Field>(grid, 0, NAMES, {});
  const [row] = table.rows;
  if (row === undefined) throw new Error('the table has no row');
  return new RowFields(table, row);
}

/** The fault that reading leaves. */
const faultOf = (
  cells: Parameters<typeof rowOf>[0],
  read: (row: RowFields<Field>) => unknown,
): string | null => {
  const row = rowOf(cells);
  read(row);
  return row.fault;
};

test('a row has its line and its raw text', () => {
  expect(rowOf({}).line).toBe(7);
  expect(rowOf({}).raw).toBe('ES,x,1.5,1,2026-03-05 10:00:00');
});

test('what can be read leaves no fault', () => {
  const row = rowOf({ side: 'Buy', size: '-2' });
  expect([row.requiredText('symbol'), row.textOrNull('symbol'), row.text('symbol')]).toEqual([
    'ES',
    'ES',
    'ES',
  ]);
  expect([row.decimal('price'), row.requiredDecimal('price'), row.requiredSize('size')]).toEqual([
    '1.5',
    '1.5',
    '2',
  ]);
  expect(row.requiredTime('time')).toEqual(fileTime('2026-03-05 10:00:00'));
  expect([row.requiredSide('side'), row.requiredAction('side')]).toEqual(['long', 'buy']);
  expect(row.fault).toBeNull();
});

test('an empty cell is nothing, and a fault where it is required', () => {
  const row = rowOf({ symbol: '', price: '', time: '' });
  expect([row.textOrNull('symbol'), row.decimal('price'), row.time('time')]).toEqual([null, null, null]);
  expect(row.fault).toBeNull();
  expect(faultOf({ symbol: '' }, (each) => each.requiredText('symbol'))).toBe('Symbol is empty');
  expect(faultOf({ price: '' }, (each) => each.requiredDecimal('price'))).toBe('Price is empty');
  expect(faultOf({ time: '' }, (each) => each.requiredTime('time'))).toBe('Time is empty');
  expect(faultOf({ price: '' }, (each) => each.requiredPrice('price', 'ES'))).toBe('Price is empty');
});

test('text that is no number is a fault with what it is, or nothing where the column is free', () => {
  expect(faultOf({ price: 'many' }, (row) => row.decimal('price'))).toBe('Price is not a number: “many”');
  const row = rowOf({ price: 'many', time: 'soon' });
  expect([row.lenientDecimal('price'), row.lenientTime('time')]).toEqual([null, null]);
  expect(row.fault).toBeNull();
});

test('text that is no time is a fault with what it is', () => {
  expect(faultOf({ time: '31/02/2026 10:00' }, (row) => row.time('time'))).toBe(
    'Time is not a possible date and time: “31/02/2026 10:00”',
  );
});

test('a size of zero is a fault, whatever its sign', () => {
  for (const size of ['0', '-0.00'])
    expect(faultOf({ size }, (row) => row.requiredSize('size'))).toBe('Qty is zero');
});

test('sides and actions that are neither are faults', () => {
  expect(faultOf({ side: 'sideways' }, (row) => row.requiredSide('side'))).toBe(
    'Way is neither long nor short: “sideways”',
  );
  expect(faultOf({ side: 'hold' }, (row) => row.requiredAction('side'))).toBe(
    'Way is neither buy nor sell: “hold”',
  );
  expect(faultOf({ side: '' }, (row) => row.requiredSide('side'))).toBe(
    'Way is neither long nor short: (empty)',
  );
});

test('after a fault placeholders are returned, and the first fault is kept', () => {
  const row = rowOf({ price: 'x', size: 'y', time: 'z', side: '?' });
  expect([row.requiredDecimal('price'), row.requiredSide('side'), row.requiredAction('side')]).toEqual([
    '0',
    'long',
    'buy',
  ]);
  expect(row.requiredTime('time').year).toBe(1970);
  row.refuse('another reason');
  expect(row.fault).toBe('Price is not a number: “x”');
});

test('at most forty characters of a cell are shown', () => {
  expect(faultOf({ price: 'x'.repeat(99) }, (row) => row.decimal('price'))).toBe(
    `Price is not a number: “${'x'.repeat(40)}”`,
  );
});

test('prices of bonds in 32nds are read by their contract, and an impossible one is a fault', () => {
  expect(rowOf({ price: "110'165" }).price('price', 'ZNM6')).toBe('110.515625');
  expect(rowOf({ price: '110.5' }).price('price', 'ZNM6')).toBe('110.5');
  expect(faultOf({ price: "110'325" }, (row) => row.price('price', 'ZNM6'))).toBe(
    "Price is not a price in 32nds: “110'325”",
  );
  expect(rowOf({ price: "458'2" }).price('price', 'ZCZ6')).toBe('458.25');
});
