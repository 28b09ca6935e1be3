/**
 * Serves the built web application: hashed assets with immutable caching, the shell with the head of the page for every
 * address, 404 where there is none.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AllowPayment } from '#http/server/security.ts';
import { createPageDocuments } from './page-head.ts';

/** Where a card is confirmed: the only document that allows the payment provider's script. */
const PAYMENT_PAGE = '/subscribe';

const NOT_BUILT =
  '<!doctype html><title>Undertow</title><p>The web application is not built yet: run npm start.';

/** The shell of the web application in `folder`; null before it was built. */
export function readShell(folder: string): string | null {
  try {
    return readFileSync(join(folder, 'index.html'), 'utf8');
  } catch {
    // Not built: the API works without it, and pages answer so
    return null;
  }
}

export type SendPage = (request: FastifyRequest, reply: FastifyReply) => FastifyReply;

interface StaticParts {
  /** Folder of the built web application, and the shell in it; null before it was built. */
  readonly folder: string;
  readonly shell: string | null;
  readonly publicOrigin: string;
  /** Paths of pages that are switched off here. */
  readonly hiddenPaths: readonly string[];
  readonly allowPayment: AllowPayment;
}

/** Registers the assets and returns how to send a page. */
export async function registerStaticFiles(
  app: FastifyInstance,
  { folder, shell, publicOrigin, hiddenPaths, allowPayment }: StaticParts,
): Promise<SendPage> {
  if (shell !== null) {
    await app.register(fastifyStatic, {
      root: folder,
      index: false,
      // One route per file, made at start: no path outside the build can be requested
      wildcard: false,
      globIgnore: ['**/index.html', '**/*.br', '**/*.gz'],
      // The build writes .br and .gz files beside each text file
      preCompressed: true,
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
  const documentOf = shell === null ? null : createPageDocuments(shell, { publicOrigin, hiddenPaths });
  return (request, reply) => {
    const path = (request.url.split('?', 1)[0] ?? '/').replace(/(.)\/$/, '$1');
    if (path === PAYMENT_PAGE) allowPayment(reply);
    const page = documentOf?.(path) ?? { html: NOT_BUILT, status: 503, indexed: false };
    if (!page.indexed) reply.header('x-robots-tag', 'noindex');
    return reply
      .code(page.status)
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(page.html);
  };
}
