/** The rows of the order book as they are drawn: top ten of each side, totals, bars on one scale. Pure. */
import type { OrderBookRow } from '@undertow/contracts';
import { subtractDecimals } from '#lib/format/formats.ts';

/** Levels shown on each side. */
export const BOOK_DEPTH = 10;

export interface BookRow {
  readonly side: 'bid' | 'ask';
  readonly price: string;
  readonly size: number;
  /** Size from the best price up to and with this row. */
  readonly total: number;
  /** Share of the largest size on screen, 0 to 1. */
  readonly share: number;
}

export interface BookView {
  /** Highest price first: the best ask is the last row. */
  readonly asks: readonly BookRow[];
  /** Best bid first. */
  readonly bids: readonly BookRow[];
  /** Best ask less best bid; null while a side is empty. */
  readonly spread: string | null;
  readonly spreadTicks: number | null;
  /** Share of the shown size that bids, 0 to 1; null for an empty book. */
  readonly bidShare: number | null;
}

function sideRows(rows: readonly OrderBookRow[], side: 'bid' | 'ask', largest: number): BookRow[] {
  let total = 0;
  return rows.map((row) => {
    total += row.size;
    return { side, price: row.price, size: row.size, total, share: largest === 0 ? 0 : row.size / largest };
  });
}

/** Rows arrive best first on each side, as the contract says. */
export function bookView(book: readonly OrderBookRow[], tickSize: string, decimals: number): BookView {
  const bids = book.filter((row) => row.side === 'bid').slice(0, BOOK_DEPTH);
  const asks = book.filter((row) => row.side === 'ask').slice(0, BOOK_DEPTH);
  const largest = Math.max(0, ...bids.map((row) => row.size), ...asks.map((row) => row.size));
  const bidRows = sideRows(bids, 'bid', largest);
  const askRows = sideRows(asks, 'ask', largest);
  const bestBid = bids[0];
  const bestAsk = asks[0];
  const spread =
    bestBid === undefined || bestAsk === undefined
      ? null
      : subtractDecimals(bestAsk.price, bestBid.price, decimals);
  const bidSize = bidRows.at(-1)?.total ?? 0;
  const askSize = askRows.at(-1)?.total ?? 0;
  return {
    asks: askRows.reverse(),
    bids: bidRows,
    spread,
    spreadTicks: spread === null ? null : Math.round(Number(spread) / Number(tickSize)),
    bidShare: bidSize + askSize === 0 ? null : bidSize / (bidSize + askSize),
  };
}

/** Prices whose size differs from the book before; none when there was no book. */
export function changedPrices(
  before: readonly OrderBookRow[] | null,
  now: readonly OrderBookRow[],
): ReadonlySet<string> {
  const changed = new Set<string>();
  if (before === null) return changed;
  const sizes = new Map(before.map((row) => [`${row.side}${row.price}`, row.size]));
  for (const row of now) {
    const key = `${row.side}${row.price}`;
    if (sizes.get(key) !== row.size) changed.add(key);
  }
  return changed;
}
