/** The port of API keys: stored as hashes, with their use by hour. */
import type { ApiScope } from '@undertow/contracts';

export interface ApiKeyRow {
  readonly id: string;
  readonly userId: string;
  readonly name: string;
  /** SHA-256 of the key in hexadecimal; the key itself is never stored. */
  readonly keyHash: string;
  readonly lastFour: string;
  readonly scopes: readonly ApiScope[];
  /** Addresses and networks in CIDR notation; empty: any. */
  readonly addresses: readonly string[];
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
  readonly revokedAtMs: number | null;
  readonly lastUsedAtMs: number | null;
  readonly lastUsedAddress: string | null;
}

export type NewApiKeyRow = Omit<ApiKeyRow, 'revokedAtMs' | 'lastUsedAtMs' | 'lastUsedAddress'>;

/** Requests of a key with one scope, counted since they were last stored. */
export interface ApiKeyUse {
  readonly keyId: string;
  readonly userId: string;
  readonly scope: ApiScope;
  readonly requests: number;
  /** Refused by the rate limit. */
  readonly limited: number;
  readonly lastAtMs: number;
  readonly lastAddress: string;
}

export interface ApiKeyHour {
  readonly keyId: string;
  readonly hourMs: number;
  readonly requests: number;
  readonly limited: number;
}

export interface ApiKeyStore {
  /** Newest first, those that ended included. */
  list(userId: string): Promise<readonly ApiKeyRow[]>;
  findByHash(keyHash: string): Promise<ApiKeyRow | undefined>;
  /**
   * Stores a key with its audit row, under the user's row lock; false at `most` active ones. Keys that ended leave, oldest
   * first, beyond as many.
   */
  create(row: NewApiKeyRow, most: number, requestId: string): Promise<boolean>;
  /** With its audit row. False when the user has no such active key. */
  revoke(userId: string, id: string, nowMs: number, requestId: string): Promise<boolean>;
  /** Writes a mail about each active key that ends before the instant, once. */
  warnExpiring(nowMs: number, beforeMs: number): Promise<void>;
  /** Adds to the counts of its hour; the first use of a day with a scope has its audit row. That of a key that is gone is left out. */
  addUse(use: ApiKeyUse): Promise<void>;
  /** Counts of a user's keys by hour, from `fromMs` on. */
  usageOf(userId: string, fromMs: number): Promise<readonly ApiKeyHour[]>;
}
