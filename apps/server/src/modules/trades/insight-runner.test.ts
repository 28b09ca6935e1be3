/** Insights of an older generator: recomputed in the background, with what their person did with them. */
import { INSIGHT_GENERATOR } from '@undertow/journal';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { rowsOf } from '#adapters/storage/database/orm.ts';
import { JobWorker } from '#jobs/job-worker.ts';
import { WorkUndone } from '#ports/journal-work.ts';
import { openTestApp, TEST_NOW, type TestApp, type TestUser } from '#testing/app.ts';
import { callAs, TRADE } from '#testing/trade-calls.ts';
import { createInsightsHandler } from './insight-refresh.ts';
import { InsightRunner } from './insight-runner.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
beforeEach(() => app.advance(31_000));
afterAll(() => app.close());

/** A generation takes a moment on a busy machine. */
const POLLED = { timeout: 20_000 };

const call = (user: TestUser, method: 'GET' | 'POST' | 'PATCH', url: string, body?: object) =>
  callAs(app, user, method, url, body);

/** Sixty trades of sixty days that lose clearly, and a generation of insights that its person read and implemented. */
async function personWithInsights(): Promise<{ user: TestUser; edge: { id: string; title: string } }> {
  const user = await app.newUser('free');
  const trades = Array.from({ length: 60 }, (_, at) => ({
    ...TRADE,
    entryTime: new Date(TEST_NOW - (70 - at) * 86_400_000).toISOString(),
    exitTime: new Date(TEST_NOW - (70 - at) * 86_400_000 + 60_000).toISOString(),
    pnl: at % 4 < 2 ? '50.00' : '-120.00',
  }));
  expect((await call(user, 'POST', '/trades/upload', { trades })).status).toBe(201);
  const { body } = await call(user, 'POST', '/insights/generate');
  const edge = body.find(
    ({ title }: { title: string }) => title === 'Your average trade loses money after costs',
  );
  await call(user, 'PATCH', `/insights/${edge.id}/read`);
  await call(user, 'PATCH', `/insights/${edge.id}/implemented`);
  return { user, edge };
}

/** As an older generator left it: with an interval that was too wide, and with this title. */
async function makeOutdated(user: TestUser, id: string, title: string): Promise<void> {
  await app.orm.execute(sql`
    UPDATE journal_insights SET body = jsonb_set(jsonb_set(body, '{effect,ci95}', '[-1, 1]'), '{title}',
      to_jsonb(${title}::text)) WHERE id = ${Number(id)}`);
  await app.orm.execute(sql`UPDATE journal_insight_runs SET generator = 1 WHERE user_id = ${user.id}`);
}

const found = async (user: TestUser, id: string) =>
  (await call(user, 'GET', '/insights')).body.find((insight: { id: string }) => insight.id === id);
const generatorOf = async (user: TestUser): Promise<unknown> =>
  (
    await rowsOf<{ generator: number }>(
      app.orm,
      sql`SELECT generator FROM journal_insight_runs WHERE user_id = ${user.id}`,
    )
  )[0]?.generator;

/** Enqueues what is outdated, and runs jobs until the test is over. */
async function runJobs(runner: InsightRunner): Promise<JobWorker> {
  await runner.enqueueOutdated();
  const { jobQueue: queue, log } = app.parts;
  const worker = new JobWorker({ queue, handlers: [createInsightsHandler(runner)], log, random: () => 1 });
  onTestFinished(() => worker.stop());
  return worker;
}

const jobOf = async (user: TestUser) =>
  (
    await rowsOf<{ state: string; attempts: number; failure: string | null }>(
      app.orm,
      sql`SELECT state, attempts, failure FROM jobs WHERE user_id = ${user.id}`,
    )
  )[0];

describe('insights of an older generator', () => {
  test('are marked stale and computed again, and equal findings keep number, first day and states', async () => {
    const { user, edge } = await personWithInsights();
    const before = await found(user, edge.id);
    await makeOutdated(user, edge.id, edge.title);
    expect((await call(user, 'GET', '/insights/run')).body).toMatchObject({ state: 'done', stale: true });
    await runJobs(app.parts.insightRunner);
    await expect.poll(() => jobOf(user), POLLED).toMatchObject({ state: 'done' });
    expect(await generatorOf(user)).toBe(INSIGHT_GENERATOR);
    expect((await call(user, 'GET', '/insights/run')).body).toMatchObject({ state: 'done', stale: false });
    expect(await found(user, edge.id)).toEqual(before);
    expect(before).toMatchObject({ isRead: true, isImplemented: true });
  });

  test('are unread again where the finding changed', async () => {
    const { user, edge } = await personWithInsights();
    await makeOutdated(user, edge.id, 'An edge is not shown yet');
    await runJobs(app.parts.insightRunner);
    await expect.poll(() => jobOf(user), POLLED).toMatchObject({ state: 'done' });
    expect(await found(user, edge.id)).toMatchObject({
      title: edge.title,
      isRead: false,
      isImplemented: false,
    });
  });

  test('wait while the threads are busy without using up an attempt, and hold up nobody when one of them fails', async () => {
    const people = [await personWithInsights(), await personWithInsights()].sort((a, b) =>
      a.user.id < b.user.id ? -1 : 1,
    );
    for (const { user, edge } of people) await makeOutdated(user, edge.id, edge.title);
    const [first, second] = people.map(({ user }) => user) as [TestUser, TestUser];
    const { journalWork } = app.parts;
    const runnerWhere = (fail: (userId: string) => Error | null) =>
      new InsightRunner({
        ...app.parts,
        journalWork: {
          ...journalWork,
          compute: async (journal, task) => {
            const error = fail(journal.userId);
            if (error !== null) throw error;
            return journalWork.compute(journal, task);
          },
        },
      });
    const busy = await runJobs(runnerWhere(() => new WorkUndone('busy')));
    const isDue = sql`SELECT 1 FROM jobs WHERE (state <> 'waiting' OR due_ms <= extract(epoch FROM clock_timestamp()) * 1000)`;
    await expect
      .poll(async () => (await rowsOf(app.orm, sql`${isDue} AND state <> 'done'`)).length, POLLED)
      .toBe(0);
    await busy.stop();
    expect([await jobOf(first), await jobOf(second)]).toMatchObject([{ attempts: 0 }, { attempts: 0 }]);
    expect([await generatorOf(first), await generatorOf(second)]).toEqual([1, 1]);
    await app.orm.execute(sql`UPDATE jobs SET due_ms = 0`);
    await runJobs(runnerWhere((userId) => (userId === first.id ? new WorkUndone('too-heavy') : null)));
    await expect.poll(() => jobOf(second), POLLED).toMatchObject({ state: 'done' });
    await expect
      .poll(() => jobOf(first), POLLED)
      .toMatchObject({
        ...{ state: 'waiting', attempts: 1, failure: 'journal work: too-heavy' },
      });
    expect([await generatorOf(first), await generatorOf(second)]).toEqual([1, INSIGHT_GENERATOR]);
    const stop = app.parts.insightRunner.startRefreshing();
    await stop();
  });
});
