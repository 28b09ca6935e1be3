/** Zstd data of several frames: all of them come out, however they are cut, and nothing that is wrong is passed over. */
import { constants, zstdCompressSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inChunks } from '#testing/dbn-bytes.ts';
import { DbnError } from './dbn-error.ts';
import { decompressZstd } from './zstd-frames.ts';

const textOf = (bytes: number): Buffer => Buffer.from('0123456789 '.repeat(bytes / 11 + 1).slice(0, bytes));

/** A frame that decoders pass over, of any of its sixteen kinds. */
function skippable(kind: number, content: Uint8Array): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32LE(0x184d_2a50 + kind, 0);
  head.writeUInt32LE(content.length, 4);
  return Buffer.concat([head, content]);
}

async function decompressed(bytes: Uint8Array, chunk = 65_536): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of decompressZstd(inChunks(bytes, chunk))) parts.push(Uint8Array.from(part));
  return Buffer.concat(parts);
}

async function failure(bytes: Uint8Array): Promise<DbnError> {
  const error: unknown = await decompressed(bytes).catch((caught: unknown) => caught);
  if (!(error instanceof DbnError)) throw new Error(`expected a refusal, got ${String(error)}`);
  return error;
}

test('nothing is no data', async () => {
  expect(await decompressed(new Uint8Array(0))).toHaveLength(0);
});

test('frames of every form come out one after the other', async () => {
  const texts = [0, 1, 300, 70_000, 5].map(textOf);
  const [empty, one, some, many, last] = texts as [Buffer, Buffer, Buffer, Buffer, Buffer];
  const file = Buffer.concat([
    zstdCompressSync(empty),
    zstdCompressSync(one, { params: { [constants.ZSTD_c_checksumFlag]: 1 } }),
    skippable(0, Buffer.from('a note')),
    zstdCompressSync(some, { params: { [constants.ZSTD_c_contentSizeFlag]: 0 } }),
    skippable(15, new Uint8Array(0)),
    zstdCompressSync(many),
    zstdCompressSync(new Uint8Array(4000)),
    zstdCompressSync(last),
  ]);
  const expected = Buffer.concat([empty, one, some, many, Buffer.alloc(4000), last]);
  for (const chunk of [1_000_000, 1000, 7])
    expect((await decompressed(file, chunk)).equals(expected)).toBe(true);
});

test('a block that is one run of equal bytes is one byte in the file', async () => {
  const run = Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 0x20, 200, 0x43, 0x06, 0, 7);
  const file = Buffer.concat([run, zstdCompressSync(textOf(3)), run]);
  const expected = Buffer.concat([Buffer.alloc(200, 7), textOf(3), Buffer.alloc(200, 7)]);
  expect((await decompressed(file)).equals(expected)).toBe(true);
});

test('what is passed over may be larger than anything that is held', async () => {
  const file = Buffer.concat([skippable(3, Buffer.alloc(600_000)), zstdCompressSync(textOf(9))]);
  expect(String(await decompressed(file))).toBe('012345678');
});

test('any cutting of any frames gives the same bytes', async () => {
  const frame = fc.tuple(fc.uint8Array({ maxLength: 200 }), fc.boolean());
  await fc.assert(
    fc.asyncProperty(
      fc.array(frame, { maxLength: 5 }),
      fc.integer({ min: 1, max: 60 }),
      async (frames, chunk) => {
        const file = frames.map(([bytes, isSkipped]) =>
          isSkipped ? skippable(1, bytes) : zstdCompressSync(bytes),
        );
        const expected = frames.filter(([, isSkipped]) => !isSkipped).map(([bytes]) => bytes);
        expect((await decompressed(Buffer.concat(file), chunk)).equals(Buffer.concat(expected))).toBe(true);
      },
    ),
    { numRuns: 25 },
  );
});

test.each([
  ['in its magic', 3, 'a zstd frame magic'],
  ['after its magic', 4, 'a zstd frame header'],
  ['in its header', 5, 'a zstd frame header'],
])('a frame that is cut %s is truncated, with its place in the file', async (_, length, what) => {
  const first = zstdCompressSync(textOf(40));
  const error = await failure(Buffer.concat([first, zstdCompressSync(textOf(400)).subarray(0, length)]));
  expect(error).toMatchObject({
    place: 'file',
    message: expect.stringContaining(`bytes of ${what}, the file ends`),
  });
  expect(error.message).toMatch(/it is truncated$/);
  expect(error.offset).toBeGreaterThanOrEqual(first.length);
});

test('a skippable frame that is cut is truncated too', async () => {
  const note = skippable(0, Buffer.from('a note'));
  expect((await failure(note.subarray(0, 6))).message).toContain(
    'expected 4 bytes of the length of a skippable frame',
  );
  expect((await failure(note.subarray(0, 10))).message).toContain(
    'expected 6 bytes of a skippable frame, the file ends after 2',
  );
});

test('what is no frame is refused where it starts', async () => {
  const first = zstdCompressSync(textOf(40));
  expect((await failure(Buffer.concat([first, Buffer.from('DBN\x03')]))).message).toBe(
    `byte ${first.length} of the file: expected a zstd frame (28 b5 2f fd), found 44 42 4e 03`,
  );
  // One more than the last skippable kind
  expect((await failure(skippable(16, new Uint8Array(0)))).message).toContain('found 60 2a 4d 18');
});

test('a frame whose checksum does not fit is refused at its start', async () => {
  const first = zstdCompressSync(textOf(40));
  const second = zstdCompressSync(textOf(400), { params: { [constants.ZSTD_c_checksumFlag]: 1 } });
  second[second.length - 1]! ^= 1;
  const error = await failure(Buffer.concat([first, second]));
  expect(error.offset).toBe(first.length);
  expect(error.message).toContain('expected a valid zstd frame, the decompressor says: ');
});

test('the source is closed when its reader has seen enough, and when it fails', async () => {
  let closed = 0;
  async function* source(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
    try {
      for (;;) yield bytes;
    } finally {
      closed += 1;
    }
  }
  for await (const part of decompressZstd(source(zstdCompressSync(textOf(9))))) {
    expect(part).toHaveLength(9);
    break;
  }
  expect(closed).toBe(1);
  await expect(decompressZstd(source(Buffer.from('nothing'))).next()).rejects.toThrow(
    'expected a zstd frame',
  );
  expect(closed).toBe(2);
});
