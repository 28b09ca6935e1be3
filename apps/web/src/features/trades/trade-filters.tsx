/** The filters of the table of all trades. */
import { type ReactNode, useEffect, useState } from 'react';
import { useTradeFacets } from '#api/trades.ts';
import { PHONE, useMedia } from '#lib/use-media.ts';
import type { TradeFilterState } from '#lib/use-trade-filter.ts';
import { Button } from '#ui/button.tsx';
import { Select } from '#ui/select.tsx';
import { TextField } from '#ui/text-field.tsx';

/** A search is asked for once typing pauses. */
const SEARCH_AFTER_MS = 300;

export interface TradeFiltersProps {
  readonly state: TradeFilterState;
}

function options(all: string, values: readonly string[]) {
  return [{ value: '', label: all }, ...values.map((value) => ({ value, label: value }))];
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

function SearchField({ state }: TradeFiltersProps): ReactNode {
  const kept = state.filter.search ?? '';
  const [text, setText] = useState(kept);
  const { change } = state;
  // The address may change from elsewhere: a link, the browser's own back, Clear.
  useEffect(() => setText(kept), [kept]);
  useEffect(() => {
    if (text === kept) return;
    const timer = setTimeout(() => change({ search: text }), SEARCH_AFTER_MS);
    return () => clearTimeout(timer);
  }, [text, kept]);
  return (
    <TextField
      label="Search"
      type="search"
      maxLength={80}
      placeholder="Symbol, strategy, notes"
      value={text}
      onChange={(event) => setText(event.target.value)}
    />
  );
}

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
  const day = (label: string, name: 'from' | 'to'): ReactNode => (
    <TextField
      label={label}
      type="date"
      value={filter[name] ?? ''}
      onChange={(event) => change({ [name]: event.target.value })}
    />
  );
  const accounts = facets?.accounts.filter((one) => one !== '') ?? [];
  return (
    <>
      {choice('Account', 'account', options('All accounts', accounts))}
      {choice('Symbol', 'root', options('All symbols', facets?.roots ?? []))}
      {choice('Strategy', 'strategy', options('All strategies', facets?.strategies ?? []))}
      {choice('Tag', 'tag', options('All tags', facets?.tags ?? []))}
      {choice('Side', 'side', SIDES)}
      {choice('Status', 'status', STATES)}
      {choice('Result', 'result', RESULTS)}
      {day('From, exchange day', 'from')}
      {day('To, exchange day', 'to')}
    </>
  );
}

export function TradeFilters({ state }: TradeFiltersProps): ReactNode {
  const isPhone = useMedia(PHONE);
  return (
    <search className="trade-filters" aria-label="Filter trades">
      <SearchField state={state} />
      {isPhone ? (
        <details className="filter-fold" open={state.isFiltered}>
          <summary>Filters</summary>
          <div>
            <Choices state={state} />
          </div>
        </details>
      ) : (
        <Choices state={state} />
      )}
      <Button kind="ghost" disabled={!state.isFiltered} onClick={state.clear}>
        Clear filters
      </Button>
    </search>
  );
}
