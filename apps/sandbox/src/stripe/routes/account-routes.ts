/** The portal, events, webhook endpoints and test clocks. */
import { type ApiRoute, type Call, LIST_PARAMS, page, paramObject, pathObject } from '#stripe/api/api.ts';
import { readRoute } from '#stripe/api/resource-routes.ts';
import {
  newPortalConfiguration,
  PORTAL_FEATURES,
  type PortalConfiguration,
  type PortalSession,
} from '#stripe/objects/portal.ts';
import { newTestClock, newWebhookEndpoint, type TestClock } from '#stripe/objects/webhook-objects.ts';
import { change, create } from '#stripe/state/events.ts';
import { PAGES } from '#stripe/state/world.ts';
import { advance } from '#stripe/subscriptions/advance.ts';
import { newId, randomText } from '#stripe/wire/ids.ts';
import {
  clearable,
  flag,
  hash,
  integer,
  mergedMetadata,
  type Params,
  requiredText,
  text,
  texts,
} from '#stripe/wire/params.ts';
import { invalid, missing } from '#stripe/wire/stripe-error.ts';

/** Features as asked for, over the ones that a configuration had; form texts become booleans. */
function mergedFeatures(before: Readonly<Record<string, unknown>>, params: Params): Record<string, unknown> {
  const given = hash(params, 'features') ?? {};
  const merged = Object.entries(before).map(([name, feature]) => {
    const wanted = hash(given, name);
    if (wanted === undefined) return [name, feature];
    const enabled = flag(wanted, 'enabled');
    const { enabled: _, cancellation_reason: __, ...rest } = wanted;
    return [name, { ...(feature as object), ...rest, ...(enabled === undefined ? {} : { enabled }) }];
  });
  return Object.fromEntries(merged) as Record<string, unknown>;
}

function configure({ world, params }: Call): PortalConfiguration {
  const profile = hash(params, 'business_profile') ?? {};
  const configuration = newPortalConfiguration({
    created: world.clocks.now(null),
    is_default: false,
    features: mergedFeatures(PORTAL_FEATURES, params),
    business_profile: {
      headline: clearable(profile, 'headline') ?? null,
      privacy_policy_url: clearable(profile, 'privacy_policy_url') ?? null,
      terms_of_service_url: clearable(profile, 'terms_of_service_url') ?? null,
    },
    default_return_url: clearable(params, 'default_return_url') ?? null,
    name: clearable(params, 'name') ?? null,
  });
  const own = { ...configuration, metadata: mergedMetadata({}, params) };
  return create(world, 'billing_portal.configuration', own, 'billing_portal.configuration.created');
}

function openPortal(call: Call): PortalSession {
  const { world, params } = call;
  const customer = paramObject(call, 'customer', 'customer');
  if (customer === undefined)
    throw invalid('Missing required param: customer.', 'customer', 'parameter_missing');
  if (customer.deleted) throw missing('customer', customer.id, 'customer');
  const configurations = world.store.all('billing_portal.configuration');
  const chosen =
    paramObject(call, 'billing_portal.configuration', 'configuration') ??
    configurations.find((one) => one.is_default);
  if (chosen === undefined) throw invalid('No configuration provided and no default configuration is set.');
  const id = newId('bps');
  const session: PortalSession = {
    id,
    object: 'billing_portal.session',
    configuration: chosen.id,
    created: world.clocks.nowFor(customer),
    customer: customer.id,
    customer_account: null,
    flow: hash(params, 'flow_data') ?? null,
    livemode: false,
    locale: null,
    on_behalf_of: null,
    return_url: text(params, 'return_url') ?? `${world.settings.publicOrigin}/settings`,
    url: `${world.origin}${PAGES.portal}/${id}_${randomText(24)}`,
  };
  return create(world, 'billing_portal.session', session, 'billing_portal.session.created');
}

function listEvents(call: Call): object {
  const { world, params } = call;
  const type = text(params, 'type');
  const types = texts(params, 'types') ?? (type === undefined ? undefined : [type]);
  const wanted = (name: string) =>
    types === undefined ||
    types.some((one) => one === name || (one.endsWith('*') && name.startsWith(one.slice(0, -1))));
  return page(
    call,
    '/v1/events',
    world.store.all('event').filter((one) => wanted(one.type)),
  );
}

function createClock({ world, params }: Call): TestClock {
  const frozen = integer(params, 'frozen_time');
  if (frozen === undefined)
    throw invalid('Missing required param: frozen_time.', 'frozen_time', 'parameter_missing');
  const clock = newTestClock(frozen, text(params, 'name') ?? null, world.clocks.now(null));
  return create(world, 'test_helpers.test_clock', clock, 'test_helpers.test_clock.created');
}

/** The work is done before the answer; `ready` comes a moment later, as a caller of the real one sees it. */
function advanceClock(call: Call): TestClock {
  const { world, params } = call;
  const clock = pathObject(call, 'test_helpers.test_clock');
  const to = integer(params, 'frozen_time');
  if (to === undefined || to <= clock.frozen_time) {
    throw invalid('The frozen_time must be after the present one of the clock.', 'frozen_time');
  }
  if (clock.status === 'advancing')
    throw invalid('The test clock is advancing.', undefined, 'resource_already_advancing');
  advance(world, clock.id, to);
  const moved = { frozen_time: to, status: 'advancing' } as const;
  const advancing = change(
    world,
    'test_helpers.test_clock',
    clock,
    moved,
    'test_helpers.test_clock.advancing',
  );
  setImmediate(() => {
    const current = world.store.get('test_helpers.test_clock', clock.id);
    if (current === undefined) return;
    change(world, 'test_helpers.test_clock', current, { status: 'ready' }, 'test_helpers.test_clock.ready');
  });
  return advancing;
}

/** A clock takes everything with it that lives on it. */
function deleteClock(call: Call): object {
  const { store } = call.world;
  const { id } = pathObject(call, 'test_helpers.test_clock');
  const customers = new Set(
    store
      .all('customer')
      .filter((one) => one.test_clock === id)
      .map((one) => one.id),
  );
  for (const kind of ['subscription', 'invoice', 'subscription_schedule'] as const) {
    for (const one of store.all(kind)) if (customers.has(one.customer)) store.remove(kind, one.id);
  }
  for (const customer of customers) store.remove('customer', customer);
  store.remove('test_helpers.test_clock', id);
  return { id, object: 'test_helpers.test_clock', deleted: true };
}

function createEndpoint({ world, params }: Call): object {
  const endpoint = newWebhookEndpoint({
    url: requiredText(params, 'url'),
    created: world.clocks.now(null),
    enabled_events: texts(params, 'enabled_events') ?? ['*'],
    description: text(params, 'description') ?? null,
    metadata: mergedMetadata({}, params),
  });
  world.store.put('webhook_endpoint', endpoint);
  // Shown once, as in the real one
  return { ...endpoint, secret: endpoint._secret };
}

const PORTAL_ROUTES: readonly ApiRoute[] = [
  {
    method: 'POST',
    path: '/v1/billing_portal/configurations',
    accepts: ['features', 'business_profile', 'default_return_url', 'login_page', 'metadata', 'name'],
    answer: configure,
  },
  {
    method: 'GET',
    path: '/v1/billing_portal/configurations',
    accepts: [...LIST_PARAMS, 'active', 'is_default'],
    answer(call) {
      const wanted = flag(call.params, 'is_default');
      const rows = call.world.store.all('billing_portal.configuration');
      const mine = rows.filter((one) => wanted === undefined || one.is_default === wanted);
      return page(call, '/v1/billing_portal/configurations', mine);
    },
  },
  readRoute('/v1/billing_portal/configurations', 'billing_portal.configuration'),
  {
    method: 'POST',
    path: '/v1/billing_portal/configurations/:id',
    accepts: ['features', 'active', 'metadata', 'name', 'default_return_url', 'business_profile'],
    answer(call) {
      const before = pathObject(call, 'billing_portal.configuration');
      const patch = {
        active: flag(call.params, 'active') ?? before.active,
        features: mergedFeatures(before.features, call.params),
      };
      const type = 'billing_portal.configuration.updated';
      return change(call.world, 'billing_portal.configuration', before, patch, type);
    },
  },
  {
    method: 'POST',
    path: '/v1/billing_portal/sessions',
    accepts: ['customer', 'configuration', 'flow_data', 'locale', 'return_url'],
    answer: openPortal,
  },
];

export const ACCOUNT_ROUTES: readonly ApiRoute[] = [
  ...PORTAL_ROUTES,
  {
    method: 'GET',
    path: '/v1/events',
    accepts: [...LIST_PARAMS, 'created', 'type', 'types'],
    answer: listEvents,
  },
  readRoute('/v1/events', 'event'),
  {
    method: 'POST',
    path: '/v1/webhook_endpoints',
    accepts: ['url', 'enabled_events', 'description', 'metadata', 'api_version'],
    answer: createEndpoint,
  },
  {
    method: 'GET',
    path: '/v1/webhook_endpoints',
    accepts: LIST_PARAMS,
    answer: (call) => page(call, '/v1/webhook_endpoints', call.world.store.all('webhook_endpoint')),
  },
  readRoute('/v1/webhook_endpoints', 'webhook_endpoint'),
  {
    method: 'POST',
    path: '/v1/webhook_endpoints/:id',
    accepts: ['url', 'enabled_events', 'disabled', 'description', 'metadata'],
    answer(call) {
      const before = pathObject(call, 'webhook_endpoint');
      const { params } = call;
      const disabled = flag(params, 'disabled') ?? before.status === 'disabled';
      return call.world.store.put('webhook_endpoint', {
        ...before,
        url: text(params, 'url') ?? before.url,
        enabled_events: texts(params, 'enabled_events') ?? before.enabled_events,
        description: clearable(params, 'description') ?? before['description'],
        metadata: mergedMetadata(before.metadata, params),
        status: disabled ? 'disabled' : 'enabled',
      });
    },
  },
  {
    method: 'DELETE',
    path: '/v1/webhook_endpoints/:id',
    accepts: [],
    answer(call) {
      const { id } = pathObject(call, 'webhook_endpoint');
      call.world.store.remove('webhook_endpoint', id);
      return { id, object: 'webhook_endpoint', deleted: true };
    },
  },
  {
    method: 'POST',
    path: '/v1/test_helpers/test_clocks',
    accepts: ['frozen_time', 'name'],
    answer: createClock,
  },
  readRoute('/v1/test_helpers/test_clocks', 'test_helpers.test_clock'),
  {
    method: 'POST',
    path: '/v1/test_helpers/test_clocks/:id/advance',
    accepts: ['frozen_time'],
    answer: advanceClock,
  },
  { method: 'DELETE', path: '/v1/test_helpers/test_clocks/:id', accepts: [], answer: deleteClock },
];
