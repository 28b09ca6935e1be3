/** The description with examples from the golden requests, as it is served. */
import { existsSync, readFileSync } from 'node:fs';
import { API_ROUTES, type ApiRoute } from '@undertow/contracts';
import { type ApiExample, openApiOf } from './openapi.ts';

const GOLDEN = new URL('../../packages/contracts/testing/golden/routes/', import.meta.url);
const META = {
  ...{ asOf: '2026-11-20T15:00:00.000Z', delaySeconds: 0 },
  ...{ source: 'databento', withheld: [] },
};

export const DESCRIPTION = new URL(
  '../../apps/server/src/modules/public-api/openapi-v1.json',
  import.meta.url,
);
export const RELEASED = new URL('./released/openapi-v1.json', import.meta.url);

/** Parts of the golden query that the public route has too; its own words are in its schema. */
function queryOf(route: ApiRoute, golden: Readonly<Record<string, unknown>> = {}) {
  const { instrumentId, ...query } = golden;
  const sent = { ...query, ...(instrumentId === undefined ? {} : { instrument: 'ES' }) };
  const known = new Set(Object.keys((route.query as { shape?: object } | undefined)?.shape ?? {}));
  return Object.fromEntries(Object.entries(sent).filter(([name]) => known.has(name)));
}

function exampleOf(route: ApiRoute): ApiExample | undefined {
  const file = new URL(`${route.of.id}.json`, GOLDEN);
  if (!existsSync(file)) return undefined;
  const golden = JSON.parse(readFileSync(file, 'utf8'));
  const query = queryOf(route, golden.query);
  const { data } = route.toAnswer(golden.response, { limit: 50, ...query });
  const answer = {
    data,
    ...(route.isPaged ? { next: null } : {}),
    ...(route.isMarket ? { meta: META } : {}),
  };
  return { params: golden.params, query, body: golden.body, answer: route.response.parse(answer) };
}

export function describe(): string {
  const examples = API_ROUTES.flatMap((route) => {
    const example = exampleOf(route);
    return example === undefined ? [] : [[route.id, example] as const];
  });
  return `${JSON.stringify(openApiOf(Object.fromEntries(examples)), null, 1)}\n`;
}
