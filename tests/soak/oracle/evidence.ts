/** What the oracle judges by: who had which rules, what the witness saw, what is stored. */
import { type EventsPerDay, type OrderFlowEventDto, TIER_RULES } from '@undertow/contracts';
import { type ExchangeCalendar, type Instrument, instrumentById } from '@undertow/market';
import type { Person, RuleVersion } from '#tests/soak/people/person.ts';
import type { TimeBehind } from '#tests/soak/product-log.ts';
import type { Seen } from '#tests/soak/witness.ts';
import { both, effectOf, type Holds, holdsIf, planAt } from './effect.ts';
import type { EventState } from './event-rules.ts';
import type { Window } from './market-rules.ts';
import type { StoredMarket } from './stored-market.ts';

export interface Evidence {
  readonly people: readonly Person[];
  readonly stored: StoredMarket;
  readonly seen: Seen;
  readonly calendar: ExchangeCalendar;
  readonly chosenPerDay: EventsPerDay;
  /** What happened before this is history: it moves the state of a rule without firing it. */
  readonly startMs: number;
  /** What a viewer may see after this is not judged. */
  readonly endMs: number;
  /** When rows came late, as the product reported it. */
  readonly behind: readonly TimeBehind[];
}

/** A firing that was due: within the window there is an alert, unless the rule was cooling down. */
export interface DueFiring {
  readonly person: Person;
  readonly version: RuleVersion;
  readonly instrumentId: number;
  readonly eventType: string | null;
  readonly eventId: string | null;
  /** On the market's clock. */
  readonly window: Window;
}

export const DELAYS: readonly number[] = [
  ...new Set(Object.values(TIER_RULES).map((plan) => plan.delaySeconds)),
];

export function instrumentOf(id: number): Instrument {
  const instrument = instrumentById(id);
  if (instrument === undefined) throw new Error(`there is no instrument ${id}`);
  return instrument;
}

export const tickSizeOf = (id: number): number => instrumentOf(id).tickNanos / 1e9;

function inSession(
  { rule }: RuleVersion,
  instrumentId: number,
  atMs: number,
  calendar: ExchangeCalendar,
): boolean {
  if (rule.sessionHours === 'any') return true;
  const regular = calendar.regularHours(instrumentOf(instrumentId), calendar.tradingDayOf(atMs));
  const isRegular = regular !== null && atMs >= regular.openMs && atMs < regular.closeMs;
  return isRegular === (rule.sessionHours === 'regular');
}

type Owned = Pick<DueFiring, 'person' | 'version' | 'instrumentId'>;

/** Less than what near a change of a rule or a plan is unclear: no change is between two instants. */
const LATE_STEP_MS = 8000;

/**
 * Whether the rule fires for what happened at the instant and is visible `delaySeconds` later. Of a time behind it is not
 * known how late its rows came: the rule must be in effect, or not, all the while.
 */
export function firesAt(evidence: Evidence, owned: Owned, atMs: number, delaySeconds: number): Holds {
  const { lateMs = 0 } = behindAt(evidence, owned.instrumentId, atMs) ?? {};
  const steps = Math.ceil(lateMs / LATE_STEP_MS);
  const holds = Array.from({ length: steps + 1 }, (_, step) =>
    firesSeenAt(evidence, owned, atMs, { delaySeconds, lateMs: step * LATE_STEP_MS }),
  );
  return holds.every((one) => one === holds[0]) ? (holds[0] ?? 'unclear') : 'unclear';
}

function firesSeenAt(
  { calendar, startMs, endMs }: Evidence,
  { person, version, instrumentId }: Owned,
  atMs: number,
  { delaySeconds, lateMs }: { readonly delaySeconds: number; readonly lateMs: number },
): Holds {
  const visibleMs = atMs + delaySeconds * 1000 + lateMs;
  if (atMs < startMs || visibleMs > endMs) return 'unclear';
  const tier = planAt(person, visibleMs);
  if (tier !== null && TIER_RULES[tier].delaySeconds !== delaySeconds) return 'no';
  return both(
    holdsIf(inSession(version, instrumentId, atMs, calendar)),
    effectOf(person, version, instrumentId, visibleMs),
  );
}

/** Lags are looked at every two seconds. */
const LAG_CHECK_MS = 2000;

/** The time behind that the instant of the market was in. */
export function behindAt(
  { behind }: Pick<Evidence, 'behind'>,
  instrumentId: number | null,
  atMs: number,
): TimeBehind | undefined {
  return behind.find(
    (time) => time.instrumentId === instrumentId && atMs >= time.fromMs - LAG_CHECK_MS && atMs <= time.toMs,
  );
}

function stateOf(event: OrderFlowEventDto): EventState {
  const tickSize = tickSizeOf(event.instrumentId);
  const ticks = (price: string): number => Math.round(Number(price) / tickSize);
  const { side, exact, perDay, status, degraded, priceLow, priceHigh, updatedAt } = event.metadata;
  const { state, isWithdrawn } = event.metadata;
  return {
    ...{ type: event.eventType, size: event.size, confidence: event.confidence },
    ...{ side, exact, perDay, status, degraded },
    isSilent: state === 'experimental' || isWithdrawn,
    lowTicks: ticks(priceLow),
    highTicks: ticks(priceHigh),
    atMs: Date.parse(updatedAt),
  };
}

export interface SeenEvent {
  readonly id: string;
  readonly instrumentId: number;
  /** Oldest first. */
  readonly states: readonly EventState[];
}

/** Stored events with the states that the witness saw, and the stored one after them. */
export function eventsOf({ stored, seen }: Pick<Evidence, 'stored' | 'seen'>): readonly SeenEvent[] {
  return stored.events.map((event) => {
    const states = (seen.states.get(event.id) ?? []).map(stateOf);
    const last: EventState = { ...event, atMs: event.updatedMs };
    return {
      id: event.id,
      instrumentId: event.instrumentId,
      states: [...states, last],
    };
  });
}
