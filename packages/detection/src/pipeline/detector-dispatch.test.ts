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
