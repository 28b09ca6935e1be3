/** Seconds come out of their bytes as they went in, in a fraction of the space. */
import { zstdCompressSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { TopOfBookSecond } from '#ports/market-store.ts';
import { decodeSeconds, encodeSeconds } from './second-codec.ts';

const T = Date.UTC(2026, 10, 20);
const size = fc.integer({ min: 0, max: 2 ** 31 - 1 });
const price = fc.option(fc.integer({ min: -(2 ** 31) + 1, max: 2 ** 31 - 1 }));

test('any seconds come back as they were', () => {
  const second = fc.record({
    ...{ bidTicks: price, bidSize: size, askTicks: price, askSize: size },
    ...{ volume: size, buyVolume: size, sellVolume: size },
  });
  fc.assert(
    fc.property(fc.array(second, { minLength: 1, maxLength: 61 }), (values) => {
      const seconds = values.map((one, n): TopOfBookSecond => ({ secondMs: T + 1000 * n, ...one }));
      expect(decodeSeconds(encodeSeconds(seconds), T)).toEqual(seconds);
    }),
  );
});

test('a minute of an ordinary market takes less than ten bytes a second', () => {
  const seconds = Array.from({ length: 60 }, (_, n): TopOfBookSecond => {
    const bidTicks = 18_000 + ((n * 7) % 5);
    const [buyVolume, sellVolume] = [(n * 13) % 40, (n * 29) % 50];
    return {
      ...{ secondMs: T + n * 1000, bidTicks, bidSize: (n * 37) % 200, askTicks: bidTicks + 1 },
      ...{ askSize: (n * 53) % 200, volume: buyVolume + sellVolume, buyVolume, sellVolume },
    };
  });
  expect(encodeSeconds(seconds).length).toBeLessThan(600);
});

test('bytes of another version are damage', () => {
  expect(() => decodeSeconds(zstdCompressSync(new Uint8Array(16)), T)).toThrow(RangeError);
});
