/** The chart in React: makes it once in its box, gives it each new input, takes it away at the end. */
import { type ReactNode, useEffect, useRef } from 'react';
import type { ChartCrosshair, ChartHandle, ChartInput } from '#chart/chart-input.ts';
import { createChart } from '#chart/create-chart.ts';

export interface ChartViewProps {
  readonly input: ChartInput;
  readonly onEventSelect: (eventId: string) => void;
  readonly onCrosshair: (crosshair: ChartCrosshair | null) => void;
  readonly onOpenTable: () => void;
}

export function ChartView({ input, onEventSelect, onCrosshair, onOpenTable }: ChartViewProps): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  const handle = useRef<ChartHandle | null>(null);
  const handlers = useRef({ onEventSelect, onCrosshair, onOpenTable });
  useEffect(() => {
    handlers.current = { onEventSelect, onCrosshair, onOpenTable };
  });
  useEffect(() => {
    if (box.current === null) return;
    const chart = createChart(box.current, {
      onEventSelect: (id) => handlers.current.onEventSelect(id),
      onCrosshair: (crosshair) => handlers.current.onCrosshair(crosshair),
      onOpenTable: () => handlers.current.onOpenTable(),
    });
    handle.current = chart;
    return () => {
      handle.current = null;
      chart.dispose();
    };
  }, []);
  useEffect(() => handle.current?.update(input), [input]);
  return <div ref={box} className="grow" data-testid="chart" />;
}
