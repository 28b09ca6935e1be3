/** Export and erasure over HTTP: to the user alone, after a recent sign-in, everything and nothing else. */
import type { RecordedProduct, RunSummary } from '@undertow/feeds';
import { sql } from 'drizzle-orm';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rowsOf } from '#adapters/storage/database/orm.ts';
import { openTestApp, type TestApp, type TestUser } from '#testing/app.ts';
import { CANARY, writeCanaryRows } from '#testing/canary-rows.ts';
import { NO_RECORDINGS } from '#testing/recordings/no-recordings.ts';

/** A session of NQ that was recorded for the owner of the query. */
function runOf({ owner = null }: Partial<RecordedProduct> = {}): RunSummary {
  return {
    ...{ owner, source: 'rithmic', product: 'NQ', tradingDay: '2026-11-20', run: 'r1' },
    ...{ path: '/r1.dbn.zst.sealed', bytes: 4500, rowsBytes: 4000, changedMs: 0, state: 'ended' },
    ...{ records: 120, gaps: 1, firstMs: Date.UTC(2026, 10, 20, 14), latestMs: Date.UTC(2026, 10, 20, 15) },
    header: { contract: 'NQZ6' } as RunSummary['header'],
  };
}

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({
    recordings: { ...NO_RECORDINGS.recordings, list: async (query) => [runOf(query)] },
  });
});
afterAll(() => app.close());

async function exportOf({ headers }: TestUser) {
  const response = await app.http.inject({ url: '/api/account/export', headers });
  if (response.statusCode !== 200) return { response, files: {} as Record<string, string> };
  const opened = Object.entries(unzipSync(response.rawPayload));
  const files = Object.fromEntries(
    opened.map(([name, bytes]) => [name, Buffer.from(bytes).toString('utf8')]),
  );
  return { response, files };
}

test('the archive contains every subject twice, the profile, and who accessed the account', async () => {
  const user = await app.newUser('pro', [1, 2]);
  const other = await app.newUser('elite', [3]);
  await writeCanaryRows(app.orm, user.id, 2);
  const { response, files } = await exportOf(user);
  expect(response.headers).toMatchObject({
    'content-type': 'application/zip',
    'content-disposition': 'attachment; filename="undertow-account-2026-11-20.zip"',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  const names = Object.keys(files);
  const subjects = [...app.parts.personalData.files.map(({ name }) => name), 'own-market-recordings'];
  expect(names).toEqual(['README.txt', ...subjects.flatMap((name) => [`${name}.json`, `${name}.csv`])]);
  for (const name of subjects) {
    expect(files['README.txt']).toContain(name);
    const rows = JSON.parse(files[`${name}.json`] ?? '') as object[];
    const lines = (files[`${name}.csv`] ?? '').trimEnd().split('\r\n');
    expect([name, lines.length - 1]).toEqual([name, rows.length]);
    expect([name, rows.length > 0]).toEqual([name, true]);
  }
  expect(JSON.parse(files['profile.json'] ?? '')).toMatchObject([
    { id: user.id, firstName: 'Test', role: 'user', createdAt: '2026-11-20T15:00:00.000Z' },
  ]);
  expect(JSON.parse(files['account-access.json'] ?? '')).toMatchObject([
    { by: 'test', action: 'tier.granted', at: '2026-11-20T15:00:00.000Z' },
    { by: 'you', action: 'account.exported' },
  ]);
  expect(JSON.parse(files['own-market-recordings.json'] ?? '')).toEqual([
    {
      ...{ source: 'rithmic', product: 'NQ', contract: 'NQZ6', tradingDay: '2026-11-20' },
      ...{ from: '2026-11-20T14:00:00.000Z', to: '2026-11-20T15:00:00.000Z' },
      ...{ records: 120, gaps: 1, bytes: 4500 },
    },
  ]);
  expect(files['README.txt']).toMatch(/own-market-recordings .*licensed to you for display/);
  const everything = Object.values(files).join('\n');
  expect(everything).toContain(CANARY);
  expect(everything).not.toContain(`${CANARY}-secret`);
  expect(everything).not.toContain(other.id);
});

test('T31 no hash of a session and no other internal name of the server is in it', async () => {
  const user = await app.newUser('pro', [1]);
  const { files } = await exportOf(user);
  const stored = await rowsOf<{ id_hash: string }>(
    app.orm,
    sql`SELECT id_hash FROM sessions WHERE user_id = ${user.id}`,
  );
  for (const { id_hash } of stored) expect(Object.values(files).join()).not.toContain(id_hash);
  const [device] = JSON.parse(files['devices.json'] ?? '') as object[];
  expect(Object.keys(device ?? {}).toSorted()).toEqual(
    ['authAt', 'createdAt', 'device', 'lastSeenAt', 'publicId'].toSorted(),
  );
});

test('T23 hostile text in a row is no formula in the file', async () => {
  const user = await app.newUser('pro', [1]);
  await app.stores.alerts.raise(
    [
      {
        row: {
          id: `hostile-${user.id}`,
          userId: user.id,
          instrumentId: 1,
          eventId: null,
          eventType: null,
          eventSize: null,
          eventAtMs: null,
          title: '=cmd|calc',
          message: '@SUM(A1)\r\n=1',
          isRead: false,
          ruleId: null,
          alertType: 'event' as const,
          isQuiet: false,
          isTest: false,
          market: 'platform' as const,
          source: 'simulated' as const,
          createdAt: '2026-11-20T10:00:00.000Z',
        },
        mail: null,
      },
    ],
    0,
  );
  const { files } = await exportOf(user);
  expect(files['alerts.csv']).toContain(`"'=cmd|calc","'@SUM(A1)\r\n=1"`);
  expect(JSON.parse(files['alerts.json'] ?? '')).toMatchObject([{ title: '=cmd|calc' }]);
});

test('thousands of rows are returned, each once', async () => {
  const user = await app.newUser('pro', [1]);
  await app.orm.execute(sql`INSERT INTO alerts (id, user_id, title, message, is_read, created_at_ms)
    SELECT 'many-' || n, ${user.id}, 't', 'm', false, n FROM generate_series(1, 2345) n`);
  const { files } = await exportOf(user);
  const ids = (JSON.parse(files['alerts.json'] ?? '') as { id: string }[]).map(({ id }) => id);
  expect([ids.length, new Set(ids).size]).toEqual([2345, 2345]);
  expect((files['alerts.csv'] ?? '').trimEnd().split('\r\n')).toHaveLength(2346);
});

test('T09 ten minutes after the sign-in neither export nor erasure, until a fresh one', async () => {
  const user = await app.newUser('pro', [1]);
  app.advance(10 * 60_000);
  expect((await exportOf(user)).response.statusCode).toBe(200);
  app.advance(1);
  const { response } = await exportOf(user);
  expect([response.statusCode, response.json().code]).toEqual([403, 'REAUTH_REQUIRED']);
  const erasure = await app.http.inject({
    method: 'POST',
    url: '/api/account/erase',
    headers: user.headers,
  });
  expect([erasure.statusCode, erasure.json().code]).toEqual([403, 'REAUTH_REQUIRED']);
  expect(await app.stores.erasures.find(user.id)).toBeUndefined();
});

test('the fourth export within ten minutes is refused', async () => {
  const user = await app.newUser('pro', [1]);
  const statuses: number[] = [];
  for (let n = 0; n < 4; n += 1) statuses.push((await exportOf(user)).response.statusCode);
  expect(statuses).toEqual([200, 200, 200, 429]);
});

test('an erasure shows its day, changes nothing until then, and can be withdrawn', async () => {
  const user = await app.newUser('pro', [1]);
  const send = (method: 'GET' | 'POST' | 'DELETE') =>
    app.http.inject({ method, url: '/api/account/erase', headers: user.headers });
  expect((await send('GET')).json()).toEqual({ requestedAt: null, dueAt: null });
  const response = await send('POST');
  expect(response.statusCode).toBe(202);
  const { requestedAt, dueAt } = response.json();
  expect(Date.parse(dueAt) - Date.parse(requestedAt)).toBe(7 * 86_400_000);
  expect((await send('GET')).json()).toEqual({ requestedAt, dueAt });
  const used = await app.http.inject({ url: '/api/market-data?instrumentId=1', headers: user.headers });
  expect(used.statusCode).toBe(200);
  expect((await send('DELETE')).json()).toEqual({ ok: true });
  expect((await send('GET')).json()).toEqual({ requestedAt: null, dueAt: null });
  expect((await send('DELETE')).json()).toEqual({ ok: true });
});

test('the company details are public', async () => {
  const response = await app.http.inject({ url: '/api/company' });
  expect(response.json()).toMatchObject({ name: 'Undertow Test Ltd', icoNumber: null });
});
