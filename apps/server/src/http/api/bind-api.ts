/** Serves public routes with the handlers of the product: request and answer are translated, everything else is the same. */
import {
  API_ROUTES,
  type ApiMeta,
  type ApiRoute,
  type Deprecation,
  type RouteContract,
} from '@undertow/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AppError } from '#failures/app-error.ts';
import type { KeyHolder } from '#http/keys/api-keys.ts';
import { keyHolderOf } from '#http/keys/key-access.ts';
import type { ViewResolver } from '#ports/account-feeds.ts';
import type { IdempotencyStore, StoredAnswer } from '#ports/api-keys/idempotency-store.ts';
import type { Clock } from '#ports/clock.ts';
import type { Entitlements } from '#ports/entitlements.ts';
import { isUnchanged } from './conditional.ts';
import type { Cursors } from './cursor.ts';
import { once } from './idempotency.ts';

export interface ApiBindingParts {
  readonly entitlements: Entitlements;
  readonly viewResolver: ViewResolver;
  readonly idempotency: IdempotencyStore;
  readonly cursors: Cursors;
  readonly clock: Clock;
}

type Fields = Readonly<Record<string, unknown>>;

/** Calls the handler of the product with what its own schemas would have parsed. */
type Run = (input: { readonly query: unknown }) => unknown;

/** How a public route is registered, whatever its body is. */
export interface ApiPlace {
  readonly url: string;
  readonly schema: Readonly<Record<string, unknown>>;
  readonly config: { readonly access: 'key'; readonly contractId: string; readonly scope: ApiRoute['scope'] };
  respond(request: FastifyRequest, reply: FastifyReply, run: Run): Promise<FastifyReply>;
}

const nothing = z.strictObject({});

/** Days begin at midnight UTC. */
function stateDeprecation(reply: FastifyReply, { since, sunset }: Deprecation): void {
  reply.header('deprecation', `@${Date.parse(since) / 1000}`);
  reply.header('sunset', new Date(sunset).toUTCString());
  reply.header('link', '</developers#changelog>; rel="deprecation"; type="text/html"');
}

function parsedQuery({ query: schema }: RouteContract, query: Fields): unknown {
  const parsed = schema?.safeParse(query);
  if (parsed === undefined || parsed.success) return parsed?.data ?? {};
  const issues = parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
  throw new AppError('BAD_REQUEST', issues);
}

function headerOf(reply: FastifyReply, name: string): string | null {
  const value = reply.getHeader(name);
  return typeof value === 'string' ? value : null;
}

class ApiService {
  readonly #route: ApiRoute;
  readonly #parts: ApiBindingParts;

  constructor(route: ApiRoute, parts: ApiBindingParts) {
    this.#route = route;
    this.#parts = parts;
  }

  async respond(request: FastifyRequest, reply: FastifyReply, run: Run): Promise<FastifyReply> {
    const { deprecation, id: routeId, of } = this.#route;
    const holder = keyHolderOf(request);
    if (deprecation !== null) stateDeprecation(reply, deprecation);
    const act = () => this.#answer(holder, request, reply, run);
    reply.type('application/json; charset=utf-8');
    if (of.method === 'GET') {
      const { body, validated } = await act();
      return isUnchanged(request, reply, validated)
        ? reply.code(304).send()
        : reply.code(of.status).send(body);
    }
    const write = { request, userId: holder.userId, routeId, body: this.#sentBody(request) };
    const { status, body, isRepeated } = await once(this.#parts, write, act);
    if (isRepeated) reply.header('idempotency-replayed', 'true');
    return reply.header('cache-control', 'no-store').code(status).send(body);
  }

  /** A file is not read to be compared: its length is, beside its name in the query. */
  #sentBody({ body, headers }: FastifyRequest): unknown {
    return this.#route.of.body === undefined ? (headers['content-length'] ?? null) : body;
  }

  async #answer(
    holder: KeyHolder,
    request: FastifyRequest,
    reply: FastifyReply,
    run: Run,
  ): Promise<StoredAnswer & { readonly validated: string }> {
    const { id: routeId, of, isMarket, isPaged, response } = this.#route;
    const query = request.query as Fields;
    const place = { routeId, userId: holder.userId, query };
    const { after } = query;
    const position = typeof after === 'string' ? this.#parts.cursors.read(place, after) : null;
    const found = await run({ query: parsedQuery(of, this.#route.toQuery(query, position)) });
    const { data, next = null, withheld = [] } = this.#route.toAnswer(found, query, position);
    const { meta, ...sent } = response.parse({
      data,
      ...(isPaged ? { next: next === null ? null : this.#parts.cursors.sign(place, next) } : {}),
      ...(isMarket ? { meta: await this.#meta(holder, reply, withheld) } : {}),
    }) as Fields;
    // The instant of an answer moves while its data stays
    const validated = JSON.stringify(sent);
    const body = meta === undefined ? validated : `${validated.slice(0, -1)},"meta":${JSON.stringify(meta)}}`;
    return { status: of.status, body, validated };
  }

  async #meta(holder: KeyHolder, reply: FastifyReply, withheld: readonly string[]): Promise<ApiMeta> {
    const { entitlements, viewResolver } = this.#parts;
    const entitlement = await entitlements.of(holder.userId, 'api');
    const delay = headerOf(reply, 'x-delay-seconds');
    return {
      asOf: headerOf(reply, 'x-as-of'),
      delaySeconds: delay === null ? null : Number(delay),
      source: viewResolver.resolve(holder, entitlement).views.present(0).source,
      withheld: [...withheld],
    };
  }
}

/** The public routes that a route of the product serves. */
export function apiPlacesOf(contract: RouteContract, parts: ApiBindingParts): readonly ApiPlace[] {
  return API_ROUTES.filter(({ of }) => of === contract).map((route) => {
    const service = new ApiService(route, parts);
    return {
      url: route.path,
      schema: {
        hide: true,
        params: route.params ?? nothing,
        querystring: route.query ?? nothing,
      },
      config: { access: 'key', contractId: `api.${route.id}`, scope: route.scope },
      respond: (request, reply, run) => service.respond(request, reply, run),
    };
  });
}

/** A public route whose body is JSON or none. */
export function bindApi(
  app: FastifyInstance,
  contract: RouteContract,
  place: ApiPlace,
  run: (request: FastifyRequest, reply: FastifyReply, query: unknown) => unknown,
): void {
  const { url, config, schema } = place;
  app.route({
    method: contract.method,
    ...{ url, config, bodyLimit: contract.mostBytes },
    schema: { ...schema, ...(contract.method === 'GET' ? {} : { body: contract.body ?? nothing.nullish() }) },
    handler: (request, reply) => place.respond(request, reply, ({ query }) => run(request, reply, query)),
  });
}
