/** Which events are active now and which have left their window. Ages count from `updatedMs` on the server's clock. */
import type { ChartEvent } from './chart-input.ts';
import { windowLeft } from './event-windows.ts';

export interface ActiveSignal {
  readonly event: ChartEvent;
  readonly ageMs: number;
}

/** The newest events inside their windows, newest first, `most` at most. `nowMs` is the server's clock. */
export function activeSignals(events: readonly ChartEvent[], nowMs: number, most: number): ActiveSignal[] {
  return events
    .map((event) => ({ event, ageMs: Math.max(0, nowMs - event.updatedMs) }))
    .filter(({ event, ageMs }) => windowLeft(event.type, ageMs) > 0)
    .sort((a, b) => a.ageMs - b.ageMs || (a.event.id < b.event.id ? -1 : 1))
    .slice(0, most);
}

/** Events that are no active signals: past their windows, or more than the chart shows at once. */
export function pastEvents(
  events: readonly ChartEvent[],
  signals: readonly ActiveSignal[],
): readonly ChartEvent[] {
  const active = new Set(signals.map(({ event }) => event.id));
  return events.filter(({ id }) => !active.has(id));
}
