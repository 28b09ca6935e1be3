/** Rules that every route follows, and which of them may be called during a view as another user. */
import { expect, test } from 'vitest';
import { z } from 'zod';
import { ACCESS_LEVELS, BODY_BYTES, route } from '#shapes/route.ts';
import { ROUTES } from './all-routes.ts';
import { VIEW_READS, VIEW_WRITES } from './view-routes.ts';

const named = ROUTES.map((one) => [one.id, one] as const);

test('a route has a status of 200, a small body and is not viewable, unless it is declared otherwise', () => {
  const input = {
    id: 'x',
    method: 'GET',
    path: '/api/x',
    access: 'user',
    summary: 'X',
    response: z.null(),
  } as const;
  expect(route(input)).toMatchObject({ status: 200, mostBytes: 4096, viewable: false });
  expect(BODY_BYTES).toBe(4096);
  expect(route({ ...input, status: 201, mostBytes: 9, viewable: true })).toMatchObject({
    status: 201,
    mostBytes: 9,
    viewable: true,
  });
});

test.each(named)('%s is below /api, has an access level, a status of success and a summary', (id, one) => {
  expect(id).toMatch(/^[a-z][A-Za-z]+$/);
  expect(one.path).toMatch(/^\/api(\/[a-z0-9-]+|\/:[a-zA-Z]+)+$/);
  expect(ACCESS_LEVELS).toContain(one.access);
  expect([200, 201, 202, 302]).toContain(one.status);
  expect(one.summary).toMatch(/^[A-Z].*[^.]$/);
});

test.each(named)('%s has exactly the parameters that its path names', (_, one) => {
  const inPath = [...one.path.matchAll(/:(\w+)/g)].map(([, name]) => name);
  const shape = one.params instanceof z.ZodObject ? Object.keys(one.params.shape) : [];
  expect(shape.toSorted()).toEqual(inPath.toSorted());
});

test('reads have no body', () => {
  for (const { id, method, body } of ROUTES)
    if (method === 'GET') expect([id, body]).toEqual([id, undefined]);
});

test('a route of an instrument names it as instrumentId', () => {
  for (const { id, access, params, query } of ROUTES) {
    if (access !== 'instrument') continue;
    const names = [params, query].flatMap((part) =>
      part instanceof z.ZodObject ? Object.keys(part.shape) : [],
    );
    expect([id, names.includes('instrumentId')]).toEqual([id, true]);
  }
});

test('routes below /api/admin are for administrators, and no other reads data of all users', () => {
  for (const { id, path, access } of ROUTES)
    expect([id, path.startsWith('/api/admin/')]).toEqual([id, access === 'admin']);
});

test('a path with a fixed segment precedes one that would catch it', () => {
  const shadowed = ROUTES.flatMap((later, at) =>
    ROUTES.slice(0, at)
      .filter((earlier) => earlier.method === later.method && earlier.path !== later.path)
      .filter((earlier) => new RegExp(`^${earlier.path.replace(/:\w+/g, '[^/]+')}$`).test(later.path))
      .map((earlier) => `${earlier.path} before ${later.path}`),
  );
  expect(shadowed).toEqual([]);
});

test('a view as another user reads, and writes nothing but its own end', () => {
  const byId = new Map(named);
  for (const id of VIEW_READS) expect([id, byId.get(id)?.method]).toEqual([id, 'GET']);
  expect([...VIEW_WRITES].toSorted()).toEqual(['endView', 'postLogout']);
});

test('a view has no rights of an administrator, downloads nothing, quotes nothing and shows no invoice', () => {
  for (const { id, access } of ROUTES)
    if (access === 'admin') expect([id, VIEW_READS.has(id)]).toEqual([id, false]);
  for (const id of ['exportAccount', 'exportHistory', 'exportTrades', 'quoteSubscription', 'listInvoices'])
    expect([id, VIEW_READS.has(id)]).toEqual([id, false]);
});
