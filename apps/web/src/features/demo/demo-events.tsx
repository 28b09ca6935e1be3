/** The newest events of the demo, with what the detectors gave them and how long they have been shown. */
import { formatPrice, type Instrument } from '@undertow/market';
import { memo, type ReactNode } from 'react';
import { formatConfidence } from '#lib/format/formats.ts';
import { formatAge } from '#lib/format/times.ts';
import { EVENT_LOOKS } from '#lib/words/event-looks.ts';
import { Glyph } from '#ui/marks/glyph.tsx';
import type { DemoEvent } from './demo-player.ts';

const SHOWN = 6;

export interface DemoEventsProps {
  readonly instrument: Instrument;
  readonly events: readonly DemoEvent[];
  /** Whole seconds: they change five times less often than the book. */
  readonly playedSeconds: number;
}

export const DemoEvents = memo(function DemoEvents({
  instrument,
  events,
  playedSeconds,
}: DemoEventsProps): ReactNode {
  return (
    <section aria-label="Recent events">
      <div className="panel-head border-line border-b">
        <h2>Recent events</h2>
        <span className="grow" />
        <span className="t-12 pr-1 font-cond text-text-3">newest first</span>
      </div>
      <ul className="demo-events">
        {events.slice(0, SHOWN).map(({ finding, confidence, shownMs }) => (
          <li key={finding.id} title={finding.description}>
            <Glyph look={EVENT_LOOKS[finding.type]} size={14} decorative />
            <span>{EVENT_LOOKS[finding.type].name}</span>
            <span className="font-medium">{formatPrice(instrument, finding.priceTicks)}</span>
            <span className="text-text-3">
              {finding.confidence === null ? 'experimental' : formatConfidence(confidence, finding.exact)}
            </span>
            <span className="text-text-3">{formatAge(playedSeconds * 1000 - shownMs)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
});
