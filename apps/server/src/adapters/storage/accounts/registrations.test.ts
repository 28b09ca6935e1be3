/** What a consent proves: the version, the hash of the words, the time and a keyed hash of the address. */
import { LEGAL_VERSIONS } from '@undertow/contracts';
import { asc } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#adapters/storage/database/database.ts';
import { createStores } from '#adapters/storage/stores.ts';
import { consents } from '#adapters/storage/tables/billing-tables.ts';
import { auditLog, auditValues } from '#adapters/storage/tables/tables.ts';
import { createAddressHash } from '#http/session/address-hash.ts';
import type { Registration } from '#ports/registration.ts';
import { openMemoryDatabase } from '#testing/database/databases.ts';
import { createRegistrations } from './registrations.ts';

const NOW = Date.UTC(2026, 10, 20, 15);
const REGISTRATION: Registration = {
  firstName: 'Priya',
  lastName: 'Nair',
  email: 'priya@example.com',
  company: null,
  phone: null,
  tradingExperience: 'intermediate',
  marketDataStatus: 'non_professional',
};

let database: Database;
beforeAll(async () => {
  database = await openMemoryDatabase();
});
afterAll(() => database.close());

async function newPerson(sub: string) {
  const person = { issuer: 'https://id.example', sub, email: null, firstName: null };
  const { id } = await createStores(database.orm).users.signIn(person, NOW);
  return { userId: id, ipHash: 'hash', requestId: 'request-1' };
}

test('a consent holds the hash of the words in force, and the audit row no name', async () => {
  const registrations = createRegistrations(database.orm);
  const from = await newPerson('first');
  await registrations.save(REGISTRATION, from, NOW + 0.7);
  const rows = await database.orm.select().from(consents).orderBy(asc(consents.id));
  expect(rows.map(({ kind, textHash, ipHash, atMs }) => [kind, textHash, ipHash, atMs])).toEqual([
    ['terms', LEGAL_VERSIONS.terms.textHash, 'hash', NOW],
    ['privacy', LEGAL_VERSIONS.privacy.textHash, 'hash', NOW],
    ['disclaimer', LEGAL_VERSIONS.disclaimer.textHash, 'hash', NOW],
    ['risk_warning', LEGAL_VERSIONS.riskWarning.textHash, 'hash', NOW],
  ]);
  const audit = await database.orm.select().from(auditLog);
  expect(audit).toMatchObject([
    { action: 'registration.made', subject: from.userId, requestId: 'request-1' },
  ]);
  const values = await database.orm.select().from(auditValues);
  expect(values).toHaveLength(1);
  expect(JSON.stringify([audit, values])).not.toMatch(/Priya|Nair|priya@/);
});

test('a consent to immediate supply is stored with the registration and does not complete one', async () => {
  const registrations = createRegistrations(database.orm);
  const from = await newPerson('second');
  await registrations.consent('immediate_supply', from, NOW);
  expect(await registrations.isComplete(from.userId)).toBe(false);
  expect(await registrations.consents(from.userId)).toEqual([
    { kind: 'immediate_supply', version: LEGAL_VERSIONS.immediateSupply.version, atMs: NOW },
  ]);
});

test('an address is kept under a key: the same one gives the same hash, another key another', () => {
  const hash = createAddressHash(Buffer.alloc(32, 1));
  expect(hash('203.0.113.9')).toMatch(/^[0-9a-f]{64}$/);
  expect(hash('203.0.113.9')).toBe(hash('203.0.113.9'));
  expect(hash('203.0.113.9')).not.toBe(createAddressHash(Buffer.alloc(32, 2))('203.0.113.9'));
});
