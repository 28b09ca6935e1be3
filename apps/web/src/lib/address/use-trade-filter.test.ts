/** The filter of trades in the address. */
import { expect, test } from 'vitest';
import { changedSearch, readFilter, readView } from './use-trade-filter.ts';

test('what the address says is the filter', () => {
  expect(readFilter('root=ES&side=BUY&from=2026-11-01&page=3')).toEqual({
    root: 'ES',
    side: 'BUY',
    from: '2026-11-01',
  });
});

test('values off the contract are as if they were not there', () => {
  expect(readFilter('side=HOLD&from=yesterday&result=&tag=fomc&x=1')).toEqual({ tag: 'fomc' });
  expect(readView('sort=colour&order=up&page=-4')).toEqual({ sort: 'entryTime', order: 'desc', page: 1 });
  expect(readView('sort=net&order=asc&page=2')).toEqual({ sort: 'net', order: 'asc', page: 2 });
});

test('a change keeps what else stands in the address and starts at the first page again', () => {
  expect(changedSearch('tab=x&root=ES&page=4', { side: 'SELL' })).toBe('tab=x&root=ES&side=SELL');
  expect(changedSearch('root=ES', { root: undefined })).toBe('');
  expect(changedSearch('root=ES', { page: 2 })).toBe('root=ES&page=2');
});
