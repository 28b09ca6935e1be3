/** The level-2 order book: ten asks, the spread, ten bids, with bars of size and marks of active events. */
import type { OrderFlowEventDto } from '@undertow/contracts';
import type { ReactNode } from 'react';
import { usePreferences } from '#api/account/preferences.ts';
import { wantedEvents } from '#api/market/event-filter.ts';
import { useInstrument } from '#api/market/instruments.ts';
import { useOrderBook } from '#api/market/market-data.ts';
import { formatClock } from '#lib/format/times.ts';
import { activeEvents } from '#live/active-events.ts';
import { viewNowMs } from '#live/freshness.ts';
import { useFeedView } from '#live/live-context.tsx';
import { QueryState, SkeletonRows } from '#ui/layout/blocks.tsx';
import { MissingData } from '#ui/layout/missing-data.tsx';
import { Badge } from '#ui/marks/badge.tsx';
import { BookTable } from './book-table.tsx';
import { FeedBadge } from './feed-badge.tsx';

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
  const { missingPrices: missing } = feed.state;
  const book = missing === null ? (feed.state.book ?? polled.data?.data ?? null) : null;
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
      {missing === null ? null : <MissingData missing={missing} />}
      {missing === null && book === null && polled.error !== null ? (
        <QueryState query={polled} failed="The order book could not be loaded" note="Trying again in 5 s." />
      ) : null}
      {missing === null && book === null && polled.error === null ? (
        <SkeletonRows rows={21} height={9} />
      ) : null}
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
