/** The chart of the dashboard in a pane: its own instrument, timeframe and layers, linked by instant. */
import { type ReactNode, useCallback, useMemo } from 'react';
import type { ChartCrosshair } from '#chart/data/chart-input.ts';
import { ChartPanel } from '#features/chart/chart-panel.tsx';
import { ChartHeadFacts } from '#features/chart/frame-text.tsx';
import { useObservable } from '#lib/state/observable.ts';
import { useChartLayers } from './chart-layers.ts';
import { PaneFacts } from './pane-facts.tsx';
import type { PaneProps } from './pane-props.ts';

export function ChartPane(props: PaneProps): ReactNode {
  const { paneId, instrumentId, timeframe, link, settings, isFocused } = props;
  const point = useObservable(link.point);
  const eventId = useObservable(link.eventId);
  const layers = useChartLayers(settings);
  const own = useMemo(
    () => ({
      timeframe,
      layers,
      isFocused,
      linkedPoint: point === null || point.paneId === paneId ? null : point,
    }),
    [timeframe, layers, isFocused, point, paneId],
  );
  const onCrosshair = useCallback(
    (crosshair: ChartCrosshair | null): void => {
      const bar = crosshair?.bar ?? null;
      if (crosshair !== null && bar !== null)
        link.point.set({ atMs: bar.startMs, priceTicks: crosshair.priceTicks, paneId });
      else if (link.point.get()?.paneId === paneId) link.point.set(null);
    },
    [link, paneId],
  );
  return (
    <>
      <PaneFacts>
        <ChartHeadFacts instrumentId={instrumentId} />
      </PaneFacts>
      <ChartPanel
        instrumentId={instrumentId}
        selectedEventId={eventId}
        onEventSelect={link.eventId.set}
        own={own}
        onCrosshair={onCrosshair}
      />
    </>
  );
}
