/**
 * Which trades the statistics count: the filters of the table of all trades, in which currency, and as positions or
 * rows.
 */
import type { ReactNode } from 'react';
import type { TradesView } from '#api/journal/trade-statistics.ts';
import { useTradeFacets } from '#api/journal/trades.ts';
import type { TradeFilterState } from '#lib/address/trade-filter.ts';
import { choicesOf, DayRange, FilterBar } from '#ui/controls/filters.tsx';
import { Segmented } from '#ui/controls/segmented.tsx';
import { Select } from '#ui/controls/select.tsx';

const VIEWS: readonly { readonly value: TradesView; readonly label: string }[] = [
  { value: 'positions', label: 'Positions' },
  { value: 'rows', label: 'Rows' },
];

export const VIEW_WORDS: Readonly<Record<TradesView, string>> = {
  positions: 'From flat to flat: the partial exits of one position are one trade.',
  rows: 'As the platform wrote them: every partial exit is a trade, as NinjaTrader and Tradovate count.',
};

export interface StatisticsFiltersProps {
  readonly state: TradeFilterState;
  readonly view: TradesView;
  readonly currency: string | null;
  readonly currencies: readonly { readonly currency: string; readonly trades: number }[];
  readonly onView: (view: TradesView) => void;
  readonly onCurrency: (currency: string) => void;
}

function Currency({ currency, currencies, onCurrency }: StatisticsFiltersProps): ReactNode {
  if (currencies.length < 2) return null;
  const known = currencies.map((one) => ({
    value: one.currency,
    label: `${one.currency}, ${one.trades} trades`,
  }));
  const choices = currency === null ? [{ value: '', label: 'Choose one' }, ...known] : known;
  return (
    <Select
      label="Currency"
      value={currency ?? ''}
      options={choices}
      isMissing={currency === null}
      onChange={onCurrency}
    />
  );
}

export function StatisticsFilters(props: StatisticsFiltersProps): ReactNode {
  const { state, view, onView } = props;
  const { filter, change, isFiltered, clear } = state;
  const facets = useTradeFacets().data;
  const accounts = facets?.accounts.filter((one) => one !== '') ?? [];
  return (
    <FilterBar label="Filter statistics" isFiltered={isFiltered} onClear={clear} clearText="Count all trades">
      <div>
        <span className="field-label" aria-hidden="true">
          Counted as
        </span>
        <Segmented label="Counted as" value={view} options={VIEWS} onChange={onView} />
      </div>
      <Currency {...props} />
      <Select
        label="Account"
        value={filter.account ?? ''}
        options={choicesOf('All accounts', accounts)}
        onChange={(account) => change({ account })}
      />
      <Select
        label="Symbol"
        value={filter.root ?? ''}
        options={choicesOf('All symbols', facets?.roots ?? [])}
        onChange={(root) => change({ root })}
      />
      <Select
        label="Strategy"
        value={filter.strategy ?? ''}
        options={choicesOf('All strategies', facets?.strategies ?? [])}
        onChange={(strategy) => change({ strategy })}
      />
      <DayRange day="exchange day" from={filter.from} to={filter.to} onChange={change} />
    </FilterBar>
  );
}
