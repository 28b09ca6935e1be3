/** Frames: one a second, complete once a minute, and the same update again when they are read. */
import { expect, test } from 'vitest';
import type { InstrumentUpdate } from '#ports/bus.ts';
import { makeBar, makeEvent, makeUpdate } from '#testing/views.ts';
import { decodeFrame, encodeFrame } from './frame-codec.ts';
import { FrameRecorder } from './frame-recorder.ts';

const T = Date.UTC(2026, 10, 20, 16);
const book = { bids: [{ priceTicks: 20_000, size: 3, orders: 1 }], asks: [] };

test('an update survives encoding, nanosecond times included', () => {
  const update = makeUpdate(T, {
    formingBar: makeBar(T, 20_000),
    book,
    events: [{ event: makeEvent('e', T), change: 'new' }],
  });
  expect(decodeFrame(encodeFrame(update))).toEqual(update);
});

test('in a frame of an earlier version history is no news, and everything else is', () => {
  const newsOf = (backfill: boolean) => {
    const { marketMs: _at, newsFromMs: _from, ...update } = makeUpdate(T, { backfill });
    const { marketMs, newsFromMs } = decodeFrame(encodeFrame(update as InstrumentUpdate));
    return marketMs >= newsFromMs;
  };
  expect([newsOf(false), newsOf(true)]).toEqual([true, false]);
});

test('ten updates of a second make one frame with every event of them', () => {
  const frames: Uint8Array[] = [];
  const recorder = new FrameRecorder(({ frame }) => frames.push(frame));
  for (let n = 0; n <= 20; n += 1) {
    recorder.add(makeUpdate(T + n * 100, { events: [{ event: makeEvent(`e${n}`, T), change: 'new' }] }), T);
  }
  recorder.flush();
  const updates = frames.map((frame) => decodeFrame(frame));
  expect(updates.map((update) => update.asOfMs)).toEqual([T, T + 1000, T + 2000]);
  expect(updates.flatMap((update) => update.events)).toHaveLength(21);
});

test('a complete frame once a minute contains the whole book and the active events', () => {
  const frames: Uint8Array[] = [];
  const recorder = new FrameRecorder(({ frame }) => frames.push(frame));
  recorder.add(makeUpdate(T, { book, events: [{ event: makeEvent('e', T), change: 'new' }] }), T);
  for (let second = 1; second <= 60; second += 1) recorder.add(makeUpdate(T + second * 1000), T);
  const last = decodeFrame(frames.at(-1) as Uint8Array);
  expect(last).toMatchObject({ asOfMs: T + 60_000, book });
  expect(last.events).toMatchObject([{ event: { id: 'e' }, change: 'update' }]);
  expect(decodeFrame(frames.at(-2) as Uint8Array)).toMatchObject({ book: null, events: [] });
});

test('history older than half an hour makes no frame', () => {
  const frames: Uint8Array[] = [];
  const recorder = new FrameRecorder(({ frame }) => frames.push(frame));
  recorder.add(makeUpdate(T - 31 * 60_000, { backfill: true }), T);
  recorder.add(makeUpdate(T - 29 * 60_000, { backfill: true }), T);
  recorder.flush();
  expect(frames).toHaveLength(1);
});

test('a frame of history that arrived just now keeps its arrival, and one of older history does not', () => {
  const frames: Uint8Array[] = [];
  const recorder = new FrameRecorder(({ frame }) => frames.push(frame));
  recorder.add(makeUpdate(T - 10_000, { backfill: true }), T);
  recorder.add(makeUpdate(T - 9000, { backfill: true }), T);
  recorder.add(makeUpdate(T, {}), T);
  recorder.flush();
  expect(frames.map((frame) => decodeFrame(frame).heldFromMs)).toEqual([undefined, T, undefined]);
});

test('an update joined to one whose arrival counts is delayed as long', () => {
  const frames: Uint8Array[] = [];
  const recorder = new FrameRecorder(({ frame }) => frames.push(frame));
  recorder.add(makeUpdate(T - 20_000, { backfill: true }), T);
  recorder.add(makeUpdate(T - 9500, { backfill: true }), T);
  recorder.add(makeUpdate(T - 9400, { backfill: true }), T + 100);
  recorder.add(makeUpdate(T - 9300, { backfill: true }), T + 5000);
  recorder.flush();
  expect(
    frames
      .map((frame) => decodeFrame(frame))
      .map(({ asOfMs, heldFromMs }) => [asOfMs - T, (heldFromMs ?? 0) - T]),
  ).toEqual([
    [-20_000, -T],
    [-9500, 0],
    [-9300, 100],
  ]);
});

test('a complete frame of history contains no event of the update that came after it', () => {
  const frames: Uint8Array[] = [];
  const recorder = new FrameRecorder(({ frame }) => frames.push(frame));
  recorder.add(makeUpdate(T - 70_000, { backfill: true }), T);
  recorder.add(makeUpdate(T - 10_500, { backfill: true }), T);
  recorder.add(makeUpdate(T - 9900, { backfill: true }), T);
  recorder.add(makeUpdate(T, { events: [{ event: makeEvent('later', T), change: 'new' }] }), T);
  recorder.flush();
  const holders = frames.map((frame) => decodeFrame(frame)).filter(({ events }) => events.length > 0);
  expect(holders.map(({ asOfMs }) => asOfMs - T)).toEqual([0]);
});
