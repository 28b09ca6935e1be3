/** Frames of a file in order: whole, torn or refused, whatever their number and however the disk returns its bytes. */
import { zstdCompressSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DbnError } from '#dbn/files/dbn-error.ts';
import { sealContext } from '#recordings/files/recorded-run.ts';
import { RECORDED_HEADER } from '#testing/recorded-market.ts';
import { reversingSeal } from '#testing/reversing-seal.ts';
import { type FrameFile, type ReadFrame, readFrames, releaseContent } from './read-frames.ts';

/** A file in memory whose reads return at most so many bytes. */
function fileOf(
  bytes: Uint8Array,
  most = Number.POSITIVE_INFINITY,
  fields: Partial<FrameFile> = {},
): FrameFile {
  const read = (buffer: Uint8Array, offset: number, length: number, position: number) => {
    const part = bytes.subarray(position, position + Math.min(length, most));
    buffer.set(part, offset);
    return Promise.resolve({ bytesRead: part.length, buffer });
  };
  const handle = { read } as unknown as FrameFile['handle'];
  return { handle, header: null, place: 'rows', seal: null, ...fields };
}

const texts = (count: number): string[] =>
  Array.from({ length: count }, (_, n) => `frame ${n} `.repeat(n + 1));
const framesOf = (contents: readonly string[]): Buffer[] =>
  contents.map((one) => zstdCompressSync(Buffer.from(one)));

interface Seen {
  readonly at: number;
  readonly to: number;
  readonly text: string;
  readonly isTorn: boolean;
}

async function seen(file: FrameFile, from = 0, to?: number): Promise<Seen[]> {
  const found: Seen[] = [];
  // Each is used before the next one is taken
  for await (const { at, to: end, content, isTorn } of readFrames(file, from, to))
    found.push({ at, to: end, text: Buffer.from(content).toString(), isTorn });
  return found;
}

test('an empty file has no frames', async () => {
  expect(await seen(fileOf(new Uint8Array(0)))).toEqual([]);
});

test.each([1, 2, 3, 4, 20])('%i frames come in order, each with its place', async (count) => {
  const contents = texts(count);
  const frames = framesOf(contents);
  const found = await seen(fileOf(Buffer.concat(frames)));
  expect(found.map(({ text }) => text)).toEqual(contents);
  let at = 0;
  for (const [n, frame] of frames.entries()) {
    expect(found[n]).toMatchObject({ at, to: at + frame.length, isTorn: false });
    at += frame.length;
  }
});

test('a disk that returns a few bytes at a time gives the same frames', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 6 }), async (most, count) => {
      const contents = texts(count);
      const found = await seen(fileOf(Buffer.concat(framesOf(contents)), most));
      expect(found.map(({ text }) => text)).toEqual(contents);
    }),
    { numRuns: 20 },
  );
});

test('frames larger than one read of the file are whole, also among small ones', async () => {
  let state = 1;
  const noise = Buffer.from(
    Uint8Array.from({ length: 700_000 }, () => {
      state = (state * 48_271) % 2_147_483_647;
      return state & 255;
    }),
  );
  const bytes = Buffer.concat([
    zstdCompressSync(Buffer.from('a')),
    zstdCompressSync(noise),
    zstdCompressSync(Buffer.from('b')),
  ]);
  const lengths: number[] = [];
  for await (const { content } of readFrames(fileOf(bytes), 0)) {
    if (content.length > 1) expect(noise.equals(content)).toBe(true);
    lengths.push(content.length);
  }
  expect(lengths).toEqual([1, 700_000, 1]);
});

test('reading begins and ends at any frame', async () => {
  const frames = framesOf(texts(5));
  const ends = frames.map((_, n) => Buffer.concat(frames.slice(0, n + 1)).length);
  const file = fileOf(Buffer.concat(frames));
  expect((await seen(file, ends[1])).map(({ text }) => text)).toEqual(texts(5).slice(2));
  expect((await seen(file, ends[0], ends[2])).map(({ text }) => text)).toEqual(texts(5).slice(1, 3));
  expect(await seen(file, ends[4])).toEqual([]);
});

test('a last frame that is cut is torn: it comes after the whole ones, up to the end of the file', async () => {
  const frames = framesOf(texts(3));
  const bytes = Buffer.concat(frames);
  const start = bytes.length - (frames[2]?.length ?? 0);
  for (let length = start + 1; length < bytes.length; length += 1) {
    const found = await seen(fileOf(bytes.subarray(0, length)));
    expect(found.map(({ isTorn }) => isTorn)).toEqual([false, false, true]);
    expect(found[2]).toMatchObject({ at: start, to: length });
    // What can be decompressed of it is the beginning of what it was
    expect(texts(3)[2]?.startsWith(found[2]?.text ?? '?')).toBe(true);
  }
});

test('a place where no frame can start is an error after the frames before it', async () => {
  const frames = framesOf(texts(4));
  const at = Buffer.concat(frames).length;
  const found: number[] = [];
  const reading = async (): Promise<void> => {
    for await (const frame of readFrames(fileOf(Buffer.concat([...frames, Buffer.from('nothing here')])), 0))
      found.push(frame.at);
  };
  await expect(reading()).rejects.toThrow(`byte ${at} of the file: expected a zstd frame`);
  expect(found).toHaveLength(4);
});

test('a damaged frame is an error with its byte, after the frames before it and before those after it', async () => {
  const frames = framesOf(['one', 'two '.repeat(50), 'three']);
  const [first, second] = frames as [Buffer, Buffer, Buffer];
  // The length of its content, by its header, is another one
  second[5]! ^= 0xff;
  const found: number[] = [];
  const reading = async (): Promise<void> => {
    for await (const frame of readFrames(fileOf(Buffer.concat(frames)), 0)) found.push(frame.at);
  };
  await expect(reading()).rejects.toMatchObject({
    offset: first.length,
    message: expect.stringContaining('expected a whole frame, it cannot be opened'),
  });
  expect(found).toEqual([0]);
});

test('sealed frames are opened for their place, and refused at another one', async () => {
  const sealedAt = (at: number, text: string): Buffer => {
    const frame = zstdCompressSync(Buffer.from(text));
    const sealed = Buffer.from(reversingSeal.seal(frame, sealContext(RECORDED_HEADER, 'rows', at)));
    const length = Buffer.alloc(4);
    length.writeUInt32LE(sealed.length);
    return Buffer.concat([length, sealed]);
  };
  const fields = { header: RECORDED_HEADER, seal: reversingSeal };
  const first = sealedAt(0, 'one');
  const second = sealedAt(first.length, 'two');
  const whole = Buffer.concat([first, second]);
  expect((await seen(fileOf(whole, 7, fields))).map(({ at, text }) => [at, text])).toEqual([
    [0, 'one'],
    [first.length, 'two'],
  ]);
  await expect(seen(fileOf(Buffer.concat([second, first]), 999, fields))).rejects.toThrow(
    'the seal is broken',
  );
  await expect(seen(fileOf(whole, 999, { ...fields, place: 'book' }))).rejects.toThrow(DbnError);
  // Of a torn one nothing is believed
  const torn = await seen(fileOf(whole.subarray(0, -1), 999, fields));
  expect(torn.map(({ text, isTorn }) => [text, isTorn])).toEqual([
    ['one', false],
    ['', true],
  ]);
});

test('a frame that becomes more than memory should take is refused', async () => {
  // Runs of 128 KB of one byte each, 513 of them: one more than 64 MB
  const runs = Buffer.alloc(513 * 4, Uint8Array.of(0x02, 0x00, 0x10, 0));
  runs[512 * 4] = 0x03;
  const bomb = Buffer.concat([Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x38), runs]);
  await expect(seen(fileOf(bomb))).rejects.toThrow('expected a whole frame, it cannot be opened');
});

test('a reader that stops early leaves nothing unhandled', async () => {
  const bytes = Buffer.concat([...framesOf(texts(3)), Buffer.from('nothing here')]);
  for await (const frame of readFrames(fileOf(bytes), 0)) {
    expect(frame.at).toBe(0);
    break;
  }
});

test('content that was released is empty; a small one, whose memory is shared, stays', () => {
  const large: ReadFrame = { at: 0, to: 1, content: new Uint8Array(100_000), isTorn: false };
  releaseContent(large);
  expect(large.content).toHaveLength(0);
  const small: ReadFrame = { at: 0, to: 1, content: new Uint8Array(100), isTorn: false };
  releaseContent(small);
  expect(small.content).toHaveLength(100);
});
