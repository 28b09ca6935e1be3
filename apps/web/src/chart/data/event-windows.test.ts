import type { FlowEventType } from '@undertow/market';
import { expect, test } from 'vitest';
import { eventOpacity, windowLeft } from './event-windows.ts';

/** Seconds of the types that the specification names. */
const typed = (seconds: Partial<Record<FlowEventType, number>>) =>
  Object.entries(seconds) as [FlowEventType, number][];

test('windows are those of the specification', () => {
  const seconds = { iceberg: 120, absorption: 90, support: 180, resistance: 180, stop_run: 60, spoofing: 45 };
  for (const [type, window] of typed(seconds)) {
    expect(windowLeft(type, window * 1000 - 1)).toBeGreaterThan(0);
    expect(windowLeft(type, window * 1000)).toBe(0);
    expect(windowLeft(type, window * 500)).toBeCloseTo(0.5);
  }
});

test('fades are those of the specification and stop where the chart says: 0.3 on the dashboard, 0.2 on the landing page', () => {
  const seconds = {
    iceberg: 150,
    absorption: 120,
    support: 240,
    resistance: 240,
    stop_run: 90,
    spoofing: 60,
  };
  for (const [type, fade] of typed(seconds)) {
    expect(eventOpacity(type, 0, 0.3)).toBe(1);
    expect(eventOpacity(type, fade * 500, 0.3)).toBeCloseTo(0.5);
    expect(eventOpacity(type, fade * 1000, 0.3)).toBe(0.3);
    expect(eventOpacity(type, fade * 1000, 0.2)).toBe(0.2);
  }
});

test('an event from a clock that runs ahead is new, not brighter than new', () => {
  expect(eventOpacity('iceberg', -5000, 0.3)).toBe(1);
  expect(windowLeft('iceberg', -5000)).toBe(1);
});
