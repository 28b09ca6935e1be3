/** Integers as bytes and back: every safe one, each in as few bytes as seven bits allow, and nothing from damaged bytes. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ByteReader, ByteWriter } from './varint.ts';

const MAX = Number.MAX_SAFE_INTEGER;

const unsignedBytes = (...values: readonly number[]): Uint8Array => {
  const out = new ByteWriter();
  for (const value of values) out.unsigned(value);
  return out.bytes();
};
const signedBytes = (...values: readonly number[]): Uint8Array => {
  const out = new ByteWriter();
  for (const value of values) out.signed(value);
  return out.bytes();
};

describe('a whole number from 0', () => {
  test.each([
    [0, [0]],
    [1, [1]],
    [127, [0x7f]],
    [128, [0x80, 0x01]],
    [300, [0xac, 0x02]],
    [16_383, [0xff, 0x7f]],
    [16_384, [0x80, 0x80, 0x01]],
    [2 ** 32, [0x80, 0x80, 0x80, 0x80, 0x10]],
    [MAX, [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x0f]],
  ])('%d is written as the bytes %j', (value, bytes) => {
    expect([...unsignedBytes(value)]).toEqual(bytes);
    expect(new ByteReader(Uint8Array.from(bytes)).unsigned()).toBe(value);
  });

  test('of any size is the same after it was written, in the order of writing', () => {
    fc.assert(
      fc.property(fc.array(fc.maxSafeNat(), { maxLength: 40 }), (values) => {
        const from = new ByteReader(unsignedBytes(...values));
        expect(values.map(() => from.unsigned())).toEqual(values);
        expect(from.left).toBe(0);
      }),
    );
  });

  test('that is larger has as many bytes or more', () => {
    const length = (value: number): number => unsignedBytes(value).length;
    fc.assert(
      fc.property(fc.maxSafeNat(), fc.maxSafeNat(), (one, other) => {
        expect(length(Math.min(one, other))).toBeLessThanOrEqual(length(Math.max(one, other)));
        expect(length(one)).toBe(Math.max(1, Math.ceil(one.toString(2).length / 7)));
      }),
    );
  });

  test.each([-1, 0.5, MAX + 1, Number.NaN, Number.POSITIVE_INFINITY])('%d is refused in words', (value) => {
    expect(() => unsignedBytes(value)).toThrow(`expected a whole number from 0, got ${value}`);
    expect(() => unsignedBytes(value)).toThrow(RangeError);
  });
});

describe('a whole number of either sign', () => {
  test.each([
    [0, 0],
    [-1, 1],
    [1, 2],
    [-2, 3],
    [2, 4],
    [-64, 127],
  ])('%d is written as %d: small ones of both signs are short', (value, zigzag) => {
    expect([...signedBytes(value)]).toEqual([...unsignedBytes(zigzag)]);
    expect(new ByteReader(signedBytes(value)).signed()).toBe(value);
  });

  test('up to half of the safe ones is the same after it was written', () => {
    const half = Math.floor(MAX / 2);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -half, max: half }), { maxLength: 40 }), (values) => {
        const from = new ByteReader(signedBytes(...values));
        for (const value of values) {
          const read = from.signed();
          expect([read, Object.is(read, -0)]).toEqual([value, false]);
        }
      }),
    );
    expect(() => signedBytes(MAX)).toThrow(RangeError);
    expect(() => signedBytes(-MAX)).toThrow(RangeError);
  });

  test.each([1.5, -0.5, Number.NaN, Number.NEGATIVE_INFINITY])(
    '%d is refused: it would be read as another',
    (value) => {
      expect(() => signedBytes(value)).toThrow(`expected a whole number, got ${value}`);
    },
  );
});

describe('the bytes of a writer', () => {
  test('are none at first, and grow over any capacity without a loss', () => {
    expect(new ByteWriter().bytes()).toHaveLength(0);
    const values = Array.from({ length: 10_000 }, (_, at) => at % 128);
    expect([...unsignedBytes(...values)]).toEqual(values);
  });

  test('are a copy: what is written later does not change them', () => {
    const out = new ByteWriter();
    out.unsigned(5);
    const before = out.bytes();
    out.unsigned(6);
    expect([[...before], [...out.bytes()]]).toEqual([[5], [5, 6]]);
    before[0] = 99;
    expect([...out.bytes()]).toEqual([5, 6]);
  });
});

describe('a reader', () => {
  test('counts what is left, and refuses to read beyond it', () => {
    const from = new ByteReader(Uint8Array.of(1, 0x80, 1));
    expect([from.left, from.unsigned(), from.left, from.unsigned(), from.left]).toEqual([3, 1, 2, 128, 0]);
    expect(() => from.unsigned()).toThrow('expected more bytes after 3');
  });

  test('refuses a number that is cut, and one that is no safe integer', () => {
    expect(() => new ByteReader(Uint8Array.of(0x80)).unsigned()).toThrow('expected more bytes after 1');
    const tooLarge = Uint8Array.of(...Array<number>(7).fill(0x80), 0x10);
    expect(() => new ByteReader(tooLarge).unsigned()).toThrow('expected a safe integer before byte 8');
    // A number of nothing but continued zeros never ends
    expect(() => new ByteReader(new Uint8Array(400).fill(0x80)).unsigned()).toThrow(RangeError);
  });

  test('refuses a count of more entries than there are bytes, and takes one of as many', () => {
    expect(new ByteReader(Uint8Array.of(2, 7, 7)).count()).toBe(2);
    expect(() => new ByteReader(Uint8Array.of(3, 7, 7)).count()).toThrow('expected at most 2 entries, got 3');
    expect(new ByteReader(Uint8Array.of(0)).count()).toBe(0);
  });

  test('of any bytes reads safe integers or refuses, and always ends', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
        const from = new ByteReader(bytes);
        while (from.left > 0) {
          const before = from.left;
          try {
            expect(Number.isSafeInteger(from.signed())).toBe(true);
          } catch (error) {
            expect(error).toBeInstanceOf(RangeError);
            return;
          }
          expect(from.left).toBeLessThan(before);
        }
      }),
    );
  });
});
