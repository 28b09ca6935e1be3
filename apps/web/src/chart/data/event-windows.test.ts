import { FLOW_EVENT_TYPES } from '@undertow/market';
import { expect, test } from 'vitest';
import { eventOpacity, windowLeft } from './event-windows.ts';

test('windows are those of the specification', () => {
  const seconds = { iceberg: 120, absorption: 90, support: 180, resistance: 180, stop_run: 60, spoofing: 45 };
  for (const type of FLOW_EVENT_TYPES) {
    expect(windowLeft(type, seconds[type] * 1000 - 1)).toBeGreaterThan(0);
    expect(windowLeft(type, seconds[type] * 1000)).toBe(0);
    expect(windowLeft(type, seconds[type] * 500)).toBeCloseTo(0.5);
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
  for (const type of FLOW_EVENT_TYPES) {
    expect(eventOpacity(type, 0, 0.3)).toBe(1);
    expect(eventOpacity(type, seconds[type] * 500, 0.3)).toBeCloseTo(0.5);
    expect(eventOpacity(type, seconds[type] * 1000, 0.3)).toBe(0.3);
    expect(eventOpacity(type, seconds[type] * 1000, 0.2)).toBe(0.2);
  }
});

test('an event from a clock that runs ahead is new, not brighter than new', () => {
  expect(eventOpacity('iceberg', -5000, 0.3)).toBe(1);
  expect(windowLeft('iceberg', -5000)).toBe(1);
});
