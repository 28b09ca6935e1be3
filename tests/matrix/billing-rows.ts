/** Rows of plans and payment. Nobody here has a subscription: what is refused then is refused in every tier. */
import { all, type MatrixRow } from './matrix-row.ts';

const QUOTE = '/api/subscription/quote';
const ORDER = '/api/create-subscription';
const CANCEL = '/api/cancel-subscription';

const READ_ROWS: readonly MatrixRow[] = [
  {
    route: 'listInvoices',
    situation: 'own',
    statuses: all(401, 200),
    request: { url: '/api/billing/invoices' },
  },
  {
    route: 'listInvoices',
    situation: "another's customer cannot be requested",
    statuses: all(401, 400),
    request: ({ other }) => ({ url: `/api/billing/invoices?userId=${other.id}` }),
  },
  {
    route: 'quoteSubscription',
    situation: 'first subscription',
    statuses: all(401, 200),
    request: { url: `${QUOTE}?tier=pro` },
  },
  {
    route: 'quoteSubscription',
    situation: 'a tier that does not exist',
    statuses: all(401, 400),
    request: { url: `${QUOTE}?tier=platinum` },
  },
  {
    route: 'quoteSubscription',
    situation: 'free is not for sale',
    statuses: all(401, 400),
    request: { url: `${QUOTE}?tier=free` },
  },
];

const ORDER_ROWS: readonly MatrixRow[] = [
  {
    route: 'createSubscription',
    situation: 'before the registration',
    statuses: all(401, 409),
    crossSite: 403,
    request: { url: ORDER, body: { tier: 'pro', immediateSupply: true } },
  },
  {
    route: 'createSubscription',
    situation: 'a tier that does not exist',
    statuses: all(401, 400),
    request: { url: ORDER, body: { tier: 'platinum' } },
  },
  {
    route: 'createSubscription',
    situation: 'with a price of one’s own',
    statuses: all(401, 400),
    request: { url: ORDER, body: { tier: 'elite', priceId: 'price_UndertowSandboxBasic' } },
  },
  {
    route: 'createSubscription',
    situation: 'for somebody else',
    statuses: all(401, 400),
    request: ({ other }) => ({ url: ORDER, body: { tier: 'pro', userId: other.id } }),
  },
];

const END_ROWS: readonly MatrixRow[] = [
  {
    route: 'cancelSubscription',
    situation: 'of nothing',
    statuses: all(401, 409),
    crossSite: 403,
    request: { url: CANCEL },
  },
  {
    route: 'cancelSubscription',
    situation: 'of nothing, at the end of the period',
    statuses: all(401, 409),
    request: { url: CANCEL, body: { atPeriodEnd: true } },
  },
  {
    route: 'cancelSubscription',
    situation: "another's",
    statuses: all(401, 400),
    request: { url: CANCEL, body: { subscriptionId: 'sub_1' } },
  },
  {
    route: 'resumeSubscription',
    situation: 'of nothing',
    statuses: all(401, 409),
    crossSite: 403,
    request: { url: '/api/subscription/resume' },
  },
  {
    route: 'openBillingPortal',
    situation: 'without having subscribed',
    statuses: all(401, 409),
    crossSite: 403,
    request: { url: '/api/billing-portal' },
  },
  {
    route: 'openBillingPortal',
    situation: 'with an address to return to',
    statuses: all(401, 400),
    request: { url: '/api/billing-portal', body: { returnUrl: 'https://evil.example' } },
  },
];

export const BILLING_ROWS = [...READ_ROWS, ...ORDER_ROWS, ...END_ROWS];
