import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Detector, DetectorEntry } from '#view/detector.ts';
import {
  type ActiveDetector,
  CONTENT_BLOCKS,
  CONTENT_TOUCH,
  CONTENT_TRADES,
  DetectorDispatch,
} from './detector-dispatch.ts';

function active(part: Pick<DetectorEntry, 'receives' | 'clock'>): ActiveDetector {
  const detector: Detector = {
    onMatch: () => undefined,
    onClock: () => undefined,
    onDiscontinuity: () => undefined,
  };
  const entry: DetectorEntry = {
    type: 'iceberg',
    sub: null,
    models: [],
    availability: () => ({ available: true }),
    create: () => detector,
    ...part,
  };
  return { entry, detector };
}

const all = active({});
const trades = active({ receives: ['trades'] });
const touchOrBlocks = active({ receives: ['touch', 'blocks'], clock: 'second' });
const nothing = active({ receives: [], clock: 'never' });
const everyDetector = [all, trades, touchOrBlocks, nothing];

test('an event reaches the detectors that its content concerns, in the order of the registry', () => {
  const dispatch = new DetectorDispatch(everyDetector);
  expect(dispatch.ofEvent(0)).toEqual([all.detector]);
  expect(dispatch.ofEvent(CONTENT_TRADES)).toEqual([all.detector, trades.detector]);
  expect(dispatch.ofEvent(CONTENT_TOUCH)).toEqual([all.detector, touchOrBlocks.detector]);
  const everything = dispatch.ofEvent(CONTENT_TRADES | CONTENT_BLOCKS | CONTENT_TOUCH);
  expect(everything).toEqual([all.detector, trades.detector, touchOrBlocks.detector]);
  expect(everything[1]).toBe(trades.detector);
});

test('who wants seconds receives the first instant and each full second after it', () => {
  const dispatch = new DetectorDispatch(everyDetector);
  const received: number[] = [];
  for (let timeMs = 100; timeMs <= 2500; timeMs += 100) {
    const detectors = dispatch.ofTick(timeMs);
    expect(detectors).toContain(all.detector);
    expect(detectors).not.toContain(nothing.detector);
    if (detectors.includes(touchOrBlocks.detector)) received.push(timeMs);
  }
  expect(received).toEqual([100, 1100, 2100]);
});

const receiving = fc.option(fc.subarray(['trades', 'blocks', 'touch'] as const), { nil: undefined });
const clock = fc.constantFrom(undefined, 'second', 'never');

test('whatever detectors there are, each receives what it wants, in the order of the registry', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(receiving, clock), { maxLength: 9 }), fc.nat(7), (entries, content) => {
      const detectors = entries.map(([receives, often]) =>
        active({
          ...(receives === undefined ? {} : { receives }),
          ...(often === undefined ? {} : { clock: often as 'second' }),
        }),
      );
      const bits = { trades: CONTENT_TRADES, blocks: CONTENT_BLOCKS, touch: CONTENT_TOUCH };
      const wanted = detectors.filter(
        (_, at) => entries[at]![0]?.some((kind) => (bits[kind] & content) !== 0) ?? true,
      );
      const dispatch = new DetectorDispatch(detectors);
      const received = dispatch.ofEvent(content);
      expect(received).toHaveLength(wanted.length);
      for (const [at, { detector }] of wanted.entries()) expect(received[at]).toBe(detector);
      const ofSecond = detectors.filter((_, at) => entries[at]![1] !== 'never');
      const ofTick = detectors.filter((_, at) => entries[at]![1] === undefined);
      expect([dispatch.ofTick(0).length, dispatch.ofTick(100).length]).toEqual([
        ofSecond.length,
        ofTick.length,
      ]);
    }),
    { numRuns: 60 },
  );
});

test('after a silence the next instant is a second, and the one after it is not', () => {
  const dispatch = new DetectorDispatch([touchOrBlocks]);
  expect(
    [0, 100, 900, 1000, 1100, 9_000_000, 9_000_100].map((timeMs) => dispatch.ofTick(timeMs).length),
  ).toEqual([1, 0, 0, 1, 0, 1, 0]);
});
