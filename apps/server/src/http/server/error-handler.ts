/** Turns whatever was thrown into the one error body; details of an internal failure never leave the server. */
import { type ErrorBody, type ErrorCode, MAX_ISSUES } from '@undertow/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError, type Issue, TooSoon } from '#failures/app-error.ts';
import { outageOf } from '#failures/outage.ts';
import { SecretUnreadable } from '#ports/credentials.ts';
import { isOfApi, sendProblem } from './problem.ts';

/** Fastify's own refusals, and those of its plugins. */
const FRAMEWORK_CODES: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'PAYLOAD_TOO_LARGE',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
};

interface Thrown extends Error {
  readonly code?: unknown;
  readonly statusCode?: unknown;
  readonly validation?: readonly { readonly instancePath: string; readonly message?: string }[];
}

function issuesOf(validation: NonNullable<Thrown['validation']>): readonly Issue[] {
  return validation.slice(0, MAX_ISSUES).map((issue) => ({
    path: issue.instancePath.replace(/^\//, '').replaceAll('/', '.'),
    message: issue.message ?? 'is not valid',
  }));
}

/** The refusal for what was thrown; `INTERNAL` for everything unexpected. */
export function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  if (!(thrown instanceof Error)) return new AppError('INTERNAL');
  const error: Thrown = thrown;
  if (error.validation !== undefined)
    return new AppError('BAD_REQUEST', issuesOf(error.validation), error.validation.length);
  const code = typeof error.code === 'string' ? FRAMEWORK_CODES[error.code] : undefined;
  if (code !== undefined) return new AppError(code);
  // Broker passwords are opened by no request: this is the key of what is stored of an own feed
  if (error instanceof SecretUnreadable) return new AppError('OWN_DATA_UNREADABLE');
  const outage = outageOf(error);
  if (outage !== null) return new AppError(outage);
  const status = error.statusCode;
  if (typeof status === 'number' && status >= 400 && status < 500) return new AppError('BAD_REQUEST');
  return new AppError('INTERNAL');
}

/** The body of a refusal. */
export function errorBodyOf(error: AppError, requestId: string): ErrorBody {
  const body = { message: error.message, code: error.code, requestId };
  const { issues, issueCount } = error;
  return issues === undefined ? body : { ...body, issues: [...issues], issueCount };
}

export function sendError(request: FastifyRequest, reply: FastifyReply, thrown: unknown): FastifyReply {
  const error = toAppError(thrown);
  if (error.status >= 500) request.log.error({ err: thrown, code: error.code }, 'request failed');
  if (error.status === 503) reply.header('retry-after', '5');
  if (error instanceof TooSoon) reply.header('retry-after', String(error.retryAfterSeconds));
  reply.code(error.status).header('cache-control', 'no-store');
  if (isOfApi(request)) return sendProblem(request, reply, error);
  return reply
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(errorBodyOf(error, request.id));
}

/**
 * What Fastify refuses before any hook ran (an address that cannot be decoded, a parameter beyond its length): the same
 * body, and explicitly the headers that the hooks would have set.
 */
export function sendFrameworkError(error: Error, request: FastifyRequest, reply: FastifyReply): void {
  reply.headers({
    'content-security-policy': "default-src 'none';frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'same-origin',
    'x-request-id': request.id,
  });
  sendError(request, reply, error);
}

export function registerErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => sendError(request, reply, error));
}
