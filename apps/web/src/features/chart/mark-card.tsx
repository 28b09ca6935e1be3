/**
 * The card of the mark that the pointer, a tap or a key came to: what it merges, how often its like holds, and how it
 * came out.
 */
import type { OrderFlowEventDto } from '@undertow/contracts';
import type { ReactNode } from 'react';
import { useExchangeClock } from '#api/account/preferences.ts';
import { useEventOutcome } from '#api/market/event-replay.ts';
import { useTrackRecord } from '#api/market/track-record.ts';
import type { ChartHover } from '#chart/data/chart-input.ts';
import { formatPrice, formatSize } from '#lib/format/formats.ts';
import { formatClock } from '#lib/format/times.ts';
import { EVENT_LOOKS, titleOf } from '#lib/words/event-looks.ts';
import { outcomeTitle } from '#lib/words/outcome-words.ts';
import { Headline } from '#ui/layout/headline.tsx';
import { Badge } from '#ui/marks/badge.tsx';
import { Glyph } from '#ui/marks/glyph.tsx';
import { CARD_WIDTH, cardPlace } from './card-place.ts';
import { barWords, holdsOf, partsText, perDayText } from './mark-words.ts';

export interface MarkCardProps {
  readonly hover: ChartHover;
  readonly known: ReadonlyMap<string, OrderFlowEventDto>;
  readonly isSimulated: boolean;
  /** Of the bars. */
  readonly timeframeMinutes: number;
  /** Size of the chart: the card stays inside. */
  readonly width: number;
  readonly height: number;
}

function Figures({ events }: { readonly events: readonly OrderFlowEventDto[] }): ReactNode {
  const sizes = events.map((event) => event.size);
  const figures = [
    ['Traded', formatSize(sizes.reduce((sum, size) => sum + size, 0))],
    ['Largest', formatSize(Math.max(...sizes))],
    ['This large', perDayText(Math.min(...events.map((event) => event.metadata.perDay)))],
  ];
  return (
    <dl className="mark-card-figures">
      {figures.map(([label, value]) => (
        <div key={label}>
          <dt className="cap">{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Holds({
  event,
  isSimulated,
}: {
  readonly event: OrderFlowEventDto;
  readonly isSimulated: boolean;
}): ReactNode {
  const record = useTrackRecord(event.instrumentId).data;
  const holds = holdsOf(record, event);
  return (
    <>
      <dt>P(holds)</dt>
      <dd>
        {holds === null ? (
          <span className="text-text-3">too few settled to judge</span>
        ) : (
          <>
            <b>{holds.share}</b> <span className="text-text-3">{holds.interval}</span>
          </>
        )}
        {isSimulated ? <Badge tone="warn">SIMULATED</Badge> : null}
      </dd>
    </>
  );
}

function Outcome({ eventId }: { readonly eventId: string }): ReactNode {
  const { data } = useEventOutcome(eventId);
  return (
    <>
      <dt>Outcome</dt>
      <dd>
        {data === undefined ? '–' : <b>{outcomeTitle(data)}</b>}
        {data?.settledAt == null ? null : (
          <span className="text-text-3">at {formatClock(Date.parse(data.settledAt))}</span>
        )}
      </dd>
    </>
  );
}

/** Nothing once the events are no longer known. */
export function MarkCard(props: MarkCardProps): ReactNode {
  const { hover, known, isSimulated, timeframeMinutes, width, height } = props;
  const hasExchangeClock = useExchangeClock();
  const events = hover.eventIds.flatMap((id) => known.get(id) ?? []);
  const [event] = events;
  if (event === undefined) return null;
  const { metadata } = event;
  const { bar, exchange } = barWords(event, timeframeMinutes, hasExchangeClock);
  const place = cardPlace({ ...hover, width, height, hasExchangeLine: exchange !== null });
  return (
    <div className="mark-card" role="tooltip" style={{ ...place, width: CARD_WIDTH }}>
      <div className="mark-card-head">
        <p>
          <Glyph look={EVENT_LOOKS[event.eventType]} decorative />
          <b>
            {titleOf(event.eventType, metadata.sub)}
            {events.length > 1 ? ` ×${events.length}` : ''}
          </b>
          <Headline confidence={event.confidence} {...metadata} />
        </p>
        <p className="text-text-2">
          {event.instrumentSymbol} {metadata.side} at{' '}
          <b className="text-text">{formatPrice(event.instrumentId, event.price)}</b>, {bar}
        </p>
        {exchange === null ? null : <p className="text-text-3">{exchange}</p>}
      </div>
      <Figures events={events} />
      <div className="mark-card-facts">
        <p className="text-text-2">{partsText(events)}</p>
        <dl>
          <Holds event={event} isSimulated={isSimulated} />
          <Outcome eventId={event.id} />
        </dl>
      </div>
      <p className="mark-card-keys">
        <kbd>E</kbd> evidence <kbd>J</kbd> <kbd>K</kbd> next mark <kbd>M</kbd> smaller
      </p>
      <p className="mark-card-tap">Tap the mark again for its evidence</p>
    </div>
  );
}
