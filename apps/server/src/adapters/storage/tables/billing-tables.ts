/** Tables of payment, registration, erasure and mail as Drizzle sees them; the SQL that makes them is in `migrations/`. */
import { bigint, boolean, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { SubscriptionSnapshot, SubscriptionStatus } from '#ports/billing.ts';
import { millis } from './column-types.ts';

const pence = (name: string) => bigint(name, { mode: 'number' });

export const billingCustomers = pgTable('billing_customers', {
  userId: text('user_id').primaryKey(),
  customerId: text('customer_id').notNull(),
  createdAtMs: millis('created_at_ms').notNull(),
});

export const subscriptions = pgTable('subscriptions', {
  id: text('id').primaryKey(),
  userId: text('user_id').notNull(),
  customerId: text('customer_id').notNull(),
  status: text('status').$type<SubscriptionStatus>().notNull(),
  tier: text('tier', { enum: ['basic', 'pro', 'elite'] }).notNull(),
  body: jsonb('body').$type<SubscriptionSnapshot>().notNull(),
  createdAtMs: millis('created_at_ms').notNull(),
  pastDueSinceMs: millis('past_due_since_ms'),
  beganAtMs: millis('began_at_ms'),
  disputedAtMs: millis('disputed_at_ms'),
  duplicate: boolean('duplicate').notNull().default(false),
  readTicket: bigint('read_ticket', { mode: 'number' }).notNull(),
  readAtMs: millis('read_at_ms').notNull(),
});

export const stripeEvents = pgTable('stripe_events', {
  id: text('id').primaryKey(),
  type: text('type').notNull(),
  customerId: text('customer_id'),
  subscriptionId: text('subscription_id'),
  invoiceId: text('invoice_id'),
  chargeId: text('charge_id'),
  disputeLost: boolean('dispute_lost'),
  createdAtMs: millis('created_at_ms').notNull(),
  receivedAtMs: millis('received_at_ms').notNull(),
  appliedAtMs: millis('applied_at_ms'),
  ignored: text('ignored'),
  attempts: integer('attempts').notNull().default(0),
  nextAttemptMs: millis('next_attempt_ms').notNull(),
  failure: text('failure'),
});

export const billingCursors = pgTable('billing_cursors', {
  name: text('name').primaryKey(),
  atMs: millis('at_ms').notNull(),
});

export const trialUses = pgTable(
  'trial_uses',
  {
    kind: text('kind', { enum: ['account', 'mail', 'card'] }).notNull(),
    valueHash: text('value_hash').notNull(),
    usedAtMs: millis('used_at_ms').notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.valueHash] })],
);

export const invoices = pgTable('invoices', {
  id: text('id').primaryKey(),
  userId: text('user_id'),
  pseudonym: text('pseudonym'),
  subscriptionId: text('subscription_id'),
  number: text('number'),
  status: text('status', { enum: ['draft', 'open', 'paid', 'void', 'uncollectible'] }).notNull(),
  description: text('description').notNull(),
  totalPence: pence('total_pence').notNull(),
  vatPence: pence('vat_pence').notNull(),
  refundedPence: pence('refunded_pence').notNull().default(0),
  paidPence: pence('paid_pence').notNull().default(0),
  paidAtMs: millis('paid_at_ms'),
  paymentIntentId: text('payment_intent_id'),
  hostedUrl: text('hosted_url'),
  pdfUrl: text('pdf_url'),
  createdAtMs: millis('created_at_ms').notNull(),
  readTicket: bigint('read_ticket', { mode: 'number' }).notNull(),
  keptUntilMs: millis('kept_until_ms'),
});

export const billingTasks = pgTable('billing_tasks', {
  id: text('id').primaryKey(),
  userId: text('user_id').notNull(),
  kind: text('kind').notNull(),
  body: jsonb('body').notNull(),
  createdAtMs: millis('created_at_ms').notNull(),
  doneAtMs: millis('done_at_ms'),
  attempts: integer('attempts').notNull().default(0),
  nextAttemptMs: millis('next_attempt_ms').notNull(),
  failure: text('failure'),
});

export const billingLeases = pgTable('billing_leases', {
  userId: text('user_id').primaryKey(),
  holder: text('holder').notNull(),
  untilMs: millis('until_ms').notNull(),
});

export const registrations = pgTable('registrations', {
  userId: text('user_id').primaryKey(),
  firstName: text('first_name').notNull(),
  lastName: text('last_name').notNull(),
  email: text('email').notNull(),
  company: text('company'),
  phone: text('phone'),
  tradingExperience: text('trading_experience').notNull(),
  marketDataStatus: text('market_data_status', { enum: ['non_professional', 'professional'] }).notNull(),
  createdAtMs: millis('created_at_ms').notNull(),
  updatedAtMs: millis('updated_at_ms').notNull(),
});

export const consents = pgTable('consents', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  userId: text('user_id'),
  pseudonym: text('pseudonym'),
  kind: text('kind').notNull(),
  version: text('version').notNull(),
  textHash: text('text_hash').notNull(),
  ipHash: text('ip_hash'),
  atMs: millis('at_ms').notNull(),
  keptUntilMs: millis('kept_until_ms'),
});

export const erasures = pgTable('erasures', {
  userId: text('user_id').primaryKey(),
  requestedAtMs: millis('requested_at_ms').notNull(),
  dueAtMs: millis('due_at_ms').notNull(),
});

export const mailOutbox = pgTable('mail_outbox', {
  id: text('id').primaryKey(),
  userId: text('user_id').notNull(),
  template: text('template').notNull(),
  facts: jsonb('facts').notNull(),
  createdAtMs: millis('created_at_ms').notNull(),
  sentAtMs: millis('sent_at_ms'),
  attempts: integer('attempts').notNull().default(0),
  nextAttemptMs: millis('next_attempt_ms').notNull(),
  failure: text('failure'),
  givenUpAtMs: millis('given_up_at_ms'),
});
