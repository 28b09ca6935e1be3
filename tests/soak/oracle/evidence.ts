/** What the oracle judges by: who had which rules, what the witness saw, what is stored. */
import { type EventsPerDay, type OrderFlowEventDto, TIER_RULES } from '@undertow/contracts';
import { type ExchangeCalendar, type Instrument, instrumentById } from '@undertow/market';
import type { Person, RuleVersion } from '#tests/soak/people/person.ts';
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

/** Whether the rule fires for what happened at the instant and is visible `delaySeconds` later. */
export function firesAt(
  { calendar, startMs, endMs }: Pick<Evidence, 'calendar' | 'startMs' | 'endMs'>,
  { person, version, instrumentId }: Pick<DueFiring, 'person' | 'version' | 'instrumentId'>,
  atMs: number,
  delaySeconds: number,
): Holds {
  const visibleMs = atMs + delaySeconds * 1000;
  if (atMs < startMs || visibleMs > endMs) return 'unclear';
  const tier = planAt(person, visibleMs);
  if (tier !== null && TIER_RULES[tier].delaySeconds !== delaySeconds) return 'no';
  return both(
    holdsIf(inSession(version, instrumentId, atMs, calendar)),
    effectOf(person, version, instrumentId, visibleMs),
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
