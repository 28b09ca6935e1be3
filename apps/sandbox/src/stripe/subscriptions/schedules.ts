/** Subscription schedules: made from a subscription, phases put in force at their time, released. */
import { type Call, paramObject } from '#stripe/api/api.ts';
import { monthsAfter } from '#stripe/invoices/periods.ts';
import {
  hasEnded,
  itemsOf,
  periodOf,
  type Subscription,
  type SubscriptionItem,
} from '#stripe/objects/subscription.ts';
import {
  newPhase,
  newPhaseItem,
  newSchedule,
  type Phase,
  type SubscriptionSchedule,
} from '#stripe/objects/subscription-schedule.ts';
import { priceById } from '#stripe/state/catalogue.ts';
import { change, create } from '#stripe/state/events.ts';
import type { World } from '#stripe/state/world.ts';
import { hash, hashes, integer, oneOf, type Params, requiredText } from '#stripe/wire/params.ts';
import { invalid } from '#stripe/wire/stripe-error.ts';
import { itemAt, taxRatesParam } from './subscription-params.ts';

/** The current phase of the subscription. */
function presentPhase(subscription: Subscription): Phase {
  const { start, end } = periodOf(subscription);
  return newPhase({
    start_date: start,
    end_date: end,
    items: subscription.items.data.map((item) => newPhaseItem(item.price)),
    proration_behavior: 'create_prorations',
    trial_end: subscription.status === 'trialing' ? subscription.trial_end : null,
    default_tax_rates: subscription.default_tax_rates,
  });
}

export function createSchedule(call: Call): SubscriptionSchedule {
  const { world } = call;
  const subscription = paramObject(call, 'subscription', 'from_subscription');
  if (subscription === undefined) {
    throw invalid(
      'The sandbox makes schedules from a subscription only.',
      'from_subscription',
      'parameter_missing',
    );
  }
  if (subscription.schedule !== null) {
    throw invalid(
      `You cannot migrate a subscription that is already attached to a schedule: ${subscription.schedule}`,
      'from_subscription',
    );
  }
  if (hasEnded(subscription) || subscription.status === 'incomplete') {
    throw invalid(
      `You cannot migrate a subscription with status ${subscription.status}.`,
      'from_subscription',
    );
  }
  const phase = presentPhase(subscription);
  const schedule = create(
    world,
    'subscription_schedule',
    newSchedule({
      customer: subscription.customer,
      subscription: subscription.id,
      created: world.clocks.now(),
      phases: [phase],
      current_phase: { start_date: phase.start_date, end_date: phase.end_date },
    }),
    'subscription_schedule.created',
  );
  change(world, 'subscription', subscription, { schedule: schedule.id }, 'customer.subscription.updated');
  return schedule;
}

function phaseEnd(params: Params, start: number): number {
  const end = integer(params, 'end_date');
  if (end !== undefined) return end;
  const duration = hash(params, 'duration') ?? {};
  if (oneOf(duration, 'interval', ['month']) === undefined) {
    throw invalid('The sandbox supports phases with an end or of months.', 'phases[duration][interval]');
  }
  return monthsAfter(start, integer(duration, 'interval_count') ?? 1);
}

function readPhases(schedule: SubscriptionSchedule, entries: readonly Params[]): readonly Phase[] {
  let start = schedule.created;
  return entries.map((entry) => {
    start = integer(entry, 'start_date') ?? start;
    const [item] = hashes(entry, 'items') ?? [];
    if (item === undefined)
      throw invalid('Missing required param: phases[0][items].', 'phases[0][items]', 'parameter_missing');
    const phase = newPhase({
      start_date: start,
      end_date: phaseEnd(entry, start),
      items: [newPhaseItem(priceById(requiredText(item, 'price'), 'phases[items][price]'))],
      proration_behavior: oneOf(entry, 'proration_behavior', ['none']) ?? 'create_prorations',
      trial_end: integer(entry, 'trial_end') ?? null,
      default_tax_rates: taxRatesParam(entry) ?? [],
    });
    if (phase.end_date <= phase.start_date) throw invalid('A phase must end after it starts.', 'phases');
    start = phase.end_date;
    return phase;
  });
}

export function updateSchedule(call: Call, schedule: SubscriptionSchedule): SubscriptionSchedule {
  const { world, params } = call;
  if (schedule.status !== 'active') {
    throw invalid(
      `You cannot update a subscription schedule that is currently in the \`${schedule.status}\` status.`,
    );
  }
  const phases = readPhases(schedule, hashes(params, 'phases') ?? []);
  const now = world.clocks.now();
  const current = phases.find((phase) => phase.start_date <= now && now < phase.end_date);
  if (current === undefined) {
    throw invalid('The first phase must be the current one: pass its start_date.', 'phases[0][start_date]');
  }
  const current_phase = { start_date: current.start_date, end_date: current.end_date };
  const patch = { phases, current_phase };
  return change(world, 'subscription_schedule', schedule, patch, 'subscription_schedule.updated');
}

/** The subscription continues without the schedule. */
export function releaseSchedule(world: World, schedule: SubscriptionSchedule): SubscriptionSchedule {
  if (schedule.status !== 'active') {
    throw invalid(
      `You cannot release a subscription schedule that is currently in the \`${schedule.status}\` status.`,
    );
  }
  const subscription = world.store.need('subscription', schedule.subscription ?? '');
  change(world, 'subscription', subscription, { schedule: null }, 'customer.subscription.updated');
  const patch = {
    status: 'released',
    current_phase: null,
    released_at: world.clocks.now(),
    released_subscription: subscription.id,
    subscription: null,
  } as const;
  return change(world, 'subscription_schedule', schedule, patch, 'subscription_schedule.released');
}

/** The subscription's item at the price of a phase; it keeps its id. */
function itemsOfPhase(subscription: Subscription, phase: Phase): readonly SubscriptionItem[] {
  const price = phase.items[0]?.price;
  return subscription.items.data.map((item) => (price === undefined ? item : itemAt(item, price)));
}

/** Items that a schedule puts in force at an instant; undefined where none changes them. */
export function phaseItemsAt(
  world: World,
  subscription: Subscription,
  at: number,
): readonly SubscriptionItem[] | undefined {
  const schedule =
    subscription.schedule === null
      ? undefined
      : world.store.get('subscription_schedule', subscription.schedule);
  const phase = schedule?.phases.find((one) => one.start_date <= at && at < one.end_date);
  return phase === undefined ? undefined : itemsOfPhase(subscription, phase);
}

/** The end of the running phase; undefined where no schedule runs. */
export function phaseEndOf(world: World, subscription: Subscription): number | undefined {
  if (subscription.schedule === null) return undefined;
  return world.store.get('subscription_schedule', subscription.schedule)?.current_phase?.end_date;
}

/** Puts the phase of this instant in force; releases the schedule after its last. */
export function enterPhase(world: World, found: Subscription): void {
  const schedule = world.store.need('subscription_schedule', found.schedule ?? '');
  const now = world.clocks.now();
  const next = schedule.phases.find((phase) => phase.start_date <= now && now < phase.end_date);
  if (next === undefined) {
    releaseSchedule(world, schedule);
    return;
  }
  const patch = { current_phase: { start_date: next.start_date, end_date: next.end_date } };
  change(world, 'subscription_schedule', schedule, patch, 'subscription_schedule.updated');
  const items = itemsOf(found.id, itemsOfPhase(found, next));
  change(world, 'subscription', found, { items }, 'customer.subscription.updated');
}
