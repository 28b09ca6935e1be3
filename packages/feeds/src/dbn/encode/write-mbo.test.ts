import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  ACTION_CLEAR,
  ACTION_HEARTBEAT,
  COL_ACTION,
  COL_FLAGS,
  COL_INSTRUMENT,
  COL_ORDER_HI,
  COL_ORDER_LO,
  COL_PRICE_TICKS,
  COL_RECV_HI,
  COL_RECV_LO,
  COL_SEQUENCE,
  COL_SIDE,
  COL_SIZE,
  COL_TIME_HI,
  COL_TIME_LO,
  NO_PRICE,
  NS_PER_MS,
  nsHi,
  nsLo,
  ROW_LENGTH,
} from '@undertow/market';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readDbn } from '#dbn/decode/read-dbn.ts';
import { SOME_TIME_NS } from '#testing/dbn-bytes.ts';
import type { RecordingHeader } from './dbn-file-writer.ts';
import { createMboFile } from './write-mbo.ts';

let scratch = '';
beforeAll(() => {
  scratch = mkdtempSync(join(tmpdir(), 'undertow-write-'));
});
afterAll(() => rmSync(scratch, { recursive: true }));

const HEADER: RecordingHeader = {
  dataset: 'UNDERTOW.SIM',
  symbol: 'CLG4',
  instrumentId: 4,
  tickNanos: 10_000_000,
  startMs: Number(SOME_TIME_NS / NS_PER_MS),
  endMs: Number(SOME_TIME_NS / NS_PER_MS) + 3_600_000,
};

const int32 = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });
const row = fc.record({
  action: fc.integer({ min: 1, max: 5 }),
  side: fc.integer({ min: 0, max: 2 }),
  priceTicks: fc.integer({ min: -5_000, max: 20_000_000 }),
  size: fc.integer({ min: 1, max: 100_000 }),
  orderHi: int32,
  orderLo: int32,
  flags: fc.integer({ min: 0, max: 255 }),
  sequence: int32,
});

async function roundTrip(rows: Int32Array): Promise<{ rows: Int32Array; symbol: string | null | undefined }> {
  const path = join(scratch, 'written.dbn.zst');
  const file = createMboFile(path, HEADER);
  await file.write({ rows, count: rows.length / ROW_LENGTH });
  await file.close();
  const reading = await readDbn(path);
  const read: number[] = [];
  for await (const batch of reading.batches) read.push(...batch.rows.subarray(0, batch.count * ROW_LENGTH));
  expect(reading.metadata).toMatchObject({
    version: 3,
    dataset: 'UNDERTOW.SIM',
    schema: 'mbo',
    symbols: ['CLG4'],
  });
  return { rows: Int32Array.from(read), symbol: reading.instruments[0]?.symbol };
}

test('what is written is read back, row by row', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 50 }), async (all) => {
      const rows = new Int32Array(all.length * ROW_LENGTH);
      all.forEach((fields, index) => {
        const at = index * ROW_LENGTH;
        rows[at + COL_ACTION] = fields.action;
        rows[at + COL_SIDE] = fields.side;
        rows[at + COL_PRICE_TICKS] = fields.priceTicks;
        rows[at + COL_SIZE] = fields.size;
        rows[at + COL_ORDER_HI] = fields.orderHi;
        rows[at + COL_ORDER_LO] = fields.orderLo;
        rows[at + COL_TIME_HI] = nsHi(SOME_TIME_NS);
        rows[at + COL_TIME_LO] = nsLo(SOME_TIME_NS) + index;
        rows[at + COL_RECV_HI] = nsHi(SOME_TIME_NS);
        rows[at + COL_RECV_LO] = nsLo(SOME_TIME_NS) + index;
        rows[at + COL_FLAGS] = fields.flags;
        rows[at + COL_SEQUENCE] = fields.sequence;
        rows[at + COL_INSTRUMENT] = 1;
      });
      const back = await roundTrip(rows);
      expect(back.symbol).toBe('CLG4');
      expect(back.rows).toEqual(rows);
    }),
    { numRuns: 25 },
  );
});

test('a clear is written without a price and heartbeats are left out', async () => {
  const rows = new Int32Array(2 * ROW_LENGTH);
  rows[COL_ACTION] = ACTION_HEARTBEAT;
  rows[ROW_LENGTH + COL_ACTION] = ACTION_CLEAR;
  rows[ROW_LENGTH + COL_PRICE_TICKS] = NO_PRICE;
  const back = await roundTrip(rows);
  expect(back.rows.length).toBe(ROW_LENGTH);
  expect(back.rows[COL_ACTION]).toBe(ACTION_CLEAR);
  expect(back.rows[COL_PRICE_TICKS]).toBe(NO_PRICE);
});

test('a folder that does not exist is an error when the file is closed', async () => {
  const file = createMboFile(join(scratch, 'nowhere', 'x.dbn.zst'), HEADER);
  await expect(file.close()).rejects.toMatchObject({ code: 'ENOENT' });
});
