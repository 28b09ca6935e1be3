/** The order book at an instant of the past, from the recording of its session. */
import type { ReactNode } from 'react';
import { useInstrument } from '#api/market/instruments.ts';
import { useRecordedBook } from '#api/market/market-data.ts';
import { formatClock } from '#lib/format/times.ts';
import { EmptyBlock, QueryState } from '#ui/layout/blocks.tsx';
import { BookTable } from './book-table.tsx';

const NO_EVENTS: readonly [] = [];

export interface RecordedBookProps {
  readonly instrumentId: number;
  readonly atMs: number;
}

const EMPTY = {
  none: [
    'No recording of this time',
    'The order book of that instant was not recorded, or is no longer kept.',
  ],
  gap: ['A gap in the data', 'The feed had lost data then. Gaps are never filled with guesses.'],
} as const;

export function RecordedBook({ instrumentId, atMs }: RecordedBookProps): ReactNode {
  const instrument = useInstrument(instrumentId);
  const query = useRecordedBook(instrumentId, new Date(atMs).toISOString());
  const book = query.data?.data;
  const isKnown = book?.state === 'known';
  return (
    <section aria-label="Recorded order book" className="recorded-book">
      <div className="panel-head border-line border-b">
        <h2>Order Book</h2>
        <span className="grow" />
        <span className="t-12 pr-1 font-cond text-text-3">
          {isKnown ? `${book.contract ?? ''} recorded, ${formatClock(atMs)}` : formatClock(atMs)}
        </span>
      </div>
      {book === undefined ? (
        <QueryState query={query} failed="The recorded book could not be loaded" rows={21} height={9} />
      ) : null}
      {book === undefined || book.state === 'known' ? null : (
        <EmptyBlock title={EMPTY[book.state][0]} text={EMPTY[book.state][1]} />
      )}
      {isKnown && instrument !== null ? (
        <BookTable
          book={book.rows}
          instrumentId={instrument.id}
          tickSize={instrument.tickSize}
          decimals={instrument.decimals}
          events={NO_EVENTS}
          old={false}
        />
      ) : null}
    </section>
  );
}
