/** The filters of the table of all trades. */
import type { ReactNode } from 'react';
import { useTradeFacets } from '#api/journal/trades.ts';
import type { TradeFilterState } from '#lib/address/filters.ts';
import { PHONE, useMedia } from '#lib/hooks/use-media.ts';
import { choicesOf, DayRange, FilterBar, FilterFold } from '#ui/controls/filters.tsx';
import { SearchField } from '#ui/controls/search-field.tsx';
import { Select } from '#ui/controls/select.tsx';

export interface TradeFiltersProps {
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

export function TradeFilters({ state }: TradeFiltersProps): ReactNode {
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
