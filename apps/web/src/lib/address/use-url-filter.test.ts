/** Filters in the address. */
import { auditFilter, tradeFilter } from '@undertow/contracts';
import { describe, expect, test } from 'vitest';
import { trailAddress, USERS_VIEW } from './admin-filters.ts';
import { HISTORY_FILTER, HISTORY_VIEW } from './history-filter.ts';
import { TRADE_VIEW } from './trade-filter.ts';
import { changedQuery, readQuery } from './use-url-filter.ts';

const HISTORY = { ...HISTORY_FILTER, ...HISTORY_VIEW };

describe('history', () => {
  test('what the address says is the filter, seven days and the newest first by default', () => {
    expect(readQuery('', HISTORY)).toEqual({ timeframe: '7d', sort: 'newest' });
    expect(
      readQuery('timeframe=30d&eventType=iceberg&minConfidence=0.8&text=refilled&sort=size', HISTORY),
    ).toEqual({
      ...{ timeframe: '30d', eventType: 'iceberg', minConfidence: 0.8, text: 'refilled' },
      sort: 'size',
    });
  });

  test('values off the contract and days the wrong way round are as if they were not there', () => {
    expect(
      readQuery('timeframe=2d&eventType=magic&side=left&minConfidence=80&from=2026-02-30', HISTORY),
    ).toEqual({ timeframe: '7d', sort: 'newest' });
    expect(readQuery('from=2026-11-20&to=2026-11-01', HISTORY)).toEqual({
      ...{ timeframe: '7d', sort: 'newest' },
      from: '2026-11-20',
    });
  });

  test('a change keeps what else the address holds, and what is empty leaves it', () => {
    expect(changedQuery('timeframe=1d&side=bid', HISTORY, { side: undefined, sort: 'size' })).toBe(
      'timeframe=1d&sort=size',
    );
    expect(changedQuery('text=a', HISTORY, { text: '' })).toBe('');
  });
});

describe('trades', () => {
  test('what the address says is the filter', () => {
    expect(readQuery('root=ES&side=BUY&from=2026-11-01&page=3', tradeFilter)).toEqual({
      root: 'ES',
      side: 'BUY',
      from: '2026-11-01',
    });
    expect(readQuery('side=HOLD&from=yesterday&result=&tag=fomc&x=1', tradeFilter)).toEqual({ tag: 'fomc' });
  });

  test('an order and a page off the contract are the newest entries, from the first page', () => {
    expect(readQuery('sort=colour&order=up&page=-4', TRADE_VIEW)).toEqual({
      ...{ sort: 'entryTime', order: 'desc', page: 1 },
    });
    expect(readQuery('sort=net&order=asc&page=2', TRADE_VIEW)).toEqual({
      ...{ sort: 'net', order: 'asc', page: 2 },
    });
  });

  test('a change starts at the first page again', () => {
    const shape = { ...tradeFilter, ...TRADE_VIEW };
    expect(changedQuery('tab=x&root=ES&page=4', shape, { side: 'SELL' })).toBe('tab=x&root=ES&side=SELL');
    expect(changedQuery('root=ES', shape, { root: undefined })).toBe('');
    expect(changedQuery('root=ES', shape, { page: 2 })).toBe('root=ES&page=2');
  });
});

describe('users', () => {
  test('without anything in the address the newest are first', () => {
    for (const query of ['', 'sort=richest&page=0', 'page=1.5', 'page=x'])
      expect(readQuery(query, USERS_VIEW)).toEqual({ search: '', sort: 'newest', page: 1 });
  });

  test('another search begins at its first page and leaves the tab alone', () => {
    expect(changedQuery('tab=users&page=7', USERS_VIEW, { search: 'a&b' })).toBe('tab=users&search=a%26b');
    expect(readQuery('tab=users&search=a%26b', USERS_VIEW).search).toBe('a&b');
  });

  test('what is the default leaves the address', () => {
    const change = { search: '', sort: 'newest', page: 1 };
    expect(changedQuery('search=x&sort=email&page=3', USERS_VIEW, change)).toBe('');
  });
});

describe('the audit log', () => {
  test('what the contract would refuse is as if it were not there', () => {
    expect(readQuery('tab=audit', auditFilter)).toEqual({});
    expect(readQuery('action=DROP%20TABLE&from=yesterday&to=2026-11-22', auditFilter)).toEqual({
      to: '2026-11-22',
    });
    expect(readQuery('from=2026-13-99&to=2026-02-30', auditFilter)).toEqual({});
    expect(readQuery('from=2028-02-29', auditFilter).from).toBe('2028-02-29');
  });

  test('the address of a trail is read back as its subject, whatever it holds', () => {
    const id = 'us_1&actor=x';
    expect(readQuery(trailAddress(id).split('?')[1] ?? '', auditFilter)).toEqual({ subject: id });
  });
});
