/** Plans, payment and registration. */
import { z } from 'zod';
import { paidTierName } from './plans.ts';
import { instant, okAnswer } from './primitives.ts';
import { route } from './route.ts';

/** `clientSecret` starts with `seti_` (confirm a card set-up) or `pi_` (confirm a payment). */
export const createSubscription = route({
  id: 'createSubscription',
  method: 'POST',
  path: '/api/create-subscription',
  access: 'user',
  summary: 'Starts or changes the subscription',
  body: z.strictObject({ tier: paidTierName }),
  answer: z.object({ clientSecret: z.string() }),
});

export const cancelSubscription = route({
  id: 'cancelSubscription',
  method: 'POST',
  path: '/api/cancel-subscription',
  access: 'user',
  summary: 'Cancels now with a refund of the unused part, or at the end of the period',
  body: z.strictObject({ atPeriodEnd: z.boolean().optional() }),
  answer: z.object({
    ok: z.literal(true),
    /** Pence refunded to the card. */
    refundedPence: z.number().int().nonnegative(),
    endsAt: instant.nullable(),
  }),
});

export const openBillingPortal = route({
  id: 'openBillingPortal',
  method: 'POST',
  path: '/api/billing-portal',
  access: 'user',
  summary: 'Address of the payment provider’s portal for this customer',
  answer: z.object({ url: z.url() }),
});

export const stripeWebhook = route({
  id: 'stripeWebhook',
  method: 'POST',
  path: '/api/webhooks/stripe',
  access: 'webhook',
  summary: 'Signed events of the payment provider',
  body: z.looseObject({ id: z.string(), type: z.string() }),
  answer: z.object({ received: z.literal(true) }),
});

export const TRADING_EXPERIENCES = [
  'beginner',
  'intermediate',
  'advanced',
  'professional',
  'institutional',
] as const;

export const registrationForm = z.strictObject({
  firstName: z.string().trim().min(1).max(100),
  lastName: z.string().trim().min(1).max(100),
  email: z.email().max(254),
  company: z.string().trim().max(200).optional(),
  phone: z.string().trim().max(50).optional(),
  tradingExperience: z.enum(TRADING_EXPERIENCES),
  agreedToTerms: z.literal(true),
  agreedToDisclaimer: z.literal(true),
  agreedToRiskWarning: z.literal(true),
});
export type RegistrationForm = z.infer<typeof registrationForm>;

export const register = route({
  id: 'register',
  method: 'POST',
  path: '/api/registration',
  access: 'user',
  summary: 'Stores the registration with each consent, its text version and time',
  body: registrationForm,
  answer: okAnswer,
  status: 201,
});

export const BILLING_ROUTES = [
  createSubscription,
  cancelSubscription,
  openBillingPortal,
  stripeWebhook,
  register,
] as const;
