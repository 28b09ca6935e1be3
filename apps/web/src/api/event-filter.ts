/** Which events a user wants to see, by what he chose per type. Pure. */
import type { OrderFlowEventDto, Preferences } from '@undertow/contracts';

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
