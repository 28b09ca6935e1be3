/** Plans and payment: what a change would cost, the current subscription, its changes and its invoices. */
import { z } from 'zod';
import { instant } from '#shapes/primitives.ts';
import { route } from '#shapes/route.ts';
import { paidTierName } from './plans.ts';

const pence = z.number().int();

/**
 * What a move to a tier would mean now. `trial`: first time, card set up, nothing charged. `start`: charged at once
 * (the trial was used). `upgrade`: at once, the difference for the rest of the period is charged; during a trial
 * nothing is. `downgrade`: at the end of the period. `current`: the tier is the current one.
 */
export const quoteKind = z.enum(['trial', 'start', 'upgrade', 'downgrade', 'current']);

export const subscriptionQuote = z.object({
  tier: paidTierName,
  kind: quoteKind,
  /** Charged on confirmation, VAT included. */
  dueNowPence: pence.nonnegative(),
  /** Of `dueNowPence`, the part that is VAT. */
  vatPence: pence.nonnegative(),
  /** Lines of the resulting invoice, credits negative; empty where nothing is charged. */
  lines: z.array(z.object({ text: z.string(), amountPence: pence })),
  /** When the tier would begin. */
  startsAt: instant,
  /** The next charge after today's, and its amount. */
  nextChargeAt: instant,
  nextChargePence: pence.nonnegative(),
  /** The instant of the proration, in seconds; sent back, so that the charge equals the quote. */
  prorationDate: z.number().int().positive().nullable(),
  /** Symbols that the smaller limit would pause. */
  pausedSymbols: z.array(z.string()),
});
export type SubscriptionQuote = z.infer<typeof subscriptionQuote>;

export const quoteSubscription = route({
  id: 'quoteSubscription',
  method: 'GET',
  path: '/api/subscription/quote',
  access: 'user',
  summary: 'What a move to a tier would cost, to the penny, and when it would begin',
  query: z.strictObject({ tier: paidTierName }),
  response: subscriptionQuote,
});

/** States as the payment provider names them; `none` where there is no subscription or it has ended. */
export const subscriptionStatus = z.enum([
  'none',
  'incomplete',
  'trialing',
  'active',
  'past_due',
  'unpaid',
  'paused',
]);

export const subscriptionFacts = z.object({
  status: subscriptionStatus,
  /** Tier of the subscription, without grants. */
  tier: paidTierName.nullable(),
  pricePence: pence.nonnegative().nullable(),
  trialEndsAt: instant.nullable(),
  periodEndsAt: instant.nullable(),
  /** When it ends; set while a cancellation at the end of the period is scheduled. */
  endsAt: instant.nullable(),
  /** A smaller tier that begins at the end of the period. */
  scheduled: z.object({ tier: paidTierName, at: instant }).nullable(),
  /** End of the grace period after a failed payment. */
  graceEndsAt: instant.nullable(),
  /** What the customer must do: confirm a payment with the bank, or give another card. The page of the provider. */
  action: z.object({ kind: z.enum(['confirm_payment', 'update_card']), url: z.url() }).nullable(),
  card: z
    .object({
      brand: z.string(),
      last4: z.string(),
      expMonth: z.number().int(),
      expYear: z.number().int(),
    })
    .nullable(),
  trialUsed: z.boolean(),
  /** Until when a cancellation is refunded in full. */
  coolingOffEndsAt: instant.nullable(),
  /** Refund of a cancellation now. */
  refundNowPence: pence.nonnegative(),
  /** A tier granted by the operator in addition to the subscription. */
  granted: z.object({ tier: z.string(), reason: z.string(), until: instant.nullable() }).nullable(),
  /** False: the registration must be completed before checkout. */
  registrationComplete: z.boolean(),
});
export type SubscriptionFacts = z.infer<typeof subscriptionFacts>;

export const getSubscription = route({
  id: 'getSubscription',
  method: 'GET',
  path: '/api/subscription',
  access: 'user',
  viewable: true,
  summary: 'The current subscription',
  response: subscriptionFacts,
});

/** Provider settings of the payment page. */
export const getBillingConfig = route({
  id: 'getBillingConfig',
  method: 'GET',
  path: '/api/billing/config',
  access: 'user',
  viewable: true,
  summary: 'Publishable key and address of the payment provider’s script',
  response: z.object({ publishableKey: z.string(), scriptUrl: z.url() }),
});

/**
 * `clientSecret` starts with `seti_` (confirm a card set-up: `needs_card`) or `pi_` (confirm a payment:
 * `needs_card` without a card, `needs_confirmation` with one); null where nothing is left to confirm: `changed` at
 * once, `scheduled` for the end of the period.
 */
export const createSubscription = route({
  id: 'createSubscription',
  method: 'POST',
  path: '/api/create-subscription',
  access: 'user',
  summary: 'Starts or changes the subscription',
  body: z.strictObject({
    tier: paidTierName,
    /** The instant of the confirmed quote. */
    prorationDate: z.number().int().positive().optional(),
    /** Express request to be supplied at once, before the 14 days for cancelling are over. */
    immediateSupply: z.boolean().optional(),
  }),
  response: z.object({
    clientSecret: z.string().nullable(),
    status: z.enum(['needs_card', 'needs_confirmation', 'changed', 'scheduled']),
    tier: paidTierName,
    /** When the tier begins. */
    startsAt: instant,
  }),
});

export const cancelSubscription = route({
  id: 'cancelSubscription',
  method: 'POST',
  path: '/api/cancel-subscription',
  access: 'user',
  summary: 'Cancels now with a refund of the unused part, or at the end of the period',
  body: z.strictObject({ atPeriodEnd: z.boolean().optional() }).nullish(),
  response: z.object({
    ok: z.literal(true),
    /** Pence refunded to the card. */
    refundedPence: z.number().int().nonnegative(),
    endsAt: instant.nullable(),
  }),
});

/** Cancels a scheduled cancellation or downgrade. */
export const resumeSubscription = route({
  id: 'resumeSubscription',
  method: 'POST',
  path: '/api/subscription/resume',
  access: 'user',
  summary: 'Resumes the subscription unchanged',
  response: z.object({ ok: z.literal(true) }),
});

export const openBillingPortal = route({
  id: 'openBillingPortal',
  method: 'POST',
  path: '/api/billing-portal',
  access: 'user',
  summary: 'Address of the payment provider’s portal for this customer',
  response: z.object({ url: z.url() }),
});

export const invoiceRow = z.object({
  id: z.string(),
  number: z.string().nullable(),
  createdAt: instant,
  /** For example `Pro, 3 Nov to 2 Dec 2026`. */
  description: z.string(),
  totalPence: pence,
  vatPence: pence,
  refundedPence: pence.nonnegative(),
  status: z.enum(['draft', 'open', 'paid', 'void', 'uncollectible']),
  url: z.url().nullable(),
  pdfUrl: z.url().nullable(),
});
export type InvoiceRow = z.infer<typeof invoiceRow>;

/** Newest first. */
export const listInvoices = route({
  id: 'listInvoices',
  method: 'GET',
  path: '/api/billing/invoices',
  access: 'user',
  summary: 'Invoices of this customer',
  response: z.array(invoiceRow),
});

export const stripeWebhook = route({
  id: 'stripeWebhook',
  method: 'POST',
  path: '/api/webhooks/stripe',
  access: 'webhook',
  summary: 'Signed events of the payment provider',
  body: z.looseObject({ id: z.string(), type: z.string() }),
  // An event contains its full object; the largest are invoices of many lines
  mostBytes: 1024 * 1024,
  response: z.object({ received: z.literal(true) }),
});

/** Served separately: it has no session. */
export const WEBHOOK_ROUTES = [stripeWebhook] as const;

export const BILLING_ROUTES = [
  quoteSubscription,
  getSubscription,
  getBillingConfig,
  createSubscription,
  cancelSubscription,
  resumeSubscription,
  openBillingPortal,
  listInvoices,
] as const;
