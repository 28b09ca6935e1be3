/** What the routes of payment are built from. */

import type { Tiers, UserInstruments, Users } from '#ports/accounts.ts';
import type { BillingGateway, BillingStore, Invoices, TrialUses } from '#ports/billing.ts';
import type { BillingLeases, CancelTasks } from '#ports/billing-sync.ts';
import type { Bus } from '#ports/bus.ts';
import type { Clock } from '#ports/clock.ts';
import type { Log } from '#ports/log.ts';
import type { Registrations } from '#ports/registration.ts';

/** The payment provider, and what the payment page needs of it. */
export interface Provider {
  readonly gateway: BillingGateway;
  readonly publishableKey: string;
  readonly scriptUrl: string;
}

/** Everything but the provider. */
export interface BillingStores {
  readonly users: Users;
  readonly tiers: Tiers;
  readonly userInstruments: UserInstruments;
  readonly registrations: Registrations;
  readonly billingStore: BillingStore;
  readonly billingLeases: BillingLeases;
  readonly cancelTasks: CancelTasks;
  readonly invoices: Invoices;
  readonly trialUses: TrialUses;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Log;
}

/** What a flow needs: the provider is there. */
export interface FlowParts extends BillingStores {
  readonly gateway: BillingGateway;
}
