/** The window of a past moment. */
import { MINUTE_MS } from '@undertow/market';
import { expect, test } from 'vitest';
import { pastWindow } from './past-moment.ts';

const NOW_MS = Date.UTC(2026, 10, 22, 12);

test('a trade of minutes is shown by the minute, with half an hour after its end', () => {
  const fromMs = NOW_MS - 300 * MINUTE_MS;
  expect(pastWindow(fromMs, fromMs + 8 * MINUTE_MS, NOW_MS)).toEqual({
    timeframe: '1m',
    endMs: fromMs + 38 * MINUTE_MS,
  });
});

test('a longer one is shown by longer bars, the longest where none is long enough', () => {
  const of = (hours: number) => pastWindow(NOW_MS - hours * 60 * MINUTE_MS, NOW_MS - 60 * MINUTE_MS, NOW_MS);
  expect([4, 12, 40, 2000].map((hours) => of(hours).timeframe)).toEqual(['5m', '10m', '30m', '60m']);
});

test('nothing of the future is requested', () => {
  expect(pastWindow(NOW_MS - 10 * MINUTE_MS, NOW_MS - MINUTE_MS, NOW_MS).endMs).toBe(NOW_MS);
});
