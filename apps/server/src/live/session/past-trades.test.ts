/** Trades of today before the first book: facts of the day as history, and nothing else. */
import { type Bar, type Instrument, instrumentBySymbol, SIMULATED_CALENDAR } from '@undertow/market';
import { expect, test } from 'vitest';
import type { InstrumentUpdate } from '#ports/bus.ts';
import { print, quotes, TapeFeed } from '#testing/tape-feed.ts';
import { InstrumentSession } from './instrument-session.ts';

const START = Date.UTC(2026, 10, 20, 16);
const HOUR_AGO = START - 3_600_000;

function open(storedBars: readonly Bar[] = []) {
  const feed = new TapeFeed({ nowMs: START });
  const history: InstrumentUpdate[] = [];
  const session = new InstrumentSession({
    feed,
    instrument: instrumentBySymbol('ES') as Instrument,
    calendar: SIMULATED_CALENDAR,
    ...{ storedBars, storedEvents: [], resumes: false },
    onUpdate: (update) => history.push(update),
    onMid: () => undefined,
    onDiscontinuity: () => undefined,
    onFault: (error) => {
      throw error;
    },
  });
  session.open();
  return { feed, session, history };
}

test('they make bars and volume as history, raise nothing, and the book after them ends no gap', () => {
  const { feed, session, history } = open();
  for (let second = 0; second < 3595; second += 5)
    feed.pushPast(1, HOUR_AGO + second * 1000, print(20_000 + (second % 4), 500));
  expect(history.length).toBeGreaterThan(100);
  expect(history.every(({ backfill, book }) => backfill && (book?.bids.length ?? 0) === 0)).toBe(true);
  const raised = history.flatMap(({ events, patterns, trackRows }) => [...events, ...patterns, ...trackRows]);
  expect(raised).toEqual([]);
  const bars = history.flatMap(({ closedBars }) => closedBars);
  expect(bars.slice(0, 2).map(({ startMs, buyVolume }) => [startMs, buyVolume])).toEqual([
    [HOUR_AGO, 6000],
    [HOUR_AGO + 60_000, 6000],
  ]);
  feed.reconnect(1);
  feed.pushSnapshot(1, START, quotes(20_000, 1, null));
  feed.push(1, START, print(20_001, 7));
  const update = session.collect();
  expect(update).toMatchObject({ backfill: false, status: { state: 'live', gapsToday: 0, resyncsToday: 0 } });
  expect(update?.book?.bids).toHaveLength(1);
  expect(update?.facts).toMatchObject({ volume: 719 * 500 + 7 });
});

test('they follow what earlier days stored, and replace what an earlier run stored of today', () => {
  const bar = (startMs: number, closeTicks: number): Bar => ({
    ...{ startMs, openTicks: closeTicks, highTicks: closeTicks, lowTicks: closeTicks, closeTicks },
    ...{ volume: 10, buyVolume: 10, sellVolume: 0, trades: 1, vwapTicks: closeTicks },
  });
  const { feed, session, history } = open([bar(HOUR_AGO - 600_000, 19_000), bar(HOUR_AGO + 600_000, 25_000)]);
  for (let minute = 0; minute < 60; minute += 1)
    feed.pushPast(1, HOUR_AGO + minute * 60_000, print(20_000, 1));
  const bars = [...history, session.collect()].flatMap((update) => update?.closedBars ?? []);
  expect(bars.map(({ closeTicks }) => closeTicks)).toEqual([19_000, ...new Array<number>(59).fill(20_000)]);
});
