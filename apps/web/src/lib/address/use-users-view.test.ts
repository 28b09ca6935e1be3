import { describe, expect, test } from 'vitest';
import { changedUsersSearch, readUsersView } from './use-users-view.ts';

describe('which users the administration shows', () => {
  test('without anything in the address the newest are first, from the first page', () => {
    expect(readUsersView('')).toEqual({ search: '', sort: 'newest', page: 1 });
  });

  test('what the contract does not know is as if it were not there', () => {
    expect(readUsersView('sort=richest&page=0')).toEqual({ search: '', sort: 'newest', page: 1 });
    expect(readUsersView('page=1.5').page).toBe(1);
    expect(readUsersView('page=x').page).toBe(1);
  });

  test('another search begins at its first page and leaves the tab alone', () => {
    expect(changedUsersSearch('tab=users&page=7', { search: 'a&b' })).toBe('tab=users&search=a%26b');
    expect(readUsersView('tab=users&search=a%26b').search).toBe('a&b');
  });

  test('what is the default stands nowhere in the address', () => {
    expect(changedUsersSearch('search=x&sort=email&page=3', { search: '', sort: 'newest', page: 1 })).toBe(
      '',
    );
  });
});
