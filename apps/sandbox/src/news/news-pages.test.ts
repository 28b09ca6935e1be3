/** What the sandbox announces is what the simulator's timetable has; a figure is there once it is released. */
import { HOUR_MS } from '@undertow/market';
import { releaseTimetable } from '@undertow/simulator';
import { expect, test } from 'vitest';
import { newsPage } from './news-pages.ts';

const NOW = Date.UTC(2026, 10, 20, 15, 10);
const calendar = (nowMs: number): string => newsPage('/news/calendar.ics', nowMs)?.text ?? '';
const starts = (text: string): number => text.match(/^DTSTART:/gm)?.length ?? 0;

test('every release of the timetable is in the calendar, at its time', () => {
  const text = calendar(NOW);
  const releases = releaseTimetable(NOW - 12 * HOUR_MS, NOW + 48 * HOUR_MS);
  expect(starts(text)).toBe(releases.length);
  for (const { atMs } of releases)
    expect(text).toContain(`DTSTART:${new Date(atMs).toISOString().replace(/[-:]|\.\d{3}/g, '')}`);
});

test('the actual figure is there from the release on, and a headline follows', () => {
  const [release] = releaseTimetable(NOW, NOW + HOUR_MS);
  const atMs = release?.atMs ?? 0;
  const entry = (text: string): string =>
    text.split('BEGIN:VEVENT').find((one) => one.includes(`-${atMs}@`)) ?? '';
  expect(entry(calendar(atMs - 1))).not.toContain('Actual:');
  expect(entry(calendar(atMs))).toMatch(/DESCRIPTION:Actual: .+Expected: /);
  const feed = (nowMs: number): string => newsPage('/news/headlines.rss', nowMs)?.text ?? '';
  expect([feed(atMs).includes(String(atMs)), feed(atMs + 6000).includes(String(atMs))]).toEqual([
    false,
    true,
  ]);
});

test('other paths are not news', () => {
  expect(newsPage('/news', NOW)).toBeNull();
});
