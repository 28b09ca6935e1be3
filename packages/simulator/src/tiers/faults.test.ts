/** Every fault of a faulty feed by itself, on events whose times and orders are known. */
import {
  ACTION_CLEAR,
  COL_ACTION,
  COL_FLAGS,
  COL_ORDER_LO,
  COL_RECV_HI,
  COL_RECV_LO,
  FLAG_LAST,
  FLAG_MAYBE_BAD_BOOK,
  FLAG_SNAPSHOT,
  joinNs,
  MS_NS,
  NS_PER_MS,
  OrderBook,
  ROW_LENGTH,
  rowTimeNs,
  SIDE_ASK,
  SIDE_BID,
} from '@undertow/market';
import { expect, test } from 'vitest';
import { RowBuffer } from '#rows/row-buffer.ts';
import { engineBench } from '#testing/engine-bench.ts';
import { TEST_START_MS } from '#testing/session.ts';
import { type FaultProfile, FaultyFeed } from './faulty-feed.ts';

const NO_FAULTS: FaultProfile = { gapsPerHour: 0, gapSeconds: 0, repeated: 0, late: 0, delayMicros: 0 };
const EVENTS = 600;
const START_NS = BigInt(TEST_START_MS) * NS_PER_MS;

/** An order each second, at a price of its own side; every third withdraws the one before. */
function tenMinutes(): RowBuffer {
  const { engine, rows } = engineBench();
  let before = -1;
  for (let second = 1; second <= EVENTS; second++) {
    const timeNs = second * 1000 * MS_NS;
    if (second % 3 === 0) engine.cancel(timeNs, before);
    else
      before = engine.addLimit(
        timeNs,
        second % 2 === 0 ? SIDE_BID : SIDE_ASK,
        second % 2 === 0 ? 90 : 110,
        1,
      );
  }
  return rows;
}

const whole = tenMinutes();

function through(faults: Partial<FaultProfile>, seed = 5): { out: RowBuffer; feed: FaultyFeed } {
  const feed = new FaultyFeed({ seed, faults: { ...NO_FAULTS, ...faults } });
  const out = new RowBuffer(4);
  feed.pass(whole, out);
  feed.finish(out);
  return { out, feed };
}

const at = ({ rows }: RowBuffer, row: number, column: number): number => rows[row * ROW_LENGTH + column]!;
const indices = ({ count }: RowBuffer): number[] => Array.from({ length: count }, (_, row) => row);
/** The second of each row. */
const seconds = (buffer: RowBuffer): number[] =>
  indices(buffer).map((row) => Number(rowTimeNs(buffer.rows, row * ROW_LENGTH) - START_NS) / 1e9);
/** Microseconds from the time of a row to its arrival. */
const delays = (buffer: RowBuffer): number[] =>
  indices(buffer).map((row) => {
    const arrival = joinNs(at(buffer, row, COL_RECV_HI), at(buffer, row, COL_RECV_LO));
    return Number(arrival - rowTimeNs(buffer.rows, row * ROW_LENGTH)) / 1000;
  });

test('a line without faults passes everything, a hundred microseconds later', () => {
  const { out, feed } = through({});
  expect(feed.gaps).toEqual([]);
  expect(out.count).toBe(whole.count);
  expect(new Set(delays(out))).toEqual(new Set([100]));
  for (const row of indices(out)) {
    const sent = out.rows.slice(row * ROW_LENGTH, (row + 1) * ROW_LENGTH);
    const kept = whole.rows.slice(row * ROW_LENGTH, (row + 1) * ROW_LENGTH);
    for (const column of [COL_RECV_HI, COL_RECV_LO]) sent[column] = 0;
    expect(sent).toEqual(kept);
  }
});

test('delays are uneven, never below a hundred microseconds, and of the mean that is set', () => {
  const late = delays(through({ delayMicros: 300 }).out);
  expect(Math.min(...late)).toBeGreaterThanOrEqual(100);
  const mean = late.reduce((sum, micros) => sum + micros, 0) / late.length;
  expect(mean).toBeGreaterThan(100 + 300 * 0.85);
  expect(mean).toBeLessThan(100 + 300 * 1.15);
});

test('where every event is repeated it comes twice in a row', () => {
  const { out } = through({ repeated: 1 });
  const sent = seconds(out);
  expect(sent.length).toBe(2 * EVENTS);
  expect(sent.filter((_, n) => n % 2 === 0)).toEqual(sent.filter((_, n) => n % 2 === 1));
});

test('a late event comes after at most five that were in time, and none is lost', () => {
  const { out } = through({ late: 0.3 });
  const sent = seconds(out);
  expect(sent.toSorted((a, b) => a - b)).toEqual(seconds(whole));
  const overtakenBy = sent.map((second, n) => sent.slice(0, n).filter((other) => other > second));
  const late = overtakenBy.filter((others) => others.length > 0);
  expect(late.length).toBeGreaterThan(EVENTS * 0.2);
  // Those that overtook it were in time themselves, or late and sent before it
  const inTime = new Set(sent.filter((_, n) => overtakenBy[n]!.length === 0));
  for (const others of late)
    expect(others.filter((other) => inTime.has(other)).length).toBeLessThanOrEqual(5);
});

test('what is still on its way at the end comes with the end', () => {
  const feed = new FaultyFeed({ seed: 5, faults: { ...NO_FAULTS, late: 1 } });
  const out = new RowBuffer(4);
  feed.pass(whole, out);
  expect(out.count).toBe(0);
  feed.finish(out);
  expect(seconds(out)).toEqual(seconds(whole));
  feed.finish(out);
  expect(out.count).toBe(whole.count);
});

test('a gap loses every event within it and ends with the whole book, of the time it is received again', () => {
  const { out, feed } = through({ gapsPerHour: 40, gapSeconds: 20 });
  expect(feed.gaps.length).toBeGreaterThan(2);
  const sent = indices(out).filter((row) => (at(out, row, COL_FLAGS) & FLAG_SNAPSHOT) === 0);
  const times = seconds(out);
  const live = new Set(sent.map((row) => times[row]!));
  for (const { fromNs, toNs } of feed.gaps) {
    const [from, to] = [fromNs, toNs].map((ns) => Number(ns - START_NS) / 1e9) as [number, number];
    expect(from).toBeLessThan(to);
    for (let second = Math.ceil(from); second <= to; second++) expect(live.has(second)).toBe(false);
    expect(live.has(Math.ceil(from) - 1)).toBe(true);
    // The first row of that second is the clear of the book that is sent again
    const clear = times.indexOf(to);
    expect(at(out, clear, COL_ACTION)).toBe(ACTION_CLEAR);
  }
});

test('the first event after a gap warns that the book may be wrong, once', () => {
  const { out, feed } = through({ gapsPerHour: 40, gapSeconds: 20 });
  const warned = indices(out).filter((row) => (at(out, row, COL_FLAGS) & FLAG_MAYBE_BAD_BOOK) !== 0);
  expect(warned.length).toBe(feed.gaps.length);
  for (const row of warned) {
    const before = at(out, row - 1, COL_FLAGS);
    expect(before & (FLAG_SNAPSHOT | FLAG_LAST)).toBe(FLAG_SNAPSHOT | FLAG_LAST);
  }
});

test('after all gaps the book that is rebuilt is the one that was', () => {
  const { out } = through({ gapsPerHour: 40, gapSeconds: 20 }, 9);
  const [kept, found] = [new OrderBook(), new OrderBook()];
  for (const row of indices(whole)) kept.applyRow(whole.rows, row * ROW_LENGTH);
  for (const row of indices(out)) found.applyRow(out.rows, row * ROW_LENGTH);
  expect(found.unknownOrderEvents).toBe(0);
  expect(found.liveOrders).toBe(kept.liveOrders);
  for (const [side, price] of [
    [SIDE_BID, 90],
    [SIDE_ASK, 110],
  ] as const)
    expect(found.levelSize(side, price)).toBe(kept.levelSize(side, price));
});

test('the snapshot that a feed begins with passes whole and without a time of arrival', () => {
  const { engine, encoder, rows } = engineBench();
  for (const price of [90, 91, 92]) engine.addLimit(1, SIDE_BID, price, 1);
  rows.clear();
  encoder.snapshot(5, engine.orders, engine.ladder);
  const out = new RowBuffer(4);
  new FaultyFeed({ seed: 5, faults: { ...NO_FAULTS, late: 1 } }).pass(rows, out);
  expect(indices(out).map((row) => at(out, row, COL_ORDER_LO))).toEqual([0, 3, 2, 1]);
  expect(new Set(indices(out).map((row) => at(out, row, COL_RECV_HI)))).toEqual(new Set([0]));
});

test('the faults are the same however the rows are cut into batches', () => {
  const faults = { gapsPerHour: 40, gapSeconds: 20, repeated: 0.1, late: 0.1, delayMicros: 300 };
  const feed = new FaultyFeed({ seed: 5, faults });
  const out = new RowBuffer(4);
  for (let row = 0; row < whole.count; row += 7) {
    const count = Math.min(7, whole.count - row);
    feed.pass({ rows: whole.rows.slice(row * ROW_LENGTH, (row + count) * ROW_LENGTH), count }, out);
  }
  feed.finish(out);
  const once = through(faults);
  expect(feed.gaps).toEqual(once.feed.gaps);
  expect(out.rows.slice(0, out.count * ROW_LENGTH)).toEqual(
    once.out.rows.slice(0, once.out.count * ROW_LENGTH),
  );
});
