/** T03: no jump of a clock makes live data look older than it is. */

import { epochMs } from '@undertow/market';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RAW_FRACTION_MS, testClock } from '#testing/clock.ts';
import { GateClock } from './gate-clock.ts';

const T = 1_795_000_000_000;

function makeGate(source: 'simulated' | 'replay' = 'simulated') {
  const clocks = { feedMs: T, monotonicMs: 500 + RAW_FRACTION_MS };
  const gate = new GateClock({
    source,
    feedNowMs: testClock(() => clocks.feedMs).nowMs,
    monotonicMs: () => clocks.monotonicMs,
  });
  return { clocks, gate };
}

test('the gate follows elapsed time, whatever the feed clock does', () => {
  const { clocks, gate } = makeGate();
  clocks.feedMs += 3_600_000;
  clocks.monotonicMs += 1000;
  expect(gate.nowMs()).toBe(T + 1000);
  clocks.feedMs -= 7_200_000;
  expect(gate.nowMs()).toBe(T + 1000);
});

test('however the feed clock jumps, live data waits its full delay from arrival', () => {
  const step = fc.record({
    elapsedMs: fc.integer({ min: 0, max: 600_000 }),
    jumpMs: fc.integer({ min: -7_200_000, max: 7_200_000 }),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const { clocks, gate } = makeGate();
      for (const { elapsedMs, jumpMs } of steps) {
        clocks.monotonicMs += elapsedMs;
        clocks.feedMs += elapsedMs + jumpMs;
        expect(gate.stampMs(epochMs(clocks.feedMs), 'live')).toBeGreaterThanOrEqual(gate.nowMs());
      }
    }),
  );
});

test('between two milliseconds the present is the earlier one, and what arrives counts from the later one', () => {
  const { clocks, gate } = makeGate();
  clocks.monotonicMs += 10.25;
  expect(gate.nowMs()).toBe(T + 10);
  expect(gate.stampMs(epochMs(T), 'live')).toBe(T + 11);
});

test('history keeps its own time but never counts as later than now', () => {
  const { gate } = makeGate();
  expect(gate.stampMs(epochMs(T - 60_000), 'history')).toBe(T - 60_000);
  expect(gate.stampMs(epochMs(T + 60_000), 'history')).toBe(T);
});

test('history of the last seconds counts from its arrival, and recorded updates keep their own time', () => {
  const { gate } = makeGate();
  expect(gate.stampMs(epochMs(T - 3700), 'history')).toBe(T);
  expect(gate.stampMs(epochMs(T - 9999), 'history')).toBe(T);
  expect(gate.stampMs(epochMs(T - 10_000), 'history')).toBe(T - 10_000);
  expect(gate.stampMs(epochMs(T - 3700), 'recorded')).toBe(T - 3700);
});

test('a stamp ahead of the present by more than two seconds counts as two seconds', () => {
  const { gate } = makeGate();
  expect(gate.stampMs(epochMs(T + 900), 'live')).toBe(T + 900);
  expect(gate.stampMs(epochMs(T + 3_600_000), 'live')).toBe(T + 2000);
});

test('a replay has no clock but its tape', () => {
  const { clocks, gate } = makeGate('replay');
  clocks.feedMs += 600_000;
  expect(gate.nowMs()).toBe(T + 600_000);
  expect(gate.stampMs(epochMs(T + 599_000), 'live')).toBe(T + 599_000);
});
