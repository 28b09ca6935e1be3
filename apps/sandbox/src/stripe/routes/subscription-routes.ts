/** /v1/subscriptions and /v1/subscription_schedules. */
import {
  type ApiRoute,
  type Call,
  LIST_PARAMS,
  matching,
  page,
  paramObject,
  pathObject,
} from '#stripe/api/api.ts';
import { readRoute } from '#stripe/api/resource-routes.ts';
import { hasEnded, type Subscription } from '#stripe/objects/subscription.ts';
import { createSubscription } from '#stripe/subscriptions/create-subscription.ts';
import { endSubscription } from '#stripe/subscriptions/end-subscription.ts';
import { createSchedule, releaseSchedule, updateSchedule } from '#stripe/subscriptions/schedules.ts';
import { updateSubscription } from '#stripe/subscriptions/update-subscription.ts';
import { oneOf } from '#stripe/wire/params.ts';
import { invalid, missing } from '#stripe/wire/stripe-error.ts';

function start(call: Call): Subscription {
  const customer = paramObject(call, 'customer', 'customer');
  if (customer === undefined)
    throw invalid('Missing required param: customer.', 'customer', 'parameter_missing');
  return createSubscription(call, customer);
}

/** Ends it now, at the customer's request; nothing is refunded automatically. */
function cancel(call: Call): Subscription {
  const subscription = pathObject(call, 'subscription');
  for (const name of ['invoice_now', 'prorate']) oneOf(call.params, name, ['false']);
  if (hasEnded(subscription)) throw missing('subscription', subscription.id);
  const status = subscription.status === 'incomplete' ? 'incomplete_expired' : 'canceled';
  return endSubscription(call.world, subscription, { status, reason: 'cancellation_requested' });
}

/** Ended ones are listed only where all are requested. */
function list(call: Call): object {
  const { world, params } = call;
  const all = oneOf(params, 'status', ['all']) !== undefined;
  const rows = matching(world.store.all('subscription'), params, ['customer']);
  return page(
    call,
    '/v1/subscriptions',
    rows.filter(({ status }) => all || status !== 'canceled'),
  );
}

export const SUBSCRIPTION_ROUTES: readonly ApiRoute[] = [
  {
    method: 'POST',
    path: '/v1/subscriptions',
    accepts: [
      'customer',
      'default_tax_rates',
      'items',
      'payment_behavior',
      'payment_settings',
      'trial_period_days',
      'trial_settings',
    ],
    respond: start,
  },
  {
    method: 'GET',
    path: '/v1/subscriptions',
    accepts: [...LIST_PARAMS, 'customer', 'status'],
    respond: list,
  },
  readRoute('/v1/subscriptions', 'subscription'),
  {
    method: 'POST',
    path: '/v1/subscriptions/:id',
    accepts: [
      'cancel_at_period_end',
      'default_payment_method',
      'items',
      'payment_behavior',
      'proration_behavior',
      'proration_date',
    ],
    respond: (call) => updateSubscription(call, pathObject(call, 'subscription')),
  },
  {
    method: 'DELETE',
    path: '/v1/subscriptions/:id',
    accepts: ['invoice_now', 'prorate'],
    respond: cancel,
  },
  {
    method: 'POST',
    path: '/v1/subscription_schedules',
    accepts: ['from_subscription'],
    respond: createSchedule,
  },
  readRoute('/v1/subscription_schedules', 'subscription_schedule'),
  {
    method: 'POST',
    path: '/v1/subscription_schedules/:id',
    accepts: ['end_behavior', 'phases'],
    respond(call) {
      // The sandbox supports `release` after the last phase only
      oneOf(call.params, 'end_behavior', ['release']);
      return updateSchedule(call, pathObject(call, 'subscription_schedule'));
    },
  },
  {
    method: 'POST',
    path: '/v1/subscription_schedules/:id/release',
    accepts: [],
    respond: (call) => releaseSchedule(call.world, pathObject(call, 'subscription_schedule')),
  },
];
