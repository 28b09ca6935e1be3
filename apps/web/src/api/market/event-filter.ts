/** Which findings a user wants to see, by what they chose per type, by state and by size. Pure. */
import {
  type AiPattern,
  type EventsPerDay,
  isSignificant,
  type OrderFlowEventDto,
  type Preferences,
} from '@undertow/contracts';

/** Shown without skill too, with that statement: the newest of each side. */
const MAX_EXPERIMENTAL_LEVELS = 4;

type Choices = Pick<Preferences, 'eventTypes' | 'showExperimental'>;

/**
 * Events of the types that are shown, at or above each type's least confidence, in the states that are shown. What was
 * withdrawn is in the history alone.
 */
export function wantedEvents(
  events: readonly OrderFlowEventDto[],
  { eventTypes, showExperimental }: Choices,
): readonly OrderFlowEventDto[] {
  const levels = newestLevels(events);
  return events.filter((event) => {
    const choice = eventTypes[event.eventType];
    if (!choice.visible || event.confidence < choice.minConfidence || event.metadata.isWithdrawn)
      return false;
    if (event.metadata.state !== 'experimental') return true;
    return isLevel(event) ? levels.has(event.id) : showExperimental;
  });
}

/** Patterns in the states that are shown; what is said of levels is always. */
export function wantedPatterns(
  patterns: readonly AiPattern[],
  { showExperimental }: Pick<Preferences, 'showExperimental'>,
): readonly AiPattern[] {
  return patterns.filter(
    ({ eventType, metadata }) =>
      showExperimental || metadata.state !== 'experimental' || eventType === 'support_resistance',
  );
}

const isLevel = ({ eventType }: OrderFlowEventDto): boolean =>
  eventType === 'support' || eventType === 'resistance';

/** Ids of the experimental levels that are shown: so few that they do not clutter the chart. */
function newestLevels(events: readonly OrderFlowEventDto[]): ReadonlySet<string> {
  const ofType = (type: OrderFlowEventDto['eventType']): string[] =>
    events
      .filter(({ eventType, metadata }) => eventType === type && metadata.state === 'experimental')
      .toSorted((a, b) => Date.parse(b.metadata.updatedAt) - Date.parse(a.metadata.updatedAt))
      .slice(0, MAX_EXPERIMENTAL_LEVELS)
      .map(({ id }) => id);
  return new Set([...ofType('support'), ...ofType('resistance')]);
}

/** The largest events of a day, and how many are smaller. */
export function largestEvents(
  events: readonly OrderFlowEventDto[],
  limit: EventsPerDay,
): { readonly largest: readonly OrderFlowEventDto[]; readonly smaller: number } {
  const largest = events.filter(({ metadata }) => isSignificant(metadata.perDay, limit));
  return { largest, smaller: events.length - largest.length };
}
