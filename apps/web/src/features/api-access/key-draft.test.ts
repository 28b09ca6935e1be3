/** A key is requested only as the server would take it, and what is wrong is said at its field. */
import { expect, test } from 'vitest';
import { EMPTY_KEY, readKey } from './key-draft.ts';

const NAMED = { ...EMPTY_KEY, name: 'Research notebook' };

test('by default a key reads, from any address, for 90 days', () => {
  expect(readKey(NAMED)).toEqual({
    draft: {
      ...{ name: 'Research notebook', scopes: ['market:read', 'journal:read'] },
      ...{ addresses: [], expiresInDays: 90 },
    },
    faults: {},
  });
});

test('addresses are taken with commas or spaces between them, and dropped with Any', () => {
  const typed = { ...NAMED, addresses: '198.51.100.0/24, 2001:db8::/32\n203.0.113.7' };
  expect(readKey({ ...typed, isRestricted: true }).draft?.addresses).toEqual([
    ...['198.51.100.0/24', '2001:db8::/32', '203.0.113.7'],
  ]);
  expect(readKey(typed).draft?.addresses).toEqual([]);
});

test('a field that is wrong is named, with what was expected', () => {
  expect(readKey({ ...NAMED, name: ' ' }).faults).toEqual({ name: 'Enter a name of up to 60 characters.' });
  expect(readKey({ ...NAMED, scopes: [] }).faults).toEqual({ scopes: 'Choose at least one scope.' });
  expect(readKey({ ...NAMED, isRestricted: true }).faults.addresses).toMatch(/^Enter at least one address/);
  expect(readKey({ ...NAMED, isRestricted: true, addresses: '203.0.113.7, 10.0.0.5' }).faults.addresses).toBe(
    '10.0.0.5: is a private address; requests arrive from a public one.',
  );
  expect(readKey({ ...NAMED, isRestricted: true, addresses: 'office' }).draft).toBeNull();
});
