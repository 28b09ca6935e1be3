/** A sealed value opens under its key, purpose and lifetime only, and only unchanged. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { seal, unseal } from './sealed-cookie.ts';

const key = Buffer.alloc(32, 1);

test('a sealed value opens before it expires', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const plain: unknown = JSON.parse(JSON.stringify(value));
      expect(unseal(key, 'a', seal(key, 'a', plain, 1000), 999)).toEqual(plain);
    }),
  );
});

test('it does not open after it expired, under another key or for another purpose', () => {
  const sealed = seal(key, 'a', { x: 1 }, 1000);
  expect(unseal(key, 'a', sealed, 1000)).toBeUndefined();
  expect(unseal(Buffer.alloc(32, 2), 'a', sealed, 0)).toBeUndefined();
  expect(unseal(key, 'b', sealed, 0)).toBeUndefined();
  expect(unseal(key, 'a', undefined, 0)).toBeUndefined();
});

test('one changed byte anywhere makes it unreadable', () => {
  const bytes = Buffer.from(seal(key, 'a', { returnTo: '/' }, 1000), 'base64url');
  for (let at = 0; at < bytes.length; at += 1) {
    const changed = Buffer.from(bytes);
    changed[at]! ^= 1;
    expect(unseal(key, 'a', changed.toString('base64url'), 0)).toBeUndefined();
  }
});

test('garbage gives undefined, never an error', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(unseal(key, 'a', text, 0)).toBeUndefined();
    }),
  );
});
