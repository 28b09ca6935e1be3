/** Every route and socket message has one golden JSON file, and the file satisfies the schema. */
import { readdirSync, readFileSync } from 'node:fs';
import { byEventType } from '@undertow/market';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { ROUTES } from './all-routes.ts';
import { serverMessage, subscribeMessage } from './live.ts';

/** The placeholder for every event type covers types newer than the file as well; named ones stay as they are. */
function withEveryEventType(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('$everyEventType' in value)) return value;
  const { $everyEventType, ...named } = value;
  return { ...byEventType(() => $everyEventType), ...named };
}

const goldenOf = (kind: string, name: string): Record<string, unknown> =>
  JSON.parse(
    readFileSync(new URL(`../../testing/golden/${kind}/${name}.json`, import.meta.url), 'utf8'),
    withEveryEventType,
  );
const namesIn = (kind: string): string[] =>
  readdirSync(new URL(`../../testing/golden/${kind}/`, import.meta.url)).map((file) =>
    file.replace('.json', ''),
  );

test.each(ROUTES.map((route) => [route.id, route] as const))(
  '%s accepts its golden request and response',
  (id, route) => {
    const golden = goldenOf('routes', id);
    for (const part of ['params', 'query', 'body'] as const) {
      const schema = route[part];
      expect(part in golden, `golden ${id}.${part} present exactly when optional or declared`).toBe(
        schema !== undefined &&
          !(part === 'query' && schema.safeParse({}).success && golden[part] === undefined),
      );
      if (schema !== undefined && golden[part] !== undefined) schema.parse(golden[part]);
    }
    if (route.status === 302) expect('response' in golden).toBe(false);
    else expect(route.response.parse(golden['response'])).toEqual(golden['response']);
  },
);

test('no golden file belongs to a route that does not exist', () => {
  expect(namesIn('routes').toSorted()).toEqual(ROUTES.map((route) => route.id).toSorted());
});

test('route ids and method-path pairs are unique', () => {
  const pairs = ROUTES.map((route) => `${route.method} ${route.path}`);
  expect(new Set(pairs).size).toBe(pairs.length);
});

test('every server message and the subscribe message have a golden JSON that parses', () => {
  const types = serverMessage.options.map((option) => option.shape.type.value);
  expect(namesIn('messages').toSorted()).toEqual([...types, 'subscribe'].toSorted());
  for (const type of types)
    expect(serverMessage.parse(goldenOf('messages', type))).toEqual(goldenOf('messages', type));
  expect(subscribeMessage.parse(goldenOf('messages', 'subscribe'))).toEqual(
    goldenOf('messages', 'subscribe'),
  );
});

test('every 401 text contains Unauthorized, which the client checks for', async () => {
  const { ERRORS } = await import('#shapes/errors.ts');
  for (const { status, message } of Object.values(ERRORS)) {
    if (status === 401) expect(message).toContain('Unauthorized');
  }
  expect(z.string().parse(ERRORS.UNAUTHORIZED.message)).toBe(
    'Unauthorized: You are logged out. Logging in again...',
  );
});
