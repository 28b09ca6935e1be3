import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROW_LENGTH } from '@undertow/market';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { frameAt } from '#recordings/files/frame-bounds.ts';
import { pathsOfRows } from '#recordings/files/run-paths.ts';
import { createRun, makeStatus, marketRows, pushAll, RECORDED_HEADER } from '#testing/recorded-market.ts';
import { expectSame, rowsOf } from '#testing/rows-of-run.ts';
import { openRun } from './run-reader.ts';

let scratch = '';
beforeEach(() => {
  scratch = mkdtempSync(join(tmpdir(), 'undertow-tail-'));
});
afterEach(() => rmSync(scratch, { recursive: true }));

/** Bytes of the frame with the metadata. */
function firstFrameBytes(file: Uint8Array): number {
  return frameAt(file, 0, 0, false)?.end ?? 0;
}

test('a tail that is cut, and a frame that was torn over it, cost no chunk that is whole', async () => {
  const { writer, path } = await createRun(scratch, RECORDED_HEADER);
  const rows = marketRows(6000, 14);
  pushAll(writer, rows.subarray(0, 3000 * ROW_LENGTH));
  writer.tick();
  pushAll(writer, rows.subarray(3000 * ROW_LENGTH));
  writer.tick();
  const { tail } = pathsOfRows(path);
  await expect.poll(() => (existsSync(tail) ? readFileSync(tail).length : 0)).toBe(2 * 16 + 6000 * 56);
  const kept = readFileSync(tail);
  writer.markGap(1);
  await writer.end('closed');
  const whole = readFileSync(path);
  for (const cut of [40, 20_000, whole.length - 200]) {
    writeFileSync(path, whole.subarray(0, Math.max(cut, firstFrameBytes(whole))));
    for (const end of [kept.length, kept.length - 30]) {
      writeFileSync(tail, kept.subarray(0, end));
      const read = await rowsOf(path);
      expect(read.length / ROW_LENGTH).toBeGreaterThanOrEqual(end === kept.length ? 6000 : 3000);
      expectSame(read, rows.subarray(0, read.length));
    }
  }
});

test('a status of a run that is still open is read in its place among the rows of the tail', async () => {
  const { writer, path } = await createRun(scratch, RECORDED_HEADER);
  const rows = marketRows(40, 16);
  for (const at of [10, 11, 25]) makeStatus(rows, at * ROW_LENGTH, 1);
  for (let at = 0; at < rows.length; at += ROW_LENGTH) {
    writer.push(rows, at);
    if (at === 20 * ROW_LENGTH) writer.tick();
  }
  writer.tick();
  await expect.poll(async () => (await rowsOf(path)).length).toBe(rows.length);
  expectSame(await rowsOf(path), rows);
  await writer.end('closed');
  expectSame(await rowsOf(path), rows);
});

test('a bit that flipped in the tail is noticed, after the rows before it', async () => {
  const { writer, path } = await createRun(scratch, RECORDED_HEADER);
  const rows = marketRows(3000, 15);
  for (let at = 0; at < 3000; at += 1000) {
    pushAll(writer, rows.subarray(at * ROW_LENGTH, (at + 1000) * ROW_LENGTH));
    writer.tick();
  }
  const { tail } = pathsOfRows(path);
  const chunkBytes = 16 + 1000 * 56;
  await expect.poll(() => (existsSync(tail) ? readFileSync(tail).length : 0)).toBe(3 * chunkBytes);
  const kept = readFileSync(tail);
  for (const at of [chunkBytes + 4, chunkBytes + 8, chunkBytes + 16 + 30_000, 2 * chunkBytes - 1]) {
    const damaged = Buffer.from(kept);
    damaged[at]! ^= 1;
    writeFileSync(tail, damaged);
    const reader = await openRun(path);
    let read = 0;
    const all = async (): Promise<void> => {
      for await (const { count } of reader.rows(reader.start)) read += count;
    };
    await expect(all()).rejects.toThrow(`byte ${chunkBytes} of the file: the tail of the recording`);
    expect(read).toBe(1000);
    await reader.close();
  }
  writeFileSync(tail, kept);
  await writer.end('closed');
});
