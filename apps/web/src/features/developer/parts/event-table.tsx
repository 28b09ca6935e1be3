/** The newest events of the simulated market: the name that is sent, and what the chart draws it as. */
import { formatPrice, type Instrument } from '@undertow/market';
import type { ReactNode } from 'react';
import type { SimulatedEvent } from '#features/developer/simulation/simulated-events.ts';
import type { SimulationState } from '#features/developer/simulation/simulation.ts';
import { LISTED } from '#features/developer/simulation/simulation-settings.ts';
import { formatSize } from '#lib/format/formats.ts';
import { EVENT_LOOKS } from '#lib/words/event-looks.ts';
import { Card } from '#ui/layout/card.tsx';
import { ScrollRegion } from '#ui/layout/scroll-region.tsx';
import { TableHead } from '#ui/layout/table-head.tsx';
import { Glyph } from '#ui/marks/glyph.tsx';

export function DrawnAs({ event }: { readonly event: SimulatedEvent }): ReactNode {
  if (event.drawnAs === null) return <span className="text-text-3">list only</span>;
  const look = EVENT_LOOKS[event.drawnAs];
  return (
    <span className="flex items-center gap-1.5">
      <Glyph look={look} decorative />
      {look.name}
    </span>
  );
}

function EventRow({ instrument, event }: { instrument: Instrument; event: SimulatedEvent }): ReactNode {
  return (
    <tr>
      <td className="font-mono">{event.eventType}</td>
      <td>
        <DrawnAs event={event} />
      </td>
      <td className="num font-medium">{formatPrice(instrument, event.priceTicks)}</td>
      <td className="num">{event.size === 0 ? '–' : formatSize(event.size)}</td>
      <td className="num">{event.confidence.toFixed(2)}</td>
    </tr>
  );
}

export function EventTable({ state }: { readonly state: SimulationState }): ReactNode {
  const { instrument, events } = state;
  const shown = events.slice(0, LISTED);
  return (
    <Card title="Last 10 events" note="newest first">
      <ScrollRegion label="Last 10 events, table">
        <table className="table">
          <TableHead
            columns={['Type sent', 'Drawn as', ['Price', 'num'], ['Size', 'num'], ['Confidence', 'num']]}
          />
          <tbody>
            {shown.map((event) => (
              <EventRow key={event.id} instrument={instrument} event={event} />
            ))}
            {shown.length === 0 ? (
              <tr>
                <td colSpan={5} className="text-text-3">
                  No events yet.
                </td>
              </tr>
            ) : null}
          </tbody>
        </table>
      </ScrollRegion>
    </Card>
  );
}
