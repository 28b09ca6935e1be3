/** The newest events of the chart test: eight are kept. */
import { formatPrice } from '@undertow/market';
import type { ReactNode } from 'react';
import { marketAge } from '#features/developer/parts/run-words.ts';
import type { SimulatedEvent } from '#features/developer/simulation/simulated-events.ts';
import type { SimulationState } from '#features/developer/simulation/simulation.ts';
import { MAX_CHART_EVENTS } from '#features/developer/simulation/simulation-settings.ts';
import { EVENT_LOOKS } from '#lib/words/event-looks.ts';
import { Card } from '#ui/layout/card.tsx';
import { Glyph } from '#ui/marks/glyph.tsx';

/** The name of what is drawn, or the type as it is sent. */
function EventName({ event }: { readonly event: SimulatedEvent }): ReactNode {
  if (event.drawnAs === null) {
    return (
      <>
        <span />
        <span className="truncate font-mono">{event.eventType}</span>
      </>
    );
  }
  const look = EVENT_LOOKS[event.drawnAs];
  return (
    <>
      <Glyph look={look} decorative />
      <span className="truncate" title={event.eventType}>
        {look.name}
      </span>
    </>
  );
}

export function RecentEvents({ state }: { readonly state: SimulationState }): ReactNode {
  const { instrument, events, timeMs } = state;
  return (
    <Card title="Recent events" note={`${MAX_CHART_EVENTS} kept`}>
      {events.length === 0 ? <p className="p-3 text-text-3">No events yet.</p> : null}
      <ul aria-label="Recent events" className="py-1">
        {events.map((event) => (
          <li key={event.id} className="test-event">
            <EventName event={event} />
            <span className="num font-medium">{formatPrice(instrument, event.priceTicks)}</span>
            <span className="num text-text-3">{marketAge((timeMs ?? 0) - event.detectedMs)}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
