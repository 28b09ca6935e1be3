/** The checks before a handler, in one order for every route: limits, origin, session, role, content type; schema and entitlement follow. */
import { type AccessLevel, type ApiScope, REPLAY_HEADER, VIEW_READS, VIEW_WRITES } from '@undertow/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#failures/app-error.ts';
import type { KeyAccess } from '#http/keys/key-access.ts';
import { isSignIn, type RequestLimits } from '#http/limits/rate-limit.ts';
import { isCrossSiteChange } from '#http/session/origin-check.ts';
import type { Sessions, SignedIn } from '#http/session/session.ts';
import type { Users } from '#ports/accounts.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set by the route binder. A route without it is refused by the hook below. */
    access?: AccessLevel;
    contractId?: string;
    /** The body is a file, not JSON. */
    takesBytes?: boolean;
    /** The body may be a form, which is not read. */
    takesForm?: boolean;
    /** Of a route for API keys. */
    scope?: ApiScope;
  }
  interface FastifyRequest {
    signedIn: SignedIn | null;
  }
}

interface AccessParts {
  readonly sessions: Sessions;
  readonly users: Pick<Users, 'find'>;
  readonly publicOrigin: string;
  readonly limits: RequestLimits;
  readonly keyAccess: KeyAccess;
}

/** No route under this path is served unless it was bound for administrators. */
const ADMINISTRATION = /^\/api\/admin(\/|$)/;

const FORM = /^(application\/x-www-form-urlencoded|multipart\/form-data)\s*(;|$)/i;

function hasBody(request: FastifyRequest): boolean {
  const { headers } = request;
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function checkContentType(request: FastifyRequest): void {
  if (request.method === 'GET' || request.method === 'HEAD') return;
  const type = request.headers['content-type'];
  const { takesBytes = false, takesForm = false } = request.routeOptions.config;
  if (takesForm && type !== undefined && FORM.test(type)) return;
  const wanted = takesBytes ? /^application\/octet-stream\s*(;|$)/i : /^application\/json\s*(;|$)/i;
  if (type === undefined ? hasBody(request) : !wanted.test(type)) {
    throw new AppError(takesBytes ? 'FILE_BYTES_EXPECTED' : 'UNSUPPORTED_MEDIA_TYPE');
  }
}

function checkSize(request: FastifyRequest): void {
  if (Number(request.headers['content-length'] ?? 0) > request.routeOptions.bodyLimit) {
    throw new AppError('PAYLOAD_TOO_LARGE');
  }
}

/** A key given twice is ambiguous. */
function checkQuery(request: FastifyRequest): void {
  const query = request.query as Readonly<Record<string, unknown>>;
  const repeated = Object.keys(query).filter((key) => Array.isArray(query[key]));
  if (repeated.length === 0) return;
  throw new AppError(
    'BAD_REQUEST',
    repeated.map((path) => ({ path, message: 'expected once' })),
  );
}

/** In a view as a user an administrator may only read, and no more than the screens of the product show. */
function refuseInView({ signedIn, method, routeOptions }: FastifyRequest): void {
  if (signedIn?.view === undefined) return;
  const id = routeOptions.config.contractId ?? '';
  const reads = method === 'GET' || method === 'HEAD';
  if (reads ? VIEW_READS.has(id) : VIEW_WRITES.has(id)) return;
  throw new AppError('VIEW_READS_ONLY');
}

export function registerAccess(app: FastifyInstance, parts: AccessParts): void {
  const { sessions, users, publicOrigin, limits, keyAccess } = parts;
  app.decorateRequest('signedIn', null);

  /** The role as the database has it now: neither the cookie nor the cache is trusted. */
  async function requireAdministrator({ signedIn, routeOptions }: FastifyRequest): Promise<void> {
    if (signedIn === null) throw new AppError('UNAUTHORIZED');
    if (routeOptions.config.access !== 'admin') throw new AppError('FORBIDDEN');
    if ((await users.find(signedIn.userId))?.role !== 'admin') throw new AppError('FORBIDDEN');
  }

  /** The sender, once the address and then the user is within its limit. */
  async function identify(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const cookie = request.cookies[sessions.cookieName];
    // No session is looked up for an address over its limit; a cached session costs no query
    if (isSignIn(request) || !sessions.isKnown(cookie)) await limits.ofAddress(request, reply);
    if (isCrossSiteChange(request.method, request.headers, publicOrigin)) throw new AppError('CROSS_SITE');
    request.signedIn = (await sessions.find(cookie)) ?? null;
    if (request.signedIn !== null) await limits.ofUser(request, reply);
  }

  async function identifyByKey(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { scope, contractId } = request.routeOptions.config;
    if (scope === undefined) throw new Error(`${contractId} has no scope`);
    await keyAccess(request, reply, { scope, ofAddress: limits.ofAddress });
  }

  async function admit(request: FastifyRequest, reply: FastifyReply, administration: boolean): Promise<void> {
    await identify(request, reply);
    const { access } = request.routeOptions.config;
    if (access !== 'public' && request.signedIn === null) throw new AppError('UNAUTHORIZED');
    refuseInView(request);
    if (administration) await requireAdministrator(request);
  }

  app.addHook('onRequest', async (request, reply) => {
    const { config, url = '' } = request.routeOptions;
    const { access } = config;
    const administration = access === 'admin' || ADMINISTRATION.test(url);
    if (request.is404 || (access === undefined && !administration)) return;
    // Sent by a machine: neither session nor origin identifies it, its signature or its key does
    if (access === 'webhook') await limits.ofAddress(request, reply);
    else if (access === 'key') await identifyByKey(request, reply);
    else await admit(request, reply, administration);
    checkContentType(request);
    checkSize(request);
  });

  app.addHook('preValidation', async (request) => {
    if (request.routeOptions.config.access !== undefined) checkQuery(request);
  });
}

/** Who is signed in; the access check let nobody else through. Reads may be about a replay of theirs. */
export function signedInOf({ signedIn, method, headers }: FastifyRequest): SignedIn {
  if (signedIn === null) throw new AppError('UNAUTHORIZED');
  const replay = headers[REPLAY_HEADER];
  // What a key reads is the present
  const isScreen = signedIn.key === undefined && method === 'GET';
  return replay === undefined || !isScreen ? signedIn : { ...signedIn, replay: String(replay) };
}
