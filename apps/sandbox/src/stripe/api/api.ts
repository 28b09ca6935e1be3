/** One call of the API: access, parameters, response, and lists. */
import type { Kind, Kinds } from '#stripe/objects/kinds.ts';
import type { StripeObject } from '#stripe/objects/stripe-object.ts';
import type { World } from '#stripe/state/world.ts';
import { hash, integer, type Params, text } from '#stripe/wire/params.ts';
import { invalid, missing } from '#stripe/wire/stripe-error.ts';

export interface Call {
  readonly world: World;
  /** Ids in the path. */
  readonly path: Readonly<Record<string, string>>;
  readonly params: Params;
  /** A publishable key may do only what a browser does, and only with a client secret. */
  readonly key: 'secret' | 'publishable';
}

export interface ApiRoute {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  /** May be called from a browser. */
  readonly browser?: true;
  /** Parameters beside `expand`; what is not named is refused. */
  readonly accepts: readonly string[];
  readonly respond: (call: Call) => object;
}

export const LIST_PARAMS = ['limit', 'starting_after', 'created'] as const;

/** The object that the path names, or a 404. */
export function pathObject<K extends Kind>({ world, path }: Call, kind: K): Kinds[K] {
  const id = path['id'] ?? '';
  const found = world.store.get(kind, id);
  if (found === undefined) throw missing(kind, id);
  return found;
}

/** The object that a parameter names, or a 400; undefined where none is named. */
export function paramObject<K extends Kind>(call: Call, kind: K, name: string): Kinds[K] | undefined {
  const id = text(call.params, name);
  if (id === undefined || id === '') return undefined;
  const found = call.world.store.get(kind, id);
  if (found === undefined) throw missing(kind, id, name);
  return found;
}

function placeOf(all: readonly StripeObject[], id: string): number {
  const place = all.findIndex((one) => one.id === id);
  if (place < 0) throw missing('object', id, 'starting_after');
  return place;
}

const MAX_LIMIT = 100;

/** A page of a list, newest first; `all` is oldest first. */
export function page<T extends StripeObject>(call: Call, url: string, all: readonly T[]): object {
  const { params } = call;
  const limit = integer(params, 'limit') ?? 10;
  if (limit < 1 || limit > MAX_LIMIT) throw invalid('Invalid limit: must be from 1 to 100', 'limit');
  const since = integer(hash(params, 'created') ?? {}, 'gte') ?? 0;
  const rows = all.filter((one) => Number(one['created']) >= since).toReversed();
  const after = text(params, 'starting_after');
  const start = after === undefined ? 0 : placeOf(rows, after) + 1;
  return {
    object: 'list',
    data: rows.slice(start, start + limit),
    has_more: rows.length > start + limit,
    url,
  };
}

/** Rows of which every named parameter that was sent equals the row's own value. */
export function matching<T extends StripeObject>(
  rows: readonly T[],
  params: Params,
  names: readonly string[],
): readonly T[] {
  return rows.filter((row) =>
    names.every((name) => params[name] === undefined || params[name] === row[name]),
  );
}
