/**
 * Binds a contract to its handler: parsing, access and the shape of the response come from the contract, so no handler can
 * omit them.
 */
import type {
  AccessLevel,
  RouteBody,
  RouteContract,
  RouteParams,
  RouteQuery,
  RouteResponse,
  ShownKind,
} from '@undertow/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AppError } from '#failures/app-error.ts';
import { type ApiBindingParts, apiPlacesOf, bindApi } from '#http/api/bind-api.ts';
import type { LivePollers } from '#http/limits/live-pollers.ts';
import type { SignedIn } from '#http/session/session.ts';
import type { ViewSource } from '#ports/account-feeds.ts';
import type { Entitlement } from '#ports/entitlements.ts';
import type { DataUsage } from '#ports/people.ts';
import { signedInOf } from './access.ts';
import { type BytesCall, bindBytes, ownBytesPlace } from './bind-bytes.ts';
import { bindOneClick, type OneClickCall } from './bind-one-click.ts';
import { bindWebhook, type WebhookCall } from './bind-webhook.ts';
import { requireInstrument, requireLicence } from './entitlement.ts';

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
  /** The views that the user reads from: a handler has no other access to market data. */
  readonly viewSource: ViewSource;
}

/** What a response carries of the market. */
type Carried = ShownKind | 'nothing';

/** The checks before every route of an instrument: the plan, and how many devices watch. */
interface InstrumentGate extends ApiBindingParts {
  readonly mayPoll: LivePollers['mayPoll'];
  readonly usage: DataUsage;
}

/** Streams are sent by the handler itself, which returns the reply. */
type HandlerResult<R> = RouteResponse<R> | FastifyReply | Promise<RouteResponse<R> | FastifyReply>;

export interface RouteBinder {
  /** Anyone may call it. */
  bindPublic<R extends RouteContract>(
    contract: R,
    handle: (call: Call<R>) => FastifyReply | Promise<FastifyReply | RouteResponse<R>>,
  ): void;
  /** Signed-in users. */
  bindUser<R extends RouteContract>(contract: R, handle: (call: UserCall<R>) => HandlerResult<R>): void;
  /** Administrators; anyone else is refused before anything of the request is read. */
  bindAdmin<R extends RouteContract>(contract: R, handle: (call: UserCall<R>) => HandlerResult<R>): void;
  /** Signed-in users, whose body is not parsed: a file as application/octet-stream, or JSON that a thread parses. */
  bindBytes<R extends RouteContract>(
    contract: R,
    handle: (call: BytesCall<R>) => Promise<RouteResponse<R>>,
  ): void;
  /**
   * Signed-in users, for an instrument of theirs named `instrumentId` in path or query. `carries`: what leaves with the
   * response; what the licence of the venue withholds is refused before the handler runs.
   */
  bindInstrument<R extends RouteContract>(
    contract: R,
    carries: Carried,
    handle: (call: InstrumentCall<R>) => HandlerResult<R>,
  ): void;
  /** Machines that sign what they send: the handler gets the raw bytes and verifies the signature. */
  bindWebhook<R extends RouteContract>(
    contract: R,
    handle: (call: WebhookCall) => Promise<RouteResponse<R>>,
  ): void;
  /** One-click unsubscribe of a mail client: public, and its form is not read. */
  bindOneClick<R extends RouteContract>(
    contract: R,
    handle: (call: OneClickCall<R>) => Promise<RouteResponse<R>>,
  ): void;
  /** Contracts bound so far. */
  readonly bound: readonly RouteContract[];
}

/** The response of every change that has nothing to return. */
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
    ...(redirects ? {} : { response: { [contract.status]: contract.response } }),
  };
}

function instrumentIdOf<R extends RouteContract>({ query, params }: Call<R>, contract: R): number {
  const { instrumentId } = { ...(query as object), ...(params as object) } as {
    instrumentId?: unknown;
  };
  if (typeof instrumentId !== 'number') throw new Error(`${contract.id} names no instrumentId`);
  return instrumentId;
}

/** What of the market is shown is counted; of an instrument that is not fed there is nothing to show. */
function noteUse(
  usage: DataUsage,
  user: SignedIn,
  { viewSource, instrumentId }: { readonly viewSource: ViewSource; readonly instrumentId: number },
): void {
  const { views, access } = viewSource;
  // A replay shows nothing of the present, whose display is counted
  if (user.replay !== undefined) return;
  if (!views.instrumentIds.includes(instrumentId)) return;
  const { delaySeconds } = access(instrumentId);
  usage.note({ ...user, source: views.present(0).source, delaySeconds, instrumentIds: [instrumentId] });
}

/** What the user may see of the instrument on this device, and in which views; refuses otherwise. */
async function pass(
  gate: InstrumentGate,
  user: SignedIn,
  { instrumentId, carries }: { readonly instrumentId: number; readonly carries: Carried },
): Promise<{ entitlement: Entitlement; viewSource: ViewSource }> {
  const entitlement = await gate.entitlements.of(user.userId, user.channel);
  requireInstrument(entitlement, instrumentId);
  // A program takes the place of no device: its requests have a limit of their own
  if (user.key === undefined && !gate.mayPoll(user, entitlement.rules.liveDevices))
    throw new AppError('LIVE_ELSEWHERE');
  const viewSource = gate.viewResolver.resolve(user, entitlement);
  const access = viewSource.access(instrumentId);
  if (carries !== 'nothing') {
    requireLicence(access, carries);
    noteUse(gate.usage, user, { viewSource, instrumentId });
  }
  return { entitlement, viewSource };
}

/** The public routes that the handler serves too. */
function serveApi<R extends RouteContract>(
  app: FastifyInstance,
  gate: InstrumentGate,
  contract: R,
  run: (call: Call<R>) => unknown,
): void {
  for (const place of apiPlacesOf(contract, gate))
    bindApi(app, contract, place, (request, reply, query) =>
      run({
        params: request.params as RouteParams<R>,
        query: query as RouteQuery<R>,
        body: request.body as RouteBody<R>,
        request,
        reply,
      }),
    );
}

/** Binds to `app`; the access checks of `registerAccess` must be registered already. */
export function createRouteBinder(app: FastifyInstance, gate: InstrumentGate): RouteBinder {
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
      bodyLimit: contract.mostBytes,
      async handler(request, reply) {
        reply.header('cache-control', 'no-store');
        const response = await run({
          params: request.params as RouteParams<R>,
          query: request.query as RouteQuery<R>,
          body: request.body as RouteBody<R>,
          request,
          reply,
        });
        // Redirects and pages were sent by the handler itself
        if (reply.sent) return reply;
        return reply.code(contract.status).send(response);
      },
    });
    serveApi(app, gate, contract, run);
  }

  function bindWebhookRoute<R extends RouteContract>(
    contract: R,
    handle: (call: WebhookCall) => Promise<RouteResponse<R>>,
  ): void {
    if (contract.access !== 'webhook') {
      throw new Error(`${contract.id} is declared ${contract.access} and was bound as webhook`);
    }
    bound.push(contract);
    const { body: _parsedByTheHandler, ...schema } = schemaOf(contract);
    bindWebhook(app, contract, schema, handle);
  }

  return {
    bound,
    bindWebhook: bindWebhookRoute,
    bindOneClick(contract, handle) {
      bound.push(contract);
      bindOneClick(app, contract, schemaOf(contract), handle);
    },
    bindPublic: (contract, handle) => bind(contract, 'public', handle),
    bindUser: (contract, handle) =>
      bind(contract, 'user', (call) => handle({ ...call, user: signedInOf(call.request) })),
    bindAdmin: (contract, handle) =>
      bind(contract, 'admin', (call) => handle({ ...call, user: signedInOf(call.request) })),
    bindBytes(contract, handle) {
      bound.push(contract);
      const { body: _readByTheHandler, ...schema } = schemaOf(contract);
      bindBytes(app, contract, ownBytesPlace(contract, schema), handle);
      for (const place of apiPlacesOf(contract, gate)) bindBytes(app, contract, place, handle);
    },
    bindInstrument: (contract, carries, handle) =>
      bind(contract, 'instrument', async (call) => {
        const user = signedInOf(call.request);
        const instrumentId = instrumentIdOf(call, contract);
        const passed = await pass(gate, user, { instrumentId, carries });
        return handle({ ...call, ...passed, user, instrumentId });
      }),
  };
}
