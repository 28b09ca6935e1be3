/** Headlines find their products by their words, and by their publisher where these say nothing. */
import { instrumentById } from '@undertow/market';
import { expect, test } from 'vitest';
import { productsOfHeadline } from './headline-products.ts';

const symbols = (title: string, host = 'news.example'): string =>
  productsOfHeadline(title, host)
    .map((id) => instrumentById(id)?.symbol)
    .join(' ');

test.each([
  ['OPEC+ extends cuts', 'CL MCL RB HO'],
  ['LNG exports hit a record', 'NG'],
  ['Copper slides', 'HG MHG'],
  ['Soybean crush rises', 'ZS ZM ZL'],
  ['Goldfish found in boiler', ''],
  ['Corner shop opens', ''],
])('%j concerns %s', (title, found) => {
  expect(symbols(title)).toBe(found);
});

test('what the Federal Reserve does concerns stocks, rates, currencies and metals, not oil', () => {
  const found = symbols('Fed holds rates steady').split(' ');
  expect(found).toEqual(expect.arrayContaining(['ES', 'ZN', '6E', 'GC']));
  expect(found).not.toContain('CL');
});

test('a headline that says nothing belongs to the products of its publisher', () => {
  expect(symbols('Weekly report published', 'www.eia.gov')).toBe('CL MCL NG RB HO');
  expect(symbols('Weekly report published', 'eia.gov.example')).toBe('');
});
