/** The tooltip of a pattern label: what it is, its price, size and time. The list of recent events says the same. */
import { formatPrice } from '@undertow/market';
import type { ReactNode } from 'react';
import type { ChartHover } from '#chart/data/chart-input.ts';
import type { SimulationState } from '#features/developer/simulation/simulation.ts';
import { formatConfidence, formatSize } from '#lib/format/formats.ts';
import { formatClock } from '#lib/format/times.ts';
import { EVENT_LOOKS } from '#lib/words/event-looks.ts';
import { Glyph } from '#ui/marks/glyph.tsx';

const TIP_WIDTH = 230;
const GAP = 14;

export interface EventTipProps {
  readonly state: SimulationState;
  readonly hover: ChartHover;
  readonly heightPx: number;
}

/** Nothing once the event is no longer kept. */
export function EventTip({ state: { instrument, events }, hover, heightPx }: EventTipProps): ReactNode {
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
