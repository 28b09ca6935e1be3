/** The currency that a header names at its end. */
import { expect, test } from 'vitest';
import { currencyOf } from './currency-of.ts';

test('a header names its currency with its last word, also in brackets', () => {
  expect(
    ['Net P&L USDT', 'Profit (EUR)', 'Profit [USD]', 'Profit $', 'Amount, US$', 'Zysk zł'].map(currencyOf),
  ).toEqual(['USDT', 'EUR', 'USD', 'USD', 'USD', 'PLN']);
  for (const text of ['Profit', 'Net', 'P&L', '', 'profit usd', 'TOOLONG', 'AB'])
    expect(currencyOf(text), text).toBeNull();
});

test('a word that is named like a property of every object is no currency', () => {
  for (const text of ['Profit constructor', 'toString', '__proto__', 'valueOf'])
    expect(currencyOf(text), text).toBeNull();
});
