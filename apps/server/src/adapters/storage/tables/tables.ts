/** Every table of the database as Drizzle sees it. The SQL that makes them is in `migrations/`. */

import type { FeedSource } from '@undertow/market';
import {
  bigint,
  boolean,
  customType,
  doublePrecision,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
} from 'drizzle-orm/pg-core';
import { bytes, millis } from './column-types.ts';

/** Words of a text for a search by them. */
const wordList = customType<{ data: string; driverData: string }>({ dataType: () => 'tsvector' });

export const users = pgTable('users', {
  id: text('id').primaryKey(),
  issuer: text('issuer').notNull(),
  sub: text('sub').notNull(),
  email: text('email'),
  firstName: text('first_name'),
  lastName: text('last_name'),
  role: text('role', { enum: ['user', 'admin'] }).notNull(),
  createdAtMs: millis('created_at_ms').notNull(),
});

export const sessions = pgTable('sessions', {
  idHash: text('id_hash').primaryKey(),
  /** Names the device to its person; the hash never leaves the server. */
  publicId: text('public_id').notNull(),
  userId: text('user_id').notNull(),
  createdAtMs: millis('created_at_ms').notNull(),
  lastSeenAtMs: millis('last_seen_at_ms').notNull(),
  /** The name of the device from the user agent at sign-in. */
  device: text('device').notNull(),
  /** When the user last signed in at the issuer. */
  authAtMs: millis('auth_at_ms').notNull(),
});

export const tierOverrides = pgTable('tier_overrides', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  userId: text('user_id').notNull(),
  tier: text('tier', { enum: ['free', 'basic', 'pro', 'elite'] }).notNull(),
  actor: text('actor').notNull(),
  reason: text('reason').notNull(),
  createdAtMs: millis('created_at_ms').notNull(),
  expiresAtMs: millis('expires_at_ms'),
});

export const userInstruments = pgTable('user_instruments', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  userId: text('user_id').notNull(),
  instrumentId: integer('instrument_id').notNull(),
  /** Order in which the plan's limit keeps rows active. */
  place: bigint('place', { mode: 'number' }).notNull(),
  createdAtMs: millis('created_at_ms').notNull(),
});

export const watchlist = pgTable(
  'watchlist',
  {
    userId: text('user_id').notNull(),
    instrumentId: integer('instrument_id').notNull(),
    createdAtMs: millis('created_at_ms').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.instrumentId] })],
);

export const preferences = pgTable('preferences', {
  userId: text('user_id').primaryKey(),
  body: jsonb('body').notNull(),
});

export const alerts = pgTable('alerts', {
  id: text('id').primaryKey(),
  userId: text('user_id').notNull(),
  instrumentId: integer('instrument_id'),
  eventId: text('event_id'),
  eventType: text('event_type'),
  eventSize: integer('event_size'),
  eventAtMs: millis('event_at_ms'),
  ruleId: text('rule_id'),
  market: text('market', { enum: ['platform', 'own'] })
    .notNull()
    .default('platform'),
  source: text('source').$type<FeedSource>(),
  /** Texts of an alert of an own feed, with its owner's key. */
  sealed: bytes('sealed'),
  alertType: text('alert_type').notNull(),
  title: text('title').notNull(),
  message: text('message').notNull(),
  isRead: boolean('is_read').notNull(),
  isQuiet: boolean('is_quiet').notNull(),
  isTest: boolean('is_test').notNull(),
  createdAtMs: millis('created_at_ms').notNull(),
});

export const alertRules = pgTable('alert_rules', {
  id: text('id').primaryKey(),
  userId: text('user_id').notNull(),
  /** Rules of a plan's limit are the oldest ones: in this order. */
  place: bigint('place', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
  name: text('name').notNull(),
  notificationMethod: text('notification_method').notNull(),
  isEnabled: boolean('is_enabled').notNull(),
  instrumentIds: jsonb('instrument_ids').notNull(),
  condition: jsonb('condition').notNull(),
  sessionHours: text('session_hours').notNull(),
  newsWindow: text('news_window').notNull().default('any'),
  coolDownSeconds: integer('cool_down_seconds').notNull(),
  quietHours: jsonb('quiet_hours'),
  expiresAtMs: millis('expires_at_ms'),
  origin: text('origin'),
  createdAtMs: millis('created_at_ms').notNull(),
  updatedAtMs: millis('updated_at_ms').notNull(),
});

/** Alerts that storage refused; `body` is JSON as text. */
export const alertDeadLetters = pgTable('alert_dead_letters', {
  id: text('id').primaryKey(),
  userId: text('user_id').notNull(),
  ruleId: text('rule_id'),
  body: text('body').notNull(),
  failure: text('failure').notNull(),
  sqlState: text('sql_state'),
  refusals: integer('refusals').notNull(),
  failedAtMs: millis('failed_at_ms').notNull(),
});

/** States of events that were not published to the viewers of a delay yet. */
export const alertOutbox = pgTable(
  'alert_debts',
  {
    eventId: text('event_id').notNull(),
    delaySeconds: integer('delay_seconds').notNull(),
    updatedMs: millis('updated_ms').notNull(),
    dueMs: millis('due_ms').notNull(),
  },
  (table) => [primaryKey({ columns: [table.eventId, table.delaySeconds] })],
);

/** Rows come in through `append_audit` only, which links each to the one before. */
export const auditLog = pgTable('audit_log', {
  number: bigint('number', { mode: 'number' }).primaryKey(),
  atMs: millis('at_ms').notNull(),
  actor: text('actor').notNull(),
  action: text('action').notNull(),
  subject: text('subject').notNull(),
  requestId: text('request_id'),
  valuesDigest: text('values_digest').notNull(),
  previousHash: text('previous_hash').notNull(),
  hash: text('hash').notNull(),
});

/** The values of audit rows, in a table of their own so that they can be erased with their person. */
export const auditValues = pgTable('audit_values', {
  number: bigint('number', { mode: 'number' }).primaryKey(),
  /** The subject of the row, which is a user's id where it is about a user. */
  userId: text('user_id').notNull(),
  salt: text('salt').notNull(),
  details: text('details').notNull(),
});

/** One row: the end of the chain. */
export const auditHead = pgTable('audit_head', {
  id: boolean('id').primaryKey(),
  count: bigint('count', { mode: 'number' }).notNull(),
  hash: text('hash').notNull(),
});

/** A run of a feed; market rows refer to it by its number. A higher number is a later run. */
export const feedRuns = pgTable('feed_runs', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  source: text('source').notNull(),
  run: text('run').notNull(),
});

export const bars = pgTable(
  'bars',
  {
    instrumentId: integer('instrument_id').notNull(),
    runId: integer('run_id').notNull(),
    /** The dated contract of the prices, for example `ESZ6`; `?` where an earlier release stored none and no rule names one. */
    contract: text('contract').notNull(),
    startMs: millis('start_ms').notNull(),
    openTicks: integer('open_ticks').notNull(),
    highTicks: integer('high_ticks').notNull(),
    lowTicks: integer('low_ticks').notNull(),
    closeTicks: integer('close_ticks').notNull(),
    volume: bigint('volume', { mode: 'number' }).notNull(),
    buyVolume: bigint('buy_volume', { mode: 'number' }).notNull(),
    sellVolume: bigint('sell_volume', { mode: 'number' }).notNull(),
    trades: integer('trades').notNull(),
    vwapTicks: doublePrecision('vwap_ticks'),
  },
  (table) => [primaryKey({ columns: [table.instrumentId, table.startMs, table.runId, table.contract] })],
);

/** Events and patterns are stored alike: what is queried as columns, and the whole last state. */
const signalColumns = () => ({
  id: text('id').primaryKey(),
  instrumentId: integer('instrument_id').notNull(),
  runId: integer('run_id').notNull(),
  type: text('type').notNull(),
  detectedMs: millis('detected_ms').notNull(),
  body: jsonb('body').notNull(),
});

export const flowEvents = pgTable('flow_events', signalColumns());

/** What the history filters, sorts and searches by: one row an event, kept by triggers of `flow_events`. */
export const eventFacets = pgTable('event_facets', {
  id: text('id').primaryKey(),
  source: text('source').notNull(),
  instrumentId: integer('instrument_id').notNull(),
  type: text('type').notNull(),
  side: text('side').notNull(),
  detectedMs: millis('detected_ms').notNull(),
  updatedMs: millis('updated_ms').notNull(),
  confidence: doublePrecision('confidence').notNull(),
  size: integer('size').notNull(),
  degraded: boolean('degraded').notNull(),
  words: wordList('words').notNull(),
  /** 0 where it is not known. */
  perDay: doublePrecision('per_day').notNull(),
});

/** Words that events of a type ever used, kept by the same triggers. */
export const eventWords = pgTable('event_words', {
  type: text('type').notNull(),
  word: text('word').notNull(),
});

export const patterns = pgTable('patterns', signalColumns());

export const trackRecord = pgTable(
  'track_record',
  {
    chain: text('chain').notNull(),
    position: bigint('position', { mode: 'number' }).notNull(),
    kind: text('kind').notNull(),
    signalId: text('signal_id').notNull(),
    source: text('source').notNull(),
    instrumentId: integer('instrument_id').notNull(),
    atMs: millis('at_ms').notNull(),
    body: text('body').notNull(),
    hash: text('hash').notNull(),
  },
  (table) => [primaryKey({ columns: [table.chain, table.position] })],
);

export const eventWindows = pgTable('event_windows', {
  eventId: text('event_id').primaryKey(),
  fromMs: millis('from_ms').notNull(),
  toMs: millis('to_ms').notNull(),
  truncated: boolean('truncated').notNull(),
  deltas: bytes('deltas').notNull(),
  tape: bytes('tape'),
});

export const feedGaps = pgTable(
  'feed_gaps',
  {
    instrumentId: integer('instrument_id').notNull(),
    runId: integer('run_id').notNull(),
    contract: text('contract').notNull(),
    fromMs: millis('from_ms').notNull(),
    toMs: millis('to_ms'),
  },
  (table) => [primaryKey({ columns: [table.instrumentId, table.fromMs, table.runId] })],
);

export const frames = pgTable('frames', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  instrumentId: integer('instrument_id').notNull(),
  runId: integer('run_id').notNull(),
  asOfMs: millis('as_of_ms').notNull(),
  frame: bytes('frame').notNull(),
});
