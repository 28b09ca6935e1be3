/** Instants are whole: the compiler refuses a plain number where one is stored. */
import { expect, test } from 'vitest';
import { type EpochMs, epochMs, epochMsOfNs } from './epoch-ms.ts';

const T = 1_795_000_000_000;

test('an instant is the millisecond that it lies in, before 1970 too', () => {
  expect(epochMs(T + 0.999)).toBe(T);
  expect(epochMs(-0.5)).toBe(-1);
  expect(epochMsOfNs(BigInt(T) * 1_000_000n + 999_999n)).toBe(T);
});

test('an instant in nanoseconds before 1970 is in the millisecond that began before it', () => {
  expect([-1n, -999_999n, -1_000_000n, -1_000_001n].map(epochMsOfNs)).toEqual([-1, -1, -1, -2]);
  expect([0n, 1n, 999_999n, 1_000_000n].map(epochMsOfNs)).toEqual([0, 0, 0, 1]);
});

test('what is no instant is refused before it reaches a store', () => {
  for (const ms of [Number.NaN, Number.POSITIVE_INFINITY, 2 ** 60])
    expect(() => epochMs(ms)).toThrow(RangeError);
});

test('neither a number nor a sum compiles as an instant', () => {
  // @ts-expect-error a plain number may have a fraction
  const plain: EpochMs = T;
  // @ts-expect-error so may what is added
  const later: EpochMs = epochMs(T) + 0.5;
  expect([plain, later]).toEqual([T, T + 0.5]);
});
