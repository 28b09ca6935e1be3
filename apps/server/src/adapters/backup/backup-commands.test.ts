/** Backup, restore and drill end to end on both databases: restored data is the same, refusals give a reason. */
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTrackHeadsFile } from '#adapters/storage/database/chain-heads-file.ts';
import { type Database, openDatabase } from '#adapters/storage/database/database.ts';
import { rowsOf, sql } from '#adapters/storage/database/orm.ts';
import { createRecoveryRecord } from '#adapters/storage/operations/recovery-record.ts';
import { createErasureLedger } from '#adapters/storage/privacy/erasure-ledger.ts';
import { createStores } from '#adapters/storage/stores.ts';
import { createTrackStore } from '#adapters/storage/track-record/track-store.ts';
import { restore } from '#commands/restore.ts';
import { seedAll } from '#commands/seed.ts';
import { environmentOf, KEY, type Outcome, type Place, runCommand as run } from '#testing/commands.ts';
import { hasPostgres, layDatabase, startPostgres, type TestServer } from '#testing/database/databases.ts';
import { manifestMac } from './manifest-mac.ts';

const IS_LONG = process.env['LONG_TESTS'] === '1';
const GIVEN = process.env['DATABASE_URL_TEST'];
const KINDS = hasPostgres(GIVEN) ? (['embedded', 'postgres'] as const) : (['embedded'] as const);

let server: TestServer | null = null;
let folder = '';
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'undertow-backup-'));
  server = KINDS.length > 1 ? await startPostgres(GIVEN) : null;
}, 60_000);
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

let places = 0;

/** A place for a database that is not there yet. */
async function newPlace(kind: Database['kind']): Promise<Place> {
  places += 1;
  const dataDir = join(folder, `data-${places}`);
  return { dataDir, databaseUrl: kind === 'embedded' ? undefined : await server?.createDatabase() };
}

async function within<T>(place: Place, use: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase(place);
  try {
    return await use(database);
  } finally {
    await database.close();
  }
}

/** People, whom it returns, subscriptions, a track record: a little of everything. */
function fill(place: Place) {
  if (place.databaseUrl === undefined) layDatabase(place.dataDir);
  return within(place, async (database) => {
    const { orm } = database;
    await seedAll(orm, 'https://id.example');
    const track = createTrackStore(orm, createTrackHeadsFile(place.dataDir));
    const scope = { source: 'simulated', run: 'a', instrumentId: 1 } as const;
    for (const n of [1, 2, 3]) {
      const atNs = String(1_700_000_000_000_000_000n + BigInt(n));
      await track.append(scope, [
        { kind: 'settled', signalId: `s${n}`, instrumentId: 1, atNs, type: 'support', hit: true },
      ]);
    }
    await createErasureLedger(join(place.dataDir, 'erasure-ledger.jsonl')).keep([]);
    return peopleIn(database);
  });
}

/** `run('restore', …)` in this process, which makes it cheap to refuse. */
async function restoreHere(
  place: Place,
  args: readonly string[],
  more: Readonly<Record<string, string>> = {},
): Promise<Outcome> {
  return restore(args, environmentOf(place, more)).then(
    (output) => ({ status: 0, output }),
    (error: unknown) => ({ status: 1, output: `restore: ${error}` }),
  );
}

const peopleIn = ({ orm }: Database) =>
  rowsOf<{ id: string; sub: string }>(orm, sql`SELECT id, sub FROM users ORDER BY sub`);

/** Both by the same code, but for the dump: the long tests have both. */
const DUE = IS_LONG ? KINDS : KINDS.slice(-1);

describe.each(DUE)('%s', (kind) => {
  let source: Place;
  let people: Awaited<ReturnType<typeof peopleIn>>;
  let backups: string;
  /** The target of every restore that must fail. */
  let spared: Place;
  beforeAll(async () => {
    source = await newPlace(kind);
    people = await fill(source);
    spared = await newPlace(kind);
    backups = join(folder, `backups-${kind}`);
  }, 120_000);

  /** Where the ledger of erasures is that outlived the database. */
  const ledger = () => ({ ERASURE_LEDGER: join(source.dataDir, 'erasure-ledger.jsonl') });

  test('a backup is sealed, intact, and its run is recorded', async () => {
    const taken = await run('backup', source, ['--to', backups]);
    expect(taken).toMatchObject({ status: 0, output: expect.stringContaining(', sealed') });
    const [name = ''] = readdirSync(backups);
    expect(readdirSync(join(backups, name)).toSorted()).toEqual(['database.sealed', 'manifest.json']);
    expect(readFileSync(join(backups, name, 'database.sealed')).includes('undertow.local')).toBe(false);
    expect(await restoreHere(source, ['--from', backups, '--verify'])).toMatchObject({ status: 0 });
    const noted = await within(source, ({ orm }) => createRecoveryRecord(orm).lastBackup());
    expect(noted?.rows).toBeGreaterThan(50);
  }, 240_000);

  test('a lost ledger of erasures stops the restore before anything is written', async () => {
    const refused = await restoreHere(spared, ['--from', backups]);
    expect(refused).toMatchObject({ status: 1, output: expect.stringContaining('no ledger of erasures') });
  }, 240_000);

  test('a database that is not empty is refused and stays as it was', async () => {
    const refused = await restoreHere(source, ['--from', backups], ledger());
    expect(refused).toMatchObject({ status: 1, output: expect.stringContaining('nothing was changed') });
    expect(await within(source, peopleIn)).toEqual(people);
  }, 120_000);

  /** A copy of the newest backup that a test may spoil. */
  function copyOf(name: string): string {
    const copy = join(folder, `${kind}-${name}`);
    cpSync(join(backups, readdirSync(backups)[0] ?? ''), copy, { recursive: true });
    return copy;
  }

  function changeManifest(path: string, change: (manifest: Record<string, unknown>) => void): void {
    const file = join(path, 'manifest.json');
    const manifest = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
    change(manifest);
    writeFileSync(file, JSON.stringify(manifest));
  }

  test.each([
    [
      'a file that was cut off',
      (path: string) => truncateSync(join(path, 'database.sealed'), 1000),
      /has 1000 bytes, expected/,
    ],
    [
      'a byte that was changed',
      (path: string) => {
        const file = join(path, 'database.sealed');
        const bytes = readFileSync(file);
        bytes[500] = (bytes[500] ?? 0) ^ 1;
        writeFileSync(file, bytes);
      },
      /SHA-256 differs/,
    ],
    ['a missing file', (path: string) => rmSync(join(path, 'database.sealed')), /is missing/],
    ['a foreign folder', (path: string) => rmSync(join(path, 'manifest.json')), /expected a backup/],
    [
      'a foreign manifest',
      (path: string) => writeFileSync(join(path, 'manifest.json'), '{}'),
      /expected the manifest/,
    ],
    [
      'a schema that this build does not know',
      (path: string) => changeManifest(path, (manifest) => Object.assign(manifest, { migration: 9999 })),
      /at migration 9999, this build only knows/,
    ],
    [
      'the other kind of database',
      (path: string) =>
        changeManifest(path, (manifest) =>
          Object.assign(manifest, { database: kind === 'embedded' ? 'postgres' : 'embedded' }),
        ),
      /the backup is of/,
    ],
  ])(
    '%s is refused before anything is changed',
    async (name, spoil, expected) => {
      const path = copyOf(name);
      spoil(path);
      const refused = await restoreHere(spared, ['--from', path], ledger());
      expect(refused.output).toMatch(expected);
      expect(refused.status).toBe(1);
    },
    240_000,
  );

  test('a manifest that was changed is neither verified nor restored', async () => {
    const path = copyOf('changed');
    changeManifest(path, (manifest) => Object.assign(manifest, { at: '2020-01-01T00:00:00Z' }));
    const changed = { status: 1, output: expect.stringContaining('the manifest was changed') };
    for (const more of [['--verify'], []])
      expect(await restoreHere(source, ['--from', path, ...more], ledger())).toMatchObject(changed);
  }, 240_000);

  test('a manifest without a code, as of an earlier build, is refused until the operator vouches for it', async () => {
    const path = copyOf('without a code');
    changeManifest(path, (manifest) => {
      delete manifest['mac'];
    });
    const refused = await restoreHere(source, ['--from', path, '--verify'], ledger());
    expect(refused).toMatchObject({ status: 1, output: expect.stringContaining('not authenticated') });
    const accepted = await restoreHere(source, ['--from', path, '--verify', '--unauthenticated'], ledger());
    expect(accepted).toMatchObject({
      status: 0,
      output: expect.stringContaining('intact, its manifest not authenticated'),
    });
  }, 240_000);

  test('another key, and no key, are refused', async () => {
    const other = { ...ledger(), BACKUP_KEY: 'ee'.repeat(32) };
    expect((await restoreHere(spared, ['--from', backups], other)).output).toContain('expected the key');
    const none = { ...ledger(), BACKUP_KEY: '' };
    expect((await restoreHere(spared, ['--from', backups], none)).output).toContain('the backup is sealed');
  }, 120_000);

  test('after all of these refusals the place is still empty: a backup is restored row for row, without a user erased since', async () => {
    const userId = people[0]?.id ?? '';
    const outlived = join(folder, `ledger-${kind}`);
    await createErasureLedger(outlived).keep([{ userId, atMs: 5 }]);
    const restored = await run('restore', spared, ['--from', backups], { ERASURE_LEDGER: outlived });
    expect(restored).toMatchObject({
      status: 0,
      output: expect.stringMatching(/restored and the same in every table, .* 1 accounts erased again/),
    });
    await within(spared, async (database) => {
      const { orm } = database;
      expect(await peopleIn(database)).toEqual(people.filter(({ id }) => id !== userId));
      const [row] = await rowsOf<{ actor: string }>(
        orm,
        sql`SELECT actor FROM audit_log WHERE subject = ${userId} AND action = 'erasure.done'`,
      );
      expect(row?.actor).toBe('restore');
      // New rows get numbers after the old ones
      await createStores(orm).audit.append(
        { actor: 'a', action: 'erasure.undone', subject: 'c', details: {}, requestId: null },
        1,
      );
    });
  }, 240_000);

  test.runIf(IS_LONG)(
    'an empty ledger, and none where that is said, leave nobody out',
    async () => {
      for (const [more, ...args] of [[ledger()], [{}, '--without-erasures']] as const) {
        const target = await newPlace(kind);
        expect((await restoreHere(target, ['--from', backups, ...args], more)).status).toBe(0);
        expect(await within(target, peopleIn)).toEqual(people);
      }
    },
    240_000,
  );

  test('rows that differ from the backup are named', async () => {
    const path = copyOf('differs');
    changeManifest(path, (manifest) => {
      Object.assign((manifest['tables'] as Record<string, object>)['users'] ?? {}, { rows: 7 });
      // As a holder of the key could write it: only the rows themselves contradict it
      Object.assign(manifest, { mac: manifestMac(manifest, Buffer.from(KEY, 'hex')) });
    });
    const refused = await restoreHere(await newPlace(kind), ['--from', path], ledger());
    expect(refused).toMatchObject({
      status: 1,
      output: expect.stringMatching(/users has \d+ rows, expected 7/),
    });
  }, 120_000);

  test('a drill restores everything beside the real database, reports it, and leaves nothing', async () => {
    const work = join(folder, `drill-${kind}`);
    mkdirSync(work);
    const drilled = await run('drill', source, ['--folder', work]);
    expect(drilled).toMatchObject({ status: 0, output: expect.stringContaining('the same in every table') });
    expect(readdirSync(work)).toEqual([]);
    await within(source, async ({ orm }) => {
      const noted = await createRecoveryRecord(orm).lastDrill();
      expect(noted).toMatchObject({ database: kind === 'embedded' ? 'pglite' : 'postgres', fault: null });
      const left = sql`SELECT 1 FROM pg_database WHERE datname LIKE '%\_drill\_%'`;
      expect(await rowsOf(orm, left)).toEqual([]);
    });
  }, 240_000);
});

test('production takes no unencrypted backup', async () => {
  const place = { dataDir: folder, databaseUrl: 'postgres://nobody@127.0.0.1:1/none' };
  const refused = await run('backup', place, ['--to', folder], { NODE_ENV: 'production', BACKUP_KEY: '' });
  expect(refused).toMatchObject({ status: 1, output: expect.stringContaining('BACKUP_KEY is not set') });
});
