/** Ten asks, the spread and ten bids, with bars of size, marks of events and of sizes that changed. */
import type { OrderBookRow, OrderFlowEventDto } from '@undertow/contracts';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { countOf, formatPrice, formatSize } from '#lib/format/formats.ts';
import { EVENT_LOOKS } from '#lib/words/event-looks.ts';
import { Glyph } from '#ui/marks/glyph.tsx';
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

export function BookTable({
  instrumentId,
  book,
  tickSize,
  decimals,
  events,
  old,
}: BookTableProps): ReactNode {
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
