/** One running Stripe: its state, its clock and its webhooks. */
import type { Clocks } from './clocks.ts';
import type { Outage } from './outage.ts';
import type { StripeSettings } from './settings.ts';
import type { Store } from './store.ts';
import type { Webhooks } from './webhooks.ts';

export interface World {
  readonly settings: StripeSettings;
  readonly store: Store;
  readonly clocks: Clocks;
  readonly webhooks: Webhooks;
  readonly outage: Outage;
  /** Own origin, for the addresses of its pages. */
  origin: string;
  /** The call that is being answered, written into its events. */
  request: { readonly id: string | null; readonly idempotency_key: string | null };
}

/** Paths of the sandbox's Stripe pages. */
export const PAGES = {
  authentication: '/3ds',
  portal: '/portal',
  invoice: '/invoice',
} as const;
