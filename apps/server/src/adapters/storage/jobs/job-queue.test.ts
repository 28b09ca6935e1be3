/** The queue against a model of it: order, claims, leases, attempts, deadlines, cancellation and dead letters. */
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '#adapters/storage/database/database.ts';
import { rowsOf, sql } from '#adapters/storage/database/orm.ts';
import { createStores, type Stores } from '#adapters/storage/stores.ts';
import type { JobKind } from '#ports/jobs/job-kind.ts';
import {
  JOB_LEASE,
  type JobClaim,
  type JobDeadLetters,
  type JobQueue,
  type NewJob,
} from '#ports/jobs/job-queue.ts';
import { FencedOff } from '#ports/ownership/fence.ts';
import { openMemoryDatabase } from '#testing/database/databases.ts';
import { JobModel, type ModelJob } from '#testing/jobs/job-model.ts';
import { withClaim } from './claim-fence.ts';
import { createJobDeadLetters } from './job-dead-letters.ts';
import { createJobQueue } from './job-queue.ts';

const KIND: JobKind<object> = {
  ...{ name: 'test', title: 'Test', payload: { parse: (stored) => stored as object } },
  ...{ priority: 0, atOnce: 1, maxAttempts: 2, deadlineMs: null, firstRetryMs: 1_000, maxRetryMs: 60_000 },
};

const HOLD_MS = JOB_LEASE.holdMs;

let database: Database;
let stores: Stores;
let users: readonly string[];
let nowMs: number;
let queue: JobQueue;
let letters: JobDeadLetters;
beforeAll(async () => {
  database = await openMemoryDatabase();
  stores = createStores(database.orm);
  const ensure = async (sub: string) => (await stores.users.ensure('https://id.example', sub, 0)).id;
  users = [await ensure('ann'), await ensure('ben'), await ensure('cem')];
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.orm.execute(sql`DELETE FROM jobs`);
  nowMs = 1_800_000_000_000;
  const clock = () => sql`${nowMs}::bigint`;
  queue = createJobQueue(database.orm, clock);
  letters = createJobDeadLetters(database.orm, clock);
});

const userOf = (n: number): string => users[n] ?? '';
const put = (key: string, job: Partial<NewJob<object>> = {}, kind: Partial<JobKind<object>> = {}) =>
  queue.enqueue({ ...KIND, ...kind }, { key, payload: { key }, userId: null, ...job });
const take = async () => {
  const job = await queue.claim([KIND.name]);
  if (job === null) throw new Error('expected a job');
  return job;
};
const rows = () =>
  rowsOf<{ id: string; state: string; attempts: number }>(
    database.orm,
    sql`SELECT id, state, attempts FROM jobs ORDER BY number`,
  );

type Step =
  | {
      readonly kind: 'enqueue';
      readonly key: number;
      readonly user: number;
      readonly urgent: boolean;
      readonly part: number;
      readonly deadline: boolean;
    }
  | { readonly kind: 'claim' | 'sweep' }
  | { readonly kind: 'pass'; readonly ms: number }
  | {
      readonly kind: 'renew' | 'complete' | 'retry' | 'bury' | 'release' | 'cancel' | 'requeue' | 'drop';
      readonly at: number;
    };

const anySteps = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant('enqueue' as const),
        key: fc.nat(12),
        user: fc.nat(3),
        urgent: fc.boolean(),
        part: fc.nat(4),
        deadline: fc.boolean(),
      }),
    },
    { weight: 5, arbitrary: fc.record({ kind: fc.constant('claim' as const) }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('sweep' as const) }) },
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constant('pass' as const),
        ms: fc.constantFrom(1, 900, HOLD_MS - 1, HOLD_MS + 1, 9_000, 70_000),
      }),
    },
    {
      weight: 6,
      arbitrary: fc.record({
        kind: fc.constantFrom(
          'renew' as const,
          'complete' as const,
          'retry' as const,
          'bury' as const,
          'release' as const,
          'cancel' as const,
          'requeue' as const,
          'drop' as const,
        ),
        at: fc.nat(40),
      }),
    },
  ),
  { minLength: 10, maxLength: 60 },
);

class Run {
  readonly model = new JobModel();
  readonly claims: JobClaim[] = [];

  async step(step: Step): Promise<void> {
    switch (step.kind) {
      case 'enqueue':
        return this.#enqueue(step);
      case 'claim':
        return this.#claim();
      case 'sweep':
        this.model.sweep();
        return queue.sweep();
      case 'pass':
        this.model.nowMs += step.ms;
        nowMs = this.model.nowMs;
        return;
      case 'cancel':
      case 'requeue':
      case 'drop':
        return this.#settle(step.kind, step.at);
      default:
        return this.#withClaim(step.kind, step.at);
    }
  }

  async #enqueue({ key, user, urgent, part, deadline }: Extract<Step, { kind: 'enqueue' }>): Promise<void> {
    const job = {
      key: String(key),
      userId: user === 3 ? null : userOf(user),
      ...(part > 1 ? {} : { partition: `part ${part}` }),
    };
    const kind = { priority: urgent ? 5 : 0, deadlineMs: deadline ? 8_000 : null };
    const known = this.model.known(job.key);
    const id = await put(job.key, job, kind);
    if (known !== undefined) expect(id).toBe(known.id);
    else {
      const { priority, deadlineMs: periodMs } = kind;
      this.model.enqueue(id, {
        ...job,
        partition: job.partition ?? null,
        priority,
        periodMs,
        maxAttempts: 2,
      });
    }
  }

  async #claim(): Promise<void> {
    const expected = this.model.claim();
    const job = await queue.claim([KIND.name]);
    expect(job?.claim ?? null).toEqual(expected && { id: expected.id, number: expected.claim });
    if (job !== null) this.claims.push(job.claim);
  }

  async #withClaim(kind: 'renew' | 'complete' | 'retry' | 'bury' | 'release', at: number): Promise<void> {
    const claim = this.claims[at % Math.max(1, this.claims.length)];
    if (claim === undefined) return;
    const held = this.model.held(claim.id, claim.number);
    if (kind === 'renew') return this.#renew(claim, held);
    const calls = {
      complete: () => queue.complete(claim),
      retry: () => queue.retry(claim, new Error('failed'), 500),
      bury: () => queue.bury(claim, new Error('poison')),
      release: () => queue.release(claim, 0),
    };
    expect(await calls[kind]()).toBe(held !== undefined);
    if (held === undefined) return;
    if (kind === 'complete') held.state = 'done';
    if (kind === 'retry') this.model.fail(held, 500);
    if (kind === 'bury') held.state = 'dead';
    if (kind === 'release')
      Object.assign(held, { state: 'waiting', attempts: held.attempts - 1, dueMs: nowMs });
  }

  async #renew(claim: JobClaim, held: ModelJob | undefined): Promise<void> {
    const renewal = await queue.renew(claim, { fraction: 0.5, note: 'half' });
    if (held === undefined) return expect(renewal).toBe('lost');
    expect(renewal).toBe((held.deadlineMs ?? Infinity) <= nowMs ? 'overdue' : 'held');
    held.heldUntilMs = nowMs + HOLD_MS;
  }

  async #settle(kind: 'cancel' | 'requeue' | 'drop', at: number): Promise<void> {
    const job = this.model.jobs[at % Math.max(1, this.model.jobs.length)];
    if (job === undefined) return;
    if (kind === 'cancel') {
      const may = job.userId === userOf(0) && (job.state === 'waiting' || job.state === 'running');
      expect(await queue.cancel(userOf(0), job.id)).toBe(may);
      if (may) job.state = 'cancelled';
      return;
    }
    const isDead = job.state === 'dead';
    expect(await letters[kind](job.id, 'admin', nowMs, 'request')).toBe(isDead);
    if (isDead && kind === 'requeue') this.model.requeue(job);
    if (isDead && kind === 'drop') this.model.jobs.splice(this.model.jobs.indexOf(job), 1);
  }
}

test('whatever is requested in whatever order, the queue is what its model is', async () => {
  await fc.assert(
    fc.asyncProperty(anySteps, async (steps) => {
      await database.orm.execute(sql`DELETE FROM jobs`);
      const run = new Run();
      nowMs = run.model.nowMs;
      for (const step of steps) {
        await run.step(step);
        const expected = run.model.jobs.map(({ id, state, attempts }) => ({ id, state, attempts }));
        expect(await rows()).toEqual(expected);
      }
    }),
    { numRuns: process.env['LONG_TESTS'] === '1' ? 400 : 40 },
  );
}, 120_000);

test('three hundred jobs of one user delay another user’s by no more than one', async () => {
  for (let n = 0; n < 300; n += 1) await put(`ann ${n}`, { userId: userOf(0) });
  for (let n = 0; n < 100; n += 1) await queue.complete((await take()).claim);
  await put('ben 0', { userId: userOf(1) });
  await put('ben 1', { userId: userOf(1) });
  const order: (string | null)[] = [];
  for (let n = 0; n < 6; n += 1) {
    const job = await take();
    order.push(job.userId);
    await queue.complete(job.claim);
  }
  const [ann, ben] = users;
  expect(order).toEqual([ann, ben, ann, ben, ann, ann]);
});

test('what is stored under a claim is refused once another process has the job', async () => {
  await put('a');
  const first = (await take()).claim;
  await withClaim(database.orm, first, (tx) => tx.execute(sql`UPDATE jobs SET note = 'by the first'`));
  nowMs += HOLD_MS + 1;
  await queue.sweep();
  nowMs += 60_000;
  const second = (await take()).claim;
  const late = withClaim(database.orm, first, (tx) => tx.execute(sql`UPDATE jobs SET note = 'late'`));
  await expect(late).rejects.toThrow(FencedOff);
  await withClaim(database.orm, second, (tx) => tx.execute(sql`UPDATE jobs SET note = 'by the second'`));
  expect(await queue.complete(first)).toBe(false);
  expect(await queue.complete(second)).toBe(true);
  await expect(withClaim(database.orm, second, async () => undefined)).rejects.toThrow(FencedOff);
});

test('progress is shown with what remains at the speed so far, to nobody but its user', async () => {
  const id = await put('a', { userId: userOf(0) });
  const { claim } = await take();
  nowMs += 3_000;
  await queue.renew(claim, { fraction: 0.25, note: 'row 5 of 20' });
  expect(await queue.find(userOf(0), [id])).toMatchObject([
    { state: 'running', progress: { fraction: 0.25, note: 'row 5 of 20' }, remainingMs: 9_000 },
  ]);
  expect(await queue.find(userOf(1), [id])).toEqual([]);
});

test('a dead letter says what failed, without the statement of the database, and is gone with its user', async () => {
  const gone = (await stores.users.ensure('https://id.example', 'gone', 0)).id;
  await put('a', { userId: gone, payload: { day: '2026-11-20' } });
  const failure = new Error('Failed query: INSERT', { cause: new Error('value out of range') });
  await queue.bury((await take()).claim, failure);
  expect(await letters.list(10)).toMatchObject([
    { userId: gone, failure: 'value out of range', payload: { day: '2026-11-20' }, attempts: 1 },
  ]);
  await database.orm.execute(sql`DELETE FROM users WHERE id = ${gone}`);
  expect(await letters.list(10)).toEqual([]);
});
