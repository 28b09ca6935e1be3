/** Processes that work on one queue, and are killed, suspended or terminated in the middle of a job: every job is done once. */
import { fileURLToPath } from 'node:url';
import { type Database, openDatabase } from '@undertow/server/src/adapters/storage/database/database.ts';
import { rowsOf, sql } from '@undertow/server/src/adapters/storage/database/orm.ts';
import { createJobDeadLetters } from '@undertow/server/src/adapters/storage/jobs/job-dead-letters.ts';
import { createJobQueue } from '@undertow/server/src/adapters/storage/jobs/job-queue.ts';
import {
  hasPostgres,
  putTestRoles,
  startPostgres,
  type TestServer,
} from '@undertow/server/testing/database/databases.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type StartedProcess, startProcess } from './child-process.ts';
import { TEST_JOB } from './test-job.ts';

const given = process.env['DATABASE_URL_TEST'];
const WORKER = fileURLToPath(new URL('./work-on-jobs.ts', import.meta.url));
const POLLED = { timeout: 60_000, interval: 50 };

describe.runIf(hasPostgres(given))('processes that work on one queue', () => {
  let server: TestServer;
  let database: Database;
  let address = '';
  const started: StartedProcess[] = [];
  beforeAll(async () => {
    server = await startPostgres(given);
    const asOwner = await server.createDatabase('migrated');
    address = (await putTestRoles(asOwner)).server;
    database = await openDatabase({ dataDir: null, databaseUrl: asOwner });
    await database.orm.execute(sql`CREATE TABLE job_effects
      (job text NOT NULL, pid integer NOT NULL, from_ms bigint NOT NULL, to_ms bigint NOT NULL)`);
  }, 120_000);
  beforeEach(async () => {
    for (const one of started.splice(0)) if (one.child.exitCode === null) await one.kill();
    await database.orm.execute(sql`TRUNCATE jobs, job_effects`);
  });
  afterAll(async () => {
    for (const one of started) if (one.child.exitCode === null) await one.kill();
    await database?.close();
    await server?.stop();
  });

  const start = (): StartedProcess => {
    const one = startProcess(WORKER, [address]);
    started.push(one);
    return one;
  };
  const enqueue = (name: string, ms: number, more: { partition?: string; isPoison?: true } = {}) => {
    const { partition, isPoison = false } = more;
    const job = { key: name, payload: { name, ms, isPoison }, userId: null };
    return createJobQueue(database.orm).enqueue(
      TEST_JOB,
      partition === undefined ? job : { ...job, partition },
    );
  };
  interface Effect {
    readonly job: string;
    readonly pid: number;
    readonly from: number;
    readonly to: number;
  }
  const effects = () =>
    rowsOf<Effect>(
      database.orm,
      sql`SELECT job, pid, from_ms::float8 AS "from", to_ms::float8 AS "to" FROM job_effects ORDER BY from_ms`,
    );
  const jobs = () =>
    rowsOf<{ key: string; state: string; attempts: number }>(
      database.orm,
      sql`SELECT key, state, attempts FROM jobs ORDER BY number`,
    );
  const begun = (one: StartedProcess) => one.lines().filter((line) => line.startsWith('begin'));

  test('no job is begun twice, and those of one partition run one after the other', async () => {
    const names = Array.from({ length: 24 }, (_, n) => `job ${n}`);
    for (const [n, name] of names.entries())
      await enqueue(name, 150, n % 2 === 0 ? { partition: `part ${n % 3}` } : {});
    const both = [start(), start()];
    const left = async () => (await jobs()).filter(({ state }) => state !== 'done').length;
    await expect.poll(left, POLLED).toBe(0);
    const all = both.flatMap(begun);
    expect(all.toSorted()).toEqual(names.map((name) => `begin ${name}`).toSorted());
    for (const one of both) expect(begun(one).length).toBeGreaterThan(0);
    const done = await effects();
    expect(done.map(({ job }) => job).toSorted()).toEqual(names.toSorted());
    for (const part of [0, 1, 2]) {
      const own = done.filter(({ job }) => {
        const n = Number(job.slice(4));
        return n % 2 === 0 && n % 3 === part;
      });
      own.slice(1).forEach(({ from }, at) => {
        expect(from).toBeGreaterThanOrEqual(own[at]?.to ?? Infinity);
      });
    }
  }, 120_000);

  test('the jobs of a process that was killed, and of one that was suspended, are done by another one, and once', async () => {
    await enqueue('of the killed', 300);
    await enqueue('of the killed too', 300_000);
    const killed = start();
    await expect.poll(() => begun(killed).length, POLLED).toBe(2);
    await killed.kill();
    await enqueue('of the suspended', 3_000);
    const suspended = start();
    await expect.poll(() => begun(suspended), POLLED).toContain('begin of the suspended');
    suspended.child.kill('SIGSTOP');
    await database.orm.execute(
      sql`UPDATE jobs SET payload = jsonb_set(payload, '{ms}', '100') WHERE key = 'of the killed too'`,
    );
    const next = start();
    const stored = async () => (await effects()).map(({ job }) => job).toSorted();
    const all = ['of the killed', 'of the killed too', 'of the suspended'];
    await expect.poll(stored, POLLED).toEqual(all);
    suspended.child.kill('SIGCONT');
    await expect.poll(() => suspended.lines(), POLLED).toContain('refused of the suspended');
    expect(await stored()).toEqual(all);
    expect((await effects()).find(({ job }) => job === 'of the suspended')?.pid).toBe(next.child.pid);
    expect((await jobs()).map(({ state }) => state)).toEqual(['done', 'done', 'done']);
  }, 180_000);

  test('a job that always fails becomes a dead letter; requeued by two administrators at once it runs once', async () => {
    const id = await enqueue('poison', 10, { isPoison: true });
    const one = start();
    await expect.poll(jobs, POLLED).toEqual([{ key: 'poison', state: 'dead', attempts: 2 }]);
    expect(begun(one)).toHaveLength(2);
    const letters = createJobDeadLetters(database.orm);
    expect(await letters.list(5)).toMatchObject([{ id, failure: 'poison', attempts: 2 }]);
    await database.orm.execute(sql`INSERT INTO job_effects VALUES ('antidote', 1, 0, 0)`);
    const requeued = await Promise.all(
      ['ann', 'ben'].map((who) => letters.requeue(id, who, Date.now(), who)),
    );
    expect(requeued.filter(Boolean)).toHaveLength(1);
    await expect.poll(jobs, POLLED).toEqual([{ key: 'poison', state: 'done', attempts: 1 }]);
    expect((await effects()).filter(({ job }) => job === 'poison')).toHaveLength(1);
  }, 120_000);

  test('a process that stops gives its jobs back, which uses up no attempt', async () => {
    await enqueue('long', 300_000);
    const one = start();
    await expect.poll(() => begun(one).length, POLLED).toBe(1);
    one.child.kill('SIGTERM');
    await expect.poll(jobs, POLLED).toEqual([{ key: 'long', state: 'waiting', attempts: 0 }]);
  }, 120_000);
});
