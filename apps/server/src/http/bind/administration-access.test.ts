/** T08: everything under /api/admin is for administrators, whose role is read from the database at each call. */

import fastifyCookie from '@fastify/cookie';
import { route } from '@undertow/contracts';
import Fastify, { type FastifyInstance } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { registerErrorHandler } from '#http/server/error-handler.ts';
import type { Sessions } from '#http/session/session.ts';
import { testClock } from '#testing/clock.ts';
import { registerAccess } from './access.ts';
import { createRouteBinder } from './bind-route.ts';

const step = route({
  id: 'step',
  method: 'POST',
  path: '/api/admin/step',
  access: 'admin',
  summary: 'A change',
  body: z.strictObject({ value: z.number() }),
  response: z.object({ by: z.string() }),
});
const misplaced = route({
  id: 'misplaced',
  method: 'GET',
  path: '/api/admin/misplaced',
  access: 'user',
  summary: 'Bound for users by mistake',
  response: z.object({}),
});

let role: 'user' | 'admin';
let http: FastifyInstance;

beforeEach(async () => {
  role = 'admin';
  http = Fastify();
  http.setValidatorCompiler(validatorCompiler);
  http.setSerializerCompiler(serializerCompiler);
  registerErrorHandler(http);
  await http.register(fastifyCookie);
  const sessions = {
    cookieName: 'sid',
    isKnown: (_cookie: string | undefined) => true,
    find: async (cookie: string | undefined) =>
      cookie === undefined ? undefined : { userId: cookie, sessionId: 's', authAtMs: 0 },
  } as Sessions;
  const users = {
    find: async (id: string) => ({
      ...{ id, role, issuer: 'i', sub: 's', email: null, firstName: null, lastName: null, createdAtMs: 0 },
    }),
  };
  const limits = { ofAddress: async () => undefined, ofUser: async () => undefined };
  const keyAccess = async () => undefined;
  registerAccess(http, { sessions, users, limits, keyAccess, publicOrigin: 'https://undertow.example' });
  const notUsed = () => {
    throw new Error('not used');
  };
  const binder = createRouteBinder(http, {
    entitlements: { of: notUsed },
    mayPoll: notUsed,
    viewResolver: { marketOf: notUsed, resolve: notUsed, resolveAll: notUsed },
    usage: { note: notUsed, store: notUsed },
    idempotency: { begin: notUsed, settle: notUsed, abandon: notUsed },
    cursors: { sign: notUsed, read: notUsed },
    clock: testClock(notUsed),
  });
  binder.bindAdmin(step, ({ user }) => ({ by: user.userId }));
  binder.bindUser(misplaced, () => ({}));
  http.get('/api/admin/dummy', () => 'secret');
  await http.ready();
});

const headers = { cookie: 'sid=jane' };
const change = (with_: { headers?: Record<string, string>; payload?: object }) =>
  http.inject({ method: 'POST', url: '/api/admin/step', payload: { value: 1 }, ...with_ });

test('an administrator is answered', async () => {
  expect((await change({ headers })).json()).toEqual({ by: 'jane' });
});

test('a visitor gets the request to sign in before any other check', async () => {
  expect((await change({ payload: { nonsense: true } })).statusCode).toBe(401);
});

test('a user is refused before the body is read, and an administrator after', async () => {
  expect((await change({ headers, payload: { nonsense: true } })).statusCode).toBe(400);
  role = 'user';
  expect((await change({ headers, payload: { nonsense: true } })).statusCode).toBe(403);
  expect((await change({ headers: { ...headers, 'content-type': 'text/plain' } })).statusCode).toBe(403);
});

test('a change of the role counts from the next call on', async () => {
  expect((await change({ headers })).statusCode).toBe(200);
  role = 'user';
  expect((await change({ headers })).statusCode).toBe(403);
});

test('a route under the prefix that was not bound for administrators is refused to everybody', async () => {
  for (const url of ['/api/admin/dummy', '/api/admin/misplaced']) {
    expect((await http.inject({ url })).statusCode).toBe(401);
    expect((await http.inject({ url, headers })).statusCode).toBe(403);
  }
});
