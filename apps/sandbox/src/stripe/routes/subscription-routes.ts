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
import { listRoute, readRoute } from '#stripe/api/resource-routes.ts';
import { hasEnded, type Subscription } from '#stripe/objects/subscription.ts';
import { createSubscription } from '#stripe/subscriptions/create-subscription.ts';
import { cancelNow } from '#stripe/subscriptions/end-subscription.ts';
import { createSchedule, releaseSchedule, updateSchedule } from '#stripe/subscriptions/schedules.ts';
import { updateSubscription } from '#stripe/subscriptions/update-subscription.ts';
import { flag, hash, text } from '#stripe/wire/params.ts';
import { invalid, missing } from '#stripe/wire/stripe-error.ts';

const FIELDS = [
  'automatic_tax',
  'collection_method',
  'default_payment_method',
  'default_tax_rates',
  'description',
  'items',
  'metadata',
  'off_session',
  'payment_behavior',
  'payment_settings',
  'proration_behavior',
  'trial_end',
  'trial_settings',
];

function start(call: Call): Subscription {
  const customer = paramObject(call, 'customer', 'customer');
  if (customer === undefined)
    throw invalid('Missing required param: customer.', 'customer', 'parameter_missing');
  if (customer.deleted) throw missing('customer', customer.id, 'customer');
  return createSubscription(call, customer);
}

function cancel(call: Call): Subscription {
  const { world, params } = call;
  const subscription = pathObject(call, 'subscription');
  if (hasEnded(subscription)) throw missing('subscription', subscription.id);
  const details = hash(params, 'cancellation_details') ?? {};
  return cancelNow(world, subscription, {
    prorate: flag(params, 'prorate') ?? false,
    invoiceNow: flag(params, 'invoice_now') ?? false,
    reason: 'cancellation_requested',
    comment: text(details, 'comment') ?? null,
    feedback: text(details, 'feedback') ?? null,
  });
}

/** Ended ones are listed only where `status` asks for them. */
function list(call: Call): object {
  const { world, params } = call;
  const status = text(params, 'status');
  const price = text(params, 'price');
  const rows = matching(world.store.all('subscription'), params, ['customer', 'test_clock'])
    .filter((one) => {
      if (status === 'all') return true;
      if (status === 'ended') return hasEnded(one);
      return status === undefined ? one.status !== 'canceled' : one.status === status;
    })
    .filter((one) => price === undefined || one.items.data.some((item) => item.price.id === price));
  return page(call, '/v1/subscriptions', rows);
}

export const SUBSCRIPTION_ROUTES: readonly ApiRoute[] = [
  {
    method: 'POST',
    path: '/v1/subscriptions',
    accepts: [...FIELDS, 'customer', 'trial_period_days', 'currency'],
    answer: start,
  },
  {
    method: 'GET',
    path: '/v1/subscriptions',
    accepts: [...LIST_PARAMS, 'created', 'customer', 'price', 'status', 'test_clock'],
    answer: list,
  },
  readRoute('/v1/subscriptions', 'subscription'),
  {
    method: 'POST',
    path: '/v1/subscriptions/:id',
    accepts: [...FIELDS, 'cancel_at', 'cancel_at_period_end', 'cancellation_details', 'proration_date'],
    answer: (call) => updateSubscription(call, pathObject(call, 'subscription')),
  },
  {
    method: 'DELETE',
    path: '/v1/subscriptions/:id',
    accepts: ['cancellation_details', 'invoice_now', 'prorate'],
    answer: cancel,
  },
  {
    method: 'POST',
    path: '/v1/subscription_schedules',
    accepts: ['from_subscription', 'metadata'],
    answer: createSchedule,
  },
  listRoute('/v1/subscription_schedules', 'subscription_schedule', ['customer']),
  readRoute('/v1/subscription_schedules', 'subscription_schedule'),
  {
    method: 'POST',
    path: '/v1/subscription_schedules/:id',
    accepts: ['end_behavior', 'metadata', 'phases', 'proration_behavior'],
    answer: (call) => updateSchedule(call, pathObject(call, 'subscription_schedule')),
  },
  {
    method: 'POST',
    path: '/v1/subscription_schedules/:id/release',
    accepts: ['preserve_cancel_date'],
    answer: (call) => releaseSchedule(call.world, pathObject(call, 'subscription_schedule')),
  },
];
