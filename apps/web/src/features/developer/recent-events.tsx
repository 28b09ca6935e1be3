/** The newest events of the chart test: eight are kept. */
import { formatPrice } from '@undertow/market';
import type { ReactNode } from 'react';
import { EVENT_LOOKS } from '#lib/event-looks.ts';
import { Card } from '#ui/card.tsx';
import { Glyph } from '#ui/glyph.tsx';
import { marketAge } from './run-words.ts';
import type { SimulatedEvent } from './simulated-events.ts';
import type { SimulationState } from './simulation.ts';
import { MOST_CHART_EVENTS } from './simulation-settings.ts';

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
    <Card title="Recent events" note={`${MOST_CHART_EVENTS} kept`}>
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
