/** Tables of administration as Drizzle sees them; the SQL that makes them is in `migrations/`. */
import { bigint, date, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { millis } from './column-types.ts';

/** Users and users with a tier, as last counted on a day in London. */
export const peopleCounts = pgTable('people_counts', {
  day: date('day').primaryKey(),
  registered: integer('registered').notNull(),
  withTier: integer('with_tier').notNull(),
});

/** Administrators who view the product as a user. */
export const adminViews = pgTable('admin_views', {
  id: text('id').primaryKey(),
  userId: text('user_id').notNull(),
  adminId: text('admin_id').notNull(),
  sessionHash: text('session_hash').notNull(),
  reason: text('reason').notNull(),
  startedAtMs: millis('started_at_ms').notNull(),
  untilMs: millis('until_ms').notNull(),
  /** Null until its end was noted. */
  endedAtMs: millis('ended_at_ms'),
});

/** Market data that was shown: one row per user, day in London, device, source, delay and instrument. */
export const dataUsage = pgTable('data_usage', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  userId: text('user_id'),
  pseudonym: text('pseudonym'),
  day: text('day').notNull(),
  device: text('device').notNull(),
  source: text('source').notNull(),
  delaySeconds: integer('delay_seconds').notNull(),
  instrumentId: integer('instrument_id').notNull(),
  firstAtMs: millis('first_at_ms').notNull(),
  lastAtMs: millis('last_at_ms').notNull(),
  keptUntilMs: millis('kept_until_ms'),
});
