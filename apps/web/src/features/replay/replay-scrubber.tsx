/** The recorded span as a slider, with the events in it: those that are still to come are hollow. */
import type { OrderFlowEventDto } from '@undertow/contracts';
import { type ReactNode, useState } from 'react';
import { formatClock } from '#lib/format/times.ts';
import { EVENT_LOOKS } from '#lib/words/event-looks.ts';
import { Glyph } from '#ui/marks/glyph.tsx';
import { instantText } from './replay-words.ts';

export interface ReplayScrubberProps {
  /** Milliseconds since 1970 UTC. */
  readonly fromMs: number;
  readonly toMs: number;
  readonly atMs: number;
  readonly events: readonly OrderFlowEventDto[];
  readonly onSeek: (timeMs: number) => void;
}

/** A held key moves the thumb; the market is built once it is released. */
const KEYS = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Home', 'End'];

export function ReplayScrubber({ fromMs, toMs, atMs, events, onSeek }: ReplayScrubberProps): ReactNode {
  /** Where the thumb is held; null: it follows the replay. */
  const [heldMs, setHeld] = useState<number | null>(null);
  const shownMs = heldMs ?? atMs;
  const spanMs = Math.max(1, toMs - fromMs);
  const commit = (): void => {
    if (heldMs !== null) onSeek(heldMs);
    setHeld(null);
  };
  return (
    <div className="replay-scrubber">
      <div className="replay-events">
        {events.map(({ id, eventType, detectedAt, price }) => {
          const timeMs = Date.parse(detectedAt);
          return (
            <button
              key={id}
              type="button"
              // Keys step through events: a stop for each would hide the rest of the bar
              tabIndex={-1}
              style={{ left: `${(100 * (timeMs - fromMs)) / spanMs}%` }}
              data-later={timeMs > atMs}
              aria-label={`${EVENT_LOOKS[eventType].title} at ${price}, ${formatClock(timeMs)}: replay from there`}
              title={`${EVENT_LOOKS[eventType].title}, ${formatClock(timeMs)}`}
              onClick={() => onSeek(timeMs + 1)}
            >
              <Glyph look={EVENT_LOOKS[eventType]} size={12} decorative />
            </button>
          );
        })}
      </div>
      <input
        type="range"
        aria-label="Instant of the replay"
        aria-valuetext={instantText(new Date(shownMs).toISOString())}
        min={fromMs}
        max={toMs}
        step={1000}
        value={Math.min(Math.max(shownMs, fromMs), toMs)}
        onChange={(event) => setHeld(Number(event.target.value))}
        onPointerUp={commit}
        onKeyUp={(event) => (KEYS.includes(event.key) ? commit() : undefined)}
        onBlur={commit}
      />
      <div className="replay-span" aria-hidden="true">
        <span>{formatClock(fromMs)}</span>
        {heldMs === null ? null : <b>{formatClock(heldMs)}</b>}
        <span>{formatClock(toMs)}</span>
      </div>
    </div>
  );
}
