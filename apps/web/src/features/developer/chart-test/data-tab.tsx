/** The simulation's own figures: what is kept, how wide the spread was, where the price is. */
import { formatPrice } from '@undertow/market';
import type { ReactNode } from 'react';
import { RunButtons } from '#features/developer/parts/run-buttons.tsx';
import type { SimulationState } from '#features/developer/simulation/simulation.ts';
import type { RunningSimulation } from '#features/developer/simulation/use-simulation.ts';

function spreadWords({ instrument, spread }: SimulationState): string {
  if (spread === null) return '–';
  const least = formatPrice(instrument, spread.leastTicks);
  return spread.leastTicks === spread.mostTicks
    ? least
    : `${least} to ${formatPrice(instrument, spread.mostTicks)}`;
}

export function DataTab({ simulation, state }: RunningSimulation): ReactNode {
  const { instrument, lastTicks, ticks, events, book } = state;
  const figures = [
    ['Market ticks', `${ticks.length}`],
    ['Order-flow events', `${events.length}`],
    ['Order book levels', `${book.length}`],
    ['Spread range', spreadWords(state)],
    ['Current price', formatPrice(instrument, lastTicks ?? instrument.basePriceTicks)],
  ] as const;
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <RunButtons simulation={simulation} state={state} />
      </div>
      <dl className="grid gap-3">
        {figures.map(([label, value]) => (
          <div key={label}>
            <dt className="cap">{label}</dt>
            <dd className="t-20 font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
