/** A user of the API in the test's application: their key, and calls with it. */

import type { ApiScope } from '@undertow/contracts';
import { API_SCOPES } from '@undertow/contracts';
import type { TestApp, TestUser } from '@undertow/server/testing/app.ts';

type Answer = Promise<Awaited<ReturnType<TestApp['http']['inject']>>>;

export interface ApiCaller {
  readonly user: TestUser;
  readonly keyId: string;
  readonly secret: string;
  get(path: string, headers?: Readonly<Record<string, string>>): Answer;
  send(
    method: 'POST' | 'PATCH' | 'DELETE' | 'PUT',
    path: string,
    payload?: object | Buffer,
    headers?: Readonly<Record<string, string>>,
  ): Answer;
}

export async function apiCaller(
  app: TestApp,
  user: TestUser,
  scopes: readonly ApiScope[] = API_SCOPES,
  addresses: readonly string[] = [],
): Promise<ApiCaller> {
  const made = await app.http.inject({
    ...{ method: 'POST', url: '/api/account/api-keys', payload: { name: 'Notebook', scopes, addresses } },
    headers: { ...user.headers, origin: app.parts.settings.publicOrigin },
  });
  const { key, secret } = made.json<{ key: { id: string }; secret: string }>();
  const authorization = `Bearer ${secret}`;
  const remoteAddress = '203.0.113.24';
  return {
    ...{ user, keyId: key.id, secret },
    get: (path, headers = {}) =>
      app.http.inject({ url: `/api/v1${path}`, headers: { authorization, ...headers }, remoteAddress }),
    send: (method, path, payload, headers = {}) =>
      app.http.inject({
        ...{ method, url: `/api/v1${path}`, remoteAddress, headers: { authorization, ...headers } },
        ...(payload === undefined ? {} : { payload }),
      }),
  };
}
