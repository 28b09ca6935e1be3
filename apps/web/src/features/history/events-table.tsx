/** The historical events of the user's instruments: filtered, sorted, a page at a time, and as CSV. */
import { alertMarketWords, type OrderFlowEventDto } from '@undertow/contracts';
import type { ReactNode } from 'react';
import { type HistoryPage, historyExportAddress, useHistoryPages } from '#api/market/history.ts';
import type { HistoryFilterState } from '#lib/address/history-filter.ts';
import { countOf } from '#lib/format/formats.ts';
import { readableError } from '#lib/format/readable-error.ts';
import { Button } from '#ui/controls/button.tsx';
import { EmptyBlock, SkeletonRows } from '#ui/layout/blocks.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Note } from '#ui/layout/note.tsx';
import { PagedEnd } from '#ui/layout/paged-end.tsx';
import { Icon } from '#ui/marks/icon.tsx';
import { PoliteRegion } from '#ui/overlays/live-region.tsx';
import { EventsRows } from './events-rows.tsx';
import { HistoryFilters } from './history-filters.tsx';

/** An event that changed between two pages stays where it came first. */
function onceEach(events: readonly OrderFlowEventDto[]): readonly OrderFlowEventDto[] {
  return [...new Map(events.toReversed().map((event) => [event.id, event])).values()].toReversed();
}

function NoEvents({ state }: { readonly state: HistoryFilterState }): ReactNode {
  const { isFiltered, requested, change } = state;
  if (requested.perDay !== undefined)
    return (
      <EmptyBlock
        title={isFiltered ? 'No matching events' : 'No large events'}
        text="Only the largest events of a day are listed."
      >
        <Button onClick={() => change({ smaller: 'shown' })}>Show the smaller ones</Button>
      </EmptyBlock>
    );
  return isFiltered ? (
    <EmptyBlock
      title="No matching events"
      text="Change the filters, or clear them to see the last seven days."
    />
  ) : (
    <EmptyBlock
      title="No events in this timeframe"
      text="Events on your instruments are saved here as they are detected. Choose a longer timeframe to see older ones."
    />
  );
}

function marketWords({ market, source, isStored }: HistoryPage): string {
  const words = alertMarketWords({ market, source });
  return isStored ? words : `${words}: this server stores nothing of it, only what is in memory is here.`;
}

/** What the licences withhold from the table and from its export. */
function WithheldLine({ screen, export: fromExports }: HistoryPage['withheld']): ReactNode {
  const all = [...new Set([...screen, ...fromExports])];
  return all.length === 0 ? null : (
    <div className="px-3.5 pb-3">
      <Note tone="info" icon="info">
        {all.join(' ')}
      </Note>
    </div>
  );
}

export function EventsTable({ state }: { readonly state: HistoryFilterState }): ReactNode {
  const pages = useHistoryPages(state.requested);
  const { data, error, hasNextPage, isPlaceholderData } = pages;
  const first = data?.pages[0];
  const events = onceEach(data?.pages.flatMap((page) => page.events) ?? []);
  const withheld = data?.pages.at(-1)?.withheld ?? { screen: [], export: [] };
  const count =
    data === undefined ? '' : `${countOf(events.length, 'event')}${hasNextPage ? ', more below' : ''}`;
  return (
    <Card
      title="Historical events"
      note={count}
      actions={
        withheld.export.length > 0 ? null : (
          <a
            className="btn"
            data-kind="quiet"
            data-size="small"
            href={historyExportAddress(state.requested)}
            download
          >
            <Icon name="download" size={13} /> Export CSV
          </a>
        )
      }
    >
      <HistoryFilters state={state} />
      {first === undefined ? null : <p className="t-12 px-4 py-1.5 text-text-3">{marketWords(first)}</p>}
      <WithheldLine {...withheld} />
      <PoliteRegion text={isPlaceholderData ? '' : count} />
      {data === undefined && error === null ? <SkeletonRows rows={8} height={14} /> : null}
      {data !== undefined && events.length === 0 && error === null && withheld.screen.length === 0 ? (
        <NoEvents state={state} />
      ) : null}
      {events.length === 0 ? null : (
        <div aria-busy={isPlaceholderData}>
          <EventsRows events={events} state={state} />
        </div>
      )}
      <PagedEnd
        pages={pages}
        isEmpty={events.length === 0}
        failedTitle="The history could not be loaded"
        failedText={(failure) => `${readableError(failure)} Your filters are kept.`}
        more="Load more events"
      />
    </Card>
  );
}
