/** The rows of a recorded run, in tests: read whole, and compared. */
import { ROW_LENGTH } from '@undertow/market';
import { expect } from 'vitest';
import type { FrameSeal } from '#recordings/files/recorded-run.ts';
import { openRun } from '#recordings/read/run-reader.ts';

function bytesOf(rows: Int32Array): Buffer {
  return Buffer.from(rows.buffer, rows.byteOffset, rows.byteLength);
}

/** Equal row by row; the difference of a million numbers is nothing to print. */
export function expectSame(read: Int32Array, expected: Int32Array): void {
  expect([read.length, bytesOf(read).equals(bytesOf(expected))]).toEqual([expected.length, true]);
}

/** All rows of the run at this path, one after the other. */
export async function rowsOf(path: string, seal: FrameSeal | null = null): Promise<Int32Array> {
  const reader = await openRun(path, seal);
  try {
    const parts: Buffer[] = [];
    for await (const { rows, count } of reader.rows(reader.start))
      parts.push(Buffer.from(bytesOf(rows.subarray(0, count * ROW_LENGTH))));
    return new Int32Array(new Uint8Array(Buffer.concat(parts)).buffer);
  } finally {
    await reader.close();
  }
}
