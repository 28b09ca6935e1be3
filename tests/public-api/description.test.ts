/** The description of the public API: current, valid to the tools of others, and without a break of what was released. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { API_ROUTES } from '@undertow/contracts';
import { openTestApp } from '@undertow/server/testing/app.ts';
import { describe, expect, test } from 'vitest';
import { breakingChanges } from './breaking-changes.ts';
import { DESCRIPTION, describe as described, RELEASED } from './described.ts';

const read = (file: URL) => JSON.parse(readFileSync(file, 'utf8'));
const { resolve } = createRequire(import.meta.url);

test('what is served is what the contracts say: npm run openapi writes it', async () => {
  expect(readFileSync(DESCRIPTION, 'utf8')).toBe(described());
  const app = await openTestApp();
  const response = await app.http.inject({ url: '/api/v1/openapi.json' });
  expect(response.json()).toEqual(read(DESCRIPTION));
  expect(response.headers['access-control-allow-origin']).toBe('*');
  await app.close();
});

test('it passes the lint of Redocly', async () => {
  const cli = resolve('@redocly/cli/package.json').replace('package.json', 'bin/cli.js');
  const run = promisify(execFile)(
    process.execPath,
    [cli, 'lint', fileURLToPath(DESCRIPTION), '--format=json', '--extends=recommended'],
    { env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' } },
  );
  const { stdout } = await run.catch((failed: { stdout: string }) => failed);
  const { totals, problems } = JSON.parse(stdout);
  expect(
    problems.map(({ message, location }: { message: string; location: unknown }) => [message, location]),
  ).toEqual([]);
  expect(totals.errors).toBe(0);
}, 60_000);

test('nothing that was released is gone, of another type or required anew', () => {
  expect(breakingChanges(read(RELEASED), read(DESCRIPTION))).toEqual([]);
});

test('every route is described, with an example of its answer', () => {
  const { paths } = read(DESCRIPTION);
  for (const { id, path, of } of API_ROUTES) {
    const operation = paths[path.replaceAll(/:(\w+)/g, '{$1}')][of.method.toLowerCase()];
    expect(operation.operationId).toBe(id);
    const answer = operation.responses[of.status].content['application/json'];
    expect([id, answer.example]).toEqual([id, expect.objectContaining({ data: expect.anything() })]);
  }
});

describe('a change that breaks a program is found', () => {
  const at = '/api/v1/events';
  // biome-ignore lint/suspicious/noExplicitAny: a description is edited at will
  type Edit = (description: any) => void;
  const item = (of: Parameters<Edit>[0]) =>
    of.paths[at].get.responses['200'].content['application/json'].schema.properties.data.items;

  test.each<[string, Edit, string]>([
    ['a route is gone', (of) => delete of.paths[at], 'GET /api/v1/events: is gone'],
    [
      'a field is gone',
      (of) => delete item(of).properties.size,
      'GET /api/v1/events 200.data[].size: is gone',
    ],
    [
      'a field has another type',
      (of) => {
        item(of).properties.price = { type: 'number' };
      },
      'GET /api/v1/events 200.data[].price: is of another type',
    ],
    [
      'a field may be missing',
      (of) => {
        item(of).required = ['id'];
      },
      'GET /api/v1/events 200.data[].size: may be missing',
    ],
    [
      'a parameter is gone',
      (of) => of.paths[at].get.parameters.shift(),
      'GET /api/v1/events query instrument: is gone',
    ],
    [
      'a parameter is required',
      (of) => {
        of.paths[at].get.parameters[1].required = true;
      },
      'GET /api/v1/events query type: is required now',
    ],
    [
      'a body needs a new field',
      (of) => {
        of.paths['/api/v1/journal/trades'].post.requestBody.content['application/json'].schema.required.push(
          'mood',
        );
      },
      'POST /api/v1/journal/trades body.mood: is required now',
    ],
    [
      'a route needs another scope',
      (of) => {
        of.paths[at].get['x-scope'] = 'alerts';
      },
      'GET /api/v1/events: needs another scope',
    ],
  ])('%s', (_, edit, found) => {
    const after = read(DESCRIPTION);
    edit(after);
    expect(breakingChanges(read(DESCRIPTION), after)).toContain(found);
  });

  test('and one that adds something is none', () => {
    const after = read(DESCRIPTION);
    item(after).properties.mood = { type: 'string' };
    after.paths['/api/v1/new'] = { get: {} };
    after.paths[at].get.parameters.push({
      name: 'mood',
      in: 'query',
      required: false,
      schema: { type: 'string' },
    });
    expect(breakingChanges(read(DESCRIPTION), after)).toEqual([]);
  });
});
