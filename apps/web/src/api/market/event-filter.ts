/** Which events a user wants to see, by what they chose per type and by size. Pure. */
import {
  type EventsPerDay,
  isSignificant,
  type OrderFlowEventDto,
  type Preferences,
} from '@undertow/contracts';

/** Events of the types that are shown, at or above each type's least confidence. */
export function wantedEvents(
  events: readonly OrderFlowEventDto[],
  choices: Preferences['eventTypes'],
): readonly OrderFlowEventDto[] {
  return events.filter((event) => {
    const choice = choices[event.eventType];
    return choice.visible && event.confidence >= choice.minConfidence;
  });
}

/** The largest events of a day, and how many are smaller. */
export function largestEvents(
  events: readonly OrderFlowEventDto[],
  limit: EventsPerDay,
): { readonly largest: readonly OrderFlowEventDto[]; readonly smaller: number } {
  const largest = events.filter(({ metadata }) => isSignificant(metadata.perDay, limit));
  return { largest, smaller: events.length - largest.length };
}
