/** The audit log as administrators read it, and the watch over it. */

import type { AuditPage } from '@undertow/contracts';
import { HOUR_MS, MINUTE_MS } from '@undertow/market';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTestApp, TEST_NOW, TEST_ORIGIN, type TestApp, type TestUser } from '#testing/app.ts';
import { lastVerified } from './audit-verification.ts';
import { AuditWatch } from './audit-watch.ts';

let app: TestApp;
let admin: TestUser;
let watch: AuditWatch;

beforeEach(async () => {
  app = await openTestApp();
  admin = await app.newUser('free');
  await app.stores.users.bootstrapAdmin(admin.id, TEST_NOW);
  const { audit, auditHistory, clock, log } = app.parts;
  watch = new AuditWatch({ audit, auditHistory, clock, log });
});
afterEach(() => app.close());

async function read(query: Record<string, string> = {}): Promise<AuditPage> {
  const response = await app.http.inject({ url: '/api/admin/audit', query, headers: admin.headers });
  expect(response.statusCode, response.body).toBe(200);
  return response.json();
}

const verify = () =>
  app.http.inject({
    method: 'POST',
    url: '/api/admin/audit/verify',
    headers: { ...admin.headers, origin: TEST_ORIGIN },
  });

const tamper = async (statement: ReturnType<typeof sql>): Promise<void> => {
  await app.orm.execute(sql`ALTER TABLE audit_log DISABLE TRIGGER ALL`);
  await app.orm.execute(statement);
};

test('rows come newest first with their details, page by page', async () => {
  for (const tier of ['basic', 'pro', 'elite'] as const)
    await app.stores.tiers.grant(
      { userId: admin.id, tier, actor: 'test', reason: 'a reason', expiresAtMs: null },
      TEST_NOW,
    );
  const first = await read({ limit: '2' });
  expect(first.rows.map(({ number }) => number)).toEqual([5, 4]);
  expect(first.rows[0]).toMatchObject({
    at: '2026-11-20T15:00:00.000Z',
    actor: 'test',
    action: 'tier.granted',
    subject: admin.id,
    details: { before: 'pro', after: 'elite', reason: 'a reason', expiresAtMs: null },
    requestId: null,
  });
  expect(first.next).toBe(4);
  const rest = await read({ limit: '3', before: String(first.next) });
  expect([rest.rows.map(({ action }) => action), rest.next]).toEqual([
    ['tier.granted', 'role.bootstrapped', 'tier.granted'],
    null,
  ]);
  expect(first.chain).toMatchObject({ count: 5, head: first.rows[0]?.hash, verified: null });
});

test('rows are found by who, whom, what and the day in London', async () => {
  const other = await app.newUser('pro');
  const entry = { actor: admin.id, subject: other.id, details: {}, requestId: 'r' } as const;
  const { audit } = app.stores;
  // Half past midnight in London in summer is the day before by UTC
  await audit.append({ ...entry, action: 'session.revoked' }, Date.UTC(2026, 6, 1, 23, 30));
  await audit.append({ ...entry, action: 'account.exported' }, Date.UTC(2026, 6, 2, 23, 30));
  const actions = async (query: Record<string, string>) =>
    (await read(query)).rows.map(({ action }) => action);
  expect(await actions({ actor: admin.id })).toEqual(['account.exported', 'session.revoked']);
  expect(await actions({ subject: other.id })).toEqual([
    'account.exported',
    'session.revoked',
    'tier.granted',
  ]);
  expect(await actions({ action: 'session.' })).toEqual(['session.revoked']);
  expect(await actions({ action: 'session_' })).toEqual([]);
  expect(await actions({ from: '2026-07-02', to: '2026-07-02' })).toEqual(['session.revoked']);
  expect(await actions({ from: '2026-07-03', to: '2026-07-31' })).toEqual(['account.exported']);
  expect(await actions({ to: '2026-07-01' })).toEqual([]);
});

test('invalid input is refused', async () => {
  for (const query of [
    { limit: '201' },
    { before: '0' },
    { action: 'Role' },
    { from: 'yesterday' },
    { who: 'x' },
  ]) {
    const response = await app.http.inject({ url: '/api/admin/audit', query, headers: admin.headers });
    expect(response.statusCode, JSON.stringify(query)).toBe(400);
  }
});

test('values of an erased person are shown as gone, and the log is still intact', async () => {
  const person = await app.newUser('pro');
  await watch.look();
  const { erasures } = app.stores;
  await erasures.request(person.id, TEST_NOW, 'r');
  expect(await erasures.carryOut(person.id, TEST_NOW + 30 * 24 * HOUR_MS)).toMatchObject({ kind: 'erased' });
  const { rows } = await read({ subject: person.id });
  expect(rows.map(({ action, details }) => [action, details])).toEqual([
    ['erasure.done', null],
    ['erasure.requested', null],
    ['tier.granted', null],
  ]);
  app.advance(2 * MINUTE_MS);
  expect((await verify()).json()).toMatchObject({ fault: null });
});

test('a verification returns its finding, is written into the log, and is allowed once a minute', async () => {
  await watch.look();
  app.advance(2 * MINUTE_MS);
  const found = { at: '2026-11-20T15:02:00.000Z', count: 3, fault: null };
  expect((await verify()).json()).toEqual(found);
  const page = await read();
  expect(page.chain).toMatchObject({ count: 4, verified: found });
  expect(page.rows[0]).toMatchObject({
    action: 'audit.verified',
    actor: admin.id,
    details: { count: 3, fault: null },
  });
  const again = await verify();
  expect([again.statusCode, again.json()]).toMatchObject([429, { code: 'VERIFIED_JUST_NOW' }]);
  app.advance(MINUTE_MS);
  expect((await verify()).json()).toMatchObject({ count: 4, fault: null });
});

test('a row changed directly in the database is named', async () => {
  await watch.look();
  app.advance(2 * MINUTE_MS);
  await tamper(sql`UPDATE audit_log SET actor = 'nobody' WHERE number = 2`);
  expect((await verify()).json()).toMatchObject({ fault: 'row 2 was changed' });
  expect((await read()).chain.verified).toMatchObject({ fault: 'row 2 was changed' });
});

test('the watch writes the end of the log every hour and verifies every day', async () => {
  const said = (message: string) => app.logged.filter((line) => line.includes(message)).length;
  await watch.look();
  await watch.look();
  expect([said('end of the audit log'), said('the audit log is intact')]).toEqual([1, 1]);
  app.advance(HOUR_MS);
  await watch.look();
  expect([said('end of the audit log'), said('the audit log is intact')]).toEqual([2, 1]);
  app.advance(23 * HOUR_MS);
  await watch.look();
  expect([said('end of the audit log'), said('the audit log is intact')]).toEqual([3, 2]);
  expect(await lastVerified(app.parts.auditHistory)).toMatchObject({
    atMs: TEST_NOW + 24 * HOUR_MS,
    fault: null,
  });
});

test('rows cut off with the recorded end are detected by the next check, and stay reported', async () => {
  await app.newUser('pro');
  await watch.look();
  await watch.look();
  await app.orm.execute(sql`ALTER TABLE audit_values DISABLE TRIGGER ALL`);
  await app.orm.execute(sql`DELETE FROM audit_values WHERE number > 1`);
  await tamper(sql`DELETE FROM audit_log WHERE number > 1`);
  await app.orm.execute(sql`UPDATE audit_head SET count = 1, hash = (SELECT hash FROM audit_log)`);
  await watch.look();
  await watch.look();
  const errors = app.logged.filter((line) => line.includes('the audit log was changed from outside'));
  expect(errors).toHaveLength(1);
  expect(errors[0]).toMatch(/3 rows are missing at its end/);
  expect((await verify()).json()).toMatchObject({ fault: expect.any(String) });
});
