/** Which order-flow events are significant: the largest of a day, by the measure that the user chose. */
import { z } from 'zod';

/** Events to show per day and instrument; null is all. */
export const EVENTS_PER_DAY = [3, 10, 30, null] as const;
export const eventsPerDay = z.literal(EVENTS_PER_DAY);
export type EventsPerDay = z.infer<typeof eventsPerDay>;

/** True for an event of the `limit` largest of a day, by the `perDay` of its metadata. */
export function isSignificant(perDay: number, limit: EventsPerDay): boolean {
  return limit === null || perDay <= limit;
}
