/** Events of the chart: those of the socket, and the largest of the bars on screen, loaded as the chart is panned. */
import type { LargestEvents, OrderFlowEventDto, Preferences } from '@undertow/contracts';
import { isSignificant } from '@undertow/contracts';
import { instrumentById } from '@undertow/market';
import { useEffect, useMemo, useState } from 'react';
import { usePreferences } from '#api/account/preferences.ts';
import { wantedEvents } from '#api/market/event-filter.ts';
import { useLargestEvents } from '#api/market/market-data.ts';
import { type ChartEvent, type ChartStretch, EMPTY_CHART_INPUT } from '#chart/data/chart-input.ts';
import { joinEvents } from '#live/instrument-state.ts';
import { useInstrumentLive } from '#live/live-context.tsx';
import { chartEventOf } from './chart-facts.ts';

/** A chart that is panned loads once it has come to rest. */
const REST_MS = 300;

export interface ChartEvents {
  readonly events: readonly ChartEvent[];
  readonly known: ReadonlyMap<string, OrderFlowEventDto>;
  /** Smaller ones of the bars on screen that were not loaded. */
  readonly unloaded: number;
}

/** How many events of the wanted types the answer counts without bringing them. */
export function unloadedEvents(
  { events, counts }: LargestEvents,
  choices: Preferences['eventTypes'],
): number {
  const total = Object.entries(counts).reduce(
    (sum, [type, count]) => sum + (choices[type as keyof typeof counts].visible ? count : 0),
    0,
  );
  return Math.max(0, total - events.filter((event) => choices[event.eventType].visible).length);
}

/** The stretch at which the chart came to rest. */
export function useRested(stretch: ChartStretch | null): ChartStretch | null {
  const [rested, setRested] = useState(stretch);
  useEffect(() => {
    const timer = setTimeout(() => setRested(stretch), REST_MS);
    return () => clearTimeout(timer);
  }, [stretch]);
  return rested;
}

export function useChartEvents(instrumentId: number, stretch: ChartStretch | null): ChartEvents {
  const largest = useLargestEvents(instrumentId, useRested(stretch)).data?.data;
  const live = useInstrumentLive(instrumentId, (state) => state.events);
  const { eventTypes, showExperimental, eventsPerDay } = usePreferences().value;
  return useMemo(() => {
    const instrument = instrumentById(instrumentId);
    const wanted = wantedEvents(joinEvents(live, largest?.events ?? []), { eventTypes, showExperimental });
    return {
      events:
        instrument === undefined
          ? EMPTY_CHART_INPUT.events
          : wanted.map((event) => ({
              ...chartEventOf(instrument, event),
              isSmall: !isSignificant(event.metadata.perDay, eventsPerDay),
            })),
      known: new Map(wanted.map((event) => [event.id, event])),
      unloaded: largest === undefined ? 0 : unloadedEvents(largest, eventTypes),
    };
  }, [instrumentId, live, largest, eventTypes, showExperimental, eventsPerDay]);
}
