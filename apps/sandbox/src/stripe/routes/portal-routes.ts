/** /v1/billing_portal and /v1/events. */
import { type ApiRoute, type Call, LIST_PARAMS, page, paramObject } from '#stripe/api/api.ts';
import { listRoute } from '#stripe/api/resource-routes.ts';
import {
  newPortalConfiguration,
  PORTAL_FEATURES,
  type PortalConfiguration,
  type PortalSession,
} from '#stripe/objects/portal.ts';
import { create } from '#stripe/state/events.ts';
import { PAGES } from '#stripe/state/world.ts';
import { newId, randomText } from '#stripe/wire/ids.ts';
import { flag, hash, metadataParam, type Params, requiredText } from '#stripe/wire/params.ts';
import { invalid } from '#stripe/wire/stripe-error.ts';

/** Features as given, over the usual ones; form texts become booleans. */
function featuresOf(params: Params): Record<string, unknown> {
  const given = hash(params, 'features') ?? {};
  const merged = Object.entries(PORTAL_FEATURES).map(([name, feature]) => {
    const wanted = hash(given, name) ?? {};
    return [name, { ...feature, ...wanted, enabled: flag(wanted, 'enabled') ?? feature.enabled }];
  });
  return Object.fromEntries(merged) as Record<string, unknown>;
}

function configure({ world, params }: Call): PortalConfiguration {
  const configuration = newPortalConfiguration({
    created: world.clocks.now(),
    features: featuresOf(params),
    metadata: metadataParam(params),
  });
  return create(world, 'billing_portal.configuration', configuration, 'billing_portal.configuration.created');
}

function openPortal(call: Call): PortalSession {
  const { world, params } = call;
  const customer = paramObject(call, 'customer', 'customer');
  const configuration = paramObject(call, 'billing_portal.configuration', 'configuration');
  if (customer === undefined || configuration === undefined) {
    const param = customer === undefined ? 'customer' : 'configuration';
    throw invalid(`Missing required param: ${param}.`, param, 'parameter_missing');
  }
  const id = newId('bps');
  const session: PortalSession = {
    id,
    object: 'billing_portal.session',
    configuration: configuration.id,
    created: world.clocks.now(),
    customer: customer.id,
    customer_account: null,
    flow: null,
    livemode: false,
    locale: null,
    on_behalf_of: null,
    return_url: requiredText(params, 'return_url'),
    url: `${world.origin}${PAGES.portal}/${id}_${randomText(24)}`,
  };
  return create(world, 'billing_portal.session', session, 'billing_portal.session.created');
}

export const PORTAL_ROUTES: readonly ApiRoute[] = [
  {
    method: 'POST',
    path: '/v1/billing_portal/configurations',
    accepts: ['features', 'metadata'],
    respond: configure,
  },
  {
    method: 'GET',
    path: '/v1/billing_portal/configurations',
    accepts: [...LIST_PARAMS, 'active'],
    respond(call) {
      const wanted = flag(call.params, 'active');
      const rows = call.world.store.all('billing_portal.configuration');
      return page(
        call,
        '/v1/billing_portal/configurations',
        rows.filter(({ active }) => wanted === undefined || active === wanted),
      );
    },
  },
  {
    method: 'POST',
    path: '/v1/billing_portal/sessions',
    accepts: ['customer', 'configuration', 'return_url'],
    respond: openPortal,
  },
  listRoute('/v1/events', 'event', []),
];
