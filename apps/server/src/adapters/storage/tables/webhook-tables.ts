/** Tables of webhooks as Drizzle sees them; the SQL that makes them is in `migrations/`. */
import {
  WEBHOOK_DELIVERY_STATES,
  WEBHOOK_FORMATS,
  WEBHOOK_PAUSES,
  type WebhookDeliveryDto,
  type WebhookTopic,
} from '@undertow/contracts';
import type { FlowEventType } from '@undertow/market';
import { bigint, boolean, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { bytes, millis } from './column-types.ts';

export const webhookKeys = pgTable('webhook_keys', {
  userId: text('user_id').primaryKey(),
  keyId: text('key_id').notNull(),
  dataKey: text('data_key').notNull(),
});

export const webhooks = pgTable('webhooks', {
  id: text('id').primaryKey(),
  userId: text('user_id').notNull(),
  name: text('name').notNull(),
  format: text('format', { enum: WEBHOOK_FORMATS }).notNull(),
  shownAddress: text('shown_address').notNull(),
  sealedAddress: bytes('sealed_address').notNull(),
  sealedSecret: bytes('sealed_secret'),
  secretTail: text('secret_tail'),
  chat: text('chat'),
  sealedPrevious: bytes('sealed_previous'),
  previousUntilMs: millis('previous_until_ms'),
  topics: jsonb('topics').$type<WebhookTopic[]>().notNull(),
  eventTypes: jsonb('event_types').$type<FlowEventType[]>().notNull(),
  instrumentIds: jsonb('instrument_ids').$type<number[]>().notNull(),
  createdAtMs: millis('created_at_ms').notNull(),
  pausedAtMs: millis('paused_at_ms'),
  pauseReason: text('pause_reason', { enum: WEBHOOK_PAUSES }),
  failures: integer('failures').notNull().default(0),
  failingSinceMs: millis('failing_since_ms'),
  lastStatus: integer('last_status'),
});

export const webhookOutbox = pgTable(
  'webhook_outbox',
  {
    kind: text('kind').notNull(),
    ref: text('ref').notNull(),
    delaySeconds: integer('delay_seconds').notNull(),
    stateMs: millis('state_ms').notNull(),
    isFirst: boolean('is_first').notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.ref, table.delaySeconds] })],
);

export const webhookDeliveries = pgTable('webhook_deliveries', {
  number: bigint('number', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  id: text('id').notNull(),
  webhookId: text('webhook_id').notNull(),
  userId: text('user_id').notNull(),
  topic: text('topic').$type<WebhookDeliveryDto['topic']>().notNull(),
  subject: text('subject').notNull(),
  label: text('label').notNull(),
  instrumentId: integer('instrument_id'),
  eventType: text('event_type').$type<FlowEventType>(),
  marketMs: millis('market_ms'),
  body: text('body').notNull(),
  createdAtMs: millis('created_at_ms').notNull(),
  state: text('state', { enum: WEBHOOK_DELIVERY_STATES }).notNull(),
  sinceMs: millis('since_ms').notNull(),
  nextAttemptMs: millis('next_attempt_ms').notNull(),
  heldUntilMs: millis('held_until_ms'),
  attempts: integer('attempts').notNull().default(0),
  isResent: boolean('is_resent').notNull().default(false),
  lastAttemptMs: millis('last_attempt_ms'),
  answerStatus: integer('answer_status'),
  failure: text('failure'),
  answer: text('answer'),
  tookMs: integer('took_ms'),
});
