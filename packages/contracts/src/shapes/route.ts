/** The shape of a route: method, path, access level, and the schemas of request and response. */
import type { z } from 'zod';

/**
 * Access levels. `public`: anyone. `user`: signed in. `instrument`: signed in, and the instrument named by
 * `instrumentId` is one of the user's active instruments (the entitlement gate). `admin`: role admin, read from the
 * database at each call. `webhook`: authenticated by its own signature.
 * `key`: an API key with the scope of the route.
 */
export const ACCESS_LEVELS = ['public', 'user', 'instrument', 'admin', 'webhook', 'key'] as const;
export type AccessLevel = (typeof ACCESS_LEVELS)[number];

/** Default limit of a JSON body, in bytes: forms of a few short fields. */
export const BODY_BYTES = 4 * 1024;

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface RouteContract<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Response extends z.ZodType = z.ZodType,
> {
  /** Name in OpenAPI, in logs and in the golden files. */
  readonly id: string;
  readonly method: HttpMethod;
  /** Path with `:name` for parameters, for example `/api/alerts/:id/read`. */
  readonly path: string;
  readonly access: AccessLevel;
  /**
   * True: may be called while an administrator views the product as a user. For sign-in and sign-out, and for reads that
   * write nothing, call no outside service and return no more than the screens show: no download, no quote, which calls
   * the payment provider, no invoice, which links to payment pages. False by default.
   */
  readonly viewable: boolean;
  readonly summary: string;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  /** Most bytes of the body; a longer one is refused before anything of it is parsed. `BODY_BYTES` by default. */
  readonly mostBytes: number;
  readonly response: Response;
  /** Status of success; 200 by default. 302 routes respond with a redirect and no body. */
  readonly status: number;
}

type RouteInput<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, A extends z.ZodType> = Omit<
  RouteContract<P, Q, B, A>,
  'status' | 'mostBytes' | 'viewable'
> & { readonly status?: number; readonly mostBytes?: number; readonly viewable?: boolean };

/** Declares a route. A route without an access level does not compile. */
export function route<
  P extends z.ZodType = z.ZodUndefined,
  Q extends z.ZodType = z.ZodUndefined,
  B extends z.ZodType = z.ZodUndefined,
  A extends z.ZodType = z.ZodUndefined,
>(input: RouteInput<P, Q, B, A>): RouteContract<P, Q, B, A> {
  return { status: 200, mostBytes: BODY_BYTES, viewable: false, ...input };
}

/** The parsed request a handler receives. */
export type RouteParams<R> =
  R extends RouteContract<infer P, z.ZodType, z.ZodType, z.ZodType> ? z.output<P> : never;
export type RouteQuery<R> =
  R extends RouteContract<z.ZodType, infer Q, z.ZodType, z.ZodType> ? z.output<Q> : never;
export type RouteBody<R> =
  R extends RouteContract<z.ZodType, z.ZodType, infer B, z.ZodType> ? z.output<B> : never;
export type RouteResponse<R> =
  R extends RouteContract<z.ZodType, z.ZodType, z.ZodType, infer A> ? z.output<A> : never;
