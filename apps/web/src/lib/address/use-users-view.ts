/** Which users the administration shows, as its address says: search, order and page. */
import { USER_SORTS } from '@undertow/contracts';
import { useLocation, useSearch } from 'wouter';

export type UserSort = (typeof USER_SORTS)[number];

export interface UsersView {
  readonly search: string;
  readonly sort: UserSort;
  readonly page: number;
}

const MOST_PAGES = 1_000_000;

/** The view in a query string; a value off the contract is as if it were not there. */
export function readUsersView(query: string): UsersView {
  const given = new URLSearchParams(query);
  const page = Number(given.get('page') ?? 1);
  return {
    search: (given.get('search') ?? '').slice(0, 200),
    sort: USER_SORTS.find((one) => one === given.get('sort')) ?? 'newest',
    page: Number.isInteger(page) && page >= 1 && page <= MOST_PAGES ? page : 1,
  };
}

/** A query string with some of the view changed; another search or order begins at its first page. */
export function changedUsersSearch(query: string, change: Partial<UsersView>): string {
  const next = new URLSearchParams(query);
  if (change.page === undefined) next.delete('page');
  for (const [name, value] of Object.entries(change)) {
    if (value === '' || value === 1 || value === 'newest') next.delete(name);
    else next.set(name, String(value));
  }
  return next.toString();
}

export interface UsersViewState {
  readonly view: UsersView;
  readonly change: (change: Partial<UsersView>) => void;
}

/** Reads the view from the address and writes it there. */
export function useUsersView(): UsersViewState {
  const query = useSearch();
  const [path, navigate] = useLocation();
  return {
    view: readUsersView(query),
    change: (change) => {
      const next = changedUsersSearch(query, change);
      // What changes with every letter is skipped by the browser's own back
      navigate(next === '' ? path : `${path}?${next}`, { replace: change.search !== undefined });
    },
  };
}
