/** People of the data set in every state of a subscription: registered, with consents, invoices and a used trial. */

import { type PaidTier, PLANS } from '@undertow/contracts';
import { DAY_MS } from '@undertow/market';
import { sql } from 'drizzle-orm';
import type { Orm } from '#adapters/storage/database/orm.ts';
import type { Stores } from '#adapters/storage/stores.ts';
import type { InvoiceSnapshot, SubscriptionSnapshot, SubscriptionStatus } from '#ports/billing.ts';

const MONTH_MS = 30 * DAY_MS;
const TRIAL_MS = 14 * DAY_MS;

export interface SeedSubscriber {
  /** Before the @ of the address. */
  readonly name: string;
  readonly tier: PaidTier;
  readonly status: SubscriptionStatus;
  /** Days since the subscription was made. */
  readonly sinceDays: number;
  /** Days since payments started to fail; null while they do not. */
  readonly failingDays: number | null;
  /** Months that were paid for. */
  readonly paidMonths: number;
}

export const SEED_SUBSCRIBERS: readonly SeedSubscriber[] = [
  { name: 'trialing', tier: 'pro', status: 'trialing', sinceDays: 5, failingDays: null, paidMonths: 0 },
  { name: 'active', tier: 'pro', status: 'active', sinceDays: 80, failingDays: null, paidMonths: 3 },
  { name: 'past-due', tier: 'pro', status: 'past_due', sinceDays: 77, failingDays: 2, paidMonths: 2 },
  { name: 'past-due-late', tier: 'pro', status: 'past_due', sinceDays: 84, failingDays: 9, paidMonths: 2 },
  { name: 'canceled', tier: 'basic', status: 'canceled', sinceDays: 60, failingDays: null, paidMonths: 1 },
  { name: 'incomplete', tier: 'elite', status: 'incomplete', sinceDays: 0, failingDays: null, paidMonths: 0 },
];

function priceOf(tier: PaidTier): number {
  return PLANS.find((plan) => plan.id === tier)?.pricePence ?? 0;
}

/** When a month of the subscription begins, counted from the end of the trial. */
function monthStartMs(createdAtMs: number, month: number): number {
  return createdAtMs + TRIAL_MS + month * MONTH_MS;
}

function snapshotOf(person: SeedSubscriber, atMs: number): SubscriptionSnapshot {
  const { name, tier, status, sinceDays, paidMonths } = person;
  const createdAtMs = atMs - sinceDays * DAY_MS;
  const trialEndsAtMs = status === 'incomplete' ? null : createdAtMs + TRIAL_MS;
  const isTrial = status === 'trialing';
  const month = Math.max(0, paidMonths - (status === 'past_due' ? 0 : 1));
  return {
    id: `sub_seed_${name.replaceAll('-', '_')}`,
    customerId: `cus_seed_${name.replaceAll('-', '_')}`,
    status,
    tier,
    itemId: `si_seed_${name.replaceAll('-', '_')}`,
    priceId: `price_seed_${tier}`,
    pricePence: priceOf(tier),
    createdAtMs,
    trialEndsAtMs,
    periodStartsAtMs: isTrial ? createdAtMs : monthStartMs(createdAtMs, month),
    periodEndsAtMs: isTrial ? createdAtMs + TRIAL_MS : monthStartMs(createdAtMs, month + 1),
    cancelAtMs: null,
    endedAtMs: status === 'canceled' ? atMs - DAY_MS : null,
    cardReady: status !== 'incomplete',
    card:
      status === 'incomplete'
        ? null
        : { brand: 'visa', last4: '4242', expMonth: 12, expYear: 2030, fingerprint: `seed-${name}` },
    scheduled: null,
    clientSecret: null,
    pendingTier: null,
    openInvoice: null,
    livemode: false,
  };
}

/** One paid invoice a month, and an open one where payment fails. */
function invoicesOf(person: SeedSubscriber, snapshot: SubscriptionSnapshot): readonly InvoiceSnapshot[] {
  const open = person.failingDays === null ? 0 : 1;
  return Array.from({ length: person.paidMonths + open }, (_, month): InvoiceSnapshot => {
    const isPaid = month < person.paidMonths;
    const createdAtMs = monthStartMs(snapshot.createdAtMs, month);
    const number = `SEED-${person.name.toUpperCase()}-${month + 1}`;
    return {
      id: `in_${snapshot.id.slice(4)}_${month + 1}`,
      customerId: snapshot.customerId,
      subscriptionId: snapshot.id,
      number,
      status: isPaid ? 'paid' : 'open',
      description: `${PLANS.find((plan) => plan.id === snapshot.tier)?.name ?? snapshot.tier}, one month`,
      totalPence: snapshot.pricePence,
      // Prices include a fifth of VAT
      vatPence: Math.round(snapshot.pricePence / 6),
      paidPence: isPaid ? snapshot.pricePence : 0,
      refundedPence: 0,
      createdAtMs,
      paidAtMs: isPaid ? createdAtMs : null,
      reason: 'subscription_cycle',
      hostedUrl: null,
      pdfUrl: null,
      paymentIntentId: isPaid ? `pi_${snapshot.id.slice(4)}_${month + 1}` : null,
      livemode: false,
    };
  });
}

async function register(stores: Stores, userId: string, person: SeedSubscriber, atMs: number): Promise<void> {
  const from = { userId, ipHash: 'seed', requestId: 'seed' };
  const registration = {
    firstName: person.name.charAt(0).toUpperCase() + person.name.slice(1),
    lastName: 'Trader',
    email: `${person.name}@undertow.local`,
    company: null,
    phone: null,
    tradingExperience: 'intermediate',
    marketDataStatus: 'non_professional',
  } as const;
  await stores.registrations.save(registration, from, atMs);
  const given = await stores.registrations.consents(userId);
  if (given.some(({ kind }) => kind === 'immediate_supply')) return;
  await stores.registrations.consent('immediate_supply', from, atMs);
}

async function seedOne(
  stores: Stores,
  orm: Orm,
  userId: string,
  person: SeedSubscriber,
  atMs: number,
): Promise<void> {
  const snapshot = snapshotOf(person, atMs);
  await register(stores, userId, person, snapshot.createdAtMs);
  await stores.billingStore.saveCustomer(userId, snapshot.customerId, snapshot.createdAtMs);
  const failingSinceMs = person.failingDays === null ? null : atMs - person.failingDays * DAY_MS;
  const findings = {
    userId,
    // Older than every request to a real provider: its responses are newer and win
    ticket: 0,
    subscriptions: [{ snapshot, failingSinceMs }],
    invoices: invoicesOf(person, snapshot),
    goneCustomerId: null,
  };
  await stores.billingLedger.commit(null, findings, atMs);
  // No mails are sent about a data set
  await orm.execute(
    sql`UPDATE mail_outbox SET sent_at_ms = created_at_ms WHERE user_id = ${userId} AND sent_at_ms IS NULL`,
  );
}

/** Writes every subscriber; a second run changes nothing. `accountOf` creates the account of an address. */
export async function seedSubscribers(
  stores: Stores,
  orm: Orm,
  atMs: number,
  accountOf: (email: string) => Promise<string>,
): Promise<void> {
  for (const person of SEED_SUBSCRIBERS) {
    await seedOne(stores, orm, await accountOf(`${person.name}@undertow.local`), person, atMs);
  }
}
