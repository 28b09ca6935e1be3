/**
 * The recorded chart around an instant: the largest events of the bars on screen, and those that were going on then.
 */
import type { OrderFlowEventDto } from '@undertow/contracts';
import { type ReactNode, useMemo, useState } from 'react';
import { Link } from 'wouter';
import { usePreferences } from '#api/account/preferences.ts';
import { wantedEvents } from '#api/market/event-filter.ts';
import { useLargestEvents } from '#api/market/market-data.ts';
import type { ChartStretch } from '#chart/data/chart-input.ts';
import { formatClock } from '#lib/format/times.ts';
import { useObservable } from '#lib/state/observable.ts';
import { areSmallerShown } from '#lib/state/smaller-events.ts';
import { useInstrumentLive } from '#live/live-context.tsx';
import { SmallerChip } from '#ui/controls/smaller-chip.tsx';
import { PastChart } from './past-chart.tsx';
import { pastEvents } from './past-events.ts';
import { useRested } from './use-chart-events.ts';

const NO_MARKS: readonly [] = [];
const NO_EVENTS: readonly OrderFlowEventDto[] = [];

export interface MomentChartProps {
  readonly instrumentId: number;
  readonly atMs: number;
}

/** Events of the bars on screen, loaded as the chart is panned. */
function usePastEvents({ instrumentId, atMs }: MomentChartProps, stretch: ChartStretch | null) {
  const { data, error } = useLargestEvents(instrumentId, useRested(stretch));
  const choices = usePreferences().value;
  const withSmaller = useObservable(areSmallerShown);
  const largest = data?.data;
  const found = useMemo(() => {
    if (largest === undefined) return { events: NO_EVENTS, smaller: 0 };
    const { events, smaller } = pastEvents(largest, choices, atMs);
    return { events: withSmaller ? wantedEvents(largest.events, choices) : events, smaller };
  }, [largest, choices, atMs, withSmaller]);
  return { ...found, withSmaller, hasFailed: error !== null && largest === undefined };
}

export function MomentChart(props: MomentChartProps): ReactNode {
  const { instrumentId, atMs } = props;
  const [stretch, setStretch] = useState<ChartStretch | null>(null);
  const { events, smaller, withSmaller, hasFailed } = usePastEvents(props, stretch);
  // Before the feed has said where its data comes from the chart says replay
  const source = useInstrumentLive(instrumentId, (state) => state.status?.source ?? null);
  const here = useMemo(() => ({ timeMs: atMs, text: formatClock(atMs) }), [atMs]);
  return (
    <>
      <PastChart
        instrumentId={instrumentId}
        source={source}
        fromMs={atMs}
        toMs={atMs}
        marks={NO_MARKS}
        events={events}
        here={here}
        onStretch={setStretch}
      />
      {smaller === 0 ? null : (
        <SmallerChip
          className="smaller-chip mt-2"
          hidden={smaller}
          areShown={withSmaller}
          keyName={null}
          onToggle={() => areSmallerShown.set(!withSmaller)}
        />
      )}
      {hasFailed ? (
        <p className="mt-2 text-text-3">
          The events of that time could not be loaded. You can find them in the{' '}
          <Link className="link" href="/history">
            history
          </Link>
          .
        </p>
      ) : null}
    </>
  );
}
