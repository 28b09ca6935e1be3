/** Backtests from the request to the result: recorded sessions are read by detectors once, rules are tested on what they found. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { FACTS_VERSION, factsBytes, readFacts } from '@undertow/backtest';
import { madeSession, randomEvents, tradingDays } from '@undertow/backtest/testing/made-session.ts';
import {
  type BacktestDto,
  createBacktest,
  getBacktestResult,
  listBacktestSessions,
  listBacktests,
  listBacktestTrades,
} from '@undertow/contracts';
import { importFile } from '@undertow/journal';
import { instrumentBySymbol, MINUTE_MS, NEAR_LEVELS, type NearLevel, seededDraws } from '@undertow/market';
import { rowsOf, sql } from '@undertow/server/src/adapters/storage/database/orm.ts';
import { startJobWorker } from '@undertow/server/src/assembly/jobs/start-job-worker.ts';
import { VERSION } from '@undertow/server/src/config/version.ts';
import type { Recordings } from '@undertow/server/src/ports/recordings.ts';
import { openTestApp, TEST_ORIGIN, type TestApp, type TestUser } from '@undertow/server/testing/app.ts';
import {
  EVENING_MS,
  HandSession,
  openedRecordings,
} from '@undertow/server/testing/recordings/recorded-session.ts';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';

const DAYS = tradingDays(12);
/** On a machine that does other things too. */
const POLLED = { timeout: 150_000, interval: 200 };
const RULE = `name: Icebergs
product: ES
entry:
  event: iceberg
  probability: ">= 0.75"
  size: ">= 100"
exits:
  stop: 16 ticks
  target: 24 ticks
  time: 30 min
costs: {round_turn: 4.20 USD}
`;

let app: TestApp;
let root: string;
let real: Recordings;
/** Whether the made-up days are recorded. */
let isMade = true;
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'undertow-backtests-'));
  real = openedRecordings(root).recordings;
  const run = {
    owner: null,
    source: 'databento',
    product: 'ES',
    state: 'ended',
    records: 1,
    gaps: 0,
  } as const;
  const made = DAYS.map((tradingDay) => ({
    ...{ ...run, tradingDay, run: tradingDay, path: '/nowhere', bytes: 1, rowsBytes: 1, changedMs: 0 },
    ...{ header: null, firstMs: 0, latestMs: 1 },
  }));
  const list: Recordings['list'] = (query) => (isMade ? Promise.resolve(made) : real.list(query));
  const none = { openInstant: async () => null, eraseOwner: async () => ({ count: 0, bytes: 0 }) };
  app = await openTestApp({ recordings: { ...none, list, status: () => real.status() } });
});
afterAll(async () => {
  await app.close();
  await real.close();
  rmSync(root, { recursive: true });
});

/** As if the detectors had read them: an event is followed by its side in half of the cases beyond chance. */
async function readMadeDays(): Promise<void> {
  for (const [at, tradingDay] of DAYS.entries()) {
    const events = randomEvents(seededDraws(1000 + at), 6);
    const facts = zstdCompressSync(
      factsBytes(madeSession({ tradingDay, seed: 7919 + at, events, edge: 0.5 })),
    );
    await app.orm.execute(sql`INSERT INTO session_facts (source, product, trading_day, detectors, shape, gaps, made_ms, took_ms, facts)
      VALUES ('databento', 'ES', ${tradingDay}, ${VERSION}, ${FACTS_VERSION}, 0, 1, 40000, ${facts}) ON CONFLICT DO NOTHING`);
  }
}

const barAt = (startMs: number, ticks: number) => ({
  ...{ startMs, openTicks: ticks, highTicks: ticks + 1, lowTicks: ticks - 1, closeTicks: ticks },
  ...{ volume: 10, buyVolume: 5, sellVolume: 5, trades: 2, vwapTicks: ticks },
});

function work(): void {
  const worker = startJobWorker({ ...app.parts, log: app.parts.log as never });
  onTestFinished(() => worker.stop());
}

async function call(user: TestUser, method: 'GET' | 'POST' | 'DELETE', url: string, body?: object) {
  const headers = { ...user.headers, origin: TEST_ORIGIN, 'sec-fetch-site': 'same-origin' };
  const response = await app.http.inject({
    method,
    url,
    headers,
    ...(body === undefined ? {} : { payload: body }),
  });
  return { status: response.statusCode, text: response.body, body: () => response.json() };
}

async function create(user: TestUser, text = RULE): Promise<BacktestDto> {
  const { status, body } = await call(user, 'POST', '/api/backtests', { text, zone: 'Europe/London' });
  expect(status).toBe(201);
  return createBacktest.response.parse(body());
}

const listed = async (user: TestUser) =>
  listBacktests.response.parse((await call(user, 'GET', '/api/backtests')).body());
const stateOf = async (user: TestUser) => {
  const one = (await listed(user)).backtests[0];
  return one?.error ?? one?.state;
};

test('a rule is tested on every session that was read, twice with the same result, and counts as tried even when it is removed', async () => {
  await readMadeDays();
  const user = await app.newUser('elite', [1]);
  const first = await create(user);
  expect(first).toMatchObject({ state: 'waiting', verdict: null, from: DAYS[0], to: DAYS.at(-1) });
  expect((await call(user, 'GET', `/api/backtests/${first.id}/result`)).status).toBe(409);
  work();
  await expect.poll(() => stateOf(user), POLLED).toBe('done');
  const resultOf = async (id: string) =>
    getBacktestResult.response.parse((await call(user, 'GET', `/api/backtests/${id}/result`)).body());
  const result = await resultOf(first.id);
  expect(result).toMatchObject({
    verdict: 'above_chance',
    testedOn: { sessions: 12 },
    correction: { rulesTried: 1 },
  });
  const other = await create(user, RULE.replace('16 ticks', '12 ticks'));
  await expect.poll(() => stateOf(user), POLLED).toBe('done');
  expect((await resultOf(other.id)).correction.rulesTried).toBe(2);
  expect((await call(user, 'DELETE', `/api/backtests/${first.id}`)).status).toBe(200);
  const again = await create(user);
  await expect.poll(() => stateOf(user), POLLED).toBe('done');
  expect(await resultOf(again.id)).toMatchObject({
    resultHash: result.resultHash,
    correction: { rulesTried: 2 },
  });
  expect((await listed(user)).tried).toMatchObject([{ product: 'ES', rules: 2 }]);
}, 600_000);

test('its trades are listed from the latest on, and the journal imports their file', async () => {
  await readMadeDays();
  const user = await app.newUser('elite', [1]);
  const { id } = await create(user);
  work();
  await expect.poll(() => stateOf(user), POLLED).toBe('done');
  const page = async (query: string) =>
    listBacktestTrades.response.parse(
      (await call(user, 'GET', `/api/backtests/${id}/trades?${query}`)).body(),
    );
  const { trades, total } = await page('limit=200');
  expect(total).toBe(trades.length);
  expect(trades.map(({ number }) => number)).toEqual(trades.map((_, at) => total - at));
  expect((await page('page=1&limit=2')).trades).toEqual(trades.slice(2, 4));
  const { text } = await call(user, 'GET', `/api/backtests/${id}/trades/export`);
  const read = importFile(new TextEncoder().encode(text), 'backtest.csv', { zone: 'UTC' });
  expect(read.trades).toHaveLength(total);
  const net = trades.reduce((sum, trade) => sum + Number(trade.net), 0);
  expect(read.trades.reduce((sum, { netMicros }) => sum + Number(netMicros) / 1e6, 0)).toBeCloseTo(net, 2);
  const stranger = await app.newUser('elite', [1]);
  for (const path of ['', '/result', '/trades', '/trades/export'])
    expect((await call(stranger, 'GET', `/api/backtests/${id}${path}`)).status).toBe(404);
}, 600_000);

test('a session that was never read is read first, once for everybody, and one that cannot be read is left out', async () => {
  isMade = false;
  await app.orm.execute(sql`DELETE FROM session_facts`);
  onTestFinished(() => {
    isMade = true;
  });
  const session = new HandSession(real);
  session.snapshot(EVENING_MS + 120_000);
  for (let n = 0; n < 50; n += 1) session.add(EVENING_MS + 120_000 + n * 1_000);
  session.trade(EVENING_MS + 180_000, 20_000);
  session.recording.close();
  // The hours before the open, and a bar that was stored while the session itself was traded
  const origin = { instrumentId: 1, source: 'databento', run: 'databento-1', contract: 'ESH6' } as const;
  const bars = [-120, -110, 5].map((minutes) => barAt(EVENING_MS + minutes * MINUTE_MS, 19_900 + minutes));
  await app.stores.marketStore.saveBars(origin, bars);
  const days = async () =>
    (await real.list({ owner: null, product: 'ES' })).map(({ tradingDay }) => tradingDay);
  await expect.poll(days, POLLED).toEqual(['2026-03-03']);
  const users = [await app.newUser('elite', [1]), await app.newUser('elite', [1])];
  for (const user of users) await create(user);
  work();
  for (const user of users) await expect.poll(() => stateOf(user), POLLED).toBe('done');
  const [job] = await rowsOf<{ jobs: number; attempts: number }>(
    app.orm,
    sql`SELECT count(*)::int AS jobs, sum(attempts)::int AS attempts FROM jobs WHERE kind = 'process-session'`,
  );
  expect(job).toEqual({ jobs: 1, attempts: 1 });
  const [user] = users;
  if (user === undefined) throw new Error('expected a user');
  expect((await listed(user)).backtests).toMatchObject([
    { verdict: 'too_few', sessions: 1, sessionsLeftOut: 0 },
  ]);
  const [read] = await rowsOf<{ facts: Uint8Array }>(
    app.orm,
    sql`SELECT facts FROM session_facts WHERE trading_day = '2026-03-03'`,
  );
  const { minutes } = readFacts(zstdDecompressSync(read?.facts ?? new Uint8Array(0)));
  const level = (name: NearLevel) => (minutes.levels[NEAR_LEVELS.indexOf(name)] ?? 0) / 100;
  expect([level('prior_high'), level('prior_low')]).toEqual([19_791, 19_779]);
  const { body } = await call(user, 'GET', '/api/backtests/sessions?product=ES');
  expect(listBacktestSessions.response.parse(body()).sessions).toMatchObject([
    { tradingDay: '2026-03-03', contract: 'ESH6', isReady: true },
  ]);
}, 600_000);

test('a recording that cannot be read fails with what an administrator can act on', async () => {
  await readMadeDays();
  const user = await app.newUser('elite', [1]);
  await app.orm.execute(
    sql`DELETE FROM session_facts WHERE source = 'databento' AND trading_day = ${DAYS[0] ?? ''}`,
  );
  await create(user);
  work();
  await expect
    .poll(
      async () => (await app.stores.jobDeadLetters.list(5)).length + (await listed(user)).backtests.length,
      POLLED,
    )
    .toBeGreaterThan(0);
  const waiting = async () =>
    (
      await rowsOf<{ failure: string | null }>(
        app.orm,
        sql`SELECT failure FROM jobs WHERE kind = 'process-session' AND payload ->> 'tradingDay' = ${DAYS[0] ?? ''}`,
      )
    )[0]?.failure;
  await expect.poll(waiting, POLLED).toContain('/nowhere');
  expect(await stateOf(user)).toBe('preparing');
}, 600_000);

test('a rule that cannot be tested is refused with the line and the reason', async () => {
  const user = await app.newUser('elite', [1]);
  const refused = async (text: string) => {
    const { status, body } = await call(user, 'POST', '/api/backtests', { text, zone: 'Europe/London' });
    return { status, issues: body().issues };
  };
  expect(await refused(RULE.replace('iceberg', 'icebergs'))).toMatchObject({
    status: 422,
    issues: [{ path: expect.stringMatching(/^body\.text:4 /), message: expect.stringContaining('icebergs') }],
  });
  expect((await refused(RULE.replace('product: ES', 'product: ZZ'))).status).toBe(422);
  expect(instrumentBySymbol('ZZ')).toBeUndefined();
});
