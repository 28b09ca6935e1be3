/** The shape of a public route: a route of the product, with the request and the answer that programs of users see. */
import { INSTRUMENTS } from '@undertow/market';
import { z } from 'zod';
import type { ApiScope } from '#account/api-keys.ts';
import { instant } from '#shapes/primitives.ts';
import type { RouteContract, RouteResponse } from '#shapes/route.ts';

/** Parts of the reference, in its order. */
export const API_TAGS = [
  'Instruments',
  'Bars, book and tape',
  'Events',
  'Patterns and levels',
  'Track record',
  'Calendar',
  'Alerts',
  'Journal',
  'Backtests',
] as const;
export type ApiTag = (typeof API_TAGS)[number];

/** Days of the announcement and of the end, `YYYY-MM-DD`: headers per RFC 9745 and RFC 8594. */
export interface Deprecation {
  readonly since: string;
  readonly sunset: string;
  /** What replaces it, for the changelog. */
  readonly instead: string;
}

type Fields = Readonly<Record<string, unknown>>;

/** A page of an answer: where the next one begins, in the words of the product's route; null on the last one. */
export interface ApiAnswer {
  readonly data: unknown;
  readonly next?: string | null;
  /** Why licences of venues withhold a part. */
  readonly withheld?: readonly string[];
}

export interface ApiRoute {
  /** `operationId` of the description. */
  readonly id: string;
  /** Below `/api/v1`. */
  readonly path: string;
  readonly scope: ApiScope;
  readonly tag: ApiTag;
  readonly summary: string;
  readonly description: string;
  /** The route of the product that serves it. */
  readonly of: RouteContract;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly response: z.ZodType;
  readonly isPaged: boolean;
  /** Its answers carry instant, delay and source of the market. */
  readonly isMarket: boolean;
  readonly deprecation: Deprecation | null;
  /** The query of the product's route; `after` is the position that the cursor names. */
  toQuery(query: Fields, after: string | null): Fields;
  /** `after` as for the query: null on the first page. */
  toAnswer(response: unknown, query: Fields, after?: string | null): ApiAnswer;
}

const SYMBOLS = INSTRUMENTS.map(({ symbol }) => symbol) as [string, ...string[]];

/** Product code of an instrument. */
export const apiInstrument = z.enum(SYMBOLS).describe('Product code; contracts are in the answer.');

/** The instrument's id for the product's routes. */
export function instrumentIdOf(symbol: unknown): number | undefined {
  return INSTRUMENTS.find((one) => one.symbol === symbol)?.id;
}

/** Opaque: signed for its owner, route and filters. */
export const apiCursor = z
  .string()
  .regex(/^[\w-]{1,400}\.[\w-]{22}$/, 'expected `next` of the page before')
  .describe('`next` of the page before, with the same filters. An edited cursor is refused.');

/** Which market an answer shows, as of when. */
export const apiMeta = z.object({
  asOf: instant.nullable().describe('The instant that the answer shows.'),
  delaySeconds: z.number().int().nonnegative().nullable().describe('How far behind the market it is.'),
  source: z.string().describe('Where the market data came from, for example `databento` or `simulated`.'),
  withheld: z.array(z.string()).describe('What licences of venues keep from the API, one sentence each.'),
});
export type ApiMeta = z.infer<typeof apiMeta>;

interface ApiRouteInput<R extends RouteContract, Q extends z.ZodObject, D extends z.ZodType>
  extends Pick<ApiRoute, 'id' | 'path' | 'scope' | 'tag' | 'summary'> {
  readonly of: R;
  readonly description?: string;
  readonly query?: Q;
  /** The answer's `data`. */
  readonly data: D;
  readonly isPaged?: boolean;
  readonly isMarket?: boolean;
  readonly deprecation?: Deprecation;
  toQuery?(query: z.output<Q>, after: string | null): Fields;
  toAnswer?(
    response: RouteResponse<R>,
    query: z.output<Q>,
    after: string | null,
  ): Omit<ApiAnswer, 'data'> & { readonly data: z.input<D> };
}

function responseOf(data: z.ZodType, { isPaged, isMarket }: Pick<ApiRoute, 'isPaged' | 'isMarket'>) {
  return z.object({
    data,
    ...(isPaged ? { next: z.string().nullable().describe('For `after`; null on the last page.') } : {}),
    ...(isMarket ? { meta: apiMeta } : {}),
  });
}

/** Declares a public route. Without `toQuery` and `toAnswer` it is the product's own. */
export function apiRoute<
  R extends RouteContract,
  D extends z.ZodType,
  Q extends z.ZodObject = z.ZodObject<Record<never, never>>,
>(input: ApiRouteInput<R, Q, D>): ApiRoute {
  const { of, data, query, isPaged = false, isMarket = false } = input;
  const { toQuery = (own) => own, toAnswer = (response) => ({ data: response as z.input<D> }) } = input;
  return {
    ...input,
    ...{ isPaged, isMarket },
    description: input.description ?? '',
    deprecation: input.deprecation ?? null,
    ...(of.params === undefined ? {} : { params: of.params }),
    ...(query === undefined && of.query === undefined ? {} : { query: query ?? of.query }),
    response: responseOf(data, { isPaged, isMarket }),
    // What arrives here was parsed by the schemas beside it
    toQuery: (own, after) => toQuery(own as z.output<Q>, after),
    toAnswer: (response, own, after = null) =>
      toAnswer(response as RouteResponse<R>, own as z.output<Q>, after),
  } as ApiRoute;
}
