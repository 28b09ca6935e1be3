/** The port of the gate: what a user may see now. */
import type { Tier, TierRules } from '@undertow/contracts';

/** What a user may see now: the one gate of every channel. */
export interface Entitlement {
  readonly userId: string;
  readonly tier: Tier;
  readonly rules: TierRules;
  /** Instruments of the user that are active within the plan's limit. */
  readonly activeInstrumentIds: readonly number[];
  /** Instruments of the user's watchlist within its limit. */
  readonly watchlistIds: readonly number[];
}

export interface Entitlements {
  /** A memory lookup after the first call; refreshed when `userChanged` is received. */
  of(userId: string): Promise<Entitlement>;
}
