/** Small schemas at their edges, and invisible characters in names. */
import { TIMEFRAME_MINUTES } from '@undertow/market';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import { compareTrades, importTrades } from '#journal/trade-imports.ts';
import {
  currencyCode,
  decimalString,
  emailAddress,
  HIDDEN_CHARACTER,
  instant,
  instrumentId,
  labelText,
  okResponse,
  plainText,
  queryBoolean,
  rowId,
  timeframeName,
} from './primitives.ts';

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

const accepted = (schema: z.ZodType, values: readonly unknown[]): unknown[] =>
  values.filter((value) => schema.safeParse(value).success);

test('a decimal string has up to fifteen digits, and up to nine after a point', () => {
  const good = ['0', '-0', '4567.25', '-0.000000001', '007', '123456789012345', '123456789012345.123456789'];
  expect(accepted(decimalString, good)).toEqual(good);
});

test('a number, and text that is no plain decimal, is no decimal string', () => {
  const bad = [
    ...[
      4567.25,
      0,
      null,
      undefined,
      '',
      ' 1',
      '1 ',
      '+1',
      '1.',
      '.5',
      '1e5',
      '0x1',
      'NaN',
      'Infinity',
      '1,5',
      '--1',
    ],
    ...['1234567890123456', '1.1234567890', '1.2.3', '1\n', '٣'],
  ];
  expect(accepted(decimalString, bad)).toEqual([]);
  expect(decimalString.safeParse('1e5').error?.issues[0]?.message).toBe(
    'expected a decimal number in a string',
  );
});

test('an instant is ISO 8601 in UTC, of a day that exists', () => {
  const good = ['2026-11-20T16:51:55.000Z', '2024-02-29T00:00:00.000Z', '2026-11-20T16:51:55Z'];
  expect(accepted(instant, good)).toEqual(good);
  const bad = [
    ...['2026-11-20', '2026-11-20T16:51:55.000+01:00', '2026-11-20T16:51:55.000', '2026-02-29T00:00:00.000Z'],
    ...[
      '2026-13-01T00:00:00.000Z',
      '2026-11-20T24:00:00.000Z',
      '2026-11-20 16:51:55Z',
      1_795_000_000_000,
      null,
      '',
    ],
  ];
  expect(accepted(instant, bad)).toEqual([]);
});

test('an id of an instrument is a whole number from one to a million, also as text of a query', () => {
  expect(['1', 1, '27', '1000000'].map((value) => instrumentId.parse(value))).toEqual([1, 1, 27, 1_000_000]);
  expect(
    accepted(instrumentId, ['0', '', '-1', '1.5', '1000001', 'ES', 'NaN', null, undefined, [], {}]),
  ).toEqual([]);
});

test('an id of a row is one to 64 visible characters of ASCII', () => {
  const good = ['1', 'a-b_c:d', 'x'.repeat(64), '!~'];
  expect(accepted(rowId, good)).toEqual(good);
  expect(accepted(rowId, ['', 'x'.repeat(65), 'a b', 'a\0', 'ü', 'a\n', 7, null])).toEqual([]);
});

test('an address has a name, a domain and an ending', () => {
  const good = [
    'a@b.co',
    'first.last+tag@mail.example.com',
    "o'neil_x@ex-ample.org",
    `${'x'.repeat(64)}@b.co`,
  ];
  expect(accepted(emailAddress, good)).toEqual(good);
  const bad = [
    ...['', 'a', 'a@b', '@b.co', 'a@.co', '.a@b.co', 'a.@b.co', 'a..b@c.co', 'a b@c.co', 'a@b.c', 'a@@b.co'],
    ...[`${'x'.repeat(65)}@b.co`, `a@${'x'.repeat(190)}.co`, 'a@b.co\n', 'a@b.co,c@d.co', '<a@b.co>', null],
  ];
  expect(accepted(emailAddress, bad)).toEqual([]);
  expect(emailAddress.safeParse('a').error?.issues[0]?.message).toBe('expected an e-mail address');
});

test('a hostile address is refused', () => {
  // A pattern that backtracks would take minutes for each
  const hostile = ['a.'.repeat(50_000), `${'a'.repeat(100_000)}@`, `a@${'b.'.repeat(50_000)}`];
  expect(accepted(emailAddress, hostile)).toEqual([]);
});

test('a currency is three to five capitals and digits, the first a capital', () => {
  const good = ['USD', 'USDT', 'X2Y', 'ABCDE'];
  expect(accepted(currencyCode, good)).toEqual(good);
  expect(accepted(currencyCode, ['', 'US', 'usd', '1SD', 'ABCDEF', 'U D', '€€€', null])).toEqual([]);
});

test('plain text may have several lines, but neither NUL nor half of a letter', () => {
  const good = ['', 'two\nlines\tand a tab', '👍', 'نص'];
  expect(accepted(plainText, good)).toEqual(good);
  expect(accepted(plainText, ['a\0b', '\ud83d', 'a\udc4d', 7, null])).toEqual([]);
});

test('a truth value of a query is the word true or false', () => {
  expect([queryBoolean.parse('true'), queryBoolean.parse('false')]).toEqual([true, false]);
  expect(accepted(queryBoolean, ['1', '0', 'TRUE', '', 'yes', true, null, undefined])).toEqual([]);
});

test('timeframes are those that bars are made of', () => {
  expect(timeframeName.options.map((name) => Number.parseInt(name, 10))).toEqual([...TIMEFRAME_MINUTES]);
  expect(accepted(timeframeName, ['2m', '1h', '1M', '1', 1, ''])).toEqual([]);
});

test('the response of a change is ok, and nothing else', () => {
  expect(accepted(okResponse, [{ ok: true }])).toHaveLength(1);
  expect(accepted(okResponse, [{ ok: false }, {}, { ok: 'true' }, null])).toEqual([]);
});
