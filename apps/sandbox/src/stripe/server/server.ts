/** The HTTP server: form bodies, keys, idempotency, errors and headers as Stripe's, and calls from the browser. */
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import qs from 'qs';
import { keyKind } from '#stripe/api/access.ts';
import type { ApiRoute } from '#stripe/api/api.ts';
import { API_VERSION } from '#stripe/objects/event.ts';
import { type CallResponse, fingerprintOfCall, type Idempotency } from '#stripe/state/idempotency.ts';
import type { OutageSetting } from '#stripe/state/outage.ts';
import { rendered } from '#stripe/state/render.ts';
import type { World } from '#stripe/state/world.ts';
import { runDue } from '#stripe/subscriptions/advance.ts';
import { newId } from '#stripe/wire/ids.ts';
import { type Params, refuseUnknown, texts } from '#stripe/wire/params.ts';
import { StripeError } from '#stripe/wire/stripe-error.ts';

/** Parameters that any call may carry; the script in the browser sends the last ones. */
const ALWAYS = ['expand', 'key', 'client_secret', '_stripe_version', '_stripe_account'];
const MAX_BODY_BYTES = 1_048_576;

interface ServerParts {
  readonly world: World;
  readonly idempotency: Idempotency;
  /** Called after each call, before it is answered. */
  readonly onDone: () => void;
}

function parsed(textOfForm: string): Params {
  return qs.parse(textOfForm, { depth: 10, arrayLimit: 200, parameterLimit: 5000 }) as Params;
}

function paramsOf(request: FastifyRequest): Params {
  const query = parsed(request.url.split('?')[1] ?? '');
  return typeof request.body === 'string' ? { ...query, ...parsed(request.body) } : query;
}

function errorResponse(error: unknown): CallResponse {
  if (error instanceof StripeError) {
    return { status: error.facts.status, body: JSON.stringify(error.body(), null, 2) };
  }
  process.stderr.write(`sandbox Stripe: ${error instanceof Error ? error.stack : error}\n`);
  const body = { error: { message: 'An unknown error occurred.', type: 'api_error' } };
  return { status: 500, body: JSON.stringify(body, null, 2) };
}

function checkKey(route: ApiRoute, key: 'secret' | 'publishable'): void {
  if (key === 'secret' || route.browser) return;
  throw new StripeError(
    'This API call cannot be made with a publishable API key. Please use a secret API key. You can find a list of your API keys at https://dashboard.stripe.com/account/apikeys.',
    { status: 401, type: 'invalid_request_error', code: 'secret_key_required' },
  );
}

/** Throws 401 for a caller who may not make this call. */
function callerOf(route: ApiRoute, world: World, request: FastifyRequest, params: Params) {
  const key = keyKind(world.settings, request.headers.authorization, params);
  checkKey(route, key);
  return key;
}

function responseOf(route: ApiRoute, { world }: ServerParts, request: FastifyRequest): CallResponse {
  try {
    const params = paramsOf(request);
    const key = callerOf(route, world, request, params);
    refuseUnknown(params, [...ALWAYS, ...route.accepts]);
    runDue(world);
    const path = request.params as Record<string, string>;
    const found = route.respond({ world, path, params, key });
    const response = rendered(world.store, found as Record<string, unknown>, texts(params, 'expand') ?? []);
    return { status: 200, body: JSON.stringify(response, null, 2) };
  } catch (error) {
    return errorResponse(error);
  }
}

/** Responds once for an idempotency key; a refusal before any effect is not stored. */
function respondOnce(route: ApiRoute, parts: ServerParts, request: FastifyRequest) {
  const header = request.headers['idempotency-key'];
  const key = route.method === 'POST' && typeof header === 'string' && header !== '' ? header : null;
  if (key === null) return { ...responseOf(route, parts, request), replayed: false };
  const print = fingerprintOfCall(request.method, request.url, String(request.body ?? ''));
  try {
    callerOf(route, parts.world, request, paramsOf(request));
    const kept = parts.idempotency.find(key, print);
    if (kept !== undefined) return { status: kept.status, body: kept.body, replayed: true };
  } catch (error) {
    return { ...errorResponse(error), replayed: false };
  }
  const response = responseOf(route, parts, request);
  // A call refused before any effect may be corrected and sent again with the same key
  const begun = response.status < 400 || response.status === 402 || response.status >= 500;
  if (begun) parts.idempotency.keep(key, print, response);
  return { ...response, replayed: false };
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}

/** Applies an outage. Returns true where the call needs nothing more. */
async function fails(outage: OutageSetting, request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
  switch (outage.mode) {
    case 'slow':
      await wait(outage.delayMs);
      return false;
    case 'error': {
      const body = { error: { message: 'The sandbox has an outage.', type: 'api_error' } };
      await reply.code(outage.status).send(JSON.stringify(body));
      return true;
    }
    case 'garbage':
      await reply.code(200).send('<html>Bad gateway</html>');
      return true;
    case 'hang':
      reply.hijack();
      return true;
    case 'reset':
      reply.hijack();
      request.raw.socket.destroy();
      return true;
    default:
      return false;
  }
}

function handler(route: ApiRoute, parts: ServerParts) {
  const { world } = parts;
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const requestId = newId('req');
    const header = request.headers['idempotency-key'];
    reply
      .header('request-id', requestId)
      .header('stripe-version', API_VERSION)
      .header('cache-control', 'no-cache, no-store')
      .type('application/json');
    const outage = world.outage.meet(request.url);
    if (await fails(outage, request, reply)) return reply;
    const idempotencyKey = typeof header === 'string' ? header : null;
    world.request = { id: requestId, idempotency_key: idempotencyKey };
    const { status, body, replayed } = respondOnce(route, parts, request);
    world.request = { id: null, idempotency_key: null };
    parts.onDone();
    if (outage.mode === 'lost') {
      reply.hijack();
      request.raw.socket.destroy();
      return reply;
    }
    if (idempotencyKey !== null) reply.header('idempotency-key', idempotencyKey);
    if (replayed) reply.header('idempotent-replayed', 'true');
    return reply.code(status).send(body);
  };
}

/** The product's pages and the sandbox's own card frame may call with the publishable key. */
function allowBrowsers(app: FastifyInstance, world: World): void {
  app.addHook('onRequest', async (request, reply) => {
    const { origin } = request.headers;
    if (origin === undefined || (origin !== world.settings.publicOrigin && origin !== world.origin)) return;
    reply
      .header('access-control-allow-origin', origin)
      .header('access-control-allow-methods', 'GET, POST, DELETE, OPTIONS')
      .header('access-control-allow-headers', 'authorization, content-type, idempotency-key, stripe-version')
      .header('access-control-expose-headers', 'request-id, stripe-version')
      .header('access-control-max-age', '300')
      .header('vary', 'origin');
    if (request.method === 'OPTIONS') await reply.code(204).send();
  });
}

export function createServer(parts: ServerParts, routes: readonly ApiRoute[]): FastifyInstance {
  const app = fastify({ bodyLimit: MAX_BODY_BYTES, forceCloseConnections: true });
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, body),
  );
  allowBrowsers(app, parts.world);
  for (const route of routes) {
    app.route({ method: route.method, url: route.path, handler: handler(route, parts) });
  }
  app.setNotFoundHandler((request, reply) => {
    const message = `Unrecognized request URL (${request.method}: ${request.url.split('?')[0]}). The sandbox does not support this call.`;
    const { body } = errorResponse(new StripeError(message, { status: 404, type: 'invalid_request_error' }));
    return reply.code(404).type('application/json').send(body);
  });
  app.setErrorHandler((error, _request, reply) => {
    const { status, body } = errorResponse(error);
    return reply.code(status).type('application/json').send(body);
  });
  return app;
}
