/** One call of the API: who may make it, what it is made of, how it is answered, and lists. */
import type { Kind, Kinds } from '#stripe/objects/kinds.ts';
import type { StripeObject } from '#stripe/objects/stripe-object.ts';
import type { World } from '#stripe/state/world.ts';
import { flag, hash, integer, type Params, text } from '#stripe/wire/params.ts';
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
  readonly answer: (call: Call) => object;
}

/** Parameters of every list. */
export const LIST_PARAMS = ['limit', 'starting_after', 'ending_before'] as const;

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

/** `created=1` or `created[gte]=1`: whether an instant is within what was asked for. */
export function withinRange(params: Params, name: string): (seconds: number) => boolean {
  if (typeof params[name] === 'string') {
    const exact = integer(params, name);
    return (seconds) => exact === undefined || seconds === exact;
  }
  const range = hash(params, name) ?? {};
  const [gt, gte, lt, lte] = ['gt', 'gte', 'lt', 'lte'].map((bound) => integer(range, bound));
  return (seconds) =>
    (gt === undefined || seconds > gt) &&
    (gte === undefined || seconds >= gte) &&
    (lt === undefined || seconds < lt) &&
    (lte === undefined || seconds <= lte);
}

function placeOf(all: readonly StripeObject[], id: string, name: string): number {
  const place = all.findIndex((one) => one.id === id);
  if (place < 0) throw missing('object', id, name);
  return place;
}

const MAX_LIMIT = 100;

/** A page of a list, newest first; `all` is oldest first. */
export function page<T extends StripeObject>(call: Call, url: string, all: readonly T[]): object {
  const { params } = call;
  const limit = integer(params, 'limit') ?? 10;
  if (limit < 1 || limit > MAX_LIMIT) throw invalid('Invalid limit: must be from 1 to 100', 'limit');
  const within = withinRange(params, 'created');
  const rows = all.filter((one) => within(Number(one['created']))).toReversed();
  const after = text(params, 'starting_after');
  const before = text(params, 'ending_before');
  if (before !== undefined) {
    const end = placeOf(rows, before, 'ending_before');
    const start = Math.max(0, end - limit);
    return { object: 'list', data: rows.slice(start, end), has_more: start > 0, url };
  }
  const start = after === undefined ? 0 : placeOf(rows, after, 'starting_after') + 1;
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

/** Whether `active` was asked for and the row has it. */
export function matchesActive(params: Params, row: { readonly active: boolean }): boolean {
  const wanted = flag(params, 'active');
  return wanted === undefined || wanted === row.active;
}
