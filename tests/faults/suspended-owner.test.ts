/** An owner that was suspended at any moment, while another process took its instrument over, writes nothing when it goes on. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createTrackHeadsFile } from '@undertow/server/src/adapters/storage/database/chain-heads-file.ts';
import { type Database, openDatabase } from '@undertow/server/src/adapters/storage/database/database.ts';
import { rowsOf, sql } from '@undertow/server/src/adapters/storage/database/orm.ts';
import { createTrackStore } from '@undertow/server/src/adapters/storage/track-record/track-store.ts';
import {
  hasPostgres,
  putTestRoles,
  startPostgres,
  type TestServer,
} from '@undertow/server/testing/database/databases.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type StartedProcess, startProcess } from './child-process.ts';

const given = process.env['DATABASE_URL_TEST'];
const OWNER = fileURLToPath(new URL('./write-as-owner.ts', import.meta.url));
const ROUNDS = process.env['LONG_TESTS'] === '1' ? 60 : 3;

describe.runIf(hasPostgres(given))('a suspended owner', () => {
  let server: TestServer;
  let database: Database;
  let address = '';
  const dataDir = mkdtempSync(join(tmpdir(), 'undertow-owners-'));
  const started: StartedProcess[] = [];
  beforeAll(async () => {
    server = await startPostgres(given);
    const asOwner = await server.createDatabase('migrated');
    address = (await putTestRoles(asOwner)).server;
    database = await openDatabase({ dataDir: null, databaseUrl: asOwner });
  }, 120_000);
  afterAll(async () => {
    for (const one of started) if (one.child.exitCode === null) await one.kill();
    await database?.close();
    await server?.stop();
    rmSync(dataDir, { recursive: true });
  });

  const start = (revision: number): StartedProcess => {
    const one = startProcess(OWNER, [address, dataDir, String(revision)]);
    started.push(one);
    return one;
  };
  const minutesOf = async (revision: number): Promise<readonly number[]> =>
    (
      await rowsOf<{ at: string }>(
        database.orm,
        sql`SELECT start_ms::text AS at FROM bars WHERE close_ticks = ${revision} ORDER BY start_ms`,
      )
    ).map(({ at }) => Number(at));
  const outcomes = async (): Promise<readonly number[]> =>
    (
      await rowsOf<{ id: string }>(
        database.orm,
        sql`SELECT signal_id AS id FROM track_record ORDER BY position`,
      )
    ).map(({ id }) => Number(id.split('-')[0]));
  const isStoredBy = async (revision: number): Promise<boolean> =>
    (await minutesOf(revision)).length > 0 && (await outcomes()).includes(revision);

  test(`${ROUNDS} times of ${ROUNDS} what it stores late is refused, and the chain goes on from the next owner`, async () => {
    let [owner, revision] = [start(1), 1];
    for (let round = 1; round <= ROUNDS; round += 1) {
      await expect.poll(() => isStoredBy(revision), { timeout: 60_000, interval: 20 }).toBe(true);
      await wait((round * 37) % 211);
      owner.child.kill('SIGSTOP');
      const next = start(revision + 1);
      // Of one that was suspended in the middle of a transaction, that transaction ends after ten seconds
      await expect.poll(() => isStoredBy(revision + 1), { timeout: 60_000, interval: 20 }).toBe(true);
      const before = await minutesOf(revision);
      const counted = (await outcomes()).filter((one) => one === revision).length;
      owner.child.kill('SIGCONT');
      await expect
        .poll(() => owner.lines().filter((line) => line.includes('dropped')).length, { timeout: 30_000 })
        .toBe(2);
      await wait(300);
      expect(owner.lines().filter((line) => line.includes('dropped'))).toHaveLength(2);
      const left = await minutesOf(revision);
      expect(left.filter((minute) => !before.includes(minute))).toEqual([]);
      expect((await outcomes()).filter((one) => one === revision)).toHaveLength(counted);
      await owner.kill();
      [owner, revision] = [next, revision + 1];
    }
    await owner.kill();
    const order = await outcomes();
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    const verdicts = await createTrackStore(database.orm, createTrackHeadsFile(dataDir)).verify();
    expect(verdicts).toMatchObject([{ chain: 'simulated/1', count: order.length, fault: null }]);
  }, 1_200_000);
});
