/** Every route and socket message has one golden JSON file, and the file satisfies the schema. */
import { expect, test } from 'vitest';
import { z } from 'zod';
import { goldenNames, goldenOf, goldenRoute } from '#testing/golden.ts';
import { ROUTES } from './all-routes.ts';
import { serverMessage, subscribeMessage } from './live.ts';

test.each(ROUTES.map((route) => [route.id, route] as const))(
  '%s accepts its golden request and response',
  (id, route) => {
    const golden = goldenRoute.parse(goldenOf('routes', id));
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

test('a golden file with a key that no test reads is refused by the name of the key', () => {
  const refused = [{ situation: 'no tier', status: 400, query: { tier: 'free' } }];
  const keysOf = (file: object) =>
    goldenRoute.safeParse(file).error?.issues.flatMap((issue) => ('keys' in issue ? issue.keys : issue.path));
  expect(keysOf({ query: {}, response: {}, refused })).toBeUndefined();
  expect(keysOf({ response: {}, refuses: refused })).toEqual(['refuses']);
  expect(keysOf({ response: {}, refused: [{ ...refused[0], request: {} }] })).toEqual(['request']);
  expect(keysOf({ response: {}, refused: [{ query: {}, status: 400 }] })).toEqual([
    'refused',
    0,
    'situation',
  ]);
});

test('no golden file belongs to a route that does not exist', () => {
  expect(goldenNames('routes').toSorted()).toEqual(ROUTES.map((route) => route.id).toSorted());
});

test('route ids and method-path pairs are unique', () => {
  const pairs = ROUTES.map((route) => `${route.method} ${route.path}`);
  expect(new Set(pairs).size).toBe(pairs.length);
});

test('every server message and the subscribe message have a golden JSON that parses', () => {
  const types = serverMessage.options.map((option) => option.shape.type.value);
  expect(goldenNames('messages').toSorted()).toEqual([...types, 'subscribe'].toSorted());
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
