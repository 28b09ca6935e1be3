/** The one gate: what a user may see now, from tier, chosen instruments and watchlist. No tier or limit is read from a request. */
import { TIER_RULES, type Tier, UNLIMITED } from '@undertow/contracts';
import { AppError } from '#failures/app-error.ts';
import type { Tiers, UserInstrumentRow, UserInstruments, Watchlist } from '#ports/accounts.ts';
import type { Bus } from '#ports/bus.ts';
import type { Clock } from '#ports/clock.ts';
import type { Entitlement, Entitlements } from '#ports/entitlements.ts';

interface EntitlementParts {
  readonly tiers: Tiers;
  readonly userInstruments: UserInstruments;
  readonly watchlist: Watchlist;
  readonly bus: Bus;
  readonly clock: Clock;
}

interface Known {
  readonly entitlement: Entitlement;
  /** When the tier changes without an event. */
  readonly untilMs: number;
}

/** The oldest rows up to the limit. */
export function withinLimit<T>(rows: readonly T[], limit: number): readonly T[] {
  return limit === UNLIMITED ? rows : rows.slice(0, limit);
}

interface ChosenInstruments {
  readonly instruments: readonly UserInstrumentRow[];
  readonly watched: readonly number[];
}

/** The entitlement of a tier with these lists. */
export function entitlementOf(
  userId: string,
  tier: Tier,
  { instruments, watched }: ChosenInstruments,
): Entitlement {
  const rules = TIER_RULES[tier];
  const active = withinLimit(instruments, rules.instrumentsLimit);
  return {
    userId,
    tier,
    rules,
    activeInstrumentIds: active.map((row) => row.instrumentId),
    watchlistIds: withinLimit(watched, rules.watchlistLimit),
  };
}

export function createEntitlements(parts: EntitlementParts): Entitlements {
  const { tiers, userInstruments, watchlist, bus, clock } = parts;
  const cache = new Map<string, Promise<Known>>();
  bus.subscribe('userChanged', ({ userId }) => {
    cache.delete(userId);
  });

  async function read(userId: string): Promise<Known> {
    const [current, instruments, watched] = await Promise.all([
      tiers.current(userId, clock.nowMs()),
      userInstruments.list(userId),
      watchlist.list(userId),
    ]);
    const lists = { instruments, watched };
    return {
      entitlement: entitlementOf(userId, current.tier, lists),
      untilMs: current.untilMs ?? Number.POSITIVE_INFINITY,
    };
  }

  function refresh(userId: string): Promise<Known> {
    const reading = read(userId);
    cache.set(userId, reading);
    reading.catch(() => {
      // A failed read is not cached; the caller receives it
      if (cache.get(userId) === reading) cache.delete(userId);
    });
    return reading;
  }

  return {
    async of(userId) {
      const known = await (cache.get(userId) ?? refresh(userId));
      if (clock.nowMs() < known.untilMs) return known.entitlement;
      return (await refresh(userId)).entitlement;
    },
  };
}

/** Refuses unless the instrument is one of the user's active ones. */
export function requireInstrument(entitlement: Entitlement, instrumentId: number): void {
  if (!entitlement.activeInstrumentIds.includes(instrumentId)) throw new AppError('INSTRUMENT_NOT_ENTITLED');
}
