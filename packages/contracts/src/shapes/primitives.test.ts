/** Invisible characters in names. */
import { expect, test } from 'vitest';
import { compareTrades, importTrades } from '#journal/trade-imports.ts';
import { HIDDEN_CHARACTER, labelText } from './primitives.ts';

const BIDI = [
  '\u061c',
  '\u200e',
  '\u200f',
  ...Array.from('\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069'),
];
const CONTROLS = Array.from({ length: 0xa0 }, (_, code) => String.fromCharCode(code)).filter(
  (letter) => letter < ' ' || letter > '~',
);

test.each([...BIDI, ...CONTROLS, '\u2028', '\u2029', '\u200b', '\u2060', '\ufeff', '\u180e', '\ufff9'])(
  'file names and labels do not accept %j',
  (letter) => {
    const fileName = `trades${letter}vsc.exe`;
    for (const { query } of [importTrades, compareTrades]) {
      expect(query?.safeParse({ fileName }).success).toBe(false);
      expect(query?.safeParse({ fileName: 'trades.csv' }).success).toBe(true);
    }
    expect(labelText.safeParse(fileName).success).toBe(false);
  },
);

test('letters of every script, joiners and emoji are accepted', () => {
  for (const name of [
    'Отчёт №1.csv',
    '取引履歴.csv',
    'تقرير.csv',
    'می\u200cخواهم',
    'क्\u200dष',
    '👩\u200d💻 ünï.csv',
  ])
    expect([name, HIDDEN_CHARACTER.test(name)]).toEqual([name, false]);
});
