/** What is sealed with an owner's key opens for that owner and row, while the operator's key is there. */
import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SecretUnreadable } from '#ports/credentials.ts';
import { createCredentialSeal } from './credential-seal.ts';
import { createOwnerSeal } from './owner-seal.ts';

const K1 = randomBytes(32);
const K2 = randomBytes(32);
const seal = createOwnerSeal(new Map([['k1', K1]]));
const both = createOwnerSeal(
  new Map([
    ['k2', K2],
    ['k1', K1],
  ]),
);

const owner = fc.uuid();
const place = fc.string({ minLength: 1, maxLength: 60 });
const plain = fc.uint8Array({ maxLength: 400 });

test('what was sealed opens again for its owner and place, after a rotation too', () => {
  fc.assert(
    fc.property(owner, place, plain, (userId, at, bytes) => {
      const stored = seal.create(userId);
      const key = seal.open(userId, stored);
      const sealed = key.seal(at, bytes);
      expect(Buffer.from(key.open(at, sealed))).toEqual(Buffer.from(bytes));
      const resealed = both.reseal(userId, stored);
      expect(resealed?.keyId).toBe('k2');
      expect(Buffer.from(both.open(userId, resealed ?? stored).open(at, sealed))).toEqual(Buffer.from(bytes));
    }),
    { numRuns: 50 },
  );
});

test('T33 it opens at no other place, for no other owner, and not after any change', () => {
  fc.assert(
    fc.property(owner, owner, place, place, plain, fc.nat(), (userId, other, at, elsewhere, bytes, flip) => {
      fc.pre(userId !== other && at !== elsewhere);
      const stored = seal.create(userId);
      const key = seal.open(userId, stored);
      const sealed = key.seal(at, bytes);
      expect(() => key.open(elsewhere, sealed)).toThrow(SecretUnreadable);
      expect(() => seal.open(other, stored)).toThrow(SecretUnreadable);
      expect(() => seal.open(other, seal.create(other)).open(at, sealed)).toThrow(SecretUnreadable);
      const changed = Uint8Array.from(sealed);
      changed[flip % changed.length]! ^= 1;
      expect(() => key.open(at, changed)).toThrow(SecretUnreadable);
    }),
    { numRuns: 50 },
  );
});

test('a place cannot be chosen so that it continues into the owner’s id', () => {
  const stored = seal.create('ab');
  const sealed = seal.open('ab', stored).seal('x', Buffer.from('x'));
  expect(() => seal.open('ab', stored).open('x/', sealed)).toThrow(SecretUnreadable);
});

test('without the operator’s key, with another one, or as a broker login it does not open', () => {
  const stored = seal.create('us_1');
  const other = createOwnerSeal(new Map([['k1', K2]]));
  const later = createOwnerSeal(new Map([['k2', K2]]));
  for (const one of [other, later]) expect(() => one.open('us_1', stored)).toThrow(SecretUnreadable);
  const login = createCredentialSeal(new Map([['k1', K1]]));
  expect(() => login.open('us_1', { ...stored, password: stored.dataKey })).toThrow(SecretUnreadable);
});

test('a destroyed key seals and opens nothing more', () => {
  const key = seal.open('us_1', seal.create('us_1'));
  const sealed = key.seal('row', Buffer.from('x'));
  key.destroy();
  expect(() => key.open('row', sealed)).toThrow(SecretUnreadable);
  expect(() => key.seal('row', Buffer.from('x'))).toThrow(SecretUnreadable);
});

test('a derived key is the same each time, differs by purpose and owner, and outlives the one it is of', () => {
  const stored = seal.create('us_1');
  const key = seal.open('us_1', stored);
  const derived = key.derive('recordings');
  const sealed = derived.seal('frame', Buffer.from('x'));
  expect(Buffer.from(seal.open('us_1', stored).derive('recordings').open('frame', sealed)).toString()).toBe(
    'x',
  );
  for (const other of [key, key.derive('rows')])
    expect(() => other.open('frame', sealed)).toThrow(SecretUnreadable);
  key.destroy();
  expect(Buffer.from(derived.open('frame', sealed)).toString()).toBe('x');
  expect(() => key.derive('recordings')).toThrow(SecretUnreadable);
  derived.destroy();
  expect(() => derived.open('frame', sealed)).toThrow(SecretUnreadable);
});
