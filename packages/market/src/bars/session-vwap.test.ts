import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SessionVwap } from './session-vwap.ts';

test('there is no average before the first trade, nor after a reset', () => {
  const vwap = new SessionVwap();
  expect(vwap.valueTicks).toBeNull();
  vwap.add(100, 2);
  vwap.reset();
  expect(vwap.valueTicks).toBeNull();
  vwap.add(7, 1);
  expect(vwap.valueTicks).toBe(7);
});

test('prices weigh by their size', () => {
  const vwap = new SessionVwap();
  vwap.add(100, 3);
  vwap.add(104, 1);
  // (300 + 104) / 4
  expect(vwap.valueTicks).toBe(101);
  vwap.add(104, 4);
  // (300 + 104 + 416) / 8
  expect(vwap.valueTicks).toBe(102.5);
});

test('prices of both signs cancel out', () => {
  const vwap = new SessionVwap();
  vwap.add(-10, 2);
  vwap.add(10, 2);
  expect(vwap.valueTicks).toBe(0);
  vwap.add(-40, 1);
  expect(vwap.valueTicks).toBe(-8);
});

test('a restored average goes on as if it had not stopped', () => {
  const trades = fc.array(
    fc.tuple(fc.integer({ min: -9999, max: 99_999 }), fc.integer({ min: 1, max: 9999 })),
    {
      minLength: 1,
      maxLength: 60,
    },
  );
  fc.assert(
    fc.property(trades, trades, (before, after) => {
      const whole = new SessionVwap();
      for (const [price, size] of before) whole.add(price, size);
      const restored = new SessionVwap();
      restored.restore(
        whole.valueTicks ?? Number.NaN,
        before.reduce((sum, [, size]) => sum + size, 0),
      );
      for (const [price, size] of after) {
        whole.add(price, size);
        restored.add(price, size);
      }
      expect(restored.valueTicks).toBe(whole.valueTicks);
    }),
  );
});
