/** Binds a contract to its handler: parsing, access and the answer's shape are taken from the contract, so no handler can forget them. */
import type {
  AccessLevel,
  RouteAnswer,
  RouteBody,
  RouteContract,
  RouteParams,
  RouteQuery,
} from '@undertow/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Entitlement, Entitlements } from '#dependencies.ts';
import { signedInOf } from './access.ts';
import { requireInstrument } from './entitlement.ts';
import type { SignedIn } from './session.ts';

/** A parsed request. */
export interface Call<R> {
  readonly params: RouteParams<R>;
  readonly query: RouteQuery<R>;
  readonly body: RouteBody<R>;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

export interface UserCall<R> extends Call<R> {
  readonly user: SignedIn;
}

export interface InstrumentCall<R> extends UserCall<R> {
  /** One of the user's active instruments: checked before the handler runs. */
  readonly instrumentId: number;
  readonly entitlement: Entitlement;
}

export interface WebhookCall {
  /** The body, not parsed: the signature is over these bytes. */
  readonly rawBody: Buffer;
  readonly request: FastifyRequest;
}

type Answer<R> = RouteAnswer<R> | Promise<RouteAnswer<R>>;

export interface RouteBinder {
  /** Anyone may call it. */
  bindPublic<R extends RouteContract>(
    contract: R,
    handle: (call: Call<R>) => FastifyReply | Promise<FastifyReply | RouteAnswer<R>>,
  ): void;
  /** Signed-in users. */
  bindUser<R extends RouteContract>(contract: R, handle: (call: UserCall<R>) => Answer<R>): void;
  /** Signed-in users, for an instrument of theirs named `instrumentId` in path or query. */
  bindInstrument<R extends RouteContract>(contract: R, handle: (call: InstrumentCall<R>) => Answer<R>): void;
  /** Machines that sign what they send: the handler gets the bytes as they came and proves the signature. */
  bindWebhook<R extends RouteContract>(
    contract: R,
    handle: (call: WebhookCall) => Promise<RouteAnswer<R>>,
  ): void;
  /** Contracts bound so far. */
  readonly bound: readonly RouteContract[];
}

/** An event with everything that it is about; the largest seen are invoices of many lines. */
const WEBHOOK_LIMIT_BYTES = 1024 * 1024;

/** The answer of every change that has nothing to tell. */
export const OK = { ok: true } as const;

const nothing = z.strictObject({});

function schemaOf(contract: RouteContract) {
  const redirects = contract.status >= 300;
  return {
    summary: contract.summary,
    operationId: contract.id,
    tags: [contract.path.split('/')[2] ?? 'api'],
    params: contract.params ?? nothing,
    querystring: contract.query ?? nothing,
    ...(contract.method === 'GET' ? {} : { body: contract.body ?? nothing.nullish() }),
    ...(redirects ? {} : { response: { [contract.status]: contract.answer } }),
  };
}

function instrumentIdOf(request: FastifyRequest, contract: RouteContract): number {
  const { instrumentId } = { ...(request.query as object), ...(request.params as object) } as {
    instrumentId?: unknown;
  };
  if (typeof instrumentId !== 'number') throw new Error(`${contract.id} names no instrumentId`);
  return instrumentId;
}

/** Binds to `app`; the access checks of `registerAccess` must be there already. */
export function createRouteBinder(app: FastifyInstance, entitlements: Entitlements): RouteBinder {
  const bound: RouteContract[] = [];

  function bind<R extends RouteContract>(
    contract: R,
    level: AccessLevel,
    run: (call: Call<R>) => unknown,
  ): void {
    if (contract.access !== level) {
      throw new Error(`${contract.id} is declared ${contract.access} and was bound as ${level}`);
    }
    bound.push(contract);
    app.route({
      method: contract.method,
      url: contract.path,
      schema: schemaOf(contract),
      config: { access: level, contractId: contract.id },
      async handler(request, reply) {
        reply.header('cache-control', 'no-store');
        const answer = await run({
          params: request.params as RouteParams<R>,
          query: request.query as RouteQuery<R>,
          body: request.body as RouteBody<R>,
          request,
          reply,
        });
        // Redirects and pages were sent by the handler itself
        if (reply.sent) return reply;
        return reply.code(contract.status).send(answer);
      },
    });
  }

  /** In a scope of its own, where JSON is not parsed. */
  function bindWebhook<R extends RouteContract>(
    contract: R,
    handle: (call: WebhookCall) => Promise<RouteAnswer<R>>,
  ): void {
    if (contract.access !== 'webhook') {
      throw new Error(`${contract.id} is declared ${contract.access} and was bound as webhook`);
    }
    bound.push(contract);
    app.register((scope, _options, registered) => {
      scope.removeContentTypeParser('application/json');
      scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
        done(null, body);
      });
      const { body: _parsedByTheHandler, ...schema } = schemaOf(contract);
      scope.route({
        method: contract.method,
        url: contract.path,
        schema,
        bodyLimit: WEBHOOK_LIMIT_BYTES,
        config: { access: 'webhook', contractId: contract.id },
        async handler(request, reply) {
          reply.header('cache-control', 'no-store');
          const rawBody = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
          return reply.code(contract.status).send(await handle({ rawBody, request }));
        },
      });
      registered();
    });
  }

  return {
    bound,
    bindWebhook,
    bindPublic: (contract, handle) => bind(contract, 'public', handle),
    bindUser: (contract, handle) =>
      bind(contract, 'user', (call) => handle({ ...call, user: signedInOf(call.request) })),
    bindInstrument: (contract, handle) =>
      bind(contract, 'instrument', async (call) => {
        const user = signedInOf(call.request);
        const instrumentId = instrumentIdOf(call.request, contract);
        const entitlement = await entitlements.of(user.userId);
        requireInstrument(entitlement, instrumentId);
        return handle({ ...call, user, instrumentId, entitlement });
      }),
  };
}
