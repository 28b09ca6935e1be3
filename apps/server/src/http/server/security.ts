/**
 * Headers of every response: a content policy without exceptions for scripts, no framing, no sniffing, no referrer to
 * others.
 */
import { createHash } from 'node:crypto';
import helmet from '@fastify/helmet';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** Policy sources of the inline scripts of the shell (the one that sets the theme before the first paint). */
export function inlineScriptHashes(html: string): readonly string[] {
  const scripts = html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/gi);
  return [...scripts].map(
    ([, text]) =>
      `'sha256-${createHash('sha256')
        .update(text ?? '')
        .digest('base64')}'`,
  );
}

/** The payment provider's origins: its script in the browser, and the API that the script calls. */
export interface PaymentAddresses {
  readonly scriptUrl: string;
  readonly apiBase: string;
}

interface SecurityParts {
  readonly publicOrigin: string;
  readonly scriptHashes: readonly string[];
  readonly payment: PaymentAddresses;
}

type Directives = Readonly<Record<string, readonly string[]>>;

function strictDirectives({ publicOrigin, scriptHashes }: SecurityParts): Directives {
  return {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'", ...scriptHashes],
    // An open dialog prevents the page behind it from scrolling by a style element of its own
    styleSrc: ["'self'", "'unsafe-inline'"],
    // No text becomes markup or script in the browser, whatever a library tries. The policies are the web's
    // (`trusted-worker-address.ts`): each passes the address of one worker, of trade files or of simulated markets, and
    // nothing else.
    requireTrustedTypesFor: ["'script'"],
    trustedTypes: ['import-worker', 'simulation-worker'],
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
    ...(publicOrigin.startsWith('https:') ? { upgradeInsecureRequests: [] } : {}),
  };
}

/**
 * The policy of the one document on which a card is confirmed: the provider's script, its frames and its API are
 * allowed, and nothing else. Its own script adds further ones by address, for which its documentation requires the
 * trusted-types policy called `default`; ours (web, `payment-script.ts`) passes addresses of the provider only, and
 * no text becomes markup here either. Stripe's own addresses are those of its security guide; what its frames load
 * falls under their own policy.
 */
function paymentDirectives(parts: SecurityParts): Directives {
  const strict = strictDirectives(parts);
  const script = new URL(parts.payment.scriptUrl).origin;
  const api = new URL(parts.payment.apiBase).origin;
  const isStripe = script === 'https://js.stripe.com';
  const scripts = isStripe ? [script, 'https://*.js.stripe.com'] : [script];
  return {
    ...strict,
    scriptSrc: [...(strict['scriptSrc'] ?? []), ...scripts],
    frameSrc: isStripe ? [...scripts, 'https://hooks.stripe.com'] : scripts,
    connectSrc: [...new Set([...(strict['connectSrc'] ?? []), api, ...(isStripe ? [] : [script])])],
    trustedTypes: ['default'],
  };
}

const policyOf = (directives: Directives) => ({
  useDefaults: false,
  directives: Object.fromEntries(Object.entries(directives).map(([name, sources]) => [name, [...sources]])),
});

/** Sets the payment document's policy on a response in place of the strict one. */
export type AllowPayment = (reply: FastifyReply) => void;

/** Registers the headers and returns how the payment document gets its own. */
export async function registerSecurity(app: FastifyInstance, parts: SecurityParts): Promise<AllowPayment> {
  const secure = parts.publicOrigin.startsWith('https:');
  await app.register(helmet, {
    contentSecurityPolicy: policyOf(strictDirectives(parts)),
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
  const contentSecurityPolicy = policyOf(paymentDirectives(parts));
  return (reply) => void reply.helmet({ contentSecurityPolicy });
}
