/** Headers that every answer carries: a content policy without exceptions for scripts, no framing, no sniffing, no referrer to others. */
import { createHash } from 'node:crypto';
import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

/** Policy sources of the scripts that stand inside the shell (the one that sets the theme before the first paint). */
export function inlineScriptHashes(html: string): readonly string[] {
  const scripts = html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/gi);
  return [...scripts].map(
    ([, text]) =>
      `'sha256-${createHash('sha256')
        .update(text ?? '')
        .digest('base64')}'`,
  );
}

interface SecurityParts {
  readonly publicOrigin: string;
  readonly scriptHashes: readonly string[];
}

export async function registerSecurity(
  app: FastifyInstance,
  { publicOrigin, scriptHashes }: SecurityParts,
): Promise<void> {
  const secure = publicOrigin.startsWith('https:');
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'", ...scriptHashes],
        // An open dialog stops the page behind it from scrolling by a style element of its own
        styleSrc: ["'self'", "'unsafe-inline'"],
        // No text becomes markup or script in the browser, whatever a library tries
        requireTrustedTypesFor: ["'script'"],
        trustedTypes: ["'none'"],
        connectSrc: ["'self'", publicOrigin.replace(/^http/, 'ws')],
        imgSrc: ["'self'", 'data:'],
        fontSrc: ["'self'"],
        mediaSrc: ["'self'", 'data:'],
        manifestSrc: ["'self'"],
        workerSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        objectSrc: ["'none'"],
        ...(secure ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    strictTransportSecurity: secure ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
    crossOriginEmbedderPolicy: false,
  });
  app.addHook('onRequest', async (_request, reply) => {
    reply.header(
      'permissions-policy',
      'camera=(), microphone=(), geolocation=(), payment=(), usb=(), interest-cohort=()',
    );
  });
}
