/** The payment provider through its SDK: one code path for the real one and for test servers with the same API. */
import type { PaidTier } from '@undertow/contracts';
import Stripe from 'stripe';
import type { BillingGateway } from '#ports/billing.ts';
import { createPriceList } from './price-list.ts';
import { stripeChanges } from './stripe-changes.ts';
import { stripePortal } from './stripe-portal.ts';
import { stripePreviews } from './stripe-previews.ts';
import { stripeReads } from './stripe-reads.ts';

/** A call that hangs longer times out; with its one retry a request takes at most twenty seconds. */
const TIMEOUT_MS = 8_000;
const NETWORK_RETRIES = 1;

export interface StripeSettings {
  readonly secretKey: string;
  readonly webhookSecrets: readonly string[];
  /** Origin of the API. */
  readonly apiBase: string;
  readonly prices: Readonly<Record<PaidTier, readonly [string, ...string[]]>>;
  readonly taxRateId: string | null;
  readonly livemode: boolean;
  /** Milliseconds until a call is given up. */
  readonly timeoutMs?: number;
}

function clientOf({ secretKey, apiBase, timeoutMs = TIMEOUT_MS }: StripeSettings): Stripe {
  const { protocol, hostname, port } = new URL(apiBase);
  const isHttps = protocol === 'https:';
  return new Stripe(secretKey, {
    protocol: isHttps ? 'https' : 'http',
    host: hostname,
    port: port === '' ? (isHttps ? 443 : 80) : Number(port),
    timeout: timeoutMs,
    maxNetworkRetries: NETWORK_RETRIES,
    telemetry: false,
    typescript: true,
  });
}

export function createStripeGateway(settings: StripeSettings): BillingGateway {
  const parts = { ...settings, stripe: clientOf(settings), prices: createPriceList(settings.prices) };
  return {
    ...stripeReads(parts),
    ...stripeChanges(parts),
    ...stripePreviews(parts),
    ...stripePortal(parts.stripe),
  };
}
