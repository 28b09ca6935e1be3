/** The clock: no jump of the machine's clock reaches it. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createClock } from './clock.ts';

const START = Date.UTC(2026, 10, 20);

test('T03 jumps of the wall clock by hours move the clock by at most a two-thousandth of the time that passed', () => {
  const step = fc.record({
    elapsedMs: fc.double({ min: 0, max: 600_000, noNaN: true }),
    jumpMs: fc.integer({ min: -86_400_000, max: 86_400_000 }),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 50 }), (steps) => {
      let wallMs = START;
      let monotonicMs = 5_000;
      const clock = createClock(
        () => wallMs,
        () => monotonicMs,
      );
      let passedMs = 0;
      let earlierMs = clock.nowMs();
      for (const { elapsedMs, jumpMs } of steps) {
        passedMs += elapsedMs;
        monotonicMs += elapsedMs;
        wallMs += elapsedMs + jumpMs;
        const nowMs = clock.nowMs();
        expect(Number.isInteger(nowMs)).toBe(true);
        expect(nowMs).toBeGreaterThanOrEqual(earlierMs);
        expect(Math.abs(nowMs - (START + passedMs))).toBeLessThanOrEqual(passedMs * 0.0005 + 1.001);
        earlierMs = nowMs;
      }
    }),
  );
});

test('a small drift of the machine is followed in the end', () => {
  let wallMs = START;
  let monotonicMs = 0;
  const clock = createClock(
    () => wallMs,
    () => monotonicMs,
  );
  for (let minute = 0; minute < 600; minute += 1) {
    monotonicMs += 60_000;
    wallMs += 60_006;
    clock.nowMs();
  }
  expect(Math.abs(clock.nowMs() - wallMs)).toBeLessThanOrEqual(1);
});
