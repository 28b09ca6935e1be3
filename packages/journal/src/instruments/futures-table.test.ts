/** The products: exact roots, feed roots, longest root first, and the money of a tick where no other test has it. */
import { expect, test } from 'vitest';
import { productOfRoot, rootsOf } from './futures-table.ts';

test.each([
  ['EMD', 10],
  ['NKD', 25],
  ['NIY', 2500],
  ['6S', 6.25],
  ['6N', 5],
  ['6M', 5],
  ['M6E', 1.25],
  ['M6B', 0.625],
  ['M6A', 1],
  ['MCD', 1],
  ['MJY', 1.25],
  ['MSF', 1.25],
  ['E7', 6.25],
  ['J7', 6.25],
  ['SR3', 6.25],
  ['HE', 10],
  ['GF', 12.5],
  ['TN', 15.625],
  ['ZS', 12.5],
  ['ZW', 12.5],
  ['ZM', 10],
  ['ZL', 6],
  ['ZR', 10],
  ['XC', 1.25],
  ['QG', 12.5],
  ['MNG', 1],
  ['BZ', 10],
  ['PL', 5],
  ['PA', 50],
  ['QI', 31.25],
  ['QO', 12.5],
  ['QC', 25],
  ['FDXS', 1],
  ['FSXE', 0.5],
  ['FGBS', 5],
  ['FGBX', 20],
  ['DX', 5],
  ['CC', 10],
  ['CT', 5],
  ['OJ', 7.5],
  ['VX', 50],
  ['VXM', 5],
])('a tick of %s is worth %s', (root, value) => {
  const product = productOfRoot(root);
  expect(Number(product?.tick) * Number(product?.pointValue)).toBeCloseTo(value, 9);
});

test('products that are not in dollars say so', () => {
  expect(['FDAX', 'FGBL', 'FSMI', 'NIY', 'ES'].map((root) => productOfRoot(root)?.currency)).toEqual([
    'EUR',
    'EUR',
    'CHF',
    'JPY',
    'USD',
  ]);
});

test('feed roots are the products that they name', () => {
  for (const [alias, root] of [
    ['EP', 'ES'],
    ['ENQ', 'NQ'],
    ['CLE', 'CL'],
    ['EU6', '6E'],
    ['BP6', '6B'],
    ['NQM', 'QM'],
    ['USA', 'ZB'],
    ['ZCE', 'ZC'],
  ] as const)
    expect(productOfRoot(alias)?.root, alias).toBe(root);
});

test('a root is exact, in capitals, and nothing else is one', () => {
  for (const root of ['es', 'E', '', 'ESZ', 'XYZ', 'toString'])
    expect(productOfRoot(root), root).toBeUndefined();
});

test('roots at the start of a text come longest first, with what is behind them', () => {
  expect([...rootsOf('MESZ6')].map(({ product, rest }) => [product.root, rest])).toEqual([['MES', 'Z6']]);
  expect([...rootsOf('SILZ6')].map(({ product, rest }) => [product.root, rest])).toEqual([
    ['SIL', 'Z6'],
    ['SI', 'LZ6'],
  ]);
  expect([...rootsOf('NQM')].map(({ product, rest }) => [product.root, rest])).toEqual([
    ['QM', ''],
    ['NQ', 'M'],
  ]);
  expect([...rootsOf('')]).toEqual([]);
});
