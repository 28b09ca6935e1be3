/**
 * The landing chart: the product's own chart playing the recorded session of the demo, with its book and its newest
 * events beside it.
 */
import './demo.css';
import { contractAt, formatPrice, type Instrument } from '@undertow/market';
import { type ReactNode, useRef } from 'react';
import type { ChartBar } from '#chart/data/chart-input.ts';
import { formatChange } from '#lib/format/formats.ts';
import { Badge } from '#ui/marks/badge.tsx';
import { DemoBook } from './demo-book.tsx';
import { DemoEvents } from './demo-events.tsx';
import { BAR_MINUTES } from './demo-player.ts';
import { instrumentOf, useDemo } from './use-demo.ts';
import { useRecording } from './use-recording.ts';

/** Specification, section 9: event zones of the landing chart and their least opacity. */
const ACTIVE_EVENTS = { most: 3, leastOpacity: 0.2 } as const;
/** Slower than the demo: a page that is read, not watched. */
const PACE = 0.25;

function BarFigures({ instrument, bar }: { instrument: Instrument; bar: ChartBar }): ReactNode {
  const change = bar.closeTicks - bar.openTicks;
  const figures = { O: bar.openTicks, H: bar.highTicks, L: bar.lowTicks, C: bar.closeTicks };
  return (
    <>
      {Object.entries(figures).map(([name, ticks]) => (
        // A figure that changes is another element: one that grew a digit would count as something that moved
        <span key={name + ticks}>
          {name} <b>{formatPrice(instrument, ticks)}</b>
        </span>
      ))}
      <span key={change} className={change === 0 ? '' : change < 0 ? 'down' : 'up'}>
        {formatChange(formatPrice(instrument, change))}
      </span>
    </>
  );
}

export interface LandingChartProps {
  /** False pauses the session. */
  readonly isPlaying: boolean;
  /** Covers the chart until its first picture. */
  readonly poster: ReactNode;
}

export function LandingChart({ isPlaying, poster }: LandingChartProps): ReactNode {
  const recording = useRecording().data;
  const box = useRef<HTMLDivElement>(null);
  const view = useDemo(box, recording, isPlaying, { activeEvents: ACTIVE_EVENTS, pace: PACE });
  const instrument = recording === undefined ? null : instrumentOf(recording);
  const bar = view?.bars.at(-1) ?? null;
  return (
    <>
      <div className="chart-box">
        {instrument === null || bar === null ? null : (
          <div className="frame-text">
            <div className="flex h-5 items-center gap-[9px]">
              <span className="t-14 font-semibold max-md:hidden">{instrument.name}</span>
              <span className="font-cond text-text-3 max-md:hidden">
                {contractAt(instrument, bar.startMs).code} · {instrument.venue}
              </span>
              <Badge>{BAR_MINUTES}m</Badge>
            </div>
            <div className="frame-line mt-px">
              <BarFigures instrument={instrument} bar={bar} />
            </div>
          </div>
        )}
        {/* Visible from its first picture on: during layout its parts move */}
        <div ref={box} className={view === null ? 'invisible grow' : 'grow'} data-testid="landing-chart" />
      </div>
      <div className="landing-side">
        {instrument === null || view === null ? null : (
          <>
            <DemoBook instrument={instrument} book={view.book} />
            <DemoEvents
              instrument={instrument}
              events={view.events}
              playedSeconds={Math.floor(view.playedMs / 1000)}
            />
          </>
        )}
      </div>
      {view === null ? poster : null}
    </>
  );
}
