/** The counters of the live data test. */
import { formatPrice } from '@undertow/market';
import type { ReactNode } from 'react';
import { paceWords, ranWords } from '#features/developer/parts/run-words.ts';
import { runningMs, type SimulationState } from '#features/developer/simulation/simulation.ts';
import { MAX_LIVE_EVENTS, MAX_TICKS } from '#features/developer/simulation/simulation-settings.ts';
import { formatChange } from '#lib/format/formats.ts';
import { useNow } from '#lib/hooks/use-now.ts';

interface FigureProps {
  readonly label: string;
  readonly value: string;
  readonly line: string;
}

function Figure({ label, value, line }: FigureProps): ReactNode {
  return (
    <div className="card figure-card">
      <dt className="cap">{label}</dt>
      <dd className="figure">{value}</dd>
      <dd className="figure-line">{line}</dd>
    </div>
  );
}

/** Before the first trade the price is where the market will open. */
function priceLine({ instrument, ticks, lastTicks }: SimulationState): string {
  if (lastTicks === null) return 'base price';
  const [before, last] = ticks.slice(-2);
  if (before === undefined || last === undefined) return 'first tick';
  const change = formatPrice(instrument, last.closeTicks - before.closeTicks);
  return `${formatChange(change)} on the last tick`;
}

export function LiveFigures({ state }: { readonly state: SimulationState }): ReactNode {
  useNow(1000);
  const { instrument, lastTicks, ticks, events, intervalMs } = state;
  return (
    <section aria-label="Counters">
      <dl className="figure-cards">
        <Figure
          label="Current price"
          value={formatPrice(instrument, lastTicks ?? instrument.basePriceTicks)}
          line={priceLine(state)}
        />
        <Figure label="Market ticks" value={`${ticks.length}`} line={`of ${MAX_TICKS} kept`} />
        <Figure label="Order-flow events" value={`${events.length}`} line={`of ${MAX_LIVE_EVENTS} kept`} />
        <Figure
          label="Running for"
          value={ranWords(runningMs(state, performance.now()))}
          line={paceWords(intervalMs)}
        />
      </dl>
    </section>
  );
}
