/** The one gate: what a user may see now, from tier, chosen instruments, watchlist and the licences of the venues. No tier or limit is read from a request. */
import {
  type InstrumentAccess,
  type LicenceChannel,
  type LicenceTerm,
  licensedAccess,
  type ShownKind,
  TIER_RULES,
  type Tier,
  type TierRules,
  UNLIMITED,
  unlicensedAccess,
} from '@undertow/contracts';
import { instrumentById } from '@undertow/market';
import { AppError, LicenceWithheld } from '#failures/app-error.ts';
import type { Tiers, UserInstrumentRow, UserInstruments, Watchlist } from '#ports/accounts.ts';
import type { Bus } from '#ports/bus.ts';
import type { Clock } from '#ports/clock.ts';
import type { Licences } from '#ports/controls.ts';
import type { Entitlement, Entitlements } from '#ports/entitlements.ts';

interface EntitlementParts {
  readonly tiers: Tiers;
  readonly userInstruments: UserInstruments;
  readonly watchlist: Watchlist;
  readonly controls: Pick<Licences, 'licenceTerms' | 'onChange'>;
  readonly bus: Bus;
  readonly clock: Clock;
}

interface Known {
  /** By channel. */
  readonly entitlements: Readonly<Record<LicenceChannel, Entitlement>>;
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

/** An unknown product has no venue, and nothing of it is shown anyway. */
function accessOf(
  terms: readonly LicenceTerm[] | null,
  rules: TierRules,
  instrumentId: number,
  channel: LicenceChannel,
): InstrumentAccess {
  const venue = instrumentById(instrumentId)?.venue;
  return terms === null || venue === undefined
    ? unlicensedAccess(rules.delaySeconds)
    : licensedAccess(terms, venue, rules, channel);
}

/** The entitlement of a tier with these lists under these terms; null: the market needs no licence. */
export function entitlementOf(
  userId: string,
  tier: Tier,
  { instruments, watched }: ChosenInstruments,
  terms: readonly LicenceTerm[] | null,
  channel: LicenceChannel = 'screen',
): Entitlement {
  const rules = TIER_RULES[tier];
  const active = withinLimit(instruments, rules.instrumentsLimit);
  return {
    userId,
    tier,
    channel,
    rules,
    activeInstrumentIds: active.map((row) => row.instrumentId),
    watchlistIds: withinLimit(watched, rules.watchlistLimit),
    access: (instrumentId) => accessOf(terms, rules, instrumentId, channel),
  };
}

export function createEntitlements(parts: EntitlementParts): Entitlements {
  const { tiers, userInstruments, watchlist, controls, bus, clock } = parts;
  const cache = new Map<string, Promise<Known>>();
  bus.subscribe('userChanged', ({ userId }) => {
    cache.delete(userId);
  });
  controls.onChange(() => cache.clear());

  async function read(userId: string): Promise<Known> {
    const [current, instruments, watched] = await Promise.all([
      tiers.current(userId, clock.nowMs()),
      userInstruments.list(userId),
      watchlist.list(userId),
    ]);
    const lists = { instruments, watched };
    const terms = controls.licenceTerms();
    const over = (channel: LicenceChannel) => entitlementOf(userId, current.tier, lists, terms, channel);
    return {
      entitlements: { screen: over('screen'), api: over('api'), export: over('export') },
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
    async of(userId, channel = 'screen') {
      const known = await (cache.get(userId) ?? refresh(userId));
      if (clock.nowMs() < known.untilMs) return known.entitlements[channel];
      return (await refresh(userId)).entitlements[channel];
    },
  };
}

/** Refuses unless the instrument is one of the user's active ones. */
export function requireInstrument(entitlement: Entitlement, instrumentId: number): void {
  if (!entitlement.activeInstrumentIds.includes(instrumentId)) throw new AppError('INSTRUMENT_NOT_ENTITLED');
}

/** Refuses, with the sentence that is shown in place of the data, what the licence of the venue does not allow. */
export function requireLicence(access: InstrumentAccess, kind: ShownKind, channel?: LicenceChannel): void {
  const because = access.withheld(kind, channel);
  if (because !== null) throw new LicenceWithheld(because);
}
