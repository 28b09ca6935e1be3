/** The chart of the demo in its frame: what it shows and the figures of the newest bar. */
import { contractAt, formatPrice, type Instrument } from '@undertow/market';
import type { ReactNode, RefObject } from 'react';
import type { ChartBar } from '#chart/data/chart-input.ts';
import { formatChange } from '#lib/format/formats.ts';
import { Badge } from '#ui/marks/badge.tsx';
import { BAR_MINUTES, type DemoView } from './demo-player.ts';

function Figures({ instrument, bar }: { instrument: Instrument; bar: ChartBar }): ReactNode {
  const change = bar.closeTicks - bar.openTicks;
  const figures = { O: bar.openTicks, H: bar.highTicks, L: bar.lowTicks, C: bar.closeTicks };
  return (
    <>
      {Object.entries(figures).map(([name, ticks]) => (
        <span key={name}>
          {name} <b>{formatPrice(instrument, ticks)}</b>
        </span>
      ))}
      <span className={`font-medium max-md:hidden ${change === 0 ? '' : change < 0 ? 'down' : 'up'}`}>
        {formatChange(formatPrice(instrument, change))}
      </span>
    </>
  );
}

export interface DemoStageProps {
  /** The chart's container; the player draws into it. */
  readonly box: RefObject<HTMLDivElement | null>;
  readonly instrument: Instrument | null;
  readonly view: DemoView | null;
  readonly toggle: ReactNode;
}

export function DemoStage({ box, instrument, view, toggle }: DemoStageProps): ReactNode {
  const bar = view?.bars.at(-1) ?? null;
  return (
    <section className="chart-box demo-chart" aria-label="Chart">
      <div className="frame-text">
        <div className="flex h-5 items-center gap-[9px]">
          <h2 className="t-14 max-md:hidden">{instrument?.name ?? 'E-mini S&P 500'}</h2>
          {instrument === null || bar === null ? null : (
            <span className="font-cond text-text-3 max-md:hidden">
              {contractAt(instrument, bar.startMs).code} · {instrument.venue}
            </span>
          )}
          <Badge>{BAR_MINUTES}m</Badge>
          <span className="demo-source">
            <span className="dot" /> Simulated data
          </span>
          {view === null ? <span className="font-cond text-text-3">Loading market data...</span> : null}
          {view !== null && view.round > 1 ? (
            <span className="font-cond text-text-3 max-md:hidden">session restarted</span>
          ) : null}
        </div>
        <div className="frame-line mt-px">
          {instrument === null || bar === null ? null : <Figures instrument={instrument} bar={bar} />}
        </div>
      </div>
      {toggle}
      <div
        ref={box}
        className={view === null ? 'invisible grow' : 'grow'}
        data-testid="demo-chart"
        data-round={view?.round}
      />
    </section>
  );
}
