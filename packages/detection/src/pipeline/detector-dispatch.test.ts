import { expect, test } from 'vitest';
import { Audience, type Listener, NEWS_BLOCKS, NEWS_TOUCH, NEWS_TRADES } from './detector-dispatch.ts';
import type { Detector, DetectorEntry } from '#view/detector.ts';

function listener(part: Pick<DetectorEntry, 'hears' | 'clock'>): Listener {
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

const all = listener({});
const trades = listener({ hears: ['trades'] });
const touchOrBlocks = listener({ hears: ['touch', 'blocks'], clock: 'second' });
const nothing = listener({ hears: [], clock: 'never' });
const listeners = [all, trades, touchOrBlocks, nothing];

test('an event is heard by those whom its news concern, in the order of the registry', () => {
  const audience = new Audience(listeners);
  expect(audience.ofEvent(0)).toEqual([all.detector]);
  expect(audience.ofEvent(NEWS_TRADES)).toEqual([all.detector, trades.detector]);
  expect(audience.ofEvent(NEWS_TOUCH)).toEqual([all.detector, touchOrBlocks.detector]);
  const everything = audience.ofEvent(NEWS_TRADES | NEWS_BLOCKS | NEWS_TOUCH);
  expect(everything).toEqual([all.detector, trades.detector, touchOrBlocks.detector]);
  expect(everything[1]).toBe(trades.detector);
});

test('who wants seconds is told the first instant and each full second after it', () => {
  const audience = new Audience(listeners);
  const told: number[] = [];
  for (let timeMs = 100; timeMs <= 2500; timeMs += 100) {
    const detectors = audience.ofTick(timeMs);
    expect(detectors).toContain(all.detector);
    expect(detectors).not.toContain(nothing.detector);
    if (detectors.includes(touchOrBlocks.detector)) told.push(timeMs);
  }
  expect(told).toEqual([100, 1100, 2100]);
});
