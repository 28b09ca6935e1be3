/** Background jobs that failed for good, at Operations. */
import { getOperations } from '@undertow/contracts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rowsOf } from '#adapters/storage/database/orm.ts';
import { openTestApp, TEST_ORIGIN, type TestApp, type TestUser } from '#testing/app.ts';

let app: TestApp;
let admin: TestUser;
beforeAll(async () => {
  app = await openTestApp();
  admin = await app.newUser('free');
  await app.promote(admin);
});
afterAll(() => app.close());

async function operations() {
  const response = await app.http.inject({ url: getOperations.path, headers: admin.headers });
  return getOperations.response.parse(response.json());
}

test('a job that failed for good is listed with its reason, requeued once, and removed, each with its audit row', async () => {
  const user = await app.newUser('pro', [1]);
  const put = () =>
    app.orm.execute(sql`INSERT INTO jobs (id, kind, user_id, key, payload, priority, turn, state, attempts, max_attempts,
      due_ms, created_ms, ended_ms, failure) VALUES ('dead', 'test', ${user.id}, 'key', '{"day": "2026-11-20"}', 0, 0, 'dead',
      3, 3, 1, 1, 2, 'no file')`);
  await put();
  expect((await operations()).jobs).toMatchObject({
    deadCount: 1,
    dead: [{ id: 'dead', userId: user.id, attempts: 3, error: 'no file', payload: '{"day":"2026-11-20"}' }],
  });
  const { body } = await app.http.inject({ url: '/metrics', remoteAddress: '127.0.0.1' });
  expect(body).toMatch(/^undertow_job_queue\{state="dead"\} 1$/m);
  const headers = { ...admin.headers, origin: TEST_ORIGIN, 'sec-fetch-site': 'same-origin' };
  const url = '/api/admin/dead-jobs/dead';
  const requeue = () => app.http.inject({ method: 'POST', url: `${url}/requeue`, headers });
  expect((await requeue()).statusCode).toBe(200);
  expect((await requeue()).statusCode).toBe(404);
  expect((await operations()).jobs).toMatchObject({ deadCount: 0, dead: [] });
  const state = sql`SELECT state, attempts, failure FROM jobs WHERE id = 'dead'`;
  expect(await rowsOf(app.orm, state)).toEqual([{ state: 'waiting', attempts: 0, failure: null }]);
  await app.orm.execute(sql`DELETE FROM jobs`);
  await put();
  const drop = () => app.http.inject({ method: 'DELETE', url, headers });
  expect((await drop()).statusCode).toBe(200);
  expect((await drop()).statusCode).toBe(404);
  const audited = sql`SELECT action, subject FROM audit_log WHERE action LIKE 'job.%' ORDER BY number`;
  expect(await rowsOf(app.orm, audited)).toEqual([
    { action: 'job.requeued', subject: user.id },
    { action: 'job.dropped', subject: user.id },
  ]);
});
