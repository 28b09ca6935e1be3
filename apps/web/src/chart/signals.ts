/** Which events are active now and which have left their window. Ages count from `updatedMs` on the server's clock. */
import type { ChartEvent } from '#chart/chart-input.ts';
import { windowLeft } from '#chart/event-windows.ts';

export interface ActiveSignal {
  readonly event: ChartEvent;
  readonly ageMs: number;
}

export const MOST_SIGNALS = 8;

/** The newest eight events inside their windows, newest first. `nowMs` is the server's clock. */
export function activeSignals(events: readonly ChartEvent[], nowMs: number): ActiveSignal[] {
  return events
    .map((event) => ({ event, ageMs: Math.max(0, nowMs - event.updatedMs) }))
    .filter(({ event, ageMs }) => windowLeft(event.type, ageMs) > 0)
    .sort((a, b) => a.ageMs - b.ageMs || (a.event.id < b.event.id ? -1 : 1))
    .slice(0, MOST_SIGNALS);
}

/** Events past their windows, newest first. */
export function expiredEvents(events: readonly ChartEvent[], nowMs: number): ChartEvent[] {
  return events
    .filter((event) => windowLeft(event.type, nowMs - event.updatedMs) === 0)
    .sort((a, b) => b.updatedMs - a.updatedMs);
}
