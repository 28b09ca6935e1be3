/** What an alert is about, before its words: the shape of its event, and how large it is. */
import type { AlertDto } from '@undertow/contracts';
import type { ReactNode } from 'react';
import { formatSize } from '#lib/format/formats.ts';
import { EVENT_LOOKS } from '#lib/words/event-looks.ts';
import { Glyph } from '#ui/marks/glyph.tsx';

export function EventMark({ alert: { eventType, eventSize } }: { readonly alert: AlertDto }): ReactNode {
  if (eventType === null) return null;
  return (
    <span className="event-mark">
      <Glyph look={EVENT_LOOKS[eventType]} size={13} decorative />
      {eventSize === null ? null : (
        <b>
          {formatSize(eventSize)}
          <span className="sr-only"> contracts: </span>
        </b>
      )}
    </span>
  );
}
