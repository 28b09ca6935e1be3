/** The chart under test with its head, its tooltip and what it costs. */
import { formatPrice } from '@undertow/market';
import { type ReactNode, useState } from 'react';
import type { ChartHover } from '#chart/data/chart-input.ts';
import { RunButtons } from '#features/developer/parts/run-buttons.tsx';
import type { SimulationState } from '#features/developer/simulation/simulation.ts';
import type { RunningSimulation } from '#features/developer/simulation/use-simulation.ts';
import { countOf } from '#lib/format/formats.ts';
import { CanvasChart } from './canvas-chart.tsx';
import type { ChartSettings } from './chart-settings.ts';
import { EventTip } from './event-tip.tsx';
import { FrameFooter } from './frame-footer.tsx';
import { ReactChart } from './react-chart.tsx';

/** Spread of the book as it stands. */
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
