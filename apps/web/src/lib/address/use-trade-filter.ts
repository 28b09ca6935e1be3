/** Which trades a page looks at, as its address says: the same filter for the table, its export and the statistics. */
import { TRADE_SORTS, tradeFilter } from '@undertow/contracts';
import { useCallback } from 'react';
import { useLocation, useSearch } from 'wouter';
import { z } from 'zod';

const filterShape = z.object(tradeFilter);
export type TradeFilter = z.infer<typeof filterShape>;

export type TradeSort = (typeof TRADE_SORTS)[number];

/** What of the filtered trades is shown, and in which order. */
export interface TradeView {
  readonly sort: TradeSort;
  readonly order: 'asc' | 'desc';
  readonly page: number;
}

const FILTER_NAMES = Object.keys(tradeFilter) as (keyof TradeFilter)[];
const MOST_PAGES = 10_000;

/** The filter in a query string; a value off the contract is as if it were not there. */
export function readFilter(search: string): TradeFilter {
  const query = new URLSearchParams(search);
  const given = FILTER_NAMES.flatMap((name) => {
    const value = query.get(name);
    return value !== null && value !== '' && tradeFilter[name].safeParse(value).success
      ? [[name, value] as const]
      : [];
  });
  return filterShape.parse(Object.fromEntries(given));
}

/** Sort, order and page in a query string, newest entry first by default. */
export function readView(search: string): TradeView {
  const query = new URLSearchParams(search);
  const page = Number(query.get('page') ?? '1');
  return {
    sort: TRADE_SORTS.find((sort) => sort === query.get('sort')) ?? 'entryTime',
    order: query.get('order') === 'asc' ? 'asc' : 'desc',
    page: Number.isInteger(page) && page >= 1 && page <= MOST_PAGES ? page : 1,
  };
}

/** A query string with some values changed; undefined and empty ones leave it, and so does the page when others change. */
export function changedSearch(
  search: string,
  change: Readonly<Record<string, string | number | undefined>>,
): string {
  const query = new URLSearchParams(search);
  query.delete('page');
  for (const [name, value] of Object.entries(change)) {
    if (value === undefined || value === '') query.delete(name);
    else query.set(name, String(value));
  }
  return query.toString();
}

export interface TradeFilterState {
  readonly filter: TradeFilter;
  readonly view: TradeView;
  readonly isFiltered: boolean;
  readonly change: (change: Partial<TradeFilter> & Partial<TradeView>) => void;
  readonly clear: () => void;
}

/** Reads the filter from the address and writes it there. */
export function useTradeFilter(): TradeFilterState {
  const search = useSearch();
  const [path, navigate] = useLocation();
  const go = useCallback(
    (query: string) => navigate(query === '' ? path : `${path}?${query}`, { replace: true }),
    [path, navigate],
  );
  const filter = readFilter(search);
  return {
    filter,
    view: readView(search),
    isFiltered: Object.keys(filter).length > 0,
    change: (change) => go(changedSearch(search, change)),
    clear: () => go(changedSearch(search, Object.fromEntries(FILTER_NAMES.map((name) => [name, undefined])))),
  };
}
