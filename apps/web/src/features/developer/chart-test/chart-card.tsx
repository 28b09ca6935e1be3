/** The chart under test with its head, its tooltip and what it costs. */
import { formatPrice } from '@undertow/market';
import { type ReactNode, useEffect, useState } from 'react';
import type { ChartHover } from '#chart/data/chart-input.ts';
import { RunButtons } from '#features/developer/parts/run-buttons.tsx';
import type { SimulationState } from '#features/developer/simulation/simulation.ts';
import { MAX_TICKS } from '#features/developer/simulation/simulation-settings.ts';
import type { RunningSimulation } from '#features/developer/simulation/use-simulation.ts';
import { countOf, formatConfidence, formatSize } from '#lib/format/formats.ts';
import { formatClock } from '#lib/format/times.ts';
import { EVENT_LOOKS } from '#lib/words/event-looks.ts';
import { Glyph } from '#ui/marks/glyph.tsx';
import { CanvasChart } from './canvas-chart.tsx';
import type { ChartSettings } from './chart-settings.ts';
import { FrameMeter } from './frame-meter.ts';
import { ReactChart } from './react-chart.tsx';

const READ_EVERY_MS = 500;

function milliseconds(value: number | null): string {
  return value === null ? '–' : `${value.toFixed(1)} ms`;
}

interface FrameFooterProps {
  readonly updates: number;
  readonly renderMode: string;
}

/** What the page costs as it runs: the newest frame, the gaps between frames, and the updates so far. */
function FrameFooter({ updates, renderMode }: FrameFooterProps): ReactNode {
  const [figures, setFigures] = useState<ReturnType<FrameMeter['figures']>>({
    frameMs: null,
    p95GapMs: null,
  });
  useEffect(() => {
    const meter = new FrameMeter();
    meter.start();
    const timer = setInterval(() => setFigures(meter.figures()), READ_EVERY_MS);
    return () => {
      clearInterval(timer);
      meter.stop();
    };
  }, []);
  return (
    <footer className="chart-test-foot">
      <span>
        Frame <b>{milliseconds(figures.frameMs)}</b>
      </span>
      <span>
        p95 gap <b data-testid="p95-gap">{milliseconds(figures.p95GapMs)}</b>
      </span>
      <span>
        Updates <b>{updates}</b>
      </span>
      <span className="ml-auto">
        {renderMode}, {MAX_TICKS} bars kept
      </span>
    </footer>
  );
}

const TIP_WIDTH = 230;
const GAP = 14;

interface EventTipProps {
  readonly state: SimulationState;
  readonly hover: ChartHover;
  readonly heightPx: number;
}

/** Nothing once the event is no longer kept. */
function EventTip({ state: { instrument, events }, hover, heightPx }: EventTipProps): ReactNode {
  const event = events.find(({ id }) => id === hover.eventId);
  if (event === undefined || event.drawnAs === null) return null;
  const look = EVENT_LOOKS[event.drawnAs];
  const left = hover.x > TIP_WIDTH + GAP ? hover.x - TIP_WIDTH - GAP : hover.x + GAP;
  return (
    <div
      className="event-tip"
      role="tooltip"
      style={{ left, top: Math.min(hover.y, heightPx - 90), width: TIP_WIDTH }}
    >
      <p className="flex items-center gap-1.5 font-medium">
        <Glyph look={look} decorative />
        {look.name}, {formatConfidence(event.confidence, event.observability === 'exact')}
      </p>
      <p className="mt-0.5 text-text-2">
        {formatPrice(instrument, event.priceTicks)}, {formatSize(event.size)} lots,{' '}
        {formatClock(event.detectedMs).slice(0, 5)}
      </p>
      <p className="mt-0.5 font-mono text-text-3">
        {event.eventType}, {event.label}
      </p>
    </div>
  );
}

/** Current spread of the book. */
function spreadNow({ instrument, book }: SimulationState): string {
  const bid = book.find(({ side }) => side === 'bid');
  const ask = book.find(({ side }) => side === 'ask');
  return bid === undefined || ask === undefined
    ? '–'
    : formatPrice(instrument, ask.priceTicks - bid.priceTicks);
}

function Head({ simulation, state }: RunningSimulation): ReactNode {
  const { instrument, ticks, events, lastTicks } = state;
  return (
    <div className="card-head">
      <h2>{instrument.symbol}</h2>
      <span className="font-cond text-text-3">{countOf(ticks.length, 'bar')}</span>
      <span className="font-cond text-text-3">{countOf(events.length, 'event')}</span>
      <span className="font-cond text-text-3">spread {spreadNow(state)}</span>
      <span className="grow" />
      <b className="font-medium">{formatPrice(instrument, lastTicks ?? instrument.basePriceTicks)}</b>
      <RunButtons simulation={simulation} state={state} />
    </div>
  );
}

export interface ChartCardProps extends RunningSimulation {
  readonly settings: ChartSettings;
}

export function ChartCard({ simulation, state, settings }: ChartCardProps): ReactNode {
  const [hover, setHover] = useState<ChartHover | null>(null);
  const Chart = settings.renderMode === 'canvas' ? CanvasChart : ReactChart;
  return (
    <section className="card min-w-0" aria-label="Chart">
      <Head simulation={simulation} state={state} />
      <div className="relative overflow-hidden" style={{ height: settings.heightPx }}>
        <Chart state={state} settings={settings} onHover={setHover} />
        {state.ticks.length > 0 ? null : (
          <p className="pointer-events-none absolute inset-0 grid place-items-center text-text-3">
            No bars yet. Start the simulation.
          </p>
        )}
        {hover === null || !settings.orderFlow ? null : (
          <EventTip state={state} hover={hover} heightPx={settings.heightPx} />
        )}
      </div>
      <FrameFooter updates={state.updates} renderMode={settings.renderMode} />
    </section>
  );
}
