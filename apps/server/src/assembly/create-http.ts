/** The HTTP server of a process, with its limits and without a route. */
import { randomUUID } from 'node:crypto';
import { BODY_BYTES } from '@undertow/contracts';
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { limitConnections } from '#http/limits/address-limits.ts';
import { refuseUnparsed } from '#http/server/early-refusals.ts';
import { sendFrameworkError } from '#http/server/error-handler.ts';

const HEADERS_TIMEOUT_MS = 10_000;
/** For a file of 64 MB over a slow line; `http/body-timeout` allows every other body less. */
const REQUEST_TIMEOUT_MS = 180_000;
/** How often Node checks for connections past these timeouts; its default of 30 s would triple them. */
const TIMEOUT_CHECK_MS = 2_000;
/** The longest id in an address is that of a mail, up to 200 characters; the router returns 404 to longer ones. */
const MAX_PARAMETER = 200;

export function createHttp(
  { trustProxy }: { readonly trustProxy: number },
  log: FastifyBaseLogger,
): FastifyInstance {
  const http = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: (_address, hop) => hop < trustProxy,
    bodyLimit: BODY_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    // `registerHostCheck` refuses requests without a host, with our headers and body
    http: { connectionsCheckingInterval: TIMEOUT_CHECK_MS, requireHostHeader: false },
    clientErrorHandler: refuseUnparsed,
    forceCloseConnections: 'idle',
    // A request on a connection that is still open is answered, with the header that closes it
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: false, caseSensitive: true, maxParamLength: MAX_PARAMETER },
    frameworkErrors: sendFrameworkError,
  });
  http.server.headersTimeout = HEADERS_TIMEOUT_MS;
  limitConnections(http.server, trustProxy);
  http.removeContentTypeParser('text/plain');
  http.setValidatorCompiler(validatorCompiler);
  http.setSerializerCompiler(serializerCompiler);
  return http;
}
