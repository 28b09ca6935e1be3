/** Why a user sees something or does not: the gate's own decision in words. */
import {
  type EntitlementAnswer,
  type EntitlementSubject,
  PLANS,
  type ShownKind,
  UNLIMITED,
} from '@undertow/contracts';
import { instrumentById } from '@undertow/market';
import type { Entitlement } from '#ports/entitlements.ts';
import type { TierHistory } from '#ports/people.ts';

const SUBJECTS: Readonly<Record<EntitlementSubject, string>> = {
  live_data: 'the market',
  events: 'order-flow events',
  patterns: 'AI patterns',
  history: 'the history',
  alerts: 'alerts',
};

/** What the licence calls it. */
const KINDS: Readonly<Record<EntitlementSubject, ShownKind>> = {
  live_data: 'prices',
  events: 'events',
  patterns: 'events',
  history: 'events',
  alerts: 'events',
};

export function symbolOf(instrumentId: number): string {
  return instrumentById(instrumentId)?.symbol ?? `instrument ${instrumentId}`;
}

function dayWords(atMs: number): string {
  const words = { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'Europe/London' } as const;
  return new Intl.DateTimeFormat('en-GB', words).format(atMs);
}

/** The facts that the tier rests on. */
function restsOn({ grant, subscription, isCertain }: TierHistory): string {
  if (grant !== null) {
    const until = grant.untilMs === null ? 'until another one' : `until ${dayWords(grant.untilMs)}`;
    return `Grant of ${grant.tier} by ${grant.actor}, ${until}: ${grant.reason}`;
  }
  if (subscription === null) return 'No grant and no subscription';
  const { id, status, periodEndsAtMs } = subscription;
  const known = isCertain ? '' : '. Its value at that instant was not kept: the present one is used';
  return `Subscription ${id}, ${status}, to ${dayWords(periodEndsAtMs)}${known}`;
}

function planName({ tier }: Entitlement): string {
  return PLANS.find(({ id }) => id === tier)?.name ?? 'Free';
}

/** How many of something the tier includes; for the market itself it needs none. */
function included({ rules }: Entitlement, what: EntitlementSubject): number {
  switch (what) {
    case 'live_data':
      return 1;
    case 'patterns':
      return rules.patternTypes.length;
    case 'alerts':
      return rules.alertRulesLimit;
    default:
      return rules.eventTypes.length;
  }
}

function delayWords(delaySeconds: number): string {
  return delaySeconds === 0 ? 'without delay' : `${delaySeconds / 60} minutes behind the market`;
}

function because(
  entitlement: Entitlement,
  chosen: readonly number[],
  what: EntitlementSubject,
  instrumentId: number,
): string {
  const { rules, activeInstrumentIds } = entitlement;
  const [plan, symbol] = [planName(entitlement), symbolOf(instrumentId)];
  if (rules.instrumentsLimit === 0) return 'Without a plan no instrument is analysed';
  if (!chosen.includes(instrumentId)) return `${symbol} is not one of the chosen instruments`;
  if (!activeInstrumentIds.includes(instrumentId))
    return `${symbol} is paused: ${plan} keeps the first ${rules.instrumentsLimit} of the chosen instruments active`;
  const number = included(entitlement, what);
  if (number === 0) return `${plan} does not include ${SUBJECTS[what]}`;
  const limit =
    rules.instrumentsLimit === UNLIMITED ? 'every instrument' : `${rules.instrumentsLimit} instruments`;
  const types = what === 'events' || what === 'patterns' ? `, ${number} types` : '';
  const withheld = entitlement.access(instrumentId).withheld(KINDS[what]);
  if (withheld !== null) return withheld.replace(/\.$/, '');
  const { delaySeconds } = entitlement.access(instrumentId);
  const byLicence = delaySeconds > rules.delaySeconds ? ' by the licence of the exchange' : '';
  return `${plan} includes ${SUBJECTS[what]} for ${limit}${types}, ${delayWords(delaySeconds)}${byLicence}`;
}

/** `chosen`: the instruments of the user, the paused ones included. */
export function explain(
  entitlement: Entitlement,
  chosen: readonly number[],
  history: TierHistory,
  what: EntitlementSubject,
  instrumentId: number,
): EntitlementAnswer {
  const isActive = entitlement.activeInstrumentIds.includes(instrumentId);
  return {
    question: `${SUBJECTS[what]} of ${symbolOf(instrumentId)}`,
    allowed:
      isActive &&
      included(entitlement, what) > 0 &&
      entitlement.access(instrumentId).withheld(KINDS[what]) === null,
    because: because(entitlement, chosen, what, instrumentId),
    restsOn: restsOn(history),
  };
}
