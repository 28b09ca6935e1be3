/** What a session takes of the calendar is a row: recording and replay have it in the same place. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  ACTION_NEWS,
  CME_CALENDAR,
  COL_ACTION,
  COL_FLAGS,
  FLAG_SNAPSHOT,
  INSTRUMENTS,
  MINUTE_MS,
  type NewsWindow,
  ROW_LENGTH,
  rowWholeMs,
  windowOfRow,
} from '@undertow/market';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openedRecordings } from '#testing/recordings/recorded-session.ts';
import { quotes, TapeFeed } from '#testing/tape-feed.ts';
import { InstrumentSession } from './instrument-session.ts';
import { NewsInput } from './news-input.ts';

const ES = INSTRUMENTS[0]!;
/** 2026-11-20 16:00 UTC, a Friday morning in Chicago. */
const START = Date.UTC(2026, 10, 20, 16);
const WINDOW: NewsWindow = { kind: 'cpi', startMs: START + 5000, endMs: START + 30 * MINUTE_MS };

let root = '';
beforeEach(() => {
  root = join(mkdtempSync(join(tmpdir(), 'undertow-news-')), 'recordings');
});
afterEach(() => rmSync(join(root, '..'), { recursive: true }));

/** A session of ten seconds, a quote a second, with the window as the calendar has it at each instant. */
async function recorded(windowAt: (timeMs: number) => NewsWindow | null) {
  const feed = new TapeFeed({ nowMs: START, source: 'databento' });
  const { recordings } = openedRecordings(root);
  const fail = (error: unknown): never => {
    throw error;
  };
  const session = new InstrumentSession({
    ...{ feed, instrument: ES, calendar: CME_CALENDAR, recordings },
    ...{ storedBars: [], storedEvents: [], resumes: false },
    newsWindow: (_, timeMs) => windowAt(timeMs),
    ...{ onUpdate: () => undefined, onMid: () => undefined, onDiscontinuity: () => undefined },
    onFault: fail,
  });
  session.open();
  for (let second = 0; second <= 10; second += 1) {
    feed.presentMs = START + second * 1000;
    feed.push(
      1,
      feed.presentMs,
      quotes(20_000 + second, 1 + 2 * second, second === 0 ? null : 2 * second - 1),
    );
    session.collect();
    session.collect();
  }
  session.close();
  await recordings.close();
  const rowsFrom = async (fromMs: number) => {
    const rows: Int32Array[] = [];
    const of = { owner: null, source: 'databento' as const, product: 'ES' };
    for await (const batch of recordings.stream(of, fromMs, START + MINUTE_MS))
      for (let n = 0; n < batch.count; n += 1)
        rows.push(batch.rows.slice(n * ROW_LENGTH, (n + 1) * ROW_LENGTH));
    return rows;
  };
  return { rowsFrom };
}

const isNews = (row: Int32Array): boolean => row[COL_ACTION] === ACTION_NEWS;

test('the window is one row after the last one before it, and a recording has it there', async () => {
  const { rowsFrom } = await recorded((timeMs) => (timeMs >= WINDOW.startMs ? WINDOW : null));
  const rows = await rowsFrom(START - 1000);
  expect(rows.filter(isNews).map((row) => windowOfRow(row, 0))).toEqual([WINDOW]);
  const at = rows.findIndex(isNews);
  expect([rowWholeMs(rows[at - 1]!, 0), rowWholeMs(rows[at + 1]!, 0)]).toEqual([START + 5000, START + 6000]);
});

test('a replay that starts within the window knows it, after the book and before the first row', async () => {
  const { rowsFrom } = await recorded((timeMs) => (timeMs >= WINDOW.startMs ? WINDOW : null));
  const rows = await rowsFrom(START + 7500);
  const at = rows.findIndex(isNews);
  expect(windowOfRow(rows[at]!, 0)).toEqual(WINDOW);
  expect(rows.slice(0, at).every((row) => (row[COL_FLAGS]! & FLAG_SNAPSHOT) !== 0)).toBe(true);
  expect(rowWholeMs(rows[at + 1]!, 0)).toBe(START + 8000);
});

test('a release that is moved or called off within its window is another row', async () => {
  const moved = { ...WINDOW, endMs: WINDOW.endMs + 15 * MINUTE_MS };
  const { rowsFrom } = await recorded((timeMs) => {
    if (timeMs < WINDOW.startMs || timeMs >= START + 9000) return null;
    return timeMs < START + 7000 ? WINDOW : moved;
  });
  const windows = (await rowsFrom(START - 1000)).filter(isNews).map((row) => windowOfRow(row, 0));
  expect(windows.map(({ startMs, endMs }) => [startMs - START, endMs - START])).toEqual([
    [5000, 30 * MINUTE_MS],
    [7000, 45 * MINUTE_MS],
    [9000, 9000],
  ]);
  expect((await rowsFrom(START + 9500)).some(isNews)).toBe(false);
});

test('the end of a window needs no row: it was stated with its beginning', () => {
  const input = new NewsInput(ES, (_, timeMs) => (timeMs < WINDOW.endMs ? WINDOW : null));
  expect(input.next(WINDOW.startMs, WINDOW.startMs)).not.toBeNull();
  expect(input.next(WINDOW.endMs - 1, WINDOW.endMs - 1)).toBeNull();
  expect(input.next(WINDOW.endMs, WINDOW.endMs)).toBeNull();
});
