/**
 * The fallback without a route: 405 for a known path with the wrong method, JSON 404 for the API, the web application's
 * shell for pages.
 */
import type { RouteContract } from '@undertow/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#failures/app-error.ts';
import { sendError } from './error-handler.ts';

type Served = Pick<RouteContract, 'path'> & { readonly method: string };

interface NotFoundParts {
  readonly bound: readonly Served[];
  /** Responds to an address of a page: one that is no API path. */
  readonly sendPage: (request: FastifyRequest, reply: FastifyReply) => FastifyReply;
}

interface KnownPath {
  readonly pattern: RegExp;
  readonly method: string;
}

function knownPaths(bound: readonly Served[]): readonly KnownPath[] {
  return bound.map(({ path, method }) => ({
    pattern: new RegExp(`^${path.replaceAll(/:[A-Za-z]+/g, '[^/]+')}$`),
    method,
  }));
}

/** Call after every route was bound. */
export function registerNotFound(app: FastifyInstance, { bound, sendPage }: NotFoundParts): void {
  const known = knownPaths(bound);
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/';
    const methods = known.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);
    if (methods.length > 0) {
      reply.header('allow', [...new Set(methods)].join(', '));
      return sendError(request, reply, new AppError('METHOD_NOT_ALLOWED'));
    }
    const wantsPage = request.method === 'GET' || request.method === 'HEAD';
    if (!wantsPage || path === '/api' || path.startsWith('/api/')) {
      return sendError(request, reply, new AppError('NOT_FOUND'));
    }
    return sendPage(request, reply);
  });
}
