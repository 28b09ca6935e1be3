/** The tables of backtests and of the facts that they are tested on, as Drizzle sees them. */
import {
  bigint,
  boolean,
  doublePrecision,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
} from 'drizzle-orm/pg-core';
import { bytes, millis } from './column-types.ts';

export const sessionFacts = pgTable(
  'session_facts',
  {
    source: text('source').notNull(),
    product: text('product').notNull(),
    tradingDay: text('trading_day').notNull(),
    detectors: text('detectors').notNull(),
    shape: integer('shape').notNull(),
    contract: text('contract'),
    gaps: integer('gaps').notNull(),
    madeMs: millis('made_ms').notNull(),
    tookMs: integer('took_ms').notNull(),
    facts: bytes('facts').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.source, table.product, table.tradingDay, table.detectors, table.shape] }),
  ],
);

export const backtests = pgTable('backtests', {
  id: text('id').primaryKey(),
  number: bigint('number', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
  userId: text('user_id').notNull(),
  name: text('name').notNull(),
  ruleText: text('rule_text').notNull(),
  source: text('source').notNull(),
  product: text('product').notNull(),
  fromDay: text('from_day').notNull(),
  toDay: text('to_day').notNull(),
  zone: text('zone').notNull(),
  perDay: integer('per_day'),
  seed: integer('seed').notNull(),
  jobId: text('job_id').notNull(),
  createdMs: millis('created_ms').notNull(),
  result: jsonb('result'),
  trades: jsonb('trades'),
  isWhole: boolean('is_whole').notNull(),
  preparing: jsonb('preparing'),
  leftOut: integer('left_out').notNull(),
});

/** Rules that were tried on the sessions of a product, also of backtests that were removed. */
export const backtestTries = pgTable(
  'backtest_tries',
  {
    userId: text('user_id').notNull(),
    source: text('source').notNull(),
    product: text('product').notNull(),
    ruleHash: text('rule_hash').notNull(),
    p: doublePrecision('p'),
    sharpe: doublePrecision('sharpe'),
    triedMs: millis('tried_ms').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.source, table.product, table.ruleHash] })],
);

/** Files of users; their bytes are in the folder of uploads. */
export const uploads = pgTable('uploads', {
  id: text('id').primaryKey(),
  number: bigint('number', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
  userId: text('user_id').notNull(),
  fileName: text('file_name').notNull(),
  bytes: bigint('bytes', { mode: 'number' }).notNull(),
  received: bigint('received', { mode: 'number' }).notNull(),
  jobId: text('job_id'),
  refusal: text('refusal'),
  createdMs: millis('created_ms').notNull(),
  expiresMs: millis('expires_ms').notNull(),
});

/** What the detectors found in the sessions of uploads. */
export const uploadSessions = pgTable(
  'upload_sessions',
  {
    uploadId: text('upload_id').notNull(),
    userId: text('user_id').notNull(),
    product: text('product').notNull(),
    tradingDay: text('trading_day').notNull(),
    detectors: text('detectors').notNull(),
    shape: integer('shape').notNull(),
    contract: text('contract').notNull(),
    volume: bigint('volume', { mode: 'number' }).notNull(),
    gaps: integer('gaps').notNull(),
    tookMs: integer('took_ms').notNull(),
    facts: bytes('facts').notNull(),
  },
  (table) => [primaryKey({ columns: [table.uploadId, table.product, table.tradingDay] })],
);
