/** What time alone does: notices, ends of trials and periods, drafts finalized, payments tried again, waits that end. */

import { DAY_S, HOUR_S } from '@undertow/market';
import { draftInvoice, finalizeInvoice } from '#stripe/invoices/make-invoice.ts';
import { collectInvoice } from '#stripe/invoices/pay-invoice.ts';
import { defaultMethod, periodLines } from '#stripe/invoices/subscription-facts.ts';
import type { Invoice } from '#stripe/objects/invoice.ts';
import type { StripeObject } from '#stripe/objects/stripe-object.ts';
import { hasEnded, itemsOf, periodOf, type Subscription } from '#stripe/objects/subscription.ts';
import { emit } from '#stripe/state/events.ts';
import { plain } from '#stripe/state/render.ts';
import type { World } from '#stripe/state/world.ts';
import { itemsForPeriod } from './change-plan.ts';
import { endSubscription } from './end-subscription.ts';
import { dropPendingUpdate } from './pending-update.ts';
import { upcomingInvoice } from './preview.ts';
import { enterPhase, phaseEndOf } from './schedules.ts';

const TRIAL_NOTICE = 3 * DAY_S;
const RENEWAL_NOTICE = 7 * DAY_S;
const INCOMPLETE_SECONDS = 23 * HOUR_S;
/** A renewal's invoice is a draft for an hour. */
const DRAFT_SECONDS = HOUR_S;

interface Due {
  readonly at: number;
  readonly act: () => void;
}

function end(
  world: World,
  subscription: Subscription,
  reason: Subscription['cancellation_details']['reason'],
): void {
  endSubscription(world, subscription, { status: 'canceled', reason });
}

/** The trial is over and no card is there. Returns whether the subscription stops here. */
function stopsWithoutCard(world: World, subscription: Subscription): boolean {
  if (subscription.status !== 'trialing' || defaultMethod(world, subscription) !== undefined) return false;
  const behaviour = subscription.trial_settings.end_behavior.missing_payment_method;
  if (behaviour === 'cancel') end(world, subscription, null);
  return behaviour === 'cancel';
}

/** A period is over: the next one begins with a draft invoice. */
function renew(world: World, subscription: Subscription): void {
  const ended = periodOf(subscription);
  if (stopsWithoutCard(world, subscription)) return;
  const anchor = subscription.status === 'trialing' ? ended.end : subscription.billing_cycle_anchor;
  const items = itemsForPeriod(subscription.items.data, ended.end, anchor);
  const renewed = world.store.put('subscription', {
    ...subscription,
    billing_cycle_anchor: anchor,
    items: itemsOf(subscription.id, items),
    status: subscription.status === 'trialing' ? 'active' : subscription.status,
  });
  const lines = periodLines(renewed, items, false);
  const draft = draftInvoice(world, renewed, { lines, reason: 'subscription_cycle', period: ended });
  world.store.put('invoice', { ...draft, automatically_finalizes_at: draft.created + DRAFT_SECONDS });
  emit(
    world,
    'customer.subscription.updated',
    world.store.need('subscription', subscription.id),
    subscription,
  );
}

function endOfPeriod(world: World, subscription: Subscription): void {
  const { end: at } = periodOf(subscription);
  if (subscription.cancel_at !== null && subscription.cancel_at <= at) {
    end(world, subscription, 'cancellation_requested');
    return;
  }
  const phaseEnd = phaseEndOf(world, subscription);
  if (phaseEnd !== undefined && phaseEnd <= at) enterPhase(world, subscription);
  renew(world, world.store.need('subscription', subscription.id));
}

function noticeOfTrial(world: World, subscription: Subscription): void {
  const noted = world.store.put('subscription', { ...subscription, _trialNoticeFor: subscription.trial_end });
  emit(world, 'customer.subscription.trial_will_end', noted);
}

function noticeOfRenewal(world: World, subscription: Subscription): void {
  const period = periodOf(subscription);
  const noted = world.store.put('subscription', { ...subscription, _renewalNoticeFor: period.end });
  if (noted.cancel_at !== null) return;
  // An invoice that is not there yet has no id
  const { id: _, ...upcoming } = plain(upcomingInvoice(world, noted));
  emit(world, 'invoice.upcoming', upcoming as unknown as Invoice);
}

function dueOfRunning(world: World, subscription: Subscription): readonly Due[] {
  const { start: periodStart, end: periodEnd } = periodOf(subscription);
  const { trial_end, pending_update } = subscription;
  const due: Due[] = [];
  // Before the end of the period where both are due at once: the next one begins with what was paid for
  if (pending_update !== null) {
    due.push({ at: pending_update.expires_at, act: () => void dropPendingUpdate(world, subscription, true) });
  }
  due.push({ at: periodEnd, act: () => endOfPeriod(world, subscription) });
  if (
    subscription.status === 'trialing' &&
    trial_end !== null &&
    subscription._trialNoticeFor !== trial_end
  ) {
    due.push({
      at: Math.max(trial_end - TRIAL_NOTICE, periodStart),
      act: () => noticeOfTrial(world, subscription),
    });
  }
  if (subscription._renewalNoticeFor !== periodEnd) {
    due.push({
      at: Math.max(periodEnd - RENEWAL_NOTICE, periodStart),
      act: () => noticeOfRenewal(world, subscription),
    });
  }
  return due;
}

function dueOfSubscription(world: World, subscription: Subscription): readonly Due[] {
  switch (subscription.status) {
    case 'incomplete':
      return [
        {
          at: subscription.created + INCOMPLETE_SECONDS,
          act: () =>
            void endSubscription(world, subscription, { status: 'incomplete_expired', reason: null }),
        },
      ];
    case 'trialing':
    case 'active':
    case 'past_due':
      return dueOfRunning(world, subscription);
    default:
      return [];
  }
}

/** Tries again; after the last try the subscription ends. */
function retry(world: World, invoice: Invoice): void {
  const { invoice: after } = collectInvoice(world, invoice);
  if (after.status === 'paid' || after.next_payment_attempt !== null) return;
  const subscription = world.store.need('subscription', after.parent.subscription_details.subscription);
  if (!hasEnded(subscription)) end(world, subscription, 'payment_failed');
}

function dueOfInvoice(world: World, invoice: Invoice): readonly Due[] {
  if (invoice.status === 'draft' && invoice.automatically_finalizes_at !== null) {
    const at = invoice.automatically_finalizes_at;
    return [{ at, act: () => void collectInvoice(world, finalizeInvoice(world, invoice)) }];
  }
  if (invoice.status === 'open' && invoice.next_payment_attempt !== null) {
    return [{ at: invoice.next_payment_attempt, act: () => retry(world, invoice) }];
  }
  return [];
}

/** Objects are replaced when they change, so what is due for one stays due as long as it is there. */
const firstDues = new WeakMap<StripeObject, Due | null>();

function firstDue(object: Subscription | Invoice, world: World): Due | null {
  const known = firstDues.get(object);
  if (known !== undefined) return known;
  const due = object.object === 'invoice' ? dueOfInvoice(world, object) : dueOfSubscription(world, object);
  const first = due.reduce<Due | null>((best, one) => (best === null || one.at < best.at ? one : best), null);
  firstDues.set(object, first);
  return first;
}

function earliest(world: World): Due | null {
  let first: Due | null = null;
  for (const kind of ['subscription', 'invoice'] as const) {
    for (const object of world.store.each(kind)) {
      const due = firstDue(object, world);
      if (due !== null && (first === null || due.at < first.at)) first = due;
    }
  }
  return first;
}

/** Does everything that is due by now, each at its own instant, in order of time. */
export function runDue(world: World): void {
  const now = world.clocks.now();
  // The concurrent caller did not cause it
  const { request } = world;
  world.request = { id: null, idempotency_key: null };
  for (let due = earliest(world); due !== null && due.at <= now; due = earliest(world)) {
    world.clocks.at(due.at, due.act);
  }
  world.request = request;
}
