import { expect, test } from 'vitest';
import { NO_FILTER, readAuditFilter, trailAddress } from './use-audit-filter.ts';

test('an address without a filter shows every row', () => {
  expect(readAuditFilter('tab=audit')).toEqual(NO_FILTER);
});

test('what the contract would refuse is as if it were not there', () => {
  expect(readAuditFilter('action=DROP%20TABLE&from=yesterday&to=2026-11-22')).toEqual({
    ...NO_FILTER,
    to: '2026-11-22',
  });
});

test('a day that no calendar has is as if it were not there', () => {
  expect(readAuditFilter('from=2026-13-99&to=2026-02-30')).toEqual(NO_FILTER);
  expect(readAuditFilter('from=2028-02-29').from).toBe('2028-02-29');
});

test('the address of a trail is read back as its subject, whatever stands in it', () => {
  const id = 'us_1&actor=x';
  expect(readAuditFilter(trailAddress(id).split('?')[1] ?? '')).toEqual({ ...NO_FILTER, subject: id });
});
