/** Refusals before any route: requests that no parser accepts, and requests with several hosts or none. */
import { randomUUID } from 'node:crypto';
import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { ERRORS, type ErrorCode } from '@undertow/contracts';
import type { FastifyInstance } from 'fastify';
import { AppError } from '#failures/app-error.ts';
import { errorBodyOf } from './error-handler.ts';

/** Node's codes for what its parser refuses; everything else is malformed. */
const PARSER_CODES: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE',
  ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TIMEOUT',
};

/** Responds on the raw connection and ends it, with the headers and the body of every other refusal. */
export function refuseConnection(stream: Duplex, code: ErrorCode): void {
  const requestId = randomUUID();
  const { status } = ERRORS[code];
  const body = JSON.stringify(errorBodyOf(new AppError(code), requestId));
  stream.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
      'Content-Type: application/json; charset=utf-8',
      'Cache-Control: no-store',
      "Content-Security-Policy: default-src 'none';frame-ancestors 'none'",
      'X-Content-Type-Options: nosniff',
      'X-Frame-Options: DENY',
      'Referrer-Policy: same-origin',
      `X-Request-Id: ${requestId}`,
      'Connection: close',
      `Content-Length: ${Buffer.byteLength(body)}`,
      '',
      body,
    ].join('\r\n'),
  );
}

/** For Fastify's `clientErrorHandler`. */
export function refuseUnparsed(error: Error & { readonly code?: string }, stream: Duplex): void {
  if (error.code === 'ECONNRESET' || stream.destroyed) return;
  if (stream.writable) refuseConnection(stream, PARSER_CODES[error.code ?? ''] ?? 'BAD_REQUEST');
  stream.once('finish', () => stream.destroy());
}

/** False for several `Host` headers, of which a proxy may use another one than we do, and for none in HTTP/1.1. */
export function hasOneHost({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  const names = rawHeaders.filter((_text, place) => place % 2 === 0);
  const hosts = names.filter((name) => name.toLowerCase() === 'host').length;
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0');
}

/** Before every other hook but the one that sets the request id. */
export function registerHostCheck(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw }, reply) => {
    if (hasOneHost(raw)) return;
    reply.header('connection', 'close');
    throw new AppError('BAD_REQUEST', [{ path: 'host', message: 'expected one Host header' }]);
  });
}
