import { expect, test } from 'vitest';
import { readAction, readSide } from './sides.ts';

test.each([
  'buy',
  'Buy',
  ' Buy',
  'B',
  'BOT',
  'Bought',
  'Achat',
  'Kauf',
  'Compra',
  'Acquisto',
  '买',
  'L',
  'Long',
  '多',
])('%s bought and is long', (word) => {
  expect(readAction(word)).toBe('buy');
  expect(readSide(word)).toBe('long');
});

test.each([
  'sell',
  ' Sell',
  'S',
  'SLD',
  'Vente',
  'Verkauf',
  'Venta',
  'Venda',
  'Vendita',
  '卖',
  'Short',
  '空',
])('%s sold and is short', (word) => {
  expect(readAction(word)).toBe('sell');
  expect(readSide(word)).toBe('short');
});

test('orders that name the position belong to its side', () => {
  expect([readAction('Buy to Open'), readSide('Buy to Open')]).toEqual(['buy', 'long']);
  expect([readAction('BUYTOCOVER'), readSide('BUYTOCOVER')]).toEqual(['buy', 'short']);
  expect([readAction('Sell Short'), readSide('Sell Short')]).toEqual(['sell', 'short']);
  expect([readAction('sell_to_close'), readSide('sell_to_close')]).toEqual(['sell', 'long']);
});

test.each(['', 'balance', 'hold', 'constructor', '__proto__', '1', 'buy limit', 'x'.repeat(10_000)])(
  '%s is no side',
  (word) => {
    expect(readAction(word)).toBeNull();
    expect(readSide(word)).toBeNull();
  },
);
