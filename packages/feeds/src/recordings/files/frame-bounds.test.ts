/** Where frames of a recording end: known from their headers alone, for every form that zstd has, and for sealed ones. */
import { constants, crc32, zstdCompressSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RECORDED_HEADER } from '#testing/recorded-market.ts';
import { reversingSeal } from '#testing/reversing-seal.ts';
import { contentBytesOf, frameAt } from './frame-bounds.ts';
import { decodeTail, encodeTailChunk, type TailChunk } from './tail-chunks.ts';

const textOf = (bytes: number): Buffer =>
  Buffer.from('order book '.repeat(Math.ceil(bytes / 11)).slice(0, bytes));

/** Zstd as the recorder writes it, and in other forms that the format allows. */
const FORMS: readonly (readonly [string, Uint8Array])[] = [
  ['empty', zstdCompressSync(new Uint8Array(0))],
  ['of one byte', zstdCompressSync(Uint8Array.of(1))],
  ['of equal bytes', zstdCompressSync(new Uint8Array(5000).fill(7))],
  ['of text', zstdCompressSync(textOf(700))],
  ['of many blocks', zstdCompressSync(textOf(400_000))],
  ['with a checksum', zstdCompressSync(textOf(700), { params: { [constants.ZSTD_c_checksumFlag]: 1 } })],
  ['without its size', zstdCompressSync(textOf(700), { params: { [constants.ZSTD_c_contentSizeFlag]: 0 } })],
  // One run of 200 equal bytes, which is one byte in the file
  ['of one run', Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 0x20, 200, 0x43, 0x06, 0, 7)],
  // A dictionary of two bytes by its number, one raw block of three bytes
  ['with a dictionary', Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 0x22, 9, 9, 3, 0x19, 0, 0, 1, 2, 3)],
];

test.each(FORMS)('a frame %s ends where its last block ends, also between others', (_, frame) => {
  const before = zstdCompressSync(textOf(20));
  const bytes = Buffer.concat([before, frame, before]);
  const start = before.length;
  expect(frameAt(bytes, 0, 0, false)).toEqual({ start: 0, end: start });
  expect(frameAt(bytes, start, 0, false)).toEqual({ start, end: start + frame.length });
});

test.each(FORMS)('a frame %s that is cut anywhere is not whole yet', (_, frame) => {
  const step = Math.max(1, Math.floor(frame.length / 40));
  for (let length = 0; length < frame.length; length += step)
    expect(frameAt(frame.subarray(0, length), 0, 0, false)).toBeNull();
  expect(frameAt(frame.subarray(0, -1), 0, 0, false)).toBeNull();
});

test('what is no frame is refused with its place in the file', () => {
  const bytes = Buffer.concat([zstdCompressSync(textOf(9)), Buffer.from('DBN\x03 and more')]);
  const at = bytes.length - 13;
  expect(() => frameAt(bytes, at, 5000, false)).toThrow(
    `byte ${5000 + at} of the file: expected a zstd frame (28 b5 2f fd), found 44 42 4e 03`,
  );
});

test('a frame without an end is refused before memory is taken for it', () => {
  // Run-length blocks of one byte: four bytes each, never the last one
  const blocks = Buffer.alloc(17 * 1024 * 1024, Uint8Array.of(0x02, 0x10, 0, 0));
  const frame = Buffer.concat([Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x00), blocks]);
  expect(() => frameAt(frame, 0, 70, false)).toThrow(
    'byte 70 of the file: expected a frame of at most 16777216 bytes',
  );
});

const sealed = (length: number, bytes: number): Buffer => {
  const frame = Buffer.alloc(4 + bytes);
  frame.writeUInt32LE(length);
  return frame;
};

test('a sealed frame follows its length, which is not part of it', () => {
  const bytes = Buffer.concat([sealed(5, 5), sealed(1, 1)]);
  expect(frameAt(bytes, 0, 0, true)).toEqual({ start: 4, end: 9 });
  expect(frameAt(bytes, 9, 0, true)).toEqual({ start: 13, end: 14 });
  expect(frameAt(bytes, 14, 0, true)).toBeNull();
});

test('a sealed frame that is cut is not whole yet', () => {
  for (let length = 0; length < 9; length += 1)
    expect(frameAt(sealed(5, 5).subarray(0, length), 0, 0, true)).toBeNull();
});

test.each([0, 16 * 1024 * 1024 + 1, 0xffff_ffff])('a sealed frame of %i bytes is refused', (length) => {
  expect(() => frameAt(sealed(length, 9), 0, 30, true)).toThrow(
    `byte 30 of the file: expected a sealed frame of 1 to 16777216 bytes, found ${length}`,
  );
});

test.each([1, 200, 255, 256, 257, 65_791, 65_792, 300_000])(
  'the header says that %i bytes come out',
  (bytes) => {
    expect(contentBytesOf(zstdCompressSync(randomBytes(bytes)))).toBe(bytes < 2 ? null : bytes);
  },
);

test('a size of 64 bits is read as a number', () => {
  const frame = Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 0xe0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0);
  expect(contentBytesOf(frame)).toBe(2 ** 32);
});

test('where the header does not say, or there is none, the size is not known', () => {
  const unsized = zstdCompressSync(textOf(700), { params: { [constants.ZSTD_c_contentSizeFlag]: 0 } });
  expect([contentBytesOf(unsized), contentBytesOf(new Uint8Array(0))]).toEqual([null, null]);
});

/** Bytes that do not compress, the same in every run. */
function randomBytes(length: number): Uint8Array {
  let state = 1;
  return Uint8Array.from({ length }, () => {
    state = (state * 48_271) % 2_147_483_647;
    return state & 255;
  });
}

const RECORD_BYTES = 56;
const chunkOf = (record: number, records: number): TailChunk => ({
  ...{
    record,
    bytes: Uint8Array.from({ length: records * RECORD_BYTES }, (_, at) => (at * 7 + record) & 255),
  },
});
const CHUNKS = [chunkOf(0, 2), chunkOf(2, 1), chunkOf(3, 3)];

test.each([
  ['plain', null],
  ['sealed', reversingSeal],
])('chunks of a tail are read back: %s', (_, seal) => {
  const tail = Buffer.concat(CHUNKS.map((chunk) => encodeTailChunk(chunk, RECORDED_HEADER, seal)));
  const { chunks, damagedAt } = decodeTail(tail, RECORDED_HEADER, seal);
  expect(chunks.map(({ record, bytes }) => ({ record, bytes: Uint8Array.from(bytes) }))).toEqual(CHUNKS);
  expect(damagedAt).toBeNull();
});

test('a tail without anything has no chunks', () => {
  expect(decodeTail(new Uint8Array(0), RECORDED_HEADER, null)).toEqual({ chunks: [], damagedAt: null });
});

test('a tail that is cut anywhere has the chunks that are whole, and is not damaged', () => {
  const encoded = CHUNKS.map((chunk) => encodeTailChunk(chunk, RECORDED_HEADER, null));
  const tail = Buffer.concat(encoded);
  const ends = encoded.map((_, count) => Buffer.concat(encoded.slice(0, count + 1)).length);
  for (let length = 0; length < tail.length; length += 3) {
    const { chunks, damagedAt } = decodeTail(tail.subarray(0, length), RECORDED_HEADER, null);
    expect(chunks).toHaveLength(ends.filter((end) => end <= length).length);
    expect(damagedAt).toBeNull();
  }
});

test('a chunk in the middle with any byte changed is damaged at its place, and ends the reading', () => {
  const encoded = CHUNKS.map((chunk) => encodeTailChunk(chunk, RECORDED_HEADER, null));
  const tail = Buffer.concat(encoded);
  const start = encoded[0]!.length;
  // From the checksum on: a changed length may look like a torn end
  fc.assert(
    fc.property(
      fc.integer({ min: start + 4, max: start + encoded[1]!.length - 1 }),
      fc.integer({ min: 1, max: 255 }),
      (at, bits) => {
        const changed = Uint8Array.from(tail);
        changed[at]! ^= bits;
        const { chunks, damagedAt } = decodeTail(changed, RECORDED_HEADER, null);
        expect([chunks.length, damagedAt]).toEqual([1, start]);
      },
    ),
    { numRuns: 60 },
  );
});

test('a last chunk that is damaged is left out like a torn one', () => {
  const tail = Buffer.concat(CHUNKS.map((chunk) => encodeTailChunk(chunk, RECORDED_HEADER, null)));
  tail[tail.length - 1]! ^= 1;
  const { chunks, damagedAt } = decodeTail(tail, RECORDED_HEADER, null);
  expect([chunks.length, damagedAt]).toEqual([2, null]);
});

test('half of a record at the end of a chunk is left out', () => {
  const bytes = new Uint8Array(RECORD_BYTES + 20);
  const { chunks } = decodeTail(
    encodeTailChunk({ record: 4, bytes }, RECORDED_HEADER, null),
    RECORDED_HEADER,
    null,
  );
  expect(chunks.map((chunk) => [chunk.record, chunk.bytes.length])).toEqual([[4, RECORD_BYTES]]);
});

test('a chunk that was sealed for another place is refused by the seal', () => {
  const chunk = Buffer.from(encodeTailChunk(CHUNKS[1]!, RECORDED_HEADER, reversingSeal));
  chunk.writeDoubleLE(3, 8);
  chunk.writeUInt32LE(crc32(chunk.subarray(8)), 4);
  expect(() => decodeTail(chunk, RECORDED_HEADER, reversingSeal)).toThrow('the seal is broken');
});
