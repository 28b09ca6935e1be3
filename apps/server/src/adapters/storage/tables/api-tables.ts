/** The tables of API keys, as Drizzle sees them; the SQL that makes them is in `migrations/`. */
import type { ApiScope } from '@undertow/contracts';
import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { millis } from './column-types.ts';

export const apiKeys = pgTable('api_keys', {
  id: text('id').primaryKey(),
  userId: text('user_id').notNull(),
  name: text('name').notNull(),
  keyHash: text('key_hash').notNull(),
  lastFour: text('last_four').notNull(),
  scopes: text('scopes').array().$type<ApiScope[]>().notNull(),
  addresses: text('addresses').array().notNull(),
  createdAtMs: millis('created_at_ms').notNull(),
  expiresAtMs: millis('expires_at_ms').notNull(),
  revokedAtMs: millis('revoked_at_ms'),
  lastUsedAtMs: millis('last_used_at_ms'),
  lastUsedAddress: text('last_used_address'),
});

export const apiKeyUsage = pgTable(
  'api_key_usage',
  {
    keyId: text('key_id').notNull(),
    scope: text('scope').$type<ApiScope>().notNull(),
    hourMs: millis('hour_ms').notNull(),
    userId: text('user_id').notNull(),
    requests: integer('requests').notNull(),
    limited: integer('limited').notNull(),
  },
  (table) => [primaryKey({ columns: [table.keyId, table.scope, table.hourMs] })],
);

export const apiIdempotency = pgTable(
  'api_idempotency',
  {
    userId: text('user_id').notNull(),
    idempotencyKey: text('idempotency_key').notNull(),
    fingerprint: text('fingerprint').notNull(),
    answered: integer('status'),
    body: text('body'),
    createdAtMs: millis('created_at_ms').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.idempotencyKey] })],
);
