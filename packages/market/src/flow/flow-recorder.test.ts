import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DepthLevels } from '#book/depth-levels.ts';
import { LevelBook } from '#book/level-book.ts';
import { ACTION_LEVEL, SIDE_ASK, SIDE_BID } from '#events/market-event.ts';
import { PRINT_STRIDE, type PrintRows } from '#tape/print-rows.ts';
import { eventRow } from '#testing/event-row.ts';
import { FLOW_SPAN_MS, FlowRecorder } from './flow-recorder.ts';
import { decodeFlowSpan, encodeFlowSpan, type FlowSpan, flowBefore } from './flow-span.ts';

const START = Date.UTC(2026, 10, 20, 16, 3);

const printAt = (timeMs: number, order: number): PrintRows => ({
  times: Float64Array.of(timeMs),
  rows: Int32Array.of(order, 1, SIDE_BID, 20_000 + order, 1 + order),
});

/** Depth that the samples up to an instant leave. */
function depthAt(spans: readonly FlowSpan[], atMs: number): DepthLevels {
  const levels = new DepthLevels();
  for (const { depth } of spans)
    for (const sample of depth)
      if (sample.atMs <= atMs) {
        if (sample.change === null) levels.clear();
        else levels.apply(sample.change);
      }
  return levels;
}

const change = fc.record({
  afterMs: fc.integer({ min: 0, max: 90_000 }),
  side: fc.constantFrom(SIDE_BID, SIDE_ASK),
  distance: fc.integer({ min: 0, max: 30 }),
  size: fc.integer({ min: 0, max: 9 }),
  settles: fc.boolean(),
  isKnown: fc.integer({ min: 0, max: 9 }).map((n) => n > 0),
});

type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

/** Plays the changes; `seconds` has what the book was at the end of each second in which it was known. */
function play(changes: readonly Change[]) {
  const book = new LevelBook();
  const spans: FlowSpan[] = [];
  const recorder = new FlowRecorder(book, (span) => spans.push(decodeFlowSpan(encodeFlowSpan(span))));
  const seconds: [atMs: number, size: number][] = [];
  let [timeMs, isKnown, order] = [START, false, 0];
  for (const { afterMs, side, distance, size, settles, isKnown: isNextKnown } of changes) {
    const endMs = Math.floor(timeMs / 1000) * 1000 + 1000;
    timeMs += afterMs;
    if (isKnown && timeMs >= endMs) seconds.push([endMs, book.levelSize(SIDE_BID, 999)]);
    recorder.advance(timeMs);
    recorder.setKnown(isNextKnown, timeMs);
    isKnown = isNextKnown;
    const priceTicks = side === SIDE_BID ? 999 - distance : 1000 + distance;
    book.applyRow(eventRow({ action: ACTION_LEVEL, side, priceTicks, size, aux: 1 }), 0);
    order += 1;
    recorder.settle(settles ? printAt(timeMs, order) : null);
  }
  recorder.close();
  return { spans, seconds };
}

const changeLists = fc.array(change, { minLength: 1, maxLength: 80 });

test('the samples, as bytes and back, are the book at the end of each second in which it is known', () => {
  fc.assert(
    fc.property(changeLists, (changes) => {
      const { spans, seconds } = play(changes);
      for (const [atMs, size] of seconds) {
        const levels = depthAt(spans, atMs);
        expect([levels.isKnown, levels.sizeAt(SIDE_BID, 999)]).toEqual([true, size]);
      }
    }),
    { numRuns: 60 },
  );
});

test('every execution is in one span, every span within its five minutes, and the first book of each is whole', () => {
  fc.assert(
    fc.property(changeLists, (changes) => {
      const { spans } = play(changes);
      const orders = spans.flatMap(({ prints }) => [
        ...prints.rows.filter((_, at) => at % PRINT_STRIDE === 0),
      ]);
      expect(orders).toEqual(changes.flatMap(({ settles }, n) => (settles ? [n + 1] : [])));
      for (const { fromMs, toMs, depth, prints } of spans) {
        expect(Math.floor((toMs - 1) / FLOW_SPAN_MS)).toBe(Math.floor(fromMs / FLOW_SPAN_MS));
        expect(depth.every(({ atMs }) => atMs >= fromMs && atMs < toMs)).toBe(true);
        expect(prints.times.every((atMs) => atMs < toMs)).toBe(true);
        const first = depth.find((sample) => sample.change !== null);
        expect(first?.change?.isWhole ?? true).toBe(true);
      }
    }),
    { numRuns: 60 },
  );
});

test('an open span has what came so far, and its part before an instant nothing of later', () => {
  const book = new LevelBook();
  const recorder = new FlowRecorder(book, () => undefined);
  expect(recorder.open()).toBeNull();
  recorder.advance(START);
  recorder.setKnown(true, START);
  for (const second of [1, 2, 3]) {
    book.applyRow(
      eventRow({ action: ACTION_LEVEL, side: SIDE_BID, priceTicks: 999, size: second, aux: 1 }),
      0,
    );
    recorder.advance(START + second * 1000);
    recorder.settle(printAt(START + second * 1000, second));
  }
  const open = recorder.open();
  expect([open?.depth.length, open?.prints.times.length]).toEqual([3, 3]);
  const before = open === null ? null : flowBefore(open, START + 2000);
  expect([before?.toMs, before?.depth.length, [...(before?.prints.times ?? [])]]).toEqual([
    START + 2000,
    1,
    [START + 1000],
  ]);
});

test('bytes that are cut, of another version, or too short for their counts are refused', () => {
  const bytes = encodeFlowSpan({
    fromMs: START,
    toMs: START + 1000,
    depth: [{ atMs: START, change: { isWhole: true, levels: Int32Array.of(SIDE_BID, 999, 5, 1) } }],
    prints: printAt(START, 1),
  });
  for (let length = 0; length < bytes.length; length += 1)
    expect(() => decodeFlowSpan(bytes.subarray(0, length)), `${length}`).toThrow(RangeError);
  expect(() => decodeFlowSpan(bytes.with(0, 2))).toThrow('expected a flow span of version 1, got 2');
});
