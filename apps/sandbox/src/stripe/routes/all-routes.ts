/** Every call that the sandbox's Stripe knows. */
import type { ApiRoute } from '#stripe/api/api.ts';
import { ACCOUNT_ROUTES } from './account-routes.ts';
import { CATALOGUE_ROUTES } from './catalogue-routes.ts';
import { CUSTOMER_ROUTES } from './customer-routes.ts';
import { INTENT_ROUTES } from './intent-routes.ts';
import { INVOICE_ROUTES } from './invoice-routes.ts';
import { MONEY_ROUTES } from './money-routes.ts';
import { PAYMENT_METHOD_ROUTES } from './payment-method-routes.ts';
import { SUBSCRIPTION_ROUTES } from './subscription-routes.ts';

export const ALL_ROUTES: readonly ApiRoute[] = [
  ...CUSTOMER_ROUTES,
  ...CATALOGUE_ROUTES,
  ...PAYMENT_METHOD_ROUTES,
  ...INTENT_ROUTES,
  ...SUBSCRIPTION_ROUTES,
  ...INVOICE_ROUTES,
  ...MONEY_ROUTES,
  ...ACCOUNT_ROUTES,
];
