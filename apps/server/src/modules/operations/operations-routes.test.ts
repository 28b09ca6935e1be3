/** The operations page and the metrics: their contents, and who may read them. */
import { getOperations, getRecoveryDrill } from '@undertow/contracts';
import { HOUR_MS } from '@undertow/market';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rowsOf, sql } from '#adapters/storage/database/orm.ts';
import { openTestApp, TEST_METRICS_TOKEN, TEST_ORIGIN, type TestApp, type TestUser } from '#testing/app.ts';
import { makeMember } from '#testing/cluster/memory-leases.ts';

let app: TestApp;
let admin: TestUser;
beforeAll(async () => {
  app = await openTestApp();
  admin = await app.newUser('free');
  await app.orm.execute(sql`UPDATE users SET role = 'admin' WHERE id = ${admin.id}`);
});
afterAll(() => app.close());

const DRILL = {
  atMs: Date.UTC(2026, 10, 20, 3),
  database: 'postgres',
  bytes: 1_000_000_000,
  rows: 5_000_000,
  backupSeconds: 30,
  restoreSeconds: 90,
  fault: null,
} as const;

async function putMail(id: string, failure: string | null, isGivenUp: boolean): Promise<void> {
  const nowMs = Math.floor(app.parts.clock.nowMs());
  await app.orm.execute(sql`INSERT INTO mail_outbox (id, user_id, template, facts, created_at_ms, attempts, next_attempt_ms,
    failure, given_up_at_ms) VALUES (${id}, ${admin.id}, 'welcome', '{}', ${nowMs}::bigint, 3, ${nowMs + 60_000}::bigint,
    ${failure}, ${isGivenUp ? nowMs : null}::bigint)`);
}

async function operations() {
  const response = await app.http.inject({ url: '/api/admin/operations', headers: admin.headers });
  expect(response.statusCode).toBe(200);
  return getOperations.response.parse(response.json());
}

function retry(id: string) {
  const headers = { ...admin.headers, origin: TEST_ORIGIN, 'sec-fetch-site': 'same-origin' };
  return app.http.inject({ method: 'POST', url: `/api/admin/mails/${id}/retry`, headers });
}

test('no drill is shown before one was made, and a failed one never', async () => {
  const newestDrill = async () =>
    getRecoveryDrill.response.parse((await app.http.inject({ url: '/api/recovery-drill' })).json());
  expect(await newestDrill()).toEqual({ drill: null });
  await app.stores.recovery.noteDrill({ ...DRILL, fault: 'users has 6 rows, expected 7' });
  expect(await newestDrill()).toEqual({ drill: null });
  expect((await operations()).backup).toMatchObject({
    last: null,
    drill: null,
    drillFault: { fault: 'users has 6 rows, expected 7' },
  });
  await app.stores.recovery.noteDrill({ ...DRILL, atMs: DRILL.atMs + 1 });
  await app.stores.recovery.noteBackup({ atMs: DRILL.atMs, bytes: 5, rows: 4, seconds: 3 });
  expect(await newestDrill()).toMatchObject({
    drill: { at: '2026-11-20T03:00:00.001Z', restoreSeconds: 90 },
  });
  expect((await operations()).backup).toMatchObject({ last: { bytes: 5, seconds: 3 }, drillFault: null });
});

test('the operations page shows the process, the database and its tables', async () => {
  const { process: facts, database } = await operations();
  expect(facts.node).toBe(process.versions.node);
  expect(facts.residentBytes).toBeGreaterThan(facts.heapBytes / 2);
  expect(database.kind).toBe('pglite');
  const tables = await rowsOf(app.orm, sql`SELECT 1 FROM pg_tables WHERE schemaname = 'public'`);
  expect(database.tables).toHaveLength(tables.length);
  expect(database.bytes).toBeGreaterThan(database.tables[0]?.bytes ?? Number.POSITIVE_INFINITY);
});

test('rows of a table that the database has not counted are not shown as zero', async () => {
  const rows = async () => (await operations()).database.tables.find(({ name }) => name === 'users')?.rows;
  expect(await rows()).toBeNull();
  await app.orm.execute(sql`ANALYZE users`);
  expect(await rows()).toBeGreaterThan(0);
});

test('excess rights of the server’s role are shown, in the words of the start', async () => {
  expect((await operations()).database.roleWarning).toBeNull();
  const warned = await openTestApp({ databaseRoleWarning: 'It may' });
  const user = await warned.newUser('free');
  await warned.promote(user);
  const response = await warned.http.inject({ url: '/api/admin/operations', headers: user.headers });
  await warned.close();
  expect(getOperations.response.parse(response.json()).database.roleWarning).toBe('It may');
});

test('the processes of a cluster are listed with what is wrong with them; while NATS is away the rest is there', async () => {
  expect(await operations()).toMatchObject({ processes: null, processesFault: null, processFindings: null });
  let isAway = false;
  const clustered = await openTestApp({
    processes: async () => {
      if (isAway) throw new Error('connection refused');
      return [makeMember('m', { leases: ['instrument.1'], version: '1.9.0' }), makeMember('w')];
    },
  });
  const user = await clustered.newUser('free');
  await clustered.promote(user);
  const read = async () => {
    const response = await clustered.http.inject({ url: '/api/admin/operations', headers: user.headers });
    expect(response.statusCode).toBe(200);
    return getOperations.response.parse(response.json());
  };
  const { processes, processFindings } = await read();
  expect(processes?.map(({ id, instruments }) => [id, instruments])).toEqual([
    ['m', ['ES']],
    ['w', []],
  ]);
  expect(processFindings?.upgrade).toEqual({ version: '1.9.0', done: 1, of: 2 });
  isAway = true;
  expect(await read()).toMatchObject({ processes: null, processesFault: 'NATS is away' });
  await clustered.close();
});

test('failed mails are shown without addresses; one can be resent, and the audit log names the requester', async () => {
  await putMail('m-given-up', '550 no such person <jane@example.com> here', true);
  await putMail('m-trying', 'connection refused', false);
  await putMail('m-unwanted', 'quiet hours began', true);
  await putMail('m-new', null, false);
  const { mails } = await operations();
  expect(mails.waiting).toBe(2);
  expect(mails.failed.map(({ id, error, nextAttemptAt }) => [id, error, nextAttemptAt === null])).toEqual([
    ['m-given-up', '550 no such person <…> here', true],
    ['m-trying', 'connection refused', false],
  ]);
  expect((await retry('m-given-up')).statusCode).toBe(200);
  expect((await operations()).mails.waiting).toBe(3);
  for (const id of ['m-unwanted', 'm-new', 'nobody']) expect((await retry(id)).statusCode, id).toBe(404);
  const audited = await rowsOf(
    app.orm,
    sql`SELECT actor, subject FROM audit_log WHERE action = 'mail.retried'`,
  );
  expect(audited).toEqual([{ actor: admin.id, subject: admin.id }]);
});

test('a mail with the longest id is shown and can be resent', async () => {
  const [user, request] = ['5f0c1a8e-3a52-4c53-9c0a-0d6f4f3a9b11', 'a1c0ffee-0000-4000-8000-00000000beef'];
  const id = `${admin.id}/role_changed/${user}/${request}`;
  await putMail(id, 'connection refused', true);
  expect((await operations()).mails.failed.map((mail) => mail.id)).toContain(id);
  expect((await retry(encodeURIComponent(id))).statusCode).toBe(200);
});

test('a refused alert is listed with its reason, and stored, audited and published once an administrator requeues it', async () => {
  const user = await app.newUser('pro', [1]);
  const row = {
    ...{
      id: 'dead',
      userId: user.id,
      instrumentId: 1,
      eventId: null,
      ruleId: null,
      alertType: 'price' as const,
    },
    ...{ title: 'ES crossed above 5000.00', message: 'Last price 5000.25', isRead: false, isQuiet: false },
    ...{
      isTest: false,
      market: 'platform' as const,
      source: 'simulated' as const,
      createdAt: '2026-11-20T16:00:00.000Z',
      eventType: null,
    },
    ...{ eventSize: null, eventAtMs: null },
  };
  await app.stores.alertDeadLetters.add(
    [{ raised: { row, mail: null }, delaySeconds: 0 }],
    new Error('out of range'),
    app.parts.clock.nowMs(),
  );
  const { alerts } = await operations();
  expect(alerts).toMatchObject({
    deadCount: 1,
    dead: [{ id: 'dead', userId: user.id, error: 'out of range' }],
  });
  const { body } = await app.http.inject({ url: '/metrics', remoteAddress: '127.0.0.1' });
  expect(body).toMatch(/^undertow_alerts_dead 1$/m);
  const published: string[] = [];
  const stop = app.parts.bus.subscribe('alert', ({ userId, alert }) =>
    published.push(`${userId} ${alert.id}`),
  );
  const headers = { ...admin.headers, origin: TEST_ORIGIN, 'sec-fetch-site': 'same-origin' };
  const requeue = () =>
    app.http.inject({ method: 'POST', url: '/api/admin/dead-alerts/dead/requeue', headers });
  expect((await requeue()).statusCode).toBe(200);
  expect((await requeue()).statusCode).toBe(404);
  stop();
  expect(published).toEqual([`${user.id} dead`]);
  expect((await operations()).alerts).toMatchObject({ deadCount: 0, dead: [] });
  const audited = sql`SELECT actor, subject FROM audit_log WHERE action = 'alert.requeued'`;
  expect(await rowsOf(app.orm, audited)).toEqual([{ actor: admin.id, subject: user.id }]);
});

test('a model that drifts is on the operations page and in the metrics', async () => {
  const state = (isDrifting: boolean) => ({
    ...{ slope: 1, offset: 0, outcomes: 150, isDrifting, learntSlope: 1, learntOffset: 0, settled: 150 },
    ...{ precision: [50, 0, 50] as const, trainedLoss: 0, learntLoss: 0, surplus: 0, variance: 0, hits: 0 },
    lastSession: { settled: 150, forecast: 0.71, observed: 0.48 },
  });
  const append = (hoursAgo: number, instrumentId: number, isDrifting: boolean) => {
    const atNs = `${Math.floor(app.parts.clock.nowMs()) - hoursAgo * HOUR_MS}000000`;
    const states = { absorption_hold: state(isDrifting), level_bounce: state(false) };
    const row = { kind: 'calibration', signalId: `calibration|${atNs}`, instrumentId, atNs, states } as const;
    return app.parts.trackStore.append({ source: 'simulated', run: 'a', instrumentId }, [row]);
  };
  await append(24, 1, true);
  await append(24, 2, true);
  await append(1, 2, false);
  await append(24 * 8, 3, true);
  const { drifting } = (await operations()).trackRecord;
  expect(drifting).toEqual([
    {
      ...{ source: 'simulated', symbol: 'ES', model: 'absorption_hold' },
      since: expect.any(String),
      session: { settled: 150, forecast: 0.71, observed: 0.48 },
    },
  ]);
  const { body } = await app.http.inject({ url: '/metrics', remoteAddress: '127.0.0.1' });
  const sample = (instrument: number, model: string) =>
    `undertow_model_drifting{source="simulated",instrument="${instrument}",model="${model}"}`;
  expect(body).toContain(`${sample(1, 'absorption_hold')} 1\n`);
  expect(body).toContain(`${sample(1, 'level_bounce')} 0\n`);
  expect(body).toContain(`${sample(2, 'absorption_hold')} 0\n`);
  expect(body).not.toContain(sample(3, 'absorption_hold'));
});

test('a payment event that fails is shown as a job', async () => {
  await app.orm.execute(sql`INSERT INTO stripe_events (id, type, created_at_ms, received_at_ms, attempts, next_attempt_ms, failure)
    VALUES ('evt_1', 'invoice.paid', 1, 2, 4, 5, 'it does not answer')`);
  expect((await operations()).jobs).toMatchObject({
    waiting: 1,
    failed: [
      {
        kind: 'payment event',
        id: 'evt_1',
        since: '1970-01-01T00:00:00.002Z',
        attempts: 4,
        error: 'it does not answer',
      },
    ],
  });
});

test('only the token gives remote access to the metrics', async () => {
  const from = (authorization?: string) =>
    app.http.inject({
      url: '/metrics',
      remoteAddress: '10.0.0.9',
      headers: authorization === undefined ? {} : { authorization },
    });
  expect((await from(`Bearer ${TEST_METRICS_TOKEN}`)).statusCode).toBe(200);
  // As a path that there is not
  const nothing = await app.http.inject({ url: '/no-such', remoteAddress: '10.0.0.9' });
  for (const wrong of [undefined, 'Bearer ', `Bearer ${TEST_METRICS_TOKEN}x`, TEST_METRICS_TOKEN]) {
    const { statusCode, body } = await from(wrong);
    expect([statusCode, body.includes('process_')]).toEqual([nothing.statusCode, false]);
  }
});

test('metrics are in the Prometheus format, count requests by route and name nobody', async () => {
  const user = await app.newUser('pro', [1]);
  await app.http.inject({ url: '/api/alerts', headers: user.headers });
  await app.http.inject({ url: `/api/order-flow-events/${user.id}/evidence`, headers: user.headers });
  await app.http.inject({ url: `/no-such/${user.id}` });
  const { body } = await app.http.inject({ url: '/metrics', remoteAddress: '127.0.0.1' });
  const lines = body.split('\n').filter((one) => one !== '');
  const line = /^[a-zA-Z_:][\w:]*(\{\w+="[^"\n]*"(,\w+="[^"\n]*")*\})? -?[\d.e+-]+$/;
  expect(lines.filter((one) => !/^# (HELP|TYPE) /.test(one) && !line.test(one))).toEqual([]);
  expect(new Set(lines).size).toBe(lines.length);
  expect(body).toContain('undertow_http_requests_total{method="GET",route="/api/alerts",status="2xx"} 1');
  expect(body).toContain('undertow_http_request_seconds_count{method="GET",route="/api/alerts"} 1');
  expect(body).toMatch(/^undertow_drill_age_seconds \d/m);
  expect(body).toMatch(/^undertow_database_up 1$/m);
  expect(body).not.toContain(user.id);
  const series = (path: string) => lines.filter((one) => one.includes(path)).length;
  expect(series('route="none"')).toBeGreaterThan(0);
});

test('while the database is down the metrics report it and continue', async () => {
  const away = await openTestApp({ ping: () => Promise.reject(new Error('away')) });
  const { statusCode, body } = await away.http.inject({ url: '/metrics', remoteAddress: '127.0.0.1' });
  await away.close();
  expect(statusCode).toBe(200);
  expect(body).toMatch(/^undertow_database_up 0$/m);
  expect(body).toMatch(/^process_resident_memory_bytes \d+$/m);
});
