/** The billing portal of one customer, at the address that the API returned. */
import type { FastifyInstance } from 'fastify';
import type { PortalSession } from '#stripe/objects/portal.ts';
import { PAGES, type World } from '#stripe/state/world.ts';
import { type ApiBody, ApiRefusal, type FrontApi, rowsOf } from './front-api.ts';
import { dayOf } from './invoice-facts.ts';
import { formOf, queryOf, Redirect, respond } from './page-responses.ts';
import { type PortalFacts, type PortalSubscription, portalCardPage, portalPage } from './portal-page.ts';

type ByToken = { readonly Params: { readonly token: string } };

const ENDED = ['canceled', 'incomplete_expired'];

const NOTICES: Readonly<Record<string, string>> = {
  card: 'The card was replaced.',
  cancelled: 'The plan ends with the period.',
  kept: 'The plan continues.',
};

/** Only the whole address opens the portal, not the id of the session alone. */
function sessionOf({ store, origin }: World, token: string): PortalSession {
  const session = store.get('billing_portal.session', token.slice(0, token.lastIndexOf('_')));
  if (session === undefined || session.url !== `${origin}${PAGES.portal}/${token}`)
    throw new ApiRefusal(
      404,
      'This address of the billing portal is not known. Open it again from Undertow.',
    );
  return session;
}

function nextOf(subscription: ApiBody, end: string | null): string {
  if (subscription['cancel_at_period_end'] === true || typeof subscription['cancel_at'] === 'number')
    return `Ends on ${dayOf(subscription['cancel_at']) ?? end}.`;
  if (subscription['status'] === 'trialing')
    return `Free trial until ${dayOf(subscription['trial_end']) ?? end}.`;
  return subscription['status'] === 'past_due' ? 'The last payment failed.' : `Renews on ${end}.`;
}

function planOf(subscription: ApiBody): PortalSubscription {
  const [item = {}] = rowsOf(subscription['items']);
  const price = (item['price'] ?? {}) as { nickname?: string | null; unit_amount?: number };
  return {
    name: price.nickname ?? 'Plan',
    pricePence: price.unit_amount ?? 0,
    next: nextOf(subscription, dayOf(item['current_period_end'])),
    cancels: subscription['cancel_at_period_end'] === true,
  };
}

function cardWords(method: ApiBody): string {
  const { brand = '', last4 = '', exp_month, exp_year } = (method['card'] ?? {}) as Record<string, unknown>;
  const name = String(brand).slice(0, 1).toUpperCase() + String(brand).slice(1);
  return `${name} ending in ${last4}, expires ${String(exp_month).padStart(2, '0')}/${exp_year}`;
}

/** The subscription that is not ended; undefined without one. */
async function goingOn(api: FrontApi, customer: string): Promise<ApiBody | undefined> {
  const found = rowsOf(await api.get('/v1/subscriptions', { customer, limit: '20' }));
  return found.find(({ status }) => !ENDED.includes(String(status)));
}

async function cardOf(api: FrontApi, customer: ApiBody, subscription: ApiBody | undefined) {
  const settings = customer['invoice_settings'] as { default_payment_method?: string | null } | null;
  const id = subscription?.['default_payment_method'] ?? settings?.default_payment_method;
  return typeof id === 'string' ? cardWords(await api.get(`/v1/payment_methods/${id}`)) : null;
}

async function factsOf(
  api: FrontApi,
  path: string,
  session: PortalSession,
  notice: string | null,
): Promise<PortalFacts> {
  const customer = await api.get(`/v1/customers/${session.customer}`);
  const subscription = await goingOn(api, session.customer);
  const invoices = rowsOf(await api.get('/v1/invoices', { customer: session.customer, limit: '24' }));
  return {
    path,
    returnUrl: session.return_url,
    email: String(customer['email'] ?? ''),
    card: await cardOf(api, customer, subscription),
    subscription: subscription === undefined ? null : planOf(subscription),
    invoices: invoices.map((invoice) => ({
      number: String(invoice['number'] ?? 'Draft'),
      day: dayOf(invoice['created']) ?? '',
      amountPence: Number(invoice['total']),
      status: String(invoice['status']),
      url: typeof invoice['hosted_invoice_url'] === 'string' ? invoice['hosted_invoice_url'] : null,
    })),
    notice,
  };
}

/** The card that was set up becomes the one that is charged. */
async function takeCard(api: FrontApi, session: PortalSession, intentId: string): Promise<void> {
  const intent = await api.get(`/v1/setup_intents/${encodeURIComponent(intentId)}`);
  const method = intent['payment_method'];
  if (
    intent['customer'] !== session.customer ||
    intent['status'] !== 'succeeded' ||
    typeof method !== 'string'
  )
    throw new ApiRefusal(400, 'This card was not set up here.');
  await api.post(`/v1/customers/${session.customer}`, { 'invoice_settings[default_payment_method]': method });
  const subscription = await goingOn(api, session.customer);
  if (subscription === undefined) return;
  await api.post(`/v1/subscriptions/${subscription['id']}`, { default_payment_method: method });
}

async function setCancellation(api: FrontApi, session: PortalSession, cancels: boolean): Promise<void> {
  const subscription = await goingOn(api, session.customer);
  if (subscription === undefined) throw new ApiRefusal(409, 'There is no plan to change.');
  await api.post(`/v1/subscriptions/${subscription['id']}`, { cancel_at_period_end: String(cancels) });
}

export function registerPortal(app: FastifyInstance, world: World, api: FrontApi): void {
  const path = `${PAGES.portal}/:token`;
  const pathOf = (token: string) => `${PAGES.portal}/${token}`;

  app.get<ByToken>(path, (request, reply) =>
    respond(reply, async () => {
      const { token } = request.params;
      const notice = NOTICES[queryOf(request).get('done') ?? ''] ?? null;
      return portalPage(await factsOf(api, pathOf(token), sessionOf(world, token), notice));
    }),
  );

  app.get<ByToken>(`${path}/card`, (request, reply) =>
    respond(reply, async () => {
      const { token } = request.params;
      const { customer } = sessionOf(world, token);
      const intent = await api.post('/v1/setup_intents', { customer, usage: 'off_session' });
      return portalCardPage(pathOf(token), {
        publishableKey: world.settings.publishableKey,
        clientSecret: String(intent['client_secret']),
        returnUrl: `${world.origin}${pathOf(token)}/card/done`,
        button: 'Save card',
      });
    }),
  );

  app.get<ByToken>(`${path}/card/done`, (request, reply) =>
    respond(reply, async () => {
      const { token } = request.params;
      await takeCard(api, sessionOf(world, token), queryOf(request).get('setup_intent') ?? '');
      return new Redirect(`${pathOf(token)}?done=card`);
    }),
  );

  for (const [action, cancels, done] of [
    ['cancel', true, 'cancelled'],
    ['resume', false, 'kept'],
  ] as const) {
    app.post<ByToken>(`${path}/${action}`, (request, reply) =>
      respond(reply, async () => {
        const { token } = request.params;
        formOf(request);
        await setCancellation(api, sessionOf(world, token), cancels);
        return new Redirect(`${pathOf(token)}?done=${done}`);
      }),
    );
  }
}
