/** What was sealed opens for its user, field and key, and for nothing else. */
import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type SealedPassword, SecretUnreadable } from '#ports/credentials.ts';
import { createCredentialSeal } from './credential-seal.ts';
import { openValue, sealValue } from './sealed-value.ts';

const K1 = randomBytes(32);
const K2 = randomBytes(32);
const seal = createCredentialSeal(new Map([['k1', K1]]));
const both = createCredentialSeal(
  new Map([
    ['k2', K2],
    ['k1', K1],
  ]),
);
const bytes = (text: string): Uint8Array => Buffer.from(text, 'utf8');
const text = (opened: Uint8Array): string => Buffer.from(opened).toString('utf8');

const password = fc.string({ unit: 'binary', minLength: 1, maxLength: 200 });
const userId = fc.uuid();

test('every password opens again, and what is stored contains nothing of it', () => {
  fc.assert(
    fc.property(userId, password, (user, plain) => {
      const sealed = seal.seal(user, bytes(plain));
      expect(text(seal.open(user, sealed))).toBe(plain);
      if (plain.length > 3) expect(JSON.stringify(sealed)).not.toContain(plain);
    }),
  );
});

test('T33 a row that was copied to another user does not open', () => {
  fc.assert(
    fc.property(userId, userId, password, (user, other, plain) => {
      fc.pre(user !== other);
      const sealed = seal.seal(user, bytes(plain));
      expect(() => seal.open(other, sealed)).toThrow(SecretUnreadable);
      expect(() => both.reseal(other, sealed)).toThrow(SecretUnreadable);
      // Nor a part of it
      const theirs = seal.seal(other, bytes('x'));
      expect(() => seal.open(other, { ...theirs, password: sealed.password })).toThrow(SecretUnreadable);
      expect(() => seal.open(other, { ...theirs, dataKey: sealed.dataKey })).toThrow(SecretUnreadable);
    }),
  );
});

test('any flipped bit and any cut keeps it closed', () => {
  const sealed = seal.seal('us_1', bytes('correct horse'));
  const part = fc.constantFrom('dataKey' as const, 'password' as const);
  fc.assert(
    fc.property(part, fc.nat(), fc.nat(7), fc.boolean(), (field, at, bit, cuts) => {
      const [version, keyId, packed = ''] = sealed[field].split('.');
      const raw = Buffer.from(packed, 'base64url');
      const place = at % raw.length;
      raw[place] = (raw[place] ?? 0) ^ (1 << bit);
      const changed = (cuts ? raw.subarray(0, place) : raw).toString('base64url');
      const broken: SealedPassword = { ...sealed, [field]: `${version}.${keyId}.${changed}` };
      expect(() => seal.open('us_1', broken)).toThrow(SecretUnreadable);
    }),
  );
});

test('a value of one field does not open as another, nor under another name of the same key', () => {
  const place = { table: 'broker_credentials', userId: 'us_1', field: 'password', keyId: 'k1' } as const;
  const sealed = sealValue(K1, place, bytes('x'));
  expect(() => openValue(K1, { ...place, field: 'data_key' }, sealed)).toThrow(SecretUnreadable);
  expect(() => openValue(K1, place, sealed.replace('.k1.', '.k2.'))).toThrow(SecretUnreadable);
  expect(text(openValue(K1, place, sealed))).toBe('x');
});

test.each([
  ['another key of the same name', { k1: K2 }],
  ['a key of another name', { k2: K1 }],
])('with %s it stays closed', (_what, keys) => {
  const other = createCredentialSeal(new Map(Object.entries(keys)));
  expect(() => other.open('us_1', seal.seal('us_1', bytes('x')))).toThrow(SecretUnreadable);
});

test.each(['', 'v1', 'v2.k1.AAAA', 'v1.k1.', 'v1..AAAA', 'v1.k1.AAAA', 'v1.k1.\0'])(
  'a value that was never sealed (%j) is unreadable',
  (broken) => {
    const sealed = seal.seal('us_1', bytes('x'));
    expect(() => seal.open('us_1', { ...sealed, dataKey: broken })).toThrow(SecretUnreadable);
    expect(() => seal.open('us_1', { ...sealed, password: broken })).toThrow(SecretUnreadable);
  },
);

test('the error of an unreadable secret contains nothing of it', () => {
  const sealed = seal.seal('us_1', bytes('correct horse'));
  try {
    seal.open('us_2', sealed);
    expect.unreachable();
  } catch (error) {
    const said = `${(error as Error).message} ${(error as Error).stack}`;
    expect(said).not.toContain('horse');
    expect(said).not.toContain(sealed.dataKey);
  }
});

test('the newest key takes over without the password being opened, and the old one is then not needed', () => {
  const old = seal.seal('us_1', bytes('correct horse'));
  const fresh = both.reseal('us_1', old);
  expect(fresh).toMatchObject({ keyId: 'k2', password: old.password });
  expect(both.reseal('us_1', fresh ?? old)).toBeNull();
  const alone = createCredentialSeal(new Map([['k2', K2]]));
  expect(text(alone.open('us_1', fresh ?? old))).toBe('correct horse');
  expect(() => alone.open('us_1', old)).toThrow(SecretUnreadable);
});

const SEALS = process.env['LONG_TESTS'] === '1' ? 500_000 : 5_000;

test(`no nonce comes twice in ${SEALS * 2} sealed values`, () => {
  const nonces = new Set<string>();
  const nonceOf = (sealed: string): string => sealed.slice('v1.k1.'.length, 'v1.k1.'.length + 16);
  for (let count = 0; count < SEALS; count += 1) {
    const { dataKey, password: sealed } = seal.seal('us_1', K2);
    nonces.add(nonceOf(dataKey)).add(nonceOf(sealed));
  }
  expect(nonces.size).toBe(SEALS * 2);
}, 1_200_000);
