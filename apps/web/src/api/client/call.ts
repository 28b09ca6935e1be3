/** The one way to the server: a route of the contracts in, its parsed response out. */
import type { RouteContract } from '@undertow/contracts';
import type { z } from 'zod';
import { Observable } from '#lib/state/observable.ts';
import { ApiError } from './api-error.ts';
import { replayHeaders } from './replayed-paths.ts';

type Shape<T> = T extends z.ZodType ? z.input<T> : never;

/** What is sent with a route: only what its contract names. Null and undefined values of `query` are left out. */
export interface Sent<R extends RouteContract> {
  readonly params?: Shape<R['params']>;
  readonly query?: { readonly [K in keyof Shape<R['query']>]?: Shape<R['query']>[K] | null | undefined };
  readonly body?: Shape<R['body']>;
  readonly signal?: AbortSignal;
  /** The request goes on when the page is left. */
  readonly keepalive?: boolean;
  /** It is about the present market, whatever the window replays. */
  readonly isPresent?: boolean;
}

/** A response with the clock of the view it was read from. */
export interface ViewedResponse<T> {
  readonly data: T;
  /** Milliseconds since 1970 UTC; null where the route has no view. */
  readonly asOfMs: number | null;
  readonly delaySeconds: number | null;
}

/** Milliseconds that the last call took there and back. */
export const roundTripMs = new Observable<number | null>(null);

/** Path of a route with its parameters filled in and its query appended. */
export function pathOf(
  path: string,
  params: Readonly<Record<string, unknown>> = {},
  query: Readonly<Record<string, unknown>> = {},
): string {
  const filled = path.replace(/:([A-Za-z]+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== null && value !== undefined) search.set(name, String(value));
  }
  const text = search.toString();
  return text === '' ? filled : `${filled}?${text}`;
}

/** Like `call`, with the view's clock. */
export async function callViewed<R extends RouteContract>(
  route: R,
  sent: Sent<R> = {},
): Promise<ViewedResponse<z.output<R['response']>>> {
  const startedMs = performance.now();
  const response = await fetch(
    pathOf(route.path, sent.params as Record<string, unknown>, sent.query as Record<string, unknown>),
    {
      method: route.method,
      credentials: 'include',
      ...(sent.keepalive === true ? { keepalive: true } : {}),
      ...(sent.signal === undefined ? {} : { signal: sent.signal }),
      headers: {
        ...(sent.isPresent === true ? {} : replayHeaders(route.method, route.path)),
        ...(sent.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(sent.body === undefined ? {} : { body: JSON.stringify(sent.body) }),
    },
  );
  const text = await response.text();
  roundTripMs.set(performance.now() - startedMs);
  if (!response.ok) throw new ApiError(response.status, response.statusText, text);
  const asOf = response.headers.get('x-as-of');
  const delay = response.headers.get('x-delay-seconds');
  return {
    data: route.response.parse(text === '' ? undefined : JSON.parse(text)) as z.output<R['response']>,
    asOfMs: asOf === null ? null : Date.parse(asOf),
    delaySeconds: delay === null ? null : Number(delay),
  };
}

/** Calls a route. Throws `ApiError` for anything but success, and the parser's error for a response off the contract. */
export async function call<R extends RouteContract>(
  route: R,
  sent: Sent<R> = {},
): Promise<z.output<R['response']>> {
  return (await callViewed(route, sent)).data;
}
