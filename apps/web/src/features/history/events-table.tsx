/** Events of the user's instruments inside a timeframe, as a table. */
import type { OrderFlowEventDto } from '@undertow/contracts';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { readableError } from '#api/api-error.ts';
import { type HistoryTimeframe, useEventHistory } from '#api/market-data.ts';
import { EVENT_LOOKS } from '#lib/event-looks.ts';
import { countOf, formatConfidence, formatPrice, formatSize } from '#lib/formats.ts';
import { formatClock, formatDate } from '#lib/times.ts';
import { EmptyBlock, ErrorBlock, SkeletonRows } from '#ui/blocks.tsx';
import { Button } from '#ui/button.tsx';
import { Glyph } from '#ui/glyph.tsx';
import { Segmented } from '#ui/segmented.tsx';

/** Rows drawn at first and added at a time: five hundred at once take a phone seconds. */
const STEP = 100;
/** The server answers at most this many. */
const MOST = 500;

const TIMEFRAMES: readonly { readonly value: HistoryTimeframe; readonly label: string }[] = [
  { value: '1d', label: '1 day' },
  { value: '7d', label: '7 days' },
  { value: '30d', label: '30 days' },
  { value: '90d', label: '90 days' },
];

/** Says so when there may be more than the server answers. */
function countText(count: number): string {
  return count < MOST ? countOf(count, 'event') : `${MOST} newest events`;
}

function HistoryRow({ event }: { readonly event: OrderFlowEventDto }): ReactNode {
  const detectedMs = Date.parse(event.detectedAt);
  const look = EVENT_LOOKS[event.eventType];
  return (
    <tr>
      <td>
        <span className="block md:inline">{formatDate(detectedMs)}</span> {formatClock(detectedMs)}
      </td>
      <td className="font-medium">{event.instrumentSymbol}</td>
      <td>
        <Link
          href={`/?event=${encodeURIComponent(event.id)}&instrumentId=${event.instrumentId}`}
          className="flex min-h-6 items-center gap-2 hover:underline"
        >
          <Glyph look={look} decorative />
          {look.title}
        </Link>
      </td>
      <td className="num font-medium">{formatPrice(event.price)}</td>
      <td className="num max-md:hidden">{formatSize(event.size)}</td>
      <td className="num">
        {formatConfidence(event.confidence, event.metadata.exact, event.metadata.calibrator)}
      </td>
      <td className="text-text-2 max-md:hidden">{event.metadata.description}</td>
    </tr>
  );
}

export function EventsTable(): ReactNode {
  const [timeframe, setTimeframe] = useState<HistoryTimeframe>('1d');
  const [shown, setShown] = useState(STEP);
  const { data, error, refetch } = useEventHistory(timeframe);
  const events = data?.data ?? [];
  const choose = (chosen: HistoryTimeframe): void => {
    setTimeframe(chosen);
    setShown(STEP);
  };
  return (
    <section className="card overflow-hidden" aria-label="Order-flow events">
      <div className="flex flex-wrap items-center gap-3 border-line border-b px-3.5 py-2">
        <Segmented label="Timeframe" value={timeframe} options={TIMEFRAMES} onChange={choose} />
        <span className="grow" />
        <span className="text-text-3">{data === undefined ? '' : countText(events.length)}</span>
      </div>
      {error === null ? null : (
        <ErrorBlock
          title="The history could not be loaded"
          text={`${readableError(error)} Your choice of time is kept.`}
          onRetry={() => void refetch()}
        />
      )}
      {data === undefined && error === null ? <SkeletonRows rows={5} height={14} /> : null}
      {data !== undefined && events.length === 0 ? (
        <EmptyBlock
          title="No events in this time"
          text="Events of your instruments are kept here as they are found. Choose a longer time to see older ones."
        />
      ) : null}
      {events.length === 0 ? null : (
        <div className="overflow-x-auto">
          <table className="table">
            <thead>
              <tr>
                <th scope="col">Found</th>
                <th scope="col">
                  <span className="max-md:sr-only">Instrument</span>
                </th>
                <th scope="col">Event</th>
                <th scope="col" className="num">
                  Price
                </th>
                <th scope="col" className="num max-md:hidden">
                  Size
                </th>
                <th scope="col" className="num">
                  Confidence
                </th>
                <th scope="col" className="max-md:hidden">
                  What was seen
                </th>
              </tr>
            </thead>
            <tbody>
              {events.slice(0, shown).map((event) => (
                <HistoryRow key={event.id} event={event} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {events.length > shown ? (
        <div className="flex justify-center border-line border-t p-2">
          <Button kind="ghost" onClick={() => setShown(shown + STEP)}>
            Show {Math.min(STEP, events.length - shown)} more
          </Button>
        </div>
      ) : null}
    </section>
  );
}
