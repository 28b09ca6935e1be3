/** The simulated events that a chart draws, in the chart's own words. */
import type { ChartEvent } from '#chart/data/chart-input.ts';
import type { SimulatedEvent } from '#features/developer/simulation/simulated-events.ts';

/** Events that stand in lists only are left out. */
export function drawnEvents(events: readonly SimulatedEvent[]): ChartEvent[] {
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
