/**
 * Which events a moment of the past shows: the largest of its bars by what a user chose, and those that were going
 * on. Pure.
 */
import {
  isSignificant,
  type LargestEvents,
  type OrderFlowEventDto,
  type Preferences,
} from '@undertow/contracts';
import { wantedEvents } from '#api/market/event-filter.ts';
import { unloadedEvents } from './use-chart-events.ts';

/** Addresses name the instant of an event, an alert or its evidence: they may differ by so much. */
const NEAR_MS = 1000;

export interface PastEvents {
  readonly events: readonly OrderFlowEventDto[];
  /** Smaller ones that are left out, whether they were loaded or not. */
  readonly smaller: number;
}

/** True from the start of an event to its last change. */
function isGoingOn({ detectedAt, metadata }: OrderFlowEventDto, atMs: number): boolean {
  const times = [detectedAt, metadata.startedAt, metadata.updatedAt].map((at) => Date.parse(at));
  return atMs >= Math.min(...times) - NEAR_MS && atMs <= Math.max(...times) + NEAR_MS;
}

/** What led to the instant is shown however small it is. */
export function pastEvents(
  largest: LargestEvents,
  choices: Pick<Preferences, 'eventTypes' | 'showExperimental' | 'eventsPerDay'>,
  atMs: number,
): PastEvents {
  const { eventTypes, eventsPerDay } = choices;
  const wanted = wantedEvents(largest.events, choices);
  const events = wanted.filter(
    (event) => isSignificant(event.metadata.perDay, eventsPerDay) || isGoingOn(event, atMs),
  );
  return { events, smaller: wanted.length - events.length + unloadedEvents(largest, eventTypes) };
}
