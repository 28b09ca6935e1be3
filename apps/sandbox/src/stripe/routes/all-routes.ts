/** Every call that the sandbox's Stripe supports: those of the product, its tests and the pages of `stripe-front`. */
import type { ApiRoute } from '#stripe/api/api.ts';
import { CUSTOMER_ROUTES } from './customer-routes.ts';
import { INTENT_ROUTES } from './intent-routes.ts';
import { INVOICE_ROUTES } from './invoice-routes.ts';
import { MONEY_ROUTES } from './money-routes.ts';
import { PAYMENT_METHOD_ROUTES } from './payment-method-routes.ts';
import { PORTAL_ROUTES } from './portal-routes.ts';
import { SUBSCRIPTION_ROUTES } from './subscription-routes.ts';

export const ALL_ROUTES: readonly ApiRoute[] = [
  ...CUSTOMER_ROUTES,
  ...PAYMENT_METHOD_ROUTES,
  ...INTENT_ROUTES,
  ...SUBSCRIPTION_ROUTES,
  ...INVOICE_ROUTES,
  ...MONEY_ROUTES,
  ...PORTAL_ROUTES,
];
