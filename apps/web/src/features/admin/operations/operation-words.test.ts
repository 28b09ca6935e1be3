import { expect, test } from 'vitest';
import { formatBytes } from '#lib/format/bytes.ts';
import { messageText, monthText } from './operation-words.ts';

test('sizes are in the largest unit that leaves a whole figure', () => {
  expect([0, 999, 1000, 1_449_000, 999_960, 2.5e9].map(formatBytes)).toEqual([
    '0 B',
    '999 B',
    '1.0 kB',
    '1.4 MB',
    '1.0 MB',
    '2.5 GB',
  ]);
});

test('the last message has its instant, for a replayed feed has a clock of its own, and none has a dash', () => {
  expect(messageText('2026-11-22T11:59:56.000Z')).toMatch(/^2[123] Nov 2026 \d\d:\d\d:56$/);
  expect(messageText(null)).toBe('–');
});

test('the month is that of London', () => {
  expect(monthText(Date.parse('2026-06-30T23:30:00.000Z'))).toBe('2026-07');
});
