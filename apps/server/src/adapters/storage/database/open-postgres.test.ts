/** What a connection that PostgreSQL ends does to the statement under way, and what it does not do to anything else. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { outageOf } from '#failures/outage.ts';
import { hasPostgres, startPostgres, type TestServer } from '#testing/database/databases.ts';
import type { Database } from './database.ts';
import { openPostgres } from './open-postgres.ts';
import { rowsOf, sql } from './orm.ts';

const given = process.env['DATABASE_URL_TEST'];
const enabled = hasPostgres(given);
const withPostgres = test.runIf(enabled);
/** More than the pool has connections. */
const TIMES = 12;

let server: TestServer;
let address: string;
let database: Database;
let other: Database;
const reported: Error[] = [];

const open = (as: string): Promise<Database> =>
  openPostgres({ setting: 'DATABASE_URL', address: as }, (error) => reported.push(error));

beforeAll(async () => {
  if (!enabled) return;
  server = await startPostgres(given);
  address = await server.createDatabase();
  database = await open(address);
  other = await open(address);
}, 60_000);
afterAll(async () => {
  await database?.close();
  await other?.close();
  await server?.stop();
});

const failureOf = (run: Promise<unknown>): Promise<unknown> =>
  run.then(
    () => expect.fail('expected a failure'),
    (error: unknown) => error,
  );

withPostgres(
  'a connection that ends inside a transaction fails it with the cause, and the pool continues',
  async () => {
    for (let time = 0; time < TIMES; time += 1) {
      const failure = await failureOf(
        database.orm.transaction(async (tx) => {
          const [row] = await rowsOf<{ pid: number }>(tx, sql`SELECT pg_backend_pid() AS pid`);
          await other.orm.execute(sql`SELECT pg_terminate_backend(${row?.pid}, 5000)`);
          await tx.execute(sql`SELECT 1`);
        }),
      );
      expect(outageOf(failure)).toBe('DATABASE_AWAY');
      expect(String(failure)).not.toContain('Failed query: rollback');
    }
    expect(reported.length).toBeGreaterThan(0);
    await database.ping();
    expect(database.pool?.()).toMatchObject({ waiting: 0 });
  },
);

withPostgres('a transaction whose begin fails gives its connection back', async () => {
  const level = 'no such level' as 'serializable';
  for (let time = 0; time < TIMES; time += 1)
    await failureOf(database.orm.transaction(async () => undefined, { isolationLevel: level }));
  await database.ping();
});

withPostgres('what a transaction threw is what its caller receives', async () => {
  const refusal = new Error('refused');
  const refuse = () => Promise.reject(refusal);
  expect(await failureOf(database.orm.transaction(refuse))).toBe(refusal);
});

withPostgres('a full disk is named as such, in a statement and in a transaction', async () => {
  const full = sql`DO $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = '53100'; END $$`;
  expect(outageOf(await failureOf(database.orm.execute(full)))).toBe('STORAGE_FULL');
  const inTransaction = database.orm.transaction((tx) => tx.execute(full));
  expect(outageOf(await failureOf(inTransaction))).toBe('STORAGE_FULL');
});

withPostgres('more connections than the role may have are refused as busy', async () => {
  const role = `limited_${process.pid}`;
  await other.orm.execute(sql.raw(`CREATE ROLE ${role} LOGIN PASSWORD 'limited' CONNECTION LIMIT 1`));
  const limited = await open(address.replace(/\/\/[^@]*@/, `//${role}:limited@`));
  try {
    const failure = await failureOf(limited.orm.transaction(() => limited.ping()));
    expect(outageOf(failure)).toBe('DATABASE_BUSY');
  } finally {
    await limited.close();
    await other.orm.execute(sql.raw(`DROP ROLE ${role}`));
  }
});
