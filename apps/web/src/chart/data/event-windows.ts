/** How long each event type is shown and how it fades. Ages count from `updatedMs` on the server's clock. */
import { EVENT_TYPES, type FlowEventType } from '@undertow/market';

/** Opacity of an event of that age: 1 when new, never below `least`. */
export function eventOpacity(type: FlowEventType, ageMs: number, least: number): number {
  const left = 1 - Math.max(0, ageMs) / EVENT_TYPES[type].fadeMs;
  return Math.max(least, left);
}

/** How long an event of the type stays active, counted from its last change. */
export function lifetimeMs(type: FlowEventType): number {
  return EVENT_TYPES[type].fadeMs;
}

/** Share of the visibility window that is left: 1 when new, 0 when the event is no longer active. */
export function windowLeft(type: FlowEventType, ageMs: number): number {
  return Math.max(0, 1 - Math.max(0, ageMs) / EVENT_TYPES[type].windowMs);
}
