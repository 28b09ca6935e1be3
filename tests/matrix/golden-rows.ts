/**
 * Rows of routes that have none of their own: their golden request, and what it names as refused, with the statuses that follow
 * from their access level. What needs something in the database, or differs between tiers, has a row of its own.
 */
import { readFileSync } from 'node:fs';
import { ROUTES, type RouteContract } from '@undertow/contracts';
import { administrators, all, type MatrixRow, paid, type Request } from './matrix-row.ts';

type Fields = Readonly<Record<string, string | number | boolean>>;

interface GoldenRequest {
  readonly params?: Fields;
  readonly query?: Fields;
  readonly body?: unknown;
}

interface Golden extends GoldenRequest {
  readonly refused?: readonly (GoldenRequest & { readonly situation: string; readonly status: number })[];
}

const FOLDER = new URL('../../packages/contracts/testing/golden/routes/', import.meta.url);
const goldenOf = ({ id }: RouteContract): Golden =>
  JSON.parse(readFileSync(new URL(`${id}.json`, FOLDER), 'utf8'));

function requestOf({ path }: RouteContract, { params = {}, query = {}, body }: GoldenRequest): Request {
  const named = path.replaceAll(/:([A-Za-z]+)/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  );
  const asked = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  return { url: asked.size === 0 ? named : `${named}?${asked}`, ...(body === undefined ? {} : { body }) };
}

/** Who is not let in gets the refusal of the access level, whatever was wrong beside it. */
function statusesOf({ id, access }: RouteContract, status: number): MatrixRow['statuses'] {
  switch (access) {
    case 'public':
      return all(status, status);
    case 'user':
      return all(401, status);
    case 'admin':
      return administrators(status);
    case 'instrument':
      // What the schema refuses is refused before the instrument is looked at
      return status === 400 ? all(401, status) : paid(status);
    case 'webhook':
    case 'key':
      throw new Error(`${id} is called by machines: it needs rows of its own`);
  }
}

function rowsOf(contract: RouteContract): readonly MatrixRow[] {
  const golden = goldenOf(contract);
  const row = (situation: string, request: GoldenRequest, status: number): MatrixRow => ({
    route: contract.id,
    situation,
    statuses: statusesOf(contract, status),
    ...(contract.method === 'GET' ? {} : { crossSite: 403 }),
    ...(contract.access === 'instrument' ? { instruments: [1] } : {}),
    request: requestOf(contract, request),
  });
  return [
    row('golden request', golden, contract.status),
    ...(golden.refused ?? []).map((request) => row(request.situation, request, request.status)),
  ];
}

/** Rows of every route that the others leave out. */
export function goldenRows(others: readonly MatrixRow[]): readonly MatrixRow[] {
  const covered = new Set(others.map(({ route }) => route));
  return ROUTES.filter(({ id }) => !covered.has(id)).flatMap(rowsOf);
}
