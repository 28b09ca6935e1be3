/** Tapes as bytes: book, rows and state return as they were, tapes of the format before are read, others are not. */
import { serialize } from 'node:v8';
import { deflateRawSync, zstdCompressSync } from 'node:zlib';
import type { FlowEvent } from '@undertow/market';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { eventWindowCodec } from './event-window-codec.ts';
import { TAPE_WIDTH } from './row-codec.ts';
import { BOOK_WIDTH, decodeTape, encodeTape, type Tape } from './tape-codec.ts';

const TAPE = {
  instrumentId: 1,
  tier: 'L3',
  start: {
    timeMs: 1_795_190_400_000,
    book: Int32Array.from([1, 1, 18_260, 5, 0, 41, 0, 1, 2, 18_270, 6, 0, 42, 0]),
    baselines: { shared: null } as unknown as Tape['start']['baselines'],
    formingBar: null,
  },
  rows: Int32Array.from([
    ...[1, 1, 18_267, 1, 1671, -1_129_316_650, 417_934_267, 1_378_880_216, 128, 2579, 0],
    ...[3, 1, 18_267, 1, 1671, -1_129_316_650, 417_934_267, 1_378_880_999, 128, 2580, 0],
  ]),
  isWhole: true,
  event: { id: 'e', startNs: 1_795_190_400_000_000_000n } as FlowEvent,
  toMs: 1_795_190_460_000,
} as const satisfies Tape;

/** `TAPE` and a window of one row as the version before stored them. */
const DEFLATED_TAPE =
  'NY/PSsNAEIcnMZvUIFTw0pswJ/9cIl48Si8hoEWkoGgRUjPaxWQHdrc9mEtvvoM+hA+gj+BZfAKhr+BBZZt0YPiY38zhm78uYzQjbSSrLMQNqYzV04qUzYrMx8BK0uifHKIwNteWMbSyolMzADj+ed5+7GMwZn4YiSMPAFwPUwABTe22dLkPADcpQNhmey1xfZwbKqUiwxiaSa6pSGoP4zvWlVT3/VwndYCRNBcTLmmIgmakLKMvC/QIo6XYwFxtAhyc7XwserXz5qXjd+fFOUa3XE4rZUbicqXi6Oo6bbian1q/z9/Xd7d521/0HL/i5Ly7BjBvzmErbt5tR6g7/w==';
const DEFLATED_WINDOW = 'Y2RgYGBkYGDQOPNSgiH1Xy6IDcKKfgwM7AwQoAWVb9gkHg8A';
const bytesOf = (base64: string): Uint8Array => Buffer.from(base64, 'base64');

test('a tape is read as it was written', () => {
  expect(decodeTape(encodeTape(TAPE))).toEqual(TAPE);
});

test('a tape of the format before is read as it was written', () => {
  expect(decodeTape(bytesOf(DEFLATED_TAPE))).toEqual(TAPE);
});

test('an event window of the format before is read as it was written', () => {
  expect(eventWindowCodec.decode(bytesOf(DEFLATED_WINDOW))).toEqual([
    {
      at: '2026-11-20T16:00:00.250Z',
      offsetMs: -250,
      action: 'add',
      side: 'bid',
      price: '5000.25',
      size: 7,
      orderId: '42',
    },
  ]);
});

test('tapes of older and newer formats are not read', () => {
  expect(decodeTape(deflateRawSync(serialize({ version: 2 })))).toBeNull();
  expect(decodeTape(zstdCompressSync(serialize({ version: 5 })))).toBeNull();
});

test('books and rows of any values are read as they were written, each of them empty too', () => {
  const values = (width: number): fc.Arbitrary<Int32Array> =>
    fc
      .array(
        fc.array(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }), { minLength: width, maxLength: width }),
        {
          maxLength: 12,
        },
      )
      .map((rows) => Int32Array.from(rows.flat()));
  fc.assert(
    fc.property(values(BOOK_WIDTH), values(TAPE_WIDTH), (book, rows) => {
      const tape = { ...TAPE, start: { ...TAPE.start, book }, rows };
      expect(decodeTape(encodeTape(tape))).toEqual(tape);
    }),
  );
});

test('a tape that ends too soon is refused, wherever it was cut', () => {
  const bytes = encodeTape(TAPE);
  for (let length = 0; length < bytes.length; length += 1)
    expect(() => decodeTape(bytes.subarray(0, length))).toThrow();
});
