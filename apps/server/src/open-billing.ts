/** Opens the payment provider by the settings, and starts keeping up with it; null without a key: nothing can be bought then. */
import type { Logger } from 'pino';
import { createStripeGateway } from '#adapters/billing/stripe-gateway.ts';
import { type BillingSync, startBillingSync } from '#modules/billing-sync/billing-sync.ts';
import type { BillingGateway } from './billing-dependencies.ts';
import type { BillingLedger } from './billing-sync-dependencies.ts';
import type { Config } from './config.ts';
import type { Bus, Clock } from './dependencies.ts';

interface BillingParts {
  readonly config: Config;
  readonly ledger: BillingLedger;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Logger;
}

export interface OpenBilling {
  readonly gateway: BillingGateway;
  readonly sync: BillingSync;
}

export function openBilling({ config, ...parts }: BillingParts): OpenBilling | null {
  if (config.billing === null) return null;
  const gateway = createStripeGateway(config.billing);
  return { gateway, sync: startBillingSync({ ...parts, gateway, livemode: config.billing.livemode }) };
}
