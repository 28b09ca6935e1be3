/** Every trade of the journal, sorted and filtered, a page at a time, with editing, deleting and export. */
import type { ReactNode } from 'react';
import { exportAddress, TRADES_A_PAGE, useTradePage } from '#api/journal/trades.ts';
import { useTradeFilter } from '#lib/address/filters.ts';
import { countOf } from '#lib/format/formats.ts';
import { Pager } from '#ui/controls/pager.tsx';
import { EmptyBlock, QueryState } from '#ui/layout/blocks.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Icon } from '#ui/marks/icon.tsx';
import { useTradeDialogs } from './trade-dialogs.tsx';
import { TradeFilters } from './trade-filters.tsx';
import { TradeTable } from './trade-table.tsx';

function NoTrades({ isFiltered }: { readonly isFiltered: boolean }): ReactNode {
  return isFiltered ? (
    <EmptyBlock title="No matching trades" text="Change the filters, or clear them to see every trade." />
  ) : (
    <EmptyBlock title="No trades yet" text="Trades that you import or add appear here." />
  );
}

export function AllTrades(): ReactNode {
  const state = useTradeFilter();
  const { filter, view, change } = state;
  const query = useTradePage(filter, view);
  const { data, error, isPlaceholderData } = query;
  const { edit, remove, dialogs } = useTradeDialogs();
  // A journal without a trade has nothing to filter
  const isEmpty = !state.isFiltered && data?.total === 0;
  return (
    <Card
      title="All trades"
      note={data === undefined ? undefined : countOf(data.total, 'trade')}
      actions={
        <a className="btn" data-kind="quiet" data-size="small" href={exportAddress(filter)} download>
          <Icon name="download" size={13} /> Export CSV
        </a>
      }
    >
      {isEmpty ? null : <TradeFilters state={state} />}
      {error !== null || data === undefined ? (
        <QueryState
          query={query}
          failed="The trades could not be loaded"
          note="Your trades and filters are kept."
          rows={5}
          height={14}
        />
      ) : data.trades.length === 0 ? (
        <NoTrades isFiltered={state.isFiltered} />
      ) : (
        <div aria-busy={isPlaceholderData}>
          <TradeTable
            trades={data.trades}
            view={view}
            onSort={(sort, order) => change({ sort, order })}
            onEdit={edit}
            onRemove={remove}
          />
          <Pager
            page={view.page}
            pageSize={TRADES_A_PAGE}
            total={data.total}
            thing="trade"
            onTurn={(page) => change({ page })}
          />
        </div>
      )}
      {dialogs}
    </Card>
  );
}
