/** Guesses of columns: English and other languages, one field a column, nothing where nothing is known. */
import { expect, test } from 'vitest';
import { guessMapping } from './guess-mapping.ts';

const named = (header: string): string =>
  Object.entries(guessMapping(header.split(',')).columns)
    .map(([field, column]) => `${field}=${column}`)
    .sort()
    .join(' ');

test.each([
  [
    'Symbol,Quantity,Direction,Opened,Closed,Open price,Close price,Net P&L',
    'entryPrice=5 entryTime=3 exitPrice=6 exitTime=4 pnl=7 quantity=1 side=2 symbol=0',
  ],
  [
    'Datum,Wertpapier,Richtung,Menge,Gewinn/Verlust,Gebühren,Konto',
    'account=6 exitTime=0 fees=5 pnl=4 quantity=3 side=2 symbol=1',
  ],
  [
    'Instrumento,Lado,Cantidad,Precio de entrada,Precio de salida,Resultado,Comisión',
    'commission=6 entryPrice=3 exitPrice=4 pnl=5 quantity=2 side=1 symbol=0',
  ],
  [
    'Символ,Тип,Объём,Цена открытия,Цена закрытия,Прибыль',
    'entryPrice=3 exitPrice=4 pnl=5 quantity=2 side=1 symbol=0',
  ],
  ['品种,方向,数量,盈亏', 'pnl=3 quantity=2 side=1 symbol=0'],
  ['foo,bar,baz', ''],
])('of the columns %s', (header, expected) => {
  expect(named(header)).toBe(expected);
});

test('a P&L column beside costs is gross unless its header contains net', () => {
  expect(guessMapping(['Symbol', 'Profit', 'Commission']).pnl).toBe('gross');
  expect(guessMapping(['Symbol', 'Net profit', 'Commission']).pnl).toBe('net');
  expect(guessMapping(['Symbol', 'Profit']).pnl).toBe('net');
});
