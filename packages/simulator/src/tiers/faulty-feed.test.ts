import {
  COL_FLAGS,
  FLAG_MAYBE_BAD_BOOK,
  FLAG_SNAPSHOT,
  InstrumentMarket,
  instrumentBySymbol,
  ROW_LENGTH,
  rowTimeNs,
  SIDE_ASK,
  SIDE_BID,
  SIMULATED_CALENDAR,
} from '@undertow/market';
import { expect, test } from 'vitest';
import { RowBuffer } from '#rows/row-buffer.ts';
import { createSession } from '#session/session.ts';
import { BAD_LINE, BAD_RECORDING, type FaultProfile, FaultyFeed } from './faulty-feed.ts';

const START_MS = Date.parse('2026-03-02T15:00:00Z');
const MINUTES = 12;
const OFTEN: Partial<FaultProfile> = { gapsPerHour: 30 };

const ES = (() => {
  const found = instrumentBySymbol('ES');
  if (found === undefined) throw new Error('the catalogue has no ES');
  return found;
})();

/** The rows of one session, a minute at a time, and all together. */
const session = createSession({ instrument: ES, seed: 3, startMs: START_MS, openTicks: ES.basePriceTicks });
const whole = new RowBuffer();
const batches = Array.from({ length: MINUTES }, (_, minute) => {
  const batch = new RowBuffer();
  session.advance(START_MS + (minute + 1) * 60_000, batch);
  whole.appendRows(batch.rows, batch.count);
  return batch;
});

function play(faults: FaultProfile): { bad: RowBuffer; feed: FaultyFeed } {
  const feed = new FaultyFeed({ seed: 3, faults });
  const bad = new RowBuffer();
  for (const batch of batches) feed.pass(batch, bad);
  feed.finish(bad);
  return { bad, feed };
}

function bookOf(rows: RowBuffer): InstrumentMarket {
  const market = new InstrumentMarket({ instrument: ES, tier: 'L3', calendar: SIMULATED_CALENDAR });
  market.applyBatch(rows);
  return market;
}

const indices = (rows: RowBuffer): number[] =>
  Array.from({ length: rows.count }, (_, index) => index * ROW_LENGTH);

test('after every gap the book is sent again and ends as the book of the whole feed', () => {
  const { bad, feed } = play({ ...BAD_RECORDING, ...OFTEN });
  expect(feed.gaps.length).toBeGreaterThan(2);
  expect(bad.count).not.toBe(whole.count);
  const [expected, found] = [bookOf(whole), bookOf(bad)];
  expect(found.orders?.liveOrders).toBe(expected.orders?.liveOrders);
  for (const side of [SIDE_BID, SIDE_ASK])
    for (let away = 0; away < 20; away += 1) {
      const best = side === SIDE_BID ? expected.book.bestBidTicks - away : expected.book.bestAskTicks + away;
      expect(found.book.levelSize(side, best)).toBe(expected.book.levelSize(side, best));
    }
  expect(found.orders?.unknownOrderEvents).toBe(0);
});

test('nothing inside a gap comes through, and the first event after it carries the warning', () => {
  const { bad, feed } = play({ ...BAD_RECORDING, ...OFTEN });
  const live = indices(bad).filter((at) => (bad.rows[at + COL_FLAGS]! & FLAG_SNAPSHOT) === 0);
  for (const { fromNs, toNs } of feed.gaps) {
    const inside = live.filter((at) => rowTimeNs(bad.rows, at) >= fromNs && rowTimeNs(bad.rows, at) < toNs);
    expect(inside).toEqual([]);
  }
  const warned = live.filter((at) => (bad.rows[at + COL_FLAGS]! & FLAG_MAYBE_BAD_BOOK) !== 0);
  expect(warned.length).toBe(feed.gaps.length);
});

test('a faulty feed repeats and delays events but loses none outside its gaps', () => {
  const { bad } = play({ ...BAD_LINE, gapsPerHour: 1e-9 });
  expect(bad.count).toBeGreaterThan(whole.count);
  const times = (rows: RowBuffer): Set<string> =>
    new Set(indices(rows).map((at) => rows.rows.slice(at, at + 13).join()));
  expect(times(bad)).toEqual(times(whole));
});

test('the same seed gives the same faults', () => {
  const [first, second] = [play({ ...BAD_LINE, ...OFTEN }), play({ ...BAD_LINE, ...OFTEN })];
  expect(second.feed.gaps).toEqual(first.feed.gaps);
  expect(second.bad.count).toBe(first.bad.count);
});
