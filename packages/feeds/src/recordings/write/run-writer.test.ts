import { setTimeout } from 'node:timers/promises';
import { OrderBook, ROW_LENGTH } from '@undertow/market';
import { expect, test } from 'vitest';
import { snapshotRows } from '#feed/snapshot-rows.ts';
import { parseIndex } from '#recordings/files/index-lines.ts';
import { marketRows, pushAll, RECORDED_HEADER } from '#testing/recorded-market.ts';
import type { AppendFile } from './append-file.ts';
import { RunWriter } from './run-writer.ts';

/** A disk in memory: with so many bytes of space, and so slow. */
class Disk {
  readonly files = { rows: this.#file(), index: this.#file(), books: this.#file(), tail: this.#file() };
  readonly #chunks = new Map<AppendFile, Buffer>();
  #left: number;
  readonly #delayMs: number;
  closed = 0;

  constructor(bytes = Number.POSITIVE_INFINITY, delayMs = 0) {
    this.#left = bytes;
    this.#delayMs = delayMs;
  }

  bytesOf(name: keyof Disk['files']): Buffer {
    return this.#chunks.get(this.files[name]) ?? Buffer.alloc(0);
  }

  #file(): AppendFile {
    const file: AppendFile = {
      append: async (bytes) => {
        if (this.#delayMs > 0) await setTimeout(this.#delayMs);
        const part = bytes.subarray(0, this.#left);
        this.#left -= part.length;
        this.#chunks.set(file, Buffer.concat([this.#chunks.get(file) ?? Buffer.alloc(0), part]));
        if (part.length < bytes.length)
          throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
      },
      truncate: async (bytes) => {
        this.#chunks.set(file, (this.#chunks.get(file) ?? Buffer.alloc(0)).subarray(0, bytes));
      },
      close: async () => {
        this.closed += 1;
      },
      remove: async () => {
        this.#chunks.delete(file);
      },
    };
    return file;
  }
}

function writerOn(disk: Disk, maxWaiting?: number) {
  const failures: string[] = [];
  const writer = new RunWriter({
    header: RECORDED_HEADER,
    files: disk.files,
    seal: null,
    onFailure: (error) => failures.push(error.message),
    ...(maxWaiting === undefined ? {} : { maxWaiting }),
  });
  return { writer, failures };
}

test('a full disk ends the recording once, with its reason, and leaves whole frames only', async () => {
  const disk = new Disk(500_000);
  const { writer, failures } = writerOn(disk);
  pushAll(writer, marketRows(50_000, 1));
  await writer.end('closed');
  expect(failures).toEqual(['ENOSPC: no space left on device, write']);
  expect(writer.error?.message).toContain('ENOSPC');
  expect(disk.closed).toBe(4);
  const lines = parseIndex(disk.bytesOf('index').toString());
  const last = lines.entries.findLast((entry) => entry.kind === 'rows');
  expect(lines.entries.some((entry) => entry.kind === 'end')).toBe(false);
  // What the failed append left is cut off: the file ends where its last line says
  expect(last?.kind === 'rows' ? last.to : null).toBe(disk.bytesOf('rows').length);
  pushAll(writer, marketRows(5000, 2));
  expect(writer.waiting).toBe(0);
});

test('a disk that is too slow ends the recording when too much waits, and nothing is buffered after it', async () => {
  const disk = new Disk(Number.POSITIVE_INFINITY, 20);
  const { writer, failures } = writerOn(disk, 1_000_000);
  pushAll(writer, marketRows(40_000, 3));
  expect(failures).toEqual(['the disk is too slow: more than 1 MB wait to be written']);
  await writer.end('closed');
  expect(writer.waiting).toBe(0);
});

test('what waits for a full frame is in the tail after a tick, and leaves it for the frame', async () => {
  const disk = new Disk();
  const { writer } = writerOn(disk);
  const rows = marketRows(200, 4);
  pushAll(writer, rows.subarray(0, 3 * ROW_LENGTH));
  writer.tick();
  pushAll(writer, rows.subarray(3 * ROW_LENGTH));
  writer.tick();
  await expect.poll(() => disk.bytesOf('tail').length).toBe(2 * 16 + 200 * 56);
  const before = disk.bytesOf('rows').length;
  for (let tick = 0; tick < 60; tick += 1) writer.tick();
  await expect.poll(() => disk.bytesOf('tail').length).toBe(0);
  expect(disk.bytesOf('rows').length).toBeGreaterThan(before);
  await writer.end('closed');
});

test('a book is due after so many rows, of a deep book later', () => {
  const { writer } = writerOn(new Disk());
  const rows = marketRows(4096, 5);
  for (let times = 0; times < 31; times += 1) pushAll(writer, rows);
  expect(writer.isBookDue(100)).toBe(false);
  pushAll(writer, rows);
  expect(writer.isBookDue(100)).toBe(true);
  expect(writer.isBookDue(30_000)).toBe(false);
  const book = new OrderBook();
  writer.keepBook(snapshotRows(book, { instrumentId: 1, timeHi: 0, timeLo: 0, sequence: 0, rptSeq: 0 }));
  expect(writer.isBookDue(100)).toBe(false);
});
