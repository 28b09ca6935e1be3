/** How a worker settles jobs: cancelled, overdue, of an unknown payload, stopped, and while the database is away. */
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import type { Database } from '#adapters/storage/database/database.ts';
import { rowsOf, sql } from '#adapters/storage/database/orm.ts';
import { createJobQueue } from '#adapters/storage/jobs/job-queue.ts';
import { createStores } from '#adapters/storage/stores.ts';
import type { JobKind } from '#ports/jobs/job-kind.ts';
import type { JobQueue } from '#ports/jobs/job-queue.ts';
import { openMemoryDatabase } from '#testing/database/databases.ts';
import { createHandler, type JobRun } from './job-handler.ts';
import { JobWorker } from './job-worker.ts';

const KIND: JobKind<{ n: number }> = {
  ...{ name: 'test', title: 'Test', payload: z.object({ n: z.number() }), priority: 0, atOnce: 1 },
  ...{ maxAttempts: 3, deadlineMs: null, firstRetryMs: 60_000, maxRetryMs: 60_000 },
};
const LOG = { info: () => undefined, warn: () => undefined, error: () => undefined };
const POLLED = { timeout: 20_000 };

let database: Database;
let queue: JobQueue;
let userId: string;
beforeAll(async () => {
  database = await openMemoryDatabase();
  queue = createJobQueue(database.orm);
  userId = (await createStores(database.orm).users.ensure('https://id.example', 'ann', 0)).id;
});
afterAll(() => database.close());
beforeEach(() => database.orm.execute(sql`DELETE FROM jobs`));

const put = (payload: object = { n: 1 }, kind: Partial<typeof KIND> = {}) =>
  queue.enqueue({ ...KIND, ...kind }, { key: 'key', payload: payload as { n: number }, userId });
const job = async () =>
  (
    await rowsOf<{ state: string; attempts: number; failure: string | null }>(
      database.orm,
      sql`SELECT state, attempts, failure FROM jobs`,
    )
  )[0];

function work(run: (job: JobRun) => Promise<void>, over: Partial<JobQueue> = {}): JobWorker {
  const handlers = [createHandler(KIND, (_payload, jobRun) => run(jobRun))];
  const own = { ...bound(queue), ...over };
  const worker = new JobWorker({ queue: own, handlers, log: LOG, random: () => 1 });
  onTestFinished(() => worker.stop());
  return worker;
}

function bound(of: JobQueue): JobQueue {
  return {
    enqueue: of.enqueue.bind(of),
    claim: of.claim.bind(of),
    renew: of.renew.bind(of),
    complete: of.complete.bind(of),
    retry: of.retry.bind(of),
    bury: of.bury.bind(of),
    release: of.release.bind(of),
    sweep: of.sweep.bind(of),
    cancel: of.cancel.bind(of),
    find: of.find.bind(of),
    statesOf: of.statesOf.bind(of),
  };
}

const untilAborted = ({ signal }: JobRun): Promise<void> => wait(60_000, undefined, { signal });

test('a job that its user cancels ends here, and stays cancelled', async () => {
  const id = await put();
  let reason: unknown = null;
  work(async (run) => {
    run.report(0.5, 'half');
    await untilAborted(run).finally(() => {
      reason = run.signal.reason;
    });
  });
  await expect
    .poll(async () => (await queue.find(userId, [id]))[0]?.progress, POLLED)
    .toEqual({
      ...{ fraction: 0.5, note: 'half' },
    });
  expect(await queue.cancel(userId, id)).toBe(true);
  await expect.poll(() => reason, POLLED).toBe('lost');
  expect(await job()).toMatchObject({ state: 'cancelled', failure: null });
});

test('a job whose deadline passes while it runs is a dead letter', async () => {
  await put({ n: 1 }, { deadlineMs: 100 });
  work(untilAborted);
  await expect
    .poll(job, POLLED)
    .toMatchObject({ state: 'dead', failure: expect.stringContaining('deadline passed') });
});

test('a payload that this release does not know is a dead letter at once', async () => {
  await put({ n: 'one' });
  work(async () => undefined);
  await expect.poll(job, POLLED).toMatchObject({ state: 'dead', attempts: 1 });
});

test('a job that fails waits for its next attempt, and one that ignores the stop is given back all the same', async () => {
  await put();
  const worker = work(() => Promise.reject(new Error('not today')));
  await expect.poll(job, POLLED).toEqual({ state: 'waiting', attempts: 1, failure: 'not today' });
  await worker.stop();
  await database.orm.execute(sql`UPDATE jobs SET due_ms = 0`);
  const deaf = Promise.withResolvers<void>();
  onTestFinished(() => deaf.resolve());
  const next = work(() => deaf.promise);
  await expect.poll(job, POLLED).toMatchObject({ state: 'running', attempts: 2 });
  await next.stop();
  expect(await job()).toMatchObject({ state: 'waiting', attempts: 1 });
});

test('a job that ends while the database is away is stored when it is back, and not done again', async () => {
  await put();
  let [runs, failures] = [0, 0];
  work(
    async () => {
      runs += 1;
    },
    {
      complete: (claim) => {
        failures += 1;
        return failures < 3 ? Promise.reject(new Error('away')) : queue.complete(claim);
      },
    },
  );
  await expect.poll(job, POLLED).toMatchObject({ state: 'done', attempts: 1 });
  expect(runs).toBe(1);
});
