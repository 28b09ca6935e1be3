/** The two routes that every kind of object has: its list, newest first, and one by its id. */

import type { Kind } from '#stripe/objects/kinds.ts';
import { type ApiRoute, LIST_PARAMS, matching, page, pathObject } from './api.ts';

/** GET of the list at `path`, narrowed by the fields named in `filters`. */
export function listRoute(path: string, kind: Kind, filters: readonly string[]): ApiRoute {
  return {
    method: 'GET',
    path,
    accepts: [...LIST_PARAMS, ...filters],
    respond: (call) => page(call, path, matching(call.world.store.all(kind), call.params, filters)),
  };
}

/** GET of one object below `path`. */
export function readRoute(path: string, kind: Kind): ApiRoute {
  return { method: 'GET', path: `${path}/:id`, accepts: [], respond: (call) => pathObject(call, kind) };
}
