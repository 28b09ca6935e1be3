/** Which events the history shows, as its address says: the same filter for the table and its export. */
import { type EventsPerDay, historyFilter } from '@undertow/contracts';
import { useLocation, useSearch } from 'wouter';
import { z } from 'zod';

const filterShape = z.object(historyFilter);
export type HistoryFilter = z.output<typeof filterShape>;

const NAMES = Object.keys(historyFilter) as (keyof HistoryFilter)[];

/** The filter in a query string; a value off the contract, and days the wrong way round, are as if they were not there. */
export function readHistoryFilter(search: string): HistoryFilter {
  const query = new URLSearchParams(search);
  const given = NAMES.flatMap((name) => {
    const value = query.get(name);
    return value !== null && value !== '' && historyFilter[name].safeParse(value).success
      ? [[name, value] as const]
      : [];
  });
  const filter = filterShape.parse(Object.fromEntries(given));
  if (filter.from === undefined || filter.to === undefined || filter.from <= filter.to) return filter;
  const { to: _wrong, ...rest } = filter;
  return rest;
}

/** A query string with some values of the filter changed; undefined and empty ones leave it. */
export function changedHistorySearch(
  search: string,
  change: Readonly<Partial<Record<keyof HistoryFilter | 'smaller', string | number | undefined>>>,
): string {
  const query = new URLSearchParams(search);
  for (const [name, value] of Object.entries(change)) {
    if (value === undefined || value === '') query.delete(name);
    else query.set(name, String(value));
  }
  return query.toString();
}

type HistoryChange = Parameters<typeof changedHistorySearch>[1];

export interface HistoryFilterState {
  readonly filter: HistoryFilter;
  /** Events of any size, not only the largest of a day. */
  readonly withSmaller: boolean;
  /** What is searched for: the filter, cut to the largest events unless the smaller ones are wanted too. */
  readonly asked: HistoryFilter;
  /** Something but the order is chosen. */
  readonly isFiltered: boolean;
  /** `inPlace` for what changes with every letter: the browser's own back skips it. */
  readonly change: (change: HistoryChange, inPlace?: boolean) => void;
  readonly clear: () => void;
}

/** Reads the filter from the address and writes it there, so that the browser's own back undoes a choice. */
export function useHistoryFilter(eventsPerDay: EventsPerDay): HistoryFilterState {
  const search = useSearch();
  const [path, navigate] = useLocation();
  const go = (query: string, replace: boolean): void =>
    navigate(query === '' ? path : `${path}?${query}`, { replace });
  const filter = readHistoryFilter(search);
  const { sort: _order, timeframe, ...rest } = filter;
  const withSmaller = new URLSearchParams(search).has('smaller');
  return {
    filter,
    withSmaller,
    asked: withSmaller || eventsPerDay === null ? filter : { perDay: eventsPerDay, ...filter },
    isFiltered: timeframe !== '7d' || Object.values(rest).some((value) => value !== undefined),
    change: (change, inPlace = false) => go(changedHistorySearch(search, change), inPlace),
    clear: () => go('', false),
  };
}
