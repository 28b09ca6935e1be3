/** Tables of what is stored of users' own account feeds, as Drizzle sees them; the SQL that makes them is in `migrations/`. */
import { boolean, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { bytes, millis } from './column-types.ts';

/** The key of each owner, sealed by one of the operator's. */
export const accountKeys = pgTable('account_keys', {
  userId: text('user_id').primaryKey(),
  keyId: text('key_id').notNull(),
  dataKey: text('data_key').notNull(),
});

export const accountBars = pgTable(
  'account_bars',
  {
    userId: text('user_id').notNull(),
    source: text('source').notNull(),
    instrumentId: integer('instrument_id').notNull(),
    startMs: millis('start_ms').notNull(),
    contract: text('contract').notNull(),
    sealed: bytes('sealed').notNull(),
  },
  ({ userId, source, instrumentId, startMs, contract }) => [
    primaryKey({ columns: [userId, source, instrumentId, startMs, contract] }),
  ],
);

export const accountGaps = pgTable(
  'account_gaps',
  {
    userId: text('user_id').notNull(),
    source: text('source').notNull(),
    instrumentId: integer('instrument_id').notNull(),
    fromMs: millis('from_ms').notNull(),
    sealed: bytes('sealed').notNull(),
  },
  ({ userId, source, instrumentId, fromMs }) => [
    primaryKey({ columns: [userId, source, instrumentId, fromMs] }),
  ],
);

/** Events and AI patterns in their last state. */
export const accountEvents = pgTable(
  'account_events',
  {
    userId: text('user_id').notNull(),
    id: text('id').notNull(),
    kind: text('kind', { enum: ['event', 'pattern'] }).notNull(),
    source: text('source').notNull(),
    instrumentId: integer('instrument_id').notNull(),
    detectedMs: millis('detected_ms').notNull(),
    updatedMs: millis('updated_ms').notNull(),
    isDue: boolean('is_due').notNull(),
    sealed: bytes('sealed').notNull(),
  },
  ({ userId, id }) => [primaryKey({ columns: [userId, id] })],
);

export const accountWindows = pgTable(
  'account_windows',
  {
    userId: text('user_id').notNull(),
    eventId: text('event_id').notNull(),
    toMs: millis('to_ms').notNull(),
    sealed: bytes('sealed').notNull(),
    tape: bytes('tape'),
  },
  ({ userId, eventId }) => [primaryKey({ columns: [userId, eventId] })],
);

export const accountOutcomes = pgTable(
  'account_outcomes',
  {
    userId: text('user_id').notNull(),
    source: text('source').notNull(),
    instrumentId: integer('instrument_id').notNull(),
    kind: text('kind', { enum: ['raised', 'settled', 'calibration'] }).notNull(),
    signalId: text('signal_id').notNull(),
    atMs: millis('at_ms').notNull(),
    sealed: bytes('sealed').notNull(),
  },
  ({ userId, source, instrumentId, kind, signalId }) => [
    primaryKey({ columns: [userId, source, instrumentId, kind, signalId] }),
  ],
);
