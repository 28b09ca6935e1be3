/** The filter of the history in the address. */
import { expect, test } from 'vitest';
import { changedHistorySearch, readHistoryFilter } from './use-history-filter.ts';

test('what the address says is the filter, seven days and the newest first by default', () => {
  expect(readHistoryFilter('')).toEqual({ timeframe: '7d', sort: 'newest' });
  expect(
    readHistoryFilter('timeframe=30d&eventType=iceberg&minConfidence=0.8&text=refilled&sort=size'),
  ).toEqual({
    ...{ timeframe: '30d', eventType: 'iceberg', minConfidence: 0.8, text: 'refilled' },
    sort: 'size',
  });
});

test('values off the contract and days the wrong way round are as if they were not there', () => {
  expect(
    readHistoryFilter('timeframe=2d&eventType=magic&side=left&minConfidence=80&from=2026-02-30'),
  ).toEqual({
    timeframe: '7d',
    sort: 'newest',
  });
  expect(readHistoryFilter('from=2026-11-20&to=2026-11-01')).toEqual({
    ...{ timeframe: '7d', sort: 'newest' },
    from: '2026-11-20',
  });
});

test('a change keeps what else stands in the address, and nothing chosen leaves it', () => {
  expect(changedHistorySearch('timeframe=1d&side=bid', { side: undefined, sort: 'size' })).toBe(
    'timeframe=1d&sort=size',
  );
  expect(changedHistorySearch('text=a', { text: '' })).toBe('');
});
