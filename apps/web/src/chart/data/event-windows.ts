/** How long each event type is shown and how it fades. Ages count from `updatedMs` on the server's clock. */
import type { FlowEventType } from '@undertow/market';

interface EventTimes {
  /** An event is shown only while younger than this. */
  readonly windowMs: number;
  /** Its opacity falls to the least over this time. */
  readonly fadeMs: number;
}

/** Specification, section 9. */
const EVENT_TIMES: { readonly [Type in FlowEventType]: EventTimes } = {
  iceberg: { windowMs: 120_000, fadeMs: 150_000 },
  absorption: { windowMs: 90_000, fadeMs: 120_000 },
  support: { windowMs: 180_000, fadeMs: 240_000 },
  resistance: { windowMs: 180_000, fadeMs: 240_000 },
  stop_run: { windowMs: 60_000, fadeMs: 90_000 },
  spoofing: { windowMs: 45_000, fadeMs: 60_000 },
};

/** Opacity of an event of that age: 1 when new, never below `least`. */
export function eventOpacity(type: FlowEventType, ageMs: number, least: number): number {
  const left = 1 - Math.max(0, ageMs) / EVENT_TIMES[type].fadeMs;
  return Math.max(least, left);
}

/** How long an event of the type lives, counted from its last change. */
export function lifetimeMs(type: FlowEventType): number {
  return EVENT_TIMES[type].fadeMs;
}

/** Share of the visibility window that is left: 1 when new, 0 when the event is no longer active. */
export function windowLeft(type: FlowEventType, ageMs: number): number {
  return Math.max(0, 1 - Math.max(0, ageMs) / EVENT_TIMES[type].windowMs);
}
