/** What authenticates the manifest of a backup, and what passes without it. */
import { expect, test } from 'vitest';
import { manifestMac, requireAuthentic } from './manifest-mac.ts';

const KEY = Buffer.alloc(32, 7);
const FACTS = {
  at: '2026-11-20T00:00:00Z',
  file: { isSealed: true, sha256: 'a' },
  tables: { a: { rows: 1 }, b: { rows: 2 } },
};
const SIGNED = { ...FACTS, mac: manifestMac(FACTS, KEY) };

test('a manifest is valid in any order of its keys', () => {
  const { tables, ...rest } = SIGNED;
  const turned = { tables: { b: tables.b, a: tables.a }, ...rest };
  expect(() => requireAuthentic(turned, KEY, false)).not.toThrow();
});

test.each([
  ['another moment', { ...SIGNED, at: '2020-01-01T00:00:00Z' }],
  ['another file', { ...SIGNED, file: { ...SIGNED.file, sha256: 'b' } }],
  ['an open file', { ...SIGNED, file: { ...SIGNED.file, isSealed: false } }],
  ['a table less', { ...SIGNED, tables: { a: { rows: 1 } } }],
  ['a fact more', { ...SIGNED, more: 1 }],
])('%s is refused, also where the operator vouches for it', (_what, manifest) => {
  for (const allowsUnauthenticated of [false, true])
    expect(() => requireAuthentic(manifest, KEY, allowsUnauthenticated)).toThrow('the manifest was changed');
});

test('another key is refused, and no key for a sealed file or a manifest with a code', () => {
  expect(() => requireAuthentic(SIGNED, Buffer.alloc(32, 8), false)).toThrow('expected the key');
  expect(() => requireAuthentic(SIGNED, null, true)).toThrow('the backup is sealed');
  expect(() => requireAuthentic(FACTS, null, true)).toThrow('the backup is sealed');
});

test('a manifest without a code passes where there is no key, or where the operator vouches for it', () => {
  expect(() => requireAuthentic(FACTS, KEY, false)).toThrow('not authenticated');
  expect(() => requireAuthentic(FACTS, KEY, true)).not.toThrow();
  expect(() => requireAuthentic({ file: { isSealed: false } }, null, false)).not.toThrow();
});
