import { expect, test } from 'vitest';
import type { SourceGrid } from '#model/source-file.ts';
import { findHeader, headerKey, normaliseHeader } from './headers.ts';

function gridOf(...rows: readonly (readonly string[])[]): SourceGrid {
  return {
    origin: 'delimited',
    name: null,
    delimiter: ',',
    typed: false,
    rows: rows.map((cells, index) => ({ line: index + 1, cells })),
  };
}

test('headers are compared in lower case with single blanks and without marks at the ends', () => {
  expect(normaliseHeader('  Market\u00a0 pos. ')).toBe('market pos');
  expect(normaliseHeader('Prix d’entrée :')).toBe("prix d'entrée");
  expect(normaliseHeader('S / L')).toBe('s / l');
});

test('names are equal without accents and blanks, never without underscores', () => {
  expect(headerKey('S / L')).toBe(headerKey('S/L'));
  expect(headerKey('Qté')).toBe(headerKey('Qte'));
  expect(headerKey('_timestamp')).not.toBe(headerKey('Timestamp'));
});

test('a header is found below titles, in any order of its columns, and once more below', () => {
  const grid = gridOf(
    ['Trade History Report'],
    ['Name:', 'A. Trader'],
    ['Price', 'Symbol', 'Net P&L USD'],
    ['6000.25', 'ESZ6', '10'],
    ['Symbol', 'Price', 'Net P&L EUR'],
  );
  expect(findHeader(grid, ['symbol', 'PRICE'])).toBe(2);
  expect(findHeader(grid, ['symbol', /^net p&l \w+$/])).toBe(2);
  expect(findHeader(grid, ['symbol', 'price'], 3)).toBe(4);
  expect(findHeader(grid, [/^net p&l eur$/])).toBe(4);
  expect(findHeader(grid, ['symbol', 'quantity'])).toBe(-1);
  expect(findHeader(grid, [])).toBe(-1);
});

test('a row of figures is never a header', () => {
  expect(findHeader(gridOf(['Price', '1', '2', '3']), ['price'])).toBe(-1);
});
