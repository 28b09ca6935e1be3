/** The timetable is the same for every span that is requested, and an announced market bursts when it says so. */
import { ACTION_TRADE, COL_ACTION, INSTRUMENTS, MINUTE_MS, ROW_LENGTH, rowWholeMs } from '@undertow/market';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RowBuffer } from '#rows/row-buffer.ts';
import { createSession } from '#session/session.ts';
import { nextReleaseMs, releaseTimetable } from './release-timetable.ts';

const ES = INSTRUMENTS[0]!;
const START = Date.UTC(2026, 10, 20, 13, 20);

test('spans that follow each other have together what the whole has', () => {
  const day = { min: START, max: START + 86_400_000 };
  fc.assert(
    fc.property(fc.integer(day), fc.integer(day), fc.integer(day), (...instants) => {
      const [from = 0, middle = 0, to = 0] = instants.toSorted((a, b) => a - b);
      expect([...releaseTimetable(from, middle), ...releaseTimetable(middle, to)]).toEqual([
        ...releaseTimetable(from, to),
      ]);
    }),
  );
});

test('a product waits for its own releases', () => {
  const next = ['ES', 'CL', 'ZC', '6J'].map((symbol) => {
    const instrument = INSTRUMENTS.find((one) => one.symbol === symbol);
    const atMs = nextReleaseMs(instrument?.id ?? 0, START);
    return releaseTimetable(START, (atMs ?? 0) + 1).at(-1)?.kind;
  });
  expect(next).toEqual(['regional-survey', 'eia-petroleum', 'crop-report', 'retail-sales']);
  expect(nextReleaseMs(9999, START)).toBeNull();
});

/** Trades of each minute, from the first on. */
function tradesByMinute(announced: boolean): number[] {
  const fromMs = (nextReleaseMs(ES.id, START) ?? 0) - 10 * MINUTE_MS;
  const session = createSession({ instrument: ES, seed: 7, startMs: fromMs, openTicks: 18_000, announced });
  const sink = new RowBuffer();
  session.advance(fromMs + 16 * MINUTE_MS, sink);
  const { rows, count } = sink;
  const minutes = new Array<number>(16).fill(0);
  for (let at = 0; at < count * ROW_LENGTH; at += ROW_LENGTH)
    if (rows[at + COL_ACTION] === ACTION_TRADE)
      minutes[Math.min(15, Math.floor((rowWholeMs(rows, at) - fromMs) / MINUTE_MS))]! += 1;
  return minutes;
}

test('an announced release is a burst in the minute that the timetable says', () => {
  const minutes = tradesByMinute(true);
  const before = minutes.slice(0, 9).reduce((sum, count) => sum + count, 0) / 9;
  expect(minutes[10]!).toBeGreaterThan(4 * before);
  expect(minutes.indexOf(Math.max(...minutes))).toBeGreaterThanOrEqual(10);
});
