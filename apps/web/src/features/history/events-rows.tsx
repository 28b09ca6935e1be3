/** The rows of the history: each links to the chart at its instant and to its evidence. */
import type { OrderFlowEventDto } from '@undertow/contracts';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useExchangeClock } from '#api/account/preferences.ts';
import type { HistoryFilter, HistoryFilterState } from '#lib/address/history-filter.ts';
import { formatPrice, formatSize, unbroken } from '#lib/format/formats.ts';
import { formatClock, formatDate, formatExchangeClock, USER_ZONE, zoneCity } from '#lib/format/times.ts';
import { EVENT_LOOKS } from '#lib/words/event-looks.ts';
import { ScrollRegion } from '#ui/layout/scroll-region.tsx';
import { Glyph } from '#ui/marks/glyph.tsx';
import { Icon } from '#ui/marks/icon.tsx';
import { ConfidenceText } from './confidence-text.tsx';

interface RowProps {
  readonly event: OrderFlowEventDto;
  readonly hasExchangeClock: boolean;
}

function Row({ event, hasExchangeClock }: RowProps): ReactNode {
  const { id, instrumentId, instrumentSymbol, metadata } = event;
  const detectedMs = Date.parse(event.detectedAt);
  const look = EVENT_LOOKS[event.eventType];
  const when = `${formatDate(detectedMs)} ${formatClock(detectedMs)}`;
  return (
    <tr>
      <td>
        <Link
          href={`/?instrumentId=${instrumentId}&at=${encodeURIComponent(event.detectedAt)}`}
          className="flex min-h-6 items-center gap-1.5 hover:underline"
          aria-label={`${when}, ${instrumentSymbol}: show on the chart`}
        >
          <span className="max-md:hidden">
            <Icon name="chart" size={13} />
          </span>
          <span>
            <span className="block md:inline">{formatDate(detectedMs)}</span> {formatClock(detectedMs)}
            {hasExchangeClock ? (
              <span className="block text-text-3 md:inline md:pl-2">{formatExchangeClock(detectedMs)}</span>
            ) : null}
          </span>
        </Link>
      </td>
      <td className="font-medium max-md:hidden">{instrumentSymbol}</td>
      <td>
        <Link
          href={`/events/${encodeURIComponent(id)}`}
          className="flex min-h-6 items-center gap-2 hover:underline"
          aria-label={`${look.title} of ${when}: evidence`}
        >
          <Glyph look={look} decorative />
          <span>
            {look.title}
            <span className="block font-medium md:hidden">{instrumentSymbol}</span>
          </span>
        </Link>
      </td>
      <td className="max-md:hidden">{metadata.side === 'bid' ? 'Bid' : 'Ask'}</td>
      <td className="num font-medium">{formatPrice(event.instrumentId, event.price)}</td>
      <td className="num">{formatSize(event.size)}</td>
      <td className="num">
        <ConfidenceText
          confidence={event.confidence}
          exact={metadata.exact}
          calibrator={metadata.calibrator}
        />
      </td>
      <td className="text-text-2 max-md:hidden">{unbroken(metadata.description)}</td>
    </tr>
  );
}

type Sort = HistoryFilter['sort'];

interface HeadProps {
  readonly title: string;
  /** Orders that a click brings, one after the other. */
  readonly sorts: readonly Sort[];
  readonly state: HistoryFilterState;
  readonly isNumber?: boolean;
}

function SortHead({ title, sorts, state, isNumber = false }: HeadProps): ReactNode {
  const { sort } = state.view;
  const at = sorts.indexOf(sort);
  const next = sorts[(at + 1) % sorts.length] ?? 'newest';
  return (
    <th
      scope="col"
      className={isNumber ? 'num' : ''}
      aria-sort={at < 0 ? 'none' : sort === 'oldest' ? 'ascending' : 'descending'}
    >
      <button type="button" className="sort-head" onClick={() => state.change({ sort: next })}>
        {title}
        <span aria-hidden="true">{at < 0 ? '' : sort === 'oldest' ? ' ↑' : ' ↓'}</span>
      </button>
    </th>
  );
}

export interface EventsRowsProps {
  readonly events: readonly OrderFlowEventDto[];
  readonly state: HistoryFilterState;
}

export function EventsRows({ events, state }: EventsRowsProps): ReactNode {
  const hasExchangeClock = useExchangeClock();
  return (
    <ScrollRegion label="Historical events, table">
      <table className="table history-table">
        <thead>
          <tr>
            <SortHead title={`Detected, ${zoneCity(USER_ZONE)}`} sorts={['newest', 'oldest']} state={state} />
            <th scope="col" className="max-md:hidden">
              Instrument
            </th>
            <th scope="col">Event</th>
            <th scope="col" className="max-md:hidden">
              Side
            </th>
            <th scope="col" className="num">
              Price
            </th>
            <SortHead title="Size" sorts={['size']} state={state} isNumber />
            <SortHead title="Confidence" sorts={['confidence']} state={state} isNumber />
            <th scope="col" className="max-md:hidden">
              What was seen
            </th>
          </tr>
        </thead>
        <tbody>
          {events.map((event) => (
            <Row key={event.id} event={event} hasExchangeClock={hasExchangeClock} />
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
