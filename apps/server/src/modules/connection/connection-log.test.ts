/** What a supervisor writes into the logs of users: each state change of a connection once, and only their own. */
import { WEEK_MS } from '@undertow/market';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { rowsOf, sql } from '#adapters/storage/database/orm.ts';
import { sweepErasures } from '#modules/account/erasure-sweep.ts';
import type { ConnectionSupervisor } from '#ports/credentials.ts';
import { openTestApp, type TestApp } from '#testing/app.ts';
import { openTestConnections, TestRithmic } from '#testing/rithmic.ts';

const DETAILS = {
  username: 'trader',
  password: 'correct horse',
  server: 'rithmic_live_server',
  domain: 'rithmic_live_domain',
  system: null,
} as const;

let app: TestApp;
let supervisor: ConnectionSupervisor;
let rithmic: TestRithmic;
let userId: string;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(async () => {
  await supervisor.close();
  await app.close();
});
beforeEach(async () => {
  await supervisor?.close();
  await app.orm.execute(sql`DELETE FROM broker_credentials`);
  await app.orm.execute(sql`DELETE FROM broker_connections`);
  open();
  userId = (await app.newUser('pro', [1])).id;
});

/** The server after a start. */
function open(given = new TestRithmic()): void {
  ({ supervisor, rithmic } = openTestConnections({ ...app.stores, ...app.parts }, given));
}

const save = (who = userId) => supervisor.save(who, DETAILS, 'request');

async function stepsOf(who: string): Promise<readonly string[]> {
  const log = await supervisor.logOf(who);
  return log.map(({ step, fault }) => (fault === null ? step : `${step} ${fault}`)).toReversed();
}

const steps = () => stepsOf(userId);

test('the log of a connection holds each of its state changes in order', async () => {
  await save();
  await expect.poll(steps).toEqual(['connecting', 'connected']);
  app.advance(1000);
  rithmic.emitState('trader', { kind: 'connecting', fault: 'gateway_down' });
  // The feed reports each failed attempt; a repeated one is no state change
  rithmic.emitState('trader', { kind: 'connecting', fault: 'gateway_down' });
  rithmic.emitState('trader', { kind: 'connecting', fault: 'maintenance' });
  app.advance(1000);
  rithmic.emitState('trader', { kind: 'connected' });
  rithmic.resync(userId, 2100);
  app.advance(1000);
  await supervisor.disconnect(userId, 'request');
  await supervisor.disconnect(userId, 'request');
  const life = ['connecting', 'connected', 'interrupted gateway_down', 'waiting maintenance', 'connected'];
  await expect.poll(steps).toEqual([...life, 'resynced', 'disconnected']);
  const log = await supervisor.logOf(userId);
  expect(log.find(({ step }) => step === 'resynced')).toMatchObject({ withoutDataMs: 2100, server: null });
  expect(log.find(({ step }) => step === 'connected')).toEqual({
    ...{ step: 'connected', at: '2026-11-20T15:00:02.000Z', since: '2026-11-20T15:00:02.000Z', times: 1 },
    ...{ fault: null, server: 'rithmic_live_server', tier: 'L3', withoutDataMs: null },
  });
});

test('a refusal is logged with its reason', async () => {
  rithmic.fault = 'wrong_password';
  await save();
  await expect.poll(steps).toEqual(['connecting', 'refused wrong_password']);
});

test('a forced logout is logged, and later reports of the closed line are not', async () => {
  await save();
  await expect.poll(steps).toHaveLength(2);
  rithmic.emitState('trader', { kind: 'ended', fault: 'session_limit' });
  rithmic.resync(userId, 5);
  rithmic.emitState('trader', { kind: 'connected' });
  await expect.poll(steps).toEqual(['connecting', 'connected', 'refused session_limit']);
});

test('a login that fails repeatedly is logged as waiting once', async () => {
  rithmic.fault = 'gateway_down';
  await save();
  await expect.poll(() => rithmic.loginAttempts.length).toBe(3);
  rithmic.fault = null;
  await expect.poll(steps).toEqual(['connecting', 'waiting gateway_down', 'connected']);
});

test('after a restart the log continues, and steps gathered before it are not lost', async () => {
  await save();
  await expect.poll(async () => (await supervisor.stateOf(userId)).status).toBe('connected');
  await supervisor.close();
  open();
  await expect.poll(steps).toEqual(['connecting', 'connected', 'resuming', 'connected']);
});

test('a save that was superseded logs nothing more', async () => {
  for (let count = 0; count < 20; count += 1) await save();
  await expect.poll(steps).toEqual(['connecting', 'connected']);
  expect((await supervisor.logOf(userId)).at(-1)).toMatchObject({ step: 'connecting', times: 20 });
});

test('each user reads only their own log, and an erasure removes it', async () => {
  const { id: other } = await app.newUser('pro', [1]);
  await save();
  await save(other);
  await expect.poll(() => stepsOf(other)).toHaveLength(2);
  await expect.poll(steps).toHaveLength(2);
  await app.stores.erasures.request(userId, app.parts.clock.nowMs() - WEEK_MS, 'request');
  await app.orm.execute(sql`UPDATE mail_outbox SET sent_at_ms = 1`);
  const endSubscription = async () => false;
  await sweepErasures({ ...app.parts, endSubscription, connectionSupervisor: supervisor });
  expect(await steps()).toEqual([]);
  expect(await stepsOf(other)).toEqual(['connecting', 'connected']);
});

test('the log contains neither username nor password', async () => {
  await save();
  await expect.poll(steps).toHaveLength(2);
  const rows = await rowsOf(app.orm, sql`SELECT * FROM broker_connection_log WHERE user_id = ${userId}`);
  expect(rows).toHaveLength(2);
  expect(JSON.stringify(rows)).not.toMatch(/trader|horse/);
});

test('the newest step of the log agrees with the state at once, however many were written before', async () => {
  await save();
  await expect.poll(steps).toEqual(['connecting', 'connected']);
  const newest = async () => [
    (await supervisor.stateOf(userId)).status,
    (await supervisor.logOf(userId))[0]?.step,
  ];
  for (let count = 0; count < 10; count += 1) {
    app.advance(1000);
    rithmic.emitState('trader', { kind: 'connecting', fault: 'gateway_down' });
    expect(await newest()).toEqual(['connecting', 'interrupted']);
    app.advance(1000);
    rithmic.emitState('trader', { kind: 'connected' });
    expect(await newest()).toEqual(['connected', 'connected']);
  }
});
