/** The level-2 order book: ten asks, the spread, ten bids, with bars of size and marks of active events. */
import type { OrderBookRow, OrderFlowEventDto } from '@undertow/contracts';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { usePreferences } from '#api/account/preferences.ts';
import { wantedEvents } from '#api/market/event-filter.ts';
import { useInstrument } from '#api/market/instruments.ts';
import { useOrderBook } from '#api/market/market-data.ts';
import { countOf, formatPrice, formatSize } from '#lib/format/formats.ts';
import { formatClock } from '#lib/format/times.ts';
import { EVENT_LOOKS } from '#lib/words/event-looks.ts';
import { activeEvents } from '#live/active-events.ts';
import { viewNowMs } from '#live/freshness.ts';
import { useFeedView } from '#live/live-context.tsx';
import { QueryState, SkeletonRows } from '#ui/layout/blocks.tsx';
import { Badge } from '#ui/marks/badge.tsx';
import { Glyph } from '#ui/marks/glyph.tsx';
import { FeedBadge } from './feed-badge.tsx';
import { type BookRow, type BookView, bookView, changedPrices } from './order-book-rows.ts';

function Row({
  instrumentId,
  row,
  event,
  flashes,
}: {
  readonly instrumentId: number;
  readonly row: BookRow;
  readonly event: OrderFlowEventDto | undefined;
  readonly flashes: boolean;
}): ReactNode {
  return (
    <tr data-side={row.side}>
      <td>{event === undefined ? null : <Glyph look={EVENT_LOOKS[event.eventType]} size={12} />}</td>
      <td className="size">
        <i style={{ width: `${Math.round(row.share * 100)}%` }} data-changed={flashes} />
        <span>{formatSize(row.size)}</span>
      </td>
      <td className="price">{formatPrice(instrumentId, row.price)}</td>
      <td className="total">{formatSize(row.total)}</td>
    </tr>
  );
}

function SpreadRow({
  instrumentId,
  view,
}: {
  readonly instrumentId: number;
  readonly view: BookView;
}): ReactNode {
  const share = view.bidShare === null ? null : Math.round(view.bidShare * 100);
  return (
    <tr className="spread">
      <td colSpan={4}>
        <span className="flex items-center gap-2 whitespace-nowrap">
          <span className="text-text-3">Spread</span>
          <span className="font-medium">{formatPrice(instrumentId, view.spread)}</span>
          {view.spreadTicks === null ? null : (
            <span className="text-text-3 md:max-xl:hidden">{countOf(view.spreadTicks, 'tick')}</span>
          )}
          <span className="grow" />
          <span className="text-text-3">Bid share</span>
          <span className="font-medium">{share === null ? '–' : `${share}%`}</span>
          <span className="h-1 w-14 overflow-hidden rounded-sm bg-down" aria-hidden="true">
            <span className="block h-1 bg-up" style={{ width: `${share ?? 50}%` }} />
          </span>
        </span>
      </td>
    </tr>
  );
}

/** How long a size that changed is marked when no other book follows. */
const CHANGED_MS = 120;
const NOTHING: ReadonlySet<string> = new Set();

/**
 * Prices whose size changed with this book. The mark is a still colour until the next book: an animation would paint every
 * frame, and with ten books a second one would always be running.
 */
function useChanges(book: readonly OrderBookRow[]): ReadonlySet<string> {
  const [pair, setPair] = useState<{ now: readonly OrderBookRow[]; changed: ReadonlySet<string> }>({
    now: book,
    changed: NOTHING,
  });
  const { changed: marked } = pair;
  useEffect(() => {
    if (marked.size === 0) return undefined;
    const timer = setTimeout(() => setPair((one) => ({ ...one, changed: NOTHING })), CHANGED_MS);
    return () => clearTimeout(timer);
  }, [marked]);
  if (pair.now === book) return pair.changed;
  const changed = changedPrices(pair.now.length === 0 ? null : pair.now, book);
  setPair({ now: book, changed });
  return changed;
}

interface BookTableProps {
  readonly instrumentId: number;
  readonly book: readonly OrderBookRow[];
  readonly tickSize: string;
  readonly decimals: number;
  readonly events: readonly OrderFlowEventDto[];
  readonly old: boolean;
}

function BookTable({ instrumentId, book, tickSize, decimals, events, old }: BookTableProps): ReactNode {
  const view = useMemo(() => bookView(book, tickSize, decimals), [book, tickSize, decimals]);
  const changed = useChanges(book);
  const draw = (row: BookRow): ReactNode => (
    <Row
      key={row.side + row.price}
      instrumentId={instrumentId}
      row={row}
      flashes={!old && changed.has(row.side + row.price)}
      event={events.find((one) => one.price === row.price && one.metadata.side === row.side)}
    />
  );
  return (
    <table className="book" data-old={old}>
      <caption className="sr-only">Order book, ten best asks above and ten best bids below</caption>
      <colgroup>
        <col className="w-[30px]" />
        <col />
        <col className="w-[66px]" />
        <col className="w-[62px]" />
      </colgroup>
      <thead>
        <tr>
          <th scope="col">
            <span className="sr-only">Event</span>
          </th>
          <th scope="col" className="size">
            Size
          </th>
          <th scope="col">Price</th>
          <th scope="col">Total</th>
        </tr>
      </thead>
      <tbody>{view.asks.map(draw)}</tbody>
      <tbody>
        <SpreadRow instrumentId={instrumentId} view={view} />
      </tbody>
      <tbody>{view.bids.map(draw)}</tbody>
    </table>
  );
}

function useActive(instrumentId: number): {
  readonly events: readonly OrderFlowEventDto[];
  readonly feed: ReturnType<typeof useFeedView>;
} {
  const feed = useFeedView(instrumentId);
  const { value } = usePreferences();
  const nowMs = viewNowMs(feed.state, performance.now());
  const events = activeEvents(wantedEvents(feed.state.events, value), nowMs);
  return { events, feed };
}

export function OrderBook({ instrumentId }: { readonly instrumentId: number }): ReactNode {
  const instrument = useInstrument(instrumentId);
  const polled = useOrderBook(instrumentId);
  const { events, feed } = useActive(instrumentId);
  const book = feed.state.book ?? polled.data?.data ?? null;
  const old = feed.line.isOld;
  const isDelayed = feed.state.delaySeconds > 0 && feed.state.asOfMs !== null;
  return (
    <section aria-label="Order Book">
      <div className="panel-head border-line border-b">
        <h2>Order Book</h2>
        <Badge>Level 2</Badge>
        <span className="grow" />
        {old ? (
          <FeedBadge view={feed} />
        ) : (
          <span className="t-12 pr-1 font-cond text-text-3">
            {isDelayed && feed.state.asOfMs !== null ? `as of ${formatClock(feed.state.asOfMs)}` : '10 × 10'}
          </span>
        )}
      </div>
      {book === null && polled.error !== null ? (
        <QueryState query={polled} failed="The order book could not be loaded" note="Trying again in 5 s." />
      ) : null}
      {book === null && polled.error === null ? <SkeletonRows rows={21} height={9} /> : null}
      {book === null || instrument === null ? null : (
        <BookTable
          book={book}
          instrumentId={instrument.id}
          tickSize={instrument.tickSize}
          decimals={instrument.decimals}
          events={events}
          old={old}
        />
      )}
    </section>
  );
}
