/** Tables of users' own trading platforms as Drizzle sees them; the SQL that makes them is in `migrations/`. */
import {
  CONNECTION_FAULTS,
  CONNECTION_STEPS,
  type ConnectionFault,
  RITHMIC_DOMAINS,
  RITHMIC_SERVERS,
} from '@undertow/contracts';
import { FEED_TIERS } from '@undertow/market';
import { bigint, boolean, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { millis } from './column-types.ts';

export const brokerConnections = pgTable('broker_connections', {
  userId: text('user_id').primaryKey(),
  username: text('username').notNull(),
  server: text('server', { enum: RITHMIC_SERVERS }).notNull(),
  domain: text('domain', { enum: RITHMIC_DOMAINS }).notNull(),
  system: text('system'),
  revision: bigint('revision', { mode: 'number' }).notNull(),
  isWanted: boolean('is_wanted').notNull(),
  lastConnectedAtMs: millis('last_connected_at_ms'),
  fault: text('fault').$type<ConnectionFault>(),
  savedAtMs: millis('saved_at_ms').notNull(),
});

export const brokerCredentials = pgTable('broker_credentials', {
  userId: text('user_id').primaryKey(),
  keyId: text('key_id').notNull(),
  dataKey: text('data_key').notNull(),
  password: text('password').notNull(),
});

export const brokerConnectionLog = pgTable('broker_connection_log', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  userId: text('user_id').notNull(),
  step: text('step', { enum: CONNECTION_STEPS }).notNull(),
  sinceMs: millis('since_ms').notNull(),
  atMs: millis('at_ms').notNull(),
  times: integer('times').notNull(),
  fault: text('fault', { enum: CONNECTION_FAULTS }),
  server: text('server', { enum: RITHMIC_SERVERS }),
  tier: text('tier', { enum: FEED_TIERS }),
  withoutDataMs: millis('without_data_ms'),
});
