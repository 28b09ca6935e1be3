/** What is kept of a user's own trading platform, in both databases, under saves and rotations at the same time. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCredentialSeal } from '#adapters/secrets/credential-seal.ts';
import { createOwnerSeal } from '#adapters/secrets/owner-seal.ts';
import { rotateCredentialKeys } from '#adapters/secrets/rotate-credential-keys.ts';
import { rowsOf, sql } from '#adapters/storage/database/orm.ts';
import { createStores, type Stores } from '#adapters/storage/stores.ts';
import { hasPostgres, openTestDatabase, type TestDatabase } from '#testing/database/databases.ts';

const NOW = Date.UTC(2026, 10, 20);
const given = process.env['DATABASE_URL_TEST'];
const K1 = Buffer.alloc(32, 1);
const K2 = Buffer.alloc(32, 2);
const old = createCredentialSeal(new Map([['k1', K1]]));
const keys = new Map([
  ['k2', K2],
  ['k1', K1],
]);
const both = createCredentialSeal(keys);
const rotated = {
  logins: both,
  owners: createOwnerSeal(keys),
  webhooks: createOwnerSeal(keys, 'webhook_keys'),
};
const alone = createCredentialSeal(new Map([['k2', K2]]));
const passwordOf = (userId: string, round = 0): Buffer => Buffer.from(`password ${round} of ${userId}`);
/** Fewer at once than a pool has connections: whoever waits five seconds for one is refused, as busy. */
const LANES = 6;
const PLACE = { server: 'rithmic_paper_server', domain: 'rithmic_live_domain', system: null } as const;

async function inLanes<T>(items: readonly T[], run: (item: T) => Promise<unknown>): Promise<void> {
  const waiting = items.values();
  const lane = async (): Promise<void> => {
    for (const item of waiting) await run(item);
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

describe.each([
  { kind: 'embedded', present: true },
  { kind: 'postgres', present: hasPostgres(given) },
] as const)('$kind database', ({ kind, present }) => {
  let database: TestDatabase;
  let stores: Stores;
  beforeAll(async () => {
    if (!present) return;
    database = await openTestDatabase(kind, given);
    stores = createStores(database.orm);
  });
  afterAll(() => database?.close());

  async function newUser(): Promise<string> {
    return (await stores.users.ensure('https://id.example', randomUUID(), NOW)).id;
  }

  function save(userId: string, seal = old, round = 0): Promise<number> {
    const sealed = seal.seal(userId, passwordOf(userId, round));
    return stores.connectionStore.save({ userId, username: 'u', ...PLACE, sealed }, NOW, 'request');
  }

  const open = async (userId: string, seal = both): Promise<string> => {
    const row = await stores.connectionStore.find(userId);
    if (row?.sealed == null) return 'nothing is kept';
    return Buffer.from(seal.open(userId, row.sealed)).toString();
  };

  test.skipIf(!present)(
    'each save and disconnect has its own revision, and the last one counts',
    async () => {
      const userId = await newUser();
      expect(await stores.connectionStore.find(userId)).toBeUndefined();
      const revisions = await Promise.all([1, 2, 3, 4].map((round) => save(userId, old, round)));
      expect(revisions.toSorted()).toEqual([1, 2, 3, 4]);
      expect(await open(userId)).toBe(`password ${revisions.indexOf(4) + 1} of ${userId}`);
      expect(await stores.connectionStore.disconnect(userId, NOW, 'request')).toBe(5);
      expect(await stores.connectionStore.disconnect(userId, NOW, 'request')).toBeNull();
      expect(await stores.connectionStore.find(userId)).toMatchObject({ sealed: null, isWanted: false });
      expect(await save(userId)).toBe(6);
    },
  );

  test.skipIf(!present)('what happened under an earlier save is not noted', async () => {
    const userId = await newUser();
    const { connectionStore } = stores;
    const revision = await save(userId);
    await connectionStore.noteConnected(userId, revision, NOW);
    await save(userId);
    await connectionStore.noteConnected(userId, revision, NOW + 1_000);
    await connectionStore.noteFault({ userId, revision, isWanted: false }, 'session_limit', NOW);
    expect(await connectionStore.find(userId)).toMatchObject({
      lastConnectedAtMs: NOW,
      fault: null,
      isWanted: true,
    });
    await connectionStore.noteFault({ userId, revision: 2, isWanted: false }, 'wrong_password', NOW);
    expect(await connectionStore.find(userId)).toMatchObject({ fault: 'wrong_password' });
    const wanted = await connectionStore.wanted();
    expect(wanted.map((one) => one.userId)).not.toContain(userId);
  });

  test.skipIf(!present)(
    'rotating the keys beside saves and disconnects leaves every password readable with the new key alone',
    async () => {
      await database.orm.execute(sql`DELETE FROM broker_credentials`);
      // More than two batches of a rotation
      const users: string[] = [];
      await inLanes(Array.from({ length: 450 }), async () => users.push(await newUser()));
      await inLanes(users, (userId) => save(userId));
      const ended = users.slice(0, 20);
      const changed = users.slice(20, 120);
      // A server that does not have the new key yet continues to seal with the old one
      const work = inLanes([...changed.entries(), ...ended], (change) =>
        typeof change === 'string'
          ? stores.connectionStore.disconnect(change, NOW, 'request')
          : save(change[1], change[0] % 2 === 0 ? both : old, 1),
      );
      const during = await rotateCredentialKeys(database.orm, rotated, 'k2');
      await work;
      expect(during.unreadable).toBe(0);
      const after = await rotateCredentialKeys(database.orm, rotated, 'k2');
      expect(after).toMatchObject({ unreadable: 0, rowsByKey: { k2: 430 } });
      for (const userId of users.slice(20))
        expect(await open(userId, alone)).toBe(
          passwordOf(userId, changed.includes(userId) ? 1 : 0).toString(),
        );
      expect(await rotateCredentialKeys(database.orm, rotated, 'k2')).toMatchObject({ resealed: 0 });
    },
  );

  test.skipIf(!present)('a row that does not open is counted and left, and holds up no other', async () => {
    await database.orm.execute(sql`DELETE FROM broker_credentials`);
    const [broken, foreign, good] = [await newUser(), await newUser(), await newUser()];
    for (const userId of [broken, foreign, good]) await save(userId);
    await database.orm.execute(
      sql`UPDATE broker_credentials SET data_key = 'v1.k1.AAAA' WHERE user_id = ${broken}`,
    );
    await database.orm.execute(sql`UPDATE broker_credentials SET key_id = 'k0' WHERE user_id = ${foreign}`);
    const before = await rowsOf(
      database.orm,
      sql`SELECT * FROM broker_credentials WHERE user_id <> ${good} ORDER BY user_id`,
    );
    const facts = await rotateCredentialKeys(database.orm, rotated, 'k2');
    expect(facts).toEqual({ resealed: 1, unreadable: 2, rowsByKey: { k0: 1, k1: 1, k2: 1 } });
    expect(
      await rowsOf(
        database.orm,
        sql`SELECT * FROM broker_credentials WHERE user_id <> ${good} ORDER BY user_id`,
      ),
    ).toEqual(before);
    expect(await open(good, alone)).toBe(passwordOf(good).toString());
  });
});
