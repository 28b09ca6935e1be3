/** Who may call what: every row of the matrix for every caller, and no route without a row. */
import { API_ROUTES, ROUTES, type Tier } from '@undertow/contracts';
import { openTestApp, type TestApp, type TestUser } from '@undertow/server/testing/app.ts';
import { createJournalWorkInProcess } from '@undertow/server/testing/journal-in-process.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MATRIX } from './authorisation-rows.ts';
import { callRow, FOREIGN, OWN, onlyReads, type Site } from './call-row.ts';
import { CALLERS, type Caller, type MatrixRow } from './matrix-row.ts';

const TIERS: Readonly<Record<Exclude<Caller, 'V'>, Tier>> = {
  F: 'free',
  B: 'basic',
  P: 'pro',
  E: 'elite',
  A: 'free',
};

let app: TestApp;
let other: TestUser;

beforeAll(async () => {
  app = await openTestApp({ journalWork: createJournalWorkInProcess() });
  other = await app.newUser('elite', [1, 2]);
});
afterAll(() => app.close());

async function newPerson({ instruments }: MatrixRow, caller: Exclude<Caller, 'V'>): Promise<TestUser> {
  const user = await app.newUser(TIERS[caller], instruments);
  if (caller === 'A') await app.promote(user);
  return user;
}

/** Callers of rows that only read, by caller and instruments. */
const readers = new Map<string, TestUser>();

async function personOf(row: MatrixRow, caller: Exclude<Caller, 'V'>): Promise<TestUser> {
  // Other rows take the role from every administrator
  if (caller === 'A' || !onlyReads(row)) return newPerson(row, caller);
  const key = `${caller} ${row.instruments}`;
  const known = readers.get(key) ?? (await newPerson(row, caller));
  readers.set(key, known);
  return known;
}

async function call(row: MatrixRow, caller: Caller, site: Site) {
  const user = caller === 'V' ? null : await personOf(row, caller);
  return callRow(row, { app, caller, user, other }, site);
}

const named = (rows: readonly MatrixRow[]) =>
  rows.map((row) => ({ name: `${row.route}, ${row.situation}`, row }));

describe('T01 T08 each caller gets the expected status', () => {
  test.each(named(MATRIX))('$name', async ({ row }) => {
    const statuses: Record<string, number> = {};
    for (const caller of CALLERS) statuses[caller] = (await call(row, caller, OWN)).statusCode;
    expect(statuses).toEqual(
      Object.fromEntries(CALLERS.map((caller, index) => [caller, row.statuses[index]])),
    );
  });
});

describe('T11 T12 a request from another site is refused', () => {
  test.each(named(MATRIX.filter((row) => row.crossSite !== undefined)))('$name', async ({ row }) => {
    expect((await call(row, 'E', FOREIGN)).statusCode).toBe(row.crossSite);
  });
});

test('every bound route has a row, and a row with a visitor', () => {
  const rows = new Set(MATRIX.map((row) => row.route));
  expect(app.bound.map((contract) => contract.id).filter((id) => !rows.has(id))).toEqual([]);
});

test('every served contract is bound', () => {
  const bound = new Set(app.bound.map((contract) => contract.id));
  expect(ROUTES.map((contract) => contract.id).filter((id) => !bound.has(id))).toEqual([]);
});

test('every route that changes something has a cross-site row', () => {
  const checked = new Set(MATRIX.filter((row) => row.crossSite !== undefined).map((row) => row.route));
  const changing = app.bound.filter((contract) => contract.method !== 'GET').map((contract) => contract.id);
  expect(changing.filter((id) => !checked.has(id))).toEqual([]);
});

test('nothing is routed under /api but bound contracts, the public API and the reference', () => {
  const served = [...app.bound, ...API_ROUTES.map(({ of, path }) => ({ method: of.method, path }))];
  const known = new Set(served.map(({ method, path }) => `${method} ${path}`));
  const outside = app.routes.filter(
    ({ method, path }) => path.startsWith('/api') && !known.has(`${method} ${path}`),
  );
  expect(outside).toEqual([
    // Identified by a key: their rows are in program-channels.test.ts
    { method: 'GET', path: '/api/v1/stream/sse' },
    { method: 'POST', path: '/api/v1/mcp' },
    { method: 'GET', path: '/api/openapi.json' },
    { method: 'GET', path: '/api/docs' },
    { method: 'GET', path: '/api/v1/openapi.json' },
  ]);
});

test('a wrong method on a known path is 405 before anything else', async () => {
  const methods = Map.groupBy(app.bound, ({ path }) => path);
  for (const [path, served] of methods) {
    const url = path.replaceAll(/:[A-Za-z]+/g, '1');
    const method = served.some((contract) => contract.method === 'PUT') ? 'POST' : 'PUT';
    const response = await app.http.inject({ method, url, headers: FOREIGN, payload: {} });
    expect([url, response.statusCode]).toEqual([url, 405]);
    expect(response.headers['allow']).not.toBe('');
  }
});

test('an unknown path under /api is a JSON 404, never the page', async () => {
  for (const method of ['GET', 'POST', 'DELETE'] as const) {
    const response = await app.http.inject({ method, url: '/api/nothing-here' });
    expect(response.statusCode).toBe(404);
    expect(response.json()).toMatchObject({ code: 'NOT_FOUND', message: 'Not found.' });
  }
});
