/** What every route refuses: unknown keys, other kinds of values and missing fields, each named in the fault. */
import { expect, test } from 'vitest';
import { goldenOf } from '#testing/golden.ts';
import { changed, faultsOf } from '#testing/schema-faults.ts';
import { ROUTES } from './all-routes.ts';

interface Part {
  readonly name: string;
  readonly schema: NonNullable<(typeof ROUTES)[number]['body']>;
  readonly value: Record<string, unknown>;
}

const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Parts of the golden requests that have fields. */
function partsOf(name: 'params' | 'query' | 'body'): readonly Part[] {
  return ROUTES.flatMap((route) => {
    const value = goldenOf('routes', route.id)[name];
    const schema = route[name];
    return schema === undefined || !isFields(value) ? [] : [{ name: `${route.id} ${name}`, schema, value }];
  });
}

const bodies = partsOf('body');
const queries = partsOf('query');
const all = [...bodies, ...queries, ...partsOf('params')];
/** The provider's own event may have fields that we do not know; the issuer sends what it likes; `login` ignores others. */
const OPEN = ['stripeWebhook body', 'loginCallback query', 'login query'];

test('there are bodies, queries and parameters to test', () => {
  expect(bodies.length).toBeGreaterThan(20);
  expect(queries.length).toBeGreaterThan(20);
});

test.each([...bodies, ...queries].filter(({ name }) => !OPEN.includes(name)))(
  '$name refuses a key that it does not have, by name',
  ({ schema, value }) => {
    expect(faultsOf(schema, { ...value, unknownKey: 1 })).toEqual(['unknown: unknownKey']);
  },
);

test.each(all.filter(({ name }) => !OPEN.includes(name)))(
  '$name refuses a field of another kind, at its place',
  ({ schema, value }) => {
    for (const key of Object.keys(value)) {
      const faults = faultsOf(schema, changed(value, key, { an: 'object' }));
      expect(faults.length, key).toBeGreaterThan(0);
      for (const fault of faults) expect(fault.replace('unknown: ', '').split('.')[0]).toBe(key);
    }
  },
);

test.each(all)('$name names a field that is missing, where it is required', ({ schema, value }) => {
  for (const key of Object.keys(value)) {
    const faults = faultsOf(schema, changed(value, key, undefined));
    // Without its only field a change is empty as a whole
    for (const fault of faults) expect([key, '']).toContain(fault.split('.')[0]);
  }
});

test.each(bodies)('$name is refused when it is no object', ({ schema }) => {
  for (const value of ['text', 7, [], true]) expect(faultsOf(schema, value)).toEqual(['']);
});
