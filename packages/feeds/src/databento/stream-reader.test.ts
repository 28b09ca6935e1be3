/** Slices of the stream: one a turn, bounded, decompressed as they are flushed. */
import { constants, createZstdCompress, zstdCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { until } from '#testing/databento-listener.ts';
import { StreamReader } from './stream-reader.ts';

function reading(compression: 'none' | 'zstd') {
  const taken: Uint8Array[] = [];
  const faults: string[] = [];
  const holds: string[] = [];
  const reader = new StreamReader({
    compression,
    onBytes: (bytes) => taken.push(bytes),
    onFault: (error) => faults.push(String(error)),
    pause: () => holds.push('pause'),
    resume: () => holds.push('resume'),
  });
  return { reader, taken, faults, holds, text: () => Buffer.concat(taken).toString() };
}

const MEGABYTE = 1024 * 1024;

test('the first slice is taken at once, the others in turns of their own, in order', async () => {
  const { reader, taken, text } = reading('none');
  for (const letter of ['a', 'b', 'c']) reader.push(Buffer.from(letter));
  expect(text()).toBe('a');
  expect(reader.backlogBytes).toBe(2);
  await until(() => taken.length === 3, 'all slices');
  expect(text()).toBe('abc');
  expect(reader.backlogBytes).toBe(0);
});

test('the source is paused while four megabytes wait, and continues below one', async () => {
  const { reader, holds, taken } = reading('none');
  for (let piece = 0; piece < 6; piece += 1) reader.push(Buffer.alloc(MEGABYTE));
  expect(holds).toEqual(['pause']);
  expect(reader.backlogBytes).toBe(5 * MEGABYTE);
  await until(() => taken.length === 6, 'all slices');
  expect(holds).toEqual(['pause', 'resume']);
});

test('a compressed stream comes out at each flush, without an end', async () => {
  const { reader, text } = reading('zstd');
  const compressor = createZstdCompress();
  compressor.on('data', (bytes: Uint8Array) => reader.push(bytes));
  for (const word of ['first', 'second']) {
    compressor.write(word);
    compressor.flush(constants.ZSTD_e_flush);
    await until(() => text().endsWith(word), word);
  }
  expect(text()).toBe('firstsecond');
});

test('bytes that are not compressed, and bytes after the end of the compressed ones, are faults', async () => {
  const plain = reading('zstd');
  plain.reader.push(Buffer.from('DBN, but not compressed'));
  await until(() => plain.faults.length > 0, 'a fault');
  const ended = reading('zstd');
  // Node drops what follows a frame in the same piece: nothing may be missing without a word
  ended.reader.push(Buffer.concat([zstdCompressSync('one'), zstdCompressSync('two')]));
  await until(() => ended.faults.length > 0, 'a fault');
  expect(ended.faults).toEqual(['DatabentoError: the compressed stream has ended']);
});

test('what a slice does wrong ends the reading with one fault', async () => {
  const faults: unknown[] = [];
  const reader = new StreamReader({
    compression: 'none',
    onBytes: () => {
      throw new RangeError('unreadable');
    },
    onFault: (error) => faults.push(error),
    pause: () => undefined,
    resume: () => undefined,
  });
  reader.push(Buffer.from('a'));
  reader.push(Buffer.from('b'));
  await new Promise((resolve) => setImmediate(resolve));
  expect(faults).toEqual([new RangeError('unreadable')]);
  expect(reader.backlogBytes).toBe(0);
});
