/** Calls a row of the matrix from our own pages, or from another site. */
import { ROUTES } from '@undertow/contracts';
import { TEST_ORIGIN } from '@undertow/server/testing/app.ts';
import type { MatrixRow, World } from './matrix-row.ts';

/** The headers in which the browser states the origin of the request. */
export type Site = Readonly<Record<string, string>>;

export const OWN: Site = {
  origin: TEST_ORIGIN,
  'sec-fetch-site': 'same-origin',
  'sec-fetch-dest': 'document',
};
export const FOREIGN: Site = {
  origin: 'https://evil.example',
  'sec-fetch-site': 'cross-site',
  'sec-fetch-dest': 'document',
};

/** Whether the row leaves its caller as they were, for the next one. */
export function onlyReads({ route, request }: MatrixRow): boolean {
  const { method, access } = ROUTES.find(({ id }) => id === route) ?? {};
  // A public one ends the session
  return method === 'GET' && access !== 'public' && typeof request !== 'function';
}

/** The response to the user of the world. */
export async function callRow(row: MatrixRow, world: World, site: Site) {
  const contract = ROUTES.find((candidate) => candidate.id === row.route);
  if (contract === undefined) throw new Error(`no contract ${row.route}`);
  const request = typeof row.request === 'function' ? await row.request(world) : row.request;
  const body = request.body === undefined ? {} : { payload: request.body as object };
  return world.app.http.inject({
    method: contract.method,
    url: request.url,
    headers: { ...site, ...world.user?.headers, ...request.headers },
    ...body,
  });
}
