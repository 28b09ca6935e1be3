/** What of the news is now, by the reader's clock. */
import type { NewsRelease } from '@undertow/contracts';
import { expect, test } from 'vitest';
import { countdownText, nextWindow, openWindow, releasesOfDay, signedScore } from './news-times.ts';

const NOW = Date.parse('2026-11-20T15:00:00.000Z');
const release = (id: string, at: string | null, day = '2026-11-20') => ({ id, at, day }) as NewsRelease;
const window = (from: string, to: string) => ({ kind: 'cpi' as const, label: 'CPI', from, to });

test('the day is that of the reader, and a release without a time is on the day of its calendar', () => {
  const releases = [
    release('late', '2026-11-20T23:30:00.000Z'),
    release('tomorrow', '2026-11-21T13:30:00.000Z', '2026-11-21'),
    release('timeless', null),
    release('other day', null, '2026-11-19'),
  ];
  const ids = (zone: string) => releasesOfDay(releases, NOW, zone).map(({ id }) => id);
  expect(ids('UTC')).toEqual(['late', 'timeless']);
  expect(ids('Asia/Tokyo')).toEqual(['late', 'tomorrow']);
});

test('a window is open from its first instant and before its last, the next one is the first to come', () => {
  const news = {
    windows: [
      window('2026-11-20T13:28:00.000Z', '2026-11-20T13:45:00.000Z'),
      window('2026-11-20T15:00:00.000Z', '2026-11-20T15:15:00.000Z'),
      window('2026-11-20T18:58:00.000Z', '2026-11-20T19:45:00.000Z'),
    ],
  };
  expect(openWindow(news, NOW)?.from).toBe('2026-11-20T15:00:00.000Z');
  expect(openWindow(news, NOW + 15 * 60_000)).toBeNull();
  expect(nextWindow(news, NOW)?.from).toBe('2026-11-20T18:58:00.000Z');
  expect(nextWindow(news, NOW + 86_400_000)).toBeNull();
});

test.each([
  [702_000, '11:42'],
  [1, '0:01'],
  [-5, '0:00'],
  [3_600_000, '1 h 00 min'],
  [7_505_000, '2 h 05 min'],
])('%d ms are %s', (ms, text) => {
  expect(countdownText(ms)).toBe(text);
});

test('a score has its sign, and none at zero', () => {
  expect([0.344, -0.12, 0].map(signedScore)).toEqual(['+0.34', '−0.12', '0.00']);
});
