/**
 * Events that are active: within the visibility window of their type, on the clock of the view that shows them. Pure.
 */
import type { OrderFlowEventDto } from '@undertow/contracts';

/** `nowMs` is the view's present, which for a delayed viewer is a while ago; null before its first word. */
export function activeEvents(
  events: readonly OrderFlowEventDto[],
  nowMs: number | null,
): readonly OrderFlowEventDto[] {
  return nowMs === null ? events : events.filter((event) => Date.parse(event.expiresAt) > nowMs);
}
