/** The newest ticks of the simulated market. */
import { type Bar, formatPrice, type Instrument } from '@undertow/market';
import type { ReactNode } from 'react';
import type { SimulationState } from '#features/developer/simulation/simulation.ts';
import { LISTED } from '#features/developer/simulation/simulation-settings.ts';
import { formatSize } from '#lib/format/formats.ts';
import { formatClock } from '#lib/format/times.ts';
import { Card } from '#ui/layout/card.tsx';
import { ScrollRegion } from '#ui/layout/scroll-region.tsx';
import { TableHead } from '#ui/layout/table-head.tsx';

interface RowProps {
  readonly instrument: Instrument;
  readonly bar: Bar;
  readonly before: Bar | undefined;
}

function toneOf(change: number): string {
  if (change === 0) return '';
  return change < 0 ? 'down' : 'up';
}

function TickRow({ instrument, bar, before }: RowProps): ReactNode {
  const change = before === undefined ? 0 : bar.closeTicks - before.closeTicks;
  return (
    <tr>
      <td>{formatClock(bar.startMs)}</td>
      <td className="num">{formatPrice(instrument, bar.openTicks)}</td>
      <td className="num">{formatPrice(instrument, bar.highTicks)}</td>
      <td className="num">{formatPrice(instrument, bar.lowTicks)}</td>
      <td className={`num font-medium ${toneOf(change)}`}>{formatPrice(instrument, bar.closeTicks)}</td>
      <td className="num">{formatSize(bar.volume)}</td>
    </tr>
  );
}

export function TickTable({ state }: { readonly state: SimulationState }): ReactNode {
  const { instrument, ticks } = state;
  const shown = ticks.slice(-LISTED).reverse();
  return (
    <Card title="Last 10 ticks" note="1m, newest first">
      <ScrollRegion label="Last 10 ticks, table">
        <table className="table">
          <TableHead
            columns={[
              'Time',
              ['Open', 'num'],
              ['High', 'num'],
              ['Low', 'num'],
              ['Close', 'num'],
              ['Volume', 'num'],
            ]}
          />
          <tbody>
            {shown.map((bar, at) => (
              <TickRow key={bar.startMs} instrument={instrument} bar={bar} before={ticks.at(-at - 2)} />
            ))}
            {shown.length === 0 ? (
              <tr>
                <td colSpan={6} className="text-text-3">
                  No ticks yet. Start the simulation.
                </td>
              </tr>
            ) : null}
          </tbody>
        </table>
      </ScrollRegion>
    </Card>
  );
}
