/** No text from outside keeps a validator busy. */
import { decimalString, ROUTES, rowId, subscribeMessage } from '@undertow/contracts';
import { expect, test } from 'vitest';
import { safeReturnTo } from '#modules/auth/return-to.ts';

/** Ten kilobytes that make a backtracking pattern explode, were there one. */
const HOSTILE = [
  '0',
  '-',
  '.',
  '1.',
  '/',
  '\\',
  ' ',
  'a',
  '%',
  '9.9',
  '{"',
  '[',
  'Z',
  '2026-',
  '\u0000',
  'é',
].map((piece) => piece.repeat(Math.ceil(10_000 / piece.length)));
const STEPS = 25_000;

/** Quadratic work on 10 kB is 50 million steps and takes seconds; linear work never does. */
function finishes(check: (text: string) => unknown): boolean {
  const before = process.cpuUsage();
  for (const text of HOSTILE) for (const tail of ['', '!', '\n']) check(text + tail);
  const { user } = process.cpuUsage(before);
  return user < STEPS * HOSTILE.length * 3;
}

test('T36 every validator is linear in what it is given', () => {
  expect(finishes(safeReturnTo)).toBe(true);
  expect(finishes((text) => decimalString.safeParse(text))).toBe(true);
  expect(finishes((text) => rowId.safeParse(text))).toBe(true);
  expect(
    finishes((text) => subscribeMessage.safeParse({ type: text, userId: text, instrumentIds: text })),
  ).toBe(true);
});

test('T36 every route answers hostile text at once', () => {
  for (const { params, query, body } of ROUTES) {
    for (const schema of [params, query, body]) {
      if (schema === undefined) continue;
      const keys = Object.keys((schema as unknown as { shape?: object }).shape ?? { key: 1 });
      expect(finishes((text) => schema.safeParse(Object.fromEntries(keys.map((key) => [key, text]))))).toBe(
        true,
      );
    }
  }
});
