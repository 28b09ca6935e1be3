/** The port of the gate: what a user may see now. */
import type { InstrumentAccess, LicenceChannel, Tier, TierRules } from '@undertow/contracts';

/** What a user may see now: the one gate of every channel. */
export interface Entitlement {
  readonly userId: string;
  readonly tier: Tier;
  /** Over which channel it may be seen: `access` answers for this one by default. */
  readonly channel: LicenceChannel;
  readonly rules: TierRules;
  /** Instruments of the user that are active within the plan's limit. */
  readonly activeInstrumentIds: readonly number[];
  /** Instruments of the user's watchlist within its limit. */
  readonly watchlistIds: readonly number[];
  /**
   * What plan and licence of the venue allow of the platform's feed for an instrument, and how late. Whether it is one
   * of the user's is not part of it.
   */
  access(instrumentId: number): InstrumentAccess;
}

export interface Entitlements {
  /** A memory lookup after the first call; refreshed when `userChanged` is received or a licence changes. */
  of(userId: string, channel?: LicenceChannel): Promise<Entitlement>;
}
