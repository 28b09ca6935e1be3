/**
 * Opens the payment provider by the settings, and starts to synchronise with it; null without a key: nothing can be
 * bought then.
 */
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { createStripeGateway } from '#adapters/billing/stripe-gateway.ts';
import type { Stores } from '#adapters/storage/stores.ts';
import type { Config } from '#config/config.ts';
import type { Provider } from '#modules/billing/billing-parts.ts';
import { startCancellationRunner } from '#modules/billing/cancellation-runner.ts';
import { createSubscriptionEnd } from '#modules/billing/subscription-end.ts';
import { type BillingSync, startBillingSync } from '#modules/billing-sync/billing-sync.ts';
import type { EndSubscription } from '#ports/accounts.ts';
import type { Bus } from '#ports/bus.ts';
import type { Clock } from '#ports/clock.ts';

interface BillingParts {
  readonly config: Config;
  readonly stores: Stores;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Registry;
}

export interface OpenBilling {
  readonly provider: Provider;
  readonly sync: BillingSync;
  /** For an account that is erased. */
  readonly endSubscription: EndSubscription;
  /** Ends after the work in progress. */
  stop(): Promise<void>;
}

export function openBilling({ config, stores, ...parts }: BillingParts): OpenBilling | null {
  if (config.billing === null) return null;
  const { publishableKey, scriptUrl, livemode } = config.billing;
  const gateway = createStripeGateway(config.billing);
  const sync = startBillingSync({ ...parts, ledger: stores.billingLedger, gateway, livemode });
  const cancellations = startCancellationRunner({ ...stores, ...parts, gateway });
  return {
    provider: { gateway, publishableKey, scriptUrl },
    sync,
    endSubscription: createSubscriptionEnd({ ...stores, ...parts, gateway }),
    async stop() {
      await Promise.all([sync.stop(), cancellations.stop()]);
    },
  };
}
