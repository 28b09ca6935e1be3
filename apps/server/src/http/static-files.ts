/** Serves the built web application: hashed assets for ever, the shell for every page address, with 404 where the page is unknown. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AllowPayment } from './security.ts';

/** Addresses of pages; the router of the web application knows the same. */
const PAGES = new Set([
  '/',
  '/demo',
  '/pricing',
  '/register',
  '/terms',
  '/privacy',
  '/compliance',
  '/subscribe',
  '/whop',
  '/settings',
  '/alerts',
  '/history',
  '/trade-analysis',
  '/ai-analytics',
  '/live-data-test',
  '/chart-test-dashboard',
  '/admin',
]);

/** Where a card is confirmed: the only document that lets the payment provider's script in. */
const PAYMENT_PAGE = '/subscribe';

const NOT_BUILT =
  '<!doctype html><title>Undertow</title><p>The web application is not built yet: run npm start.';

/** The shell of the web application in `folder`; null before it was built. */
export function readShell(folder: string): string | null {
  try {
    return readFileSync(join(folder, 'index.html'), 'utf8');
  } catch {
    // Not built: the API works without it, and pages say so
    return null;
  }
}

export type SendPage = (request: FastifyRequest, reply: FastifyReply) => FastifyReply;

/** Registers the assets and answers how to send a page. */
export async function registerStaticFiles(
  app: FastifyInstance,
  folder: string,
  shell: string | null,
  allowPayment: AllowPayment,
): Promise<SendPage> {
  if (shell !== null) {
    await app.register(fastifyStatic, {
      root: folder,
      index: false,
      // One route a file, made at start: nothing outside the build can be named
      wildcard: false,
      globIgnore: ['**/index.html'],
      cacheControl: false,
      setHeaders(reply, path) {
        const hashed = path.includes('/assets/');
        reply.header(
          'cache-control',
          hashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
        );
      },
    });
  }
  return (request, reply) => {
    const path = (request.url.split('?', 1)[0] ?? '/').replace(/(.)\/$/, '$1');
    if (path === PAYMENT_PAGE) allowPayment(reply);
    const status = shell === null ? 503 : PAGES.has(path) ? 200 : 404;
    return reply
      .code(status)
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(shell ?? NOT_BUILT);
  };
}
