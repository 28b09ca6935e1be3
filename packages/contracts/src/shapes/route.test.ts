/** The shape of a route, the bodies of errors, and the small schemas that every area uses, at one beyond their limits. */
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { changed, faultsOf, messagesOf } from '#testing/schema-faults.ts';
import { POSITIVE, TEXT, type ValueKind, wordOf } from '#testing/value-kinds.ts';
import { kindAt, optionalPaths } from '#testing/wire-values.ts';
import { errorBody } from './error-body.ts';
import { ERRORS } from './errors.ts';
import { REGISTRATIONS_CLOSED_MESSAGE, REPLAY_OVER_MESSAGE } from './page-messages.ts';
import {
  currencyCode,
  decimalString,
  emailAddress,
  HIDDEN_CHARACTER,
  instant,
  instrumentId,
  labelText,
  MARKET_LINES,
  marketLine,
  plainText,
  queryBoolean,
  rowId,
  timeframeName,
} from './primitives.ts';
import { ACCESS_LEVELS, BODY_BYTES, route } from './route.ts';

describe('a route', () => {
  const INPUT = {
    id: 'getThing',
    method: 'GET',
    path: '/api/things/:id',
    access: 'user',
    summary: 'A thing',
    params: z.object({ id: rowId }),
    query: z.strictObject({ full: queryBoolean.optional() }),
    body: z.null(),
    response: z.object({ name: z.string() }),
  } as const;

  test('keeps what it is given, the schemas by identity', () => {
    const made = route(INPUT);
    expect(made).toMatchObject({ id: 'getThing', method: 'GET', path: '/api/things/:id', access: 'user' });
    for (const part of ['params', 'query', 'body', 'response'] as const) expect(made[part]).toBe(INPUT[part]);
  });

  test('does not change what it was given, and two are not one', () => {
    const before = { ...INPUT };
    const [one, other] = [route(INPUT), route(INPUT)];
    expect(INPUT).toEqual(before);
    expect(one).toEqual(other);
    expect(one).not.toBe(other);
  });

  test('without parameters, query and body has none of them', () => {
    const { params: _p, query: _q, body: _b, ...bare } = INPUT;
    const made = route(bare);
    expect([made.params, made.query, made.body]).toEqual([undefined, undefined, undefined]);
  });

  test('is closed unless it says otherwise: no success of another status, no larger body, no view', () => {
    const { status, mostBytes, viewable } = route(INPUT);
    expect([status, mostBytes, viewable]).toEqual([200, BODY_BYTES, false]);
    const open = route({ ...INPUT, status: 202, mostBytes: 0, viewable: true });
    expect([open.status, open.mostBytes, open.viewable]).toEqual([202, 0, true]);
  });

  test('has one of six levels of access', () => {
    expect(ACCESS_LEVELS).toEqual(['public', 'user', 'instrument', 'admin', 'webhook', 'key']);
  });
});

describe('the body of an error', () => {
  const BODY = {
    message: 'The request is not valid.',
    code: 'BAD_REQUEST',
    requestId: 'r1',
    issues: [{ path: 'body.name', message: 'expected a name' }],
    issueCount: 1,
  };

  test.each<[string, ValueKind]>([
    ['message', TEXT],
    ['code', TEXT],
    ['requestId', TEXT],
    ['issues', { taken: [[], BODY.issues], refused: [null, {}, 'issues', [null], [{ path: 'a' }]] }],
    ['issues.0.path', TEXT],
    ['issues.0.message', TEXT],
    ['issueCount', POSITIVE],
  ])('has %s of its kind', (field, kind) => {
    expect(kindAt(errorBody, BODY, field, kind)).toEqual(kind);
  });

  test('has issues only where a request was not valid', () => {
    expect(optionalPaths(errorBody, BODY)).toEqual(['issues', 'issueCount']);
    const { issues: _i, issueCount: _c, ...least } = BODY;
    expect(errorBody.parse(least)).toEqual(least);
  });

  test('loses what a proxy or another release adds', () => {
    expect(errorBody.parse({ ...BODY, stack: 'Error: at …' })).toEqual(BODY);
  });

  test('is made of every error of the catalogue', () => {
    for (const [code, { message }] of Object.entries(ERRORS))
      expect(errorBody.parse({ code, message, requestId: 'r1' })).toEqual({ code, message, requestId: 'r1' });
  });
});

test('texts that pages show without a response are those of the catalogue', () => {
  const texts = Object.values(ERRORS).map(({ message }) => message);
  for (const text of [REGISTRATIONS_CLOSED_MESSAGE, REPLAY_OVER_MESSAGE])
    expect(texts.filter((one) => one === text)).toEqual([text]);
});

test('every error says what happened in words that end, without blanks about them and without placeholders', () => {
  for (const [code, { message, status }] of Object.entries(ERRORS)) {
    expect([code, message]).toEqual([code, message.trim()]);
    expect([code, /\$\{|\{\w*\}|%[sdj]|TODO| {2}|!$/.test(message)]).toEqual([code, false]);
    expect([code, message.length <= 200]).toEqual([code, true]);
    expect([code, Number.isInteger(status)]).toEqual([code, true]);
  }
});

describe('a fault', () => {
  const KINDS = {
    decimalString,
    instant,
    instrumentId,
    rowId,
    emailAddress,
    currencyCode,
    plainText,
    labelText,
  };

  test.each<[keyof typeof KINDS, unknown, string]>([
    ['decimalString', '1,5', 'expected a decimal number in a string'],
    ['emailAddress', 'a@b', 'expected an e-mail address'],
    ['currencyCode', 'dollars', 'expected a currency such as USD'],
    ['plainText', 'a\0', 'expected text without NUL'],
    ['plainText', '\ud800', 'expected text without NUL'],
    ['labelText', 'a\nb', 'expected text without control characters and without marks of direction'],
  ])('of %s, such as %j, says %j', (name, value, message) => {
    expect(messagesOf(KINDS[name], value)).toEqual([message]);
  });

  test('is one for each place', () => {
    const shape = z.strictObject({ price: decimalString, at: instant, id: rowId });
    expect(faultsOf(shape, { price: 1, at: 'noon', id: '', more: true })).toEqual([
      ...['price', 'at', 'id', 'unknown: more'],
    ]);
    expect(
      faultsOf(z.object({ list: z.array(shape) }), { list: [changed({ price: '1' }, 'at', 'x')] }),
    ).toEqual([...['list.0.at', 'list.0.id']]);
  });
});

test.each<[string, z.ZodType, readonly unknown[]]>([
  [
    'decimal string',
    decimalString,
    [`${'9'.repeat(16)}`, `0.${'1'.repeat(10)}`, '1\n', '１', '1_000', '0b1'],
  ],
  [
    'instant',
    instant,
    ['2026-11-20T16:51:60Z', '2026-11-20t16:51:55z', '+02026-11-20T16:51:55Z', '2026-11-20T16:51:55.Z'],
  ],
  ['id of a row', rowId, ['a\u007f', '\u0020', 'a\t', 'x'.repeat(65), '\u00a0']],
  [
    'id of an instrument',
    instrumentId,
    [1_000_001, '1000001', '0x', '1e7', '-0', '1.0000001', [1, 2], 'Infinity'],
  ],
  [
    'address',
    emailAddress,
    [`${'a'.repeat(65)}@b.co`, `a@${'b'.repeat(189)}.co`, 'a@b.co.', 'a@-b.co', 'ä@b.co', 'a@b.c0'],
  ],
  ['currency', currencyCode, ['USDTXX', 'USd', 'USD\n', 'ÜSD']],
  ['truth value', queryBoolean, ['True', 'false ', '0', 'no', 'on']],
  ['timeframe', timeframeName, ['01m', '60', '1min', '1m ', '1440m']],
  ['market', marketLine, ['Platform', 'both', 'own ']],
])('one beyond the limits of a %s is refused', (_, schema, values) => {
  expect(values.filter((value) => schema.safeParse(value).success)).toEqual([]);
});

test('a market is the platform’s or the user’s own', () => {
  expect(kindAt(z.object({ market: marketLine }), {}, 'market', wordOf(MARKET_LINES))).toEqual(
    wordOf(MARKET_LINES),
  );
});

test('hidden characters are found wherever they are in a text, and each time: the pattern keeps no place', () => {
  for (const text of ['\u200babc', 'ab\u200bc', 'abc\u200b'])
    for (let turn = 0; turn < 2; turn += 1) expect(HIDDEN_CHARACTER.test(text)).toBe(true);
  for (const text of ['', 'abc', 'a-b_c.d', '“a” – b…', 'a\u00a0b'])
    expect(HIDDEN_CHARACTER.test(text)).toBe(false);
});
