/** Render mode `canvas`: the product's own chart on the simulated market. */
import { type ReactNode, useEffect, useRef } from 'react';
import { createChart } from '#chart/create-chart.ts';
import {
  type ChartEvent,
  type ChartHandle,
  type ChartHover,
  EMPTY_CHART_INPUT,
} from '#chart/data/chart-input.ts';
import type { SimulatedEvent } from '#features/developer/simulation/simulated-events.ts';
import type { SimulationState } from '#features/developer/simulation/simulation.ts';
import { SIMULATION_START_MS } from '#features/developer/simulation/simulation-settings.ts';
import { USER_ZONE } from '#lib/format/times.ts';
import type { ChartSettings } from './chart-settings.ts';

/** Events that are in lists only are left out. */
function drawnEvents(events: readonly SimulatedEvent[]): ChartEvent[] {
  return events.flatMap(({ drawnAs, side, lowTicks, highTicks, detectedMs, ...event }) =>
    drawnAs === null || side === null
      ? []
      : [
          {
            id: event.id,
            type: drawnAs,
            side,
            priceTicks: event.priceTicks,
            size: event.size,
            zoneHeightTicks: highTicks === lowTicks ? null : highTicks - lowTicks,
            confidence: event.confidence,
            exact: event.observability === 'exact',
            degraded: false,
            startedMs: event.startedMs,
            updatedMs: detectedMs,
          },
        ],
  );
}

export interface TestChartProps {
  readonly state: SimulationState;
  readonly settings: ChartSettings;
  readonly onHover: (hover: ChartHover | null) => void;
}

const NO_LAYERS = { profile: false, vwap: false, sessionLevels: false, aiLevels: false } as const;

export function CanvasChart({ state, settings, onHover }: TestChartProps): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  const handle = useRef<ChartHandle | null>(null);
  useEffect(() => {
    if (box.current === null) return;
    const chart = createChart(box.current, { onEventHover: onHover });
    chart.update({
      timeframeMinutes: 1,
      timeZone: USER_ZONE,
      // Minutes are very short here: every event stays at its bar, none fades
      activeEvents: { most: 0, leastOpacity: 1 },
      feed: { isOld: false, source: 'simulated', delaySeconds: 0 },
      letterKeys: false,
    });
    handle.current = chart;
    return () => {
      handle.current = null;
      chart.dispose();
    };
  }, [onHover]);
  const { volume, orderFlow, candlesticks, grid, barSpacing, rightOffset, upColor, downColor } = settings;
  useEffect(() => {
    handle.current?.update({
      layers: { ...NO_LAYERS, volume, events: orderFlow },
      style: { candles: candlesticks, grid, barSpacing, freeBars: rightOffset, upColor, downColor },
    });
  }, [volume, orderFlow, candlesticks, grid, barSpacing, rightOffset, upColor, downColor]);
  const { instrument, ticks, events, lastTicks, timeMs } = state;
  useEffect(() => {
    handle.current?.update({
      instrument,
      bars: ticks,
      lastPriceTicks: lastTicks,
      clock: { ...EMPTY_CHART_INPUT.clock, asOfMs: timeMs ?? SIMULATION_START_MS },
    });
  }, [instrument, ticks, lastTicks, timeMs]);
  useEffect(() => handle.current?.update({ events: drawnEvents(events) }), [events]);
  return <div ref={box} className="absolute inset-0" data-testid="canvas-chart" />;
}
