/** Every trade of the journal, sorted and filtered, a page at a time, with editing, deleting and export. */
import type { ReactNode } from 'react';
import { exportAddress, TRADES_A_PAGE, useTradeFacets, useTradePage } from '#api/journal/trades.ts';
import { type TradeFilterState, useTradeFilter } from '#lib/address/trade-filter.ts';
import { countOf } from '#lib/format/formats.ts';
import { PHONE, useMedia } from '#lib/hooks/use-media.ts';
import { choicesOf, DayRange, FilterBar, FilterFold } from '#ui/controls/filters.tsx';
import { Pager } from '#ui/controls/pager.tsx';
import { SearchField } from '#ui/controls/search-field.tsx';
import { Select } from '#ui/controls/select.tsx';
import { EmptyBlock, QueryState } from '#ui/layout/blocks.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Icon } from '#ui/marks/icon.tsx';
import { useTradeDialogs } from './trade-dialogs.tsx';
import { TradeTable } from './trade-table.tsx';

interface TradeFiltersProps {
  readonly state: TradeFilterState;
}

const SIDES = [
  { value: '', label: 'Buy and sell' },
  { value: 'BUY', label: 'BUY' },
  { value: 'SELL', label: 'SELL' },
];
const STATES = [
  { value: '', label: 'Open and closed' },
  { value: 'open', label: 'Open' },
  { value: 'closed', label: 'Closed' },
];
const RESULTS = [
  { value: '', label: 'Any result' },
  { value: 'win', label: 'Won' },
  { value: 'loss', label: 'Lost' },
  { value: 'zero', label: 'Even' },
];

type Choices = readonly { readonly value: string; readonly label: string }[];

function Choices({ state: { filter, change } }: TradeFiltersProps): ReactNode {
  const facets = useTradeFacets().data;
  const choice = (
    label: string,
    name: 'account' | 'root' | 'strategy' | 'tag' | 'side' | 'status' | 'result',
    choices: Choices,
  ): ReactNode => (
    <Select
      label={label}
      value={filter[name] ?? ''}
      options={choices}
      onChange={(value) => change({ [name]: value })}
    />
  );
  const accounts = facets?.accounts.filter((one) => one !== '') ?? [];
  return (
    <>
      {choice('Account', 'account', choicesOf('All accounts', accounts))}
      {choice('Symbol', 'root', choicesOf('All symbols', facets?.roots ?? []))}
      {choice('Strategy', 'strategy', choicesOf('All strategies', facets?.strategies ?? []))}
      {choice('Tag', 'tag', choicesOf('All tags', facets?.tags ?? []))}
      {choice('Side', 'side', SIDES)}
      {choice('Status', 'status', STATES)}
      {choice('Result', 'result', RESULTS)}
      <DayRange day="exchange day" from={filter.from} to={filter.to} onChange={change} />
    </>
  );
}

/** The filters of the table of all trades. */
function TradeFilters({ state }: TradeFiltersProps): ReactNode {
  const { filter, change, isFiltered, clear } = state;
  const isPhone = useMedia(PHONE);
  return (
    <FilterBar label="Filter trades" isFiltered={isFiltered} onClear={clear}>
      <SearchField
        value={filter.search ?? ''}
        placeholder="Symbol, strategy, notes"
        onSearch={(search) => change({ search })}
      />
      <FilterFold summary={isPhone ? 'Filters' : null} isOpen={isFiltered}>
        <Choices state={state} />
      </FilterFold>
    </FilterBar>
  );
}

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
