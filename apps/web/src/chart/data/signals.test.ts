import { expect, test } from 'vitest';
import type { ChartEvent } from './chart-input.ts';
import { activeSignals, pastEvents } from './signals.ts';

function event(id: string, type: ChartEvent['type'], updatedMs: number): ChartEvent {
  return {
    id,
    type,
    side: 'bid',
    priceTicks: 100,
    size: 10,
    zoneHeightTicks: null,
    confidence: 1,
    exact: true,
    degraded: false,
    startedMs: 0,
    updatedMs,
  };
}

const NOW = 1_000_000;

test('an event is active until its window has passed since its last change, whenever it started', () => {
  const events = [event('a', 'iceberg', NOW - 119_999), event('b', 'iceberg', NOW - 120_000)];
  expect(activeSignals(events, NOW, 8).map((signal) => signal.event.id)).toEqual(['a']);
  expect(pastEvents(events, activeSignals(events, NOW, 8)).map((each) => each.id)).toEqual(['b']);
});

test('the newest are active signals, newest first, as many as the chart shows', () => {
  const events = Array.from({ length: 12 }, (_, index) => event(`e${index}`, 'support', NOW - index * 1000));
  expect(activeSignals(events, NOW, 8).map((signal) => signal.event.id)).toEqual(
    Array.from({ length: 8 }, (_, index) => `e${index}`),
  );
  const three = activeSignals(events, NOW, 3);
  expect(three.map((signal) => signal.event.id)).toEqual(['e0', 'e1', 'e2']);
  expect(pastEvents(events, three)).toHaveLength(9);
});

test('where none can be active every event has passed, however young', () => {
  const events = [event('young', 'iceberg', NOW - 1000), event('old', 'iceberg', NOW - 900_000)];
  expect(activeSignals(events, NOW, 0)).toEqual([]);
  expect(pastEvents(events, []).map(({ id }) => id)).toEqual(['young', 'old']);
});
