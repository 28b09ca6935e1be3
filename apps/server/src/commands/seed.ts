/**
 * Writes the deterministic data set: a user per tier and per state of a subscription, and an administrator, with the
 * subjects of the sandbox's issuer.
 */
import { createHash } from 'node:crypto';
import { parseArgs } from 'node:util';
import type { Tier } from '@undertow/contracts';
import { MINUTE_MS } from '@undertow/market';
import { openDatabase } from '#adapters/storage/database/database.ts';
import type { Orm } from '#adapters/storage/database/orm.ts';
import { createStores, type Stores } from '#adapters/storage/stores.ts';
import { readStorageConfig } from '#config/read-storage.ts';
import { SEED_SUBSCRIBERS, seedSubscribers } from './seed-subscribers.ts';

/** The fixed present of the data set: every run writes the same rows. */
export const SEED_MS = Date.UTC(2026, 0, 5, 14, 30);

interface SeedPerson {
  readonly email: string;
  readonly sub: string;
  readonly tier: Tier;
  readonly instrumentIds: readonly number[];
  readonly watchlistIds: readonly number[];
}

/** The subject that the sandbox's issuer assigns to an address. */
export function sandboxSub(email: string): string {
  return createHash('sha256').update(`sandbox\n${email}`).digest('hex').slice(0, 32);
}

function personOf(tier: Tier, instrumentIds: readonly number[], watchlistIds: readonly number[]): SeedPerson {
  const email = `${tier}@undertow.local`;
  return { email, sub: sandboxSub(email), tier, instrumentIds, watchlistIds };
}

export const SEED_PEOPLE: readonly SeedPerson[] = [
  personOf('free', [], []),
  personOf('basic', [1], [1, 2, 3]),
  personOf('pro', [1, 2, 4], [1, 2, 3, 4, 5]),
  personOf('elite', [1, 2, 3, 4, 5], [1, 2, 3, 4, 5]),
  {
    email: 'admin@undertow.local',
    sub: 'undertow-sandbox-admin',
    tier: 'elite',
    instrumentIds: [1],
    watchlistIds: [1],
  },
];

const ALERTS = [
  {
    instrumentId: 1,
    title: 'ES iceberg',
    message: 'Bid iceberg at 4567.25: 320 contracts executed, 9 refills.',
  },
  {
    instrumentId: 1,
    title: 'ES stop run',
    message: 'Buy stops elected through 4571.00: 14 stops, 62 contracts.',
  },
  {
    instrumentId: 2,
    title: 'NQ iceberg',
    message: 'Ask iceberg at 16240.50: 48 contracts executed, 6 refills.',
  },
];

async function accountOf(stores: Stores, issuer: string, email: string, sub: string): Promise<string> {
  const name = email.split('@', 1)[0] ?? '';
  const firstName = name.slice(0, 1).toUpperCase() + name.slice(1);
  // The sandbox's issuer derives such a name from an address of one word
  const names = { firstName, lastName: 'Sandbox' };
  return (await stores.users.signIn({ issuer, sub, email, ...names }, SEED_MS)).id;
}

async function seedPerson(stores: Stores, issuer: string, person: SeedPerson): Promise<void> {
  const { email, sub, tier } = person;
  const id = await accountOf(stores, issuer, email, sub);
  if ((await stores.tiers.current(id, SEED_MS)).tier !== tier) {
    const grant = { userId: id, tier, actor: 'seed', reason: 'seed data', expiresAtMs: null };
    await stores.tiers.grant(grant, SEED_MS);
  }
  for (const instrumentId of person.instrumentIds)
    await stores.userInstruments.add(id, instrumentId, SEED_MS);
  for (const instrumentId of person.watchlistIds) await stores.watchlist.add(id, instrumentId, SEED_MS);
  const shown = ALERTS.filter((alert) => person.instrumentIds.includes(alert.instrumentId));
  for (const [index, alert] of shown.entries()) {
    await stores.alerts.raise(
      [
        {
          row: {
            ...alert,
            id: `seed-${sub.slice(0, 16)}-${index}`,
            userId: id,
            eventId: null,
            eventType: null,
            eventSize: null,
            eventAtMs: null,
            isRead: index === 0,
            ruleId: null,
            alertType: 'event' as const,
            market: 'platform' as const,
            source: 'simulated' as const,
            isQuiet: false,
            isTest: false,
            createdAt: new Date(SEED_MS + index * MINUTE_MS).toISOString(),
          },
          mail: null,
        },
      ],
      0,
    );
  }
}

/**
 * Writes every user; a second run changes nothing. Subscriptions count their days back from `atMs`: to see the grace
 * of a failed payment, seed at the current time.
 */
export async function seedAll(orm: Orm, issuer: string, atMs: number = SEED_MS): Promise<void> {
  const stores = createStores(orm);
  for (const person of SEED_PEOPLE) await seedPerson(stores, issuer, person);
  await seedSubscribers(stores, orm, atMs, (email) => accountOf(stores, issuer, email, sandboxSub(email)));
}

async function seed(): Promise<void> {
  const { values } = parseArgs({
    options: {
      issuer: { type: 'string', default: 'http://localhost:3001' },
      at: { type: 'string', default: new Date(SEED_MS).toISOString() },
    },
  });
  const atMs = Date.parse(values.at);
  if (Number.isNaN(atMs))
    throw new Error(`--at ${values.at}: expected an instant such as 2026-11-22T09:00:00Z`);
  const database = await openDatabase(readStorageConfig());
  try {
    await seedAll(database.orm, values.issuer, atMs);
  } finally {
    await database.close();
  }
  const names = SEED_SUBSCRIBERS.map((person) => `${person.name}@undertow.local`);
  const emails = [...SEED_PEOPLE.map((person) => person.email), ...names];
  process.stdout.write(`Seeded ${emails.join(', ')}.\n`);
}

if (import.meta.main) {
  seed().catch((error: unknown) => {
    process.stderr.write(`seed: ${error instanceof Error ? error.message : error}\n`);
    process.exitCode = 1;
  });
}
