/** The chart in React: creates it once in its container, passes each new input, disposes it on unmount. */
import { type ReactNode, useEffect, useRef } from 'react';
import { createChart } from '#chart/create-chart.ts';
import type { ChartHandle, ChartInput, ChartOptions } from '#chart/data/chart-input.ts';
import type { DrawnChart } from '#chart/drawn-chart.ts';
import { commandOfLetter } from '#chart/input/chart-keys.ts';
import { listenToScaling } from '#chart/input/price-scaling.ts';
import { ChartGuest, type HostedOptions } from '#chart/paint/chart-stage.ts';
import { isBusy } from '#lib/browser/key-target.ts';

export interface ChartViewProps {
  readonly input: ChartInput;
  readonly handlers: Required<ChartOptions>;
  /** The chart once it is there, and null when it goes. */
  readonly onChart: (chart: DrawnChart | null) => void;
  /** Called with a new guest whenever the chart is made. */
  readonly onStage: (guest: ChartGuest) => void;
}

export function ChartView({ input, handlers: given, onChart, onStage }: ChartViewProps): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  const handle = useRef<ChartHandle | null>(null);
  const handlers = useRef(given);
  useEffect(() => {
    handlers.current = given;
  });
  useEffect(() => {
    if (box.current === null) return;
    const guest = new ChartGuest();
    const options = {
      onEventSelect: (id: string) => handlers.current.onEventSelect(id),
      onEventHover: (hover) => handlers.current.onEventHover(hover),
      onMarks: (marks) => handlers.current.onMarks(marks),
      onStretch: (stretch) => handlers.current.onStretch(stretch),
      onSmallMarks: () => handlers.current.onSmallMarks(),
      onCrosshair: (crosshair) => handlers.current.onCrosshair(crosshair),
      onOpenTable: () => handlers.current.onOpenTable(),
      guest,
    } satisfies HostedOptions;
    const chart = createChart(box.current, options);
    onStage(guest);
    handle.current = chart;
    onChart(chart);
    const stopScaling = listenToScaling(box.current, chart);
    return () => {
      stopScaling();
      onChart(null);
      handle.current = null;
      chart.dispose();
    };
  }, [onChart, onStage]);
  useEffect(() => handle.current?.update(input), [input]);
  const { letterKeys, letters } = input;
  useEffect(() => {
    // The chart takes its own keys when it has the focus and stops them there.
    const onKey = (event: KeyboardEvent): void => {
      const command = commandOfLetter(event, letterKeys, letters);
      if (command === null || event.defaultPrevented || isBusy(event.target)) return;
      event.preventDefault();
      handle.current?.run(command);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [letterKeys, letters]);
  return <div ref={box} className="grow" data-testid="chart" />;
}
