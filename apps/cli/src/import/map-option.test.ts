/** The option that names columns. */
import { expect, test } from 'vitest';
import { UsageError } from '#terminal/terminal.ts';
import { mappingOf, proposedMap } from './map-option.ts';

const HEADER = ['Ticker', 'Menge', 'Gewinn', 'Foo'];

test('names columns by their header or by their number', () => {
  expect(mappingOf('symbol=ticker,quantity=2,pnl=Gewinn', HEADER)).toEqual({
    columns: { symbol: 0, quantity: 1, pnl: 2 },
    pnl: 'net',
  });
});

test('refuses fields and columns that do not exist', () => {
  for (const text of ['price=1', 'symbol=5', 'symbol=Nothing', 'symbol', ''])
    expect(() => mappingOf(text, HEADER)).toThrow(UsageError);
});

test('proposes a mapping from the names in the form of the option', () => {
  expect(proposedMap(HEADER)).toBe('symbol=1,quantity=2,pnl=3');
  expect(mappingOf(proposedMap(HEADER), HEADER).columns).toEqual({ symbol: 0, quantity: 1, pnl: 2 });
});
