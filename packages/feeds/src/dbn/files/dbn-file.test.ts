import { randomBytes } from 'node:crypto';
import { zstdCompressSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { header, inChunks, orderRecord, unknownRecord } from '#testing/dbn-bytes.ts';
import { DbnError } from './dbn-error.ts';
import { openDbnStream } from './dbn-file.ts';

async function countRecords(bytes: Uint8Array, chunk = 65_536): Promise<number> {
  const { blocks } = await openDbnStream(inChunks(bytes, chunk));
  let count = 0;
  for await (const block of blocks) count += block.count;
  return count;
}

async function refusal(bytes: Uint8Array): Promise<string> {
  const error = await countRecords(bytes).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(DbnError);
  return (error as DbnError).message;
}

const threeOrders = Buffer.concat([header(), orderRecord(), orderRecord(), orderRecord()]);

test('an empty file is refused with what was expected', async () => {
  expect(await refusal(new Uint8Array(0))).toBe(
    'byte 0 of the file: expected a DBN header or zstd data, the file is empty',
  );
});

test('a version that does not exist yet is refused', async () => {
  const bytes = Buffer.from(threeOrders);
  bytes.writeUInt8(4, 3);
  expect(await refusal(bytes)).toBe(
    'byte 3 of the decompressed data: expected DBN version 1, 2 or 3, found version 4',
  );
});

test('a header that claims four gigabytes is refused before memory is taken', async () => {
  const bytes = Buffer.from(threeOrders);
  bytes.writeUInt32LE(0xffff_ffff, 4);
  expect(await refusal(bytes)).toContain('the header claims 4294967295');
});

test('a header that claims more symbols than it holds is refused', async () => {
  const bytes = Buffer.from(threeOrders);
  bytes.writeUInt32LE(1_000_000, 112);
  expect(await refusal(bytes)).toMatch(/^byte 116 .*expected 71000000 bytes for 1000000 symbols/);
});

test('a file that ends inside its header is refused', async () => {
  expect(await refusal(threeOrders.subarray(0, 150))).toContain('the data ends after 150: it is truncated');
});

test('a file that ends inside a record names the byte at which that record starts', async () => {
  const start = threeOrders.length - 56;
  expect(await refusal(threeOrders.subarray(0, threeOrders.length - 20))).toBe(
    `byte ${start} of the decompressed data: expected 56 bytes of record, the data ends after 36: it is truncated`,
  );
});

test('a record of length zero is refused', async () => {
  const bytes = Buffer.concat([threeOrders, Buffer.alloc(16)]);
  expect(await refusal(bytes)).toBe(
    `byte ${threeOrders.length} of the decompressed data: expected a record of at least 16 bytes, its length says 0`,
  );
});

test('a record shorter than its type is refused', async () => {
  const short = Buffer.from(orderRecord().subarray(0, 48));
  short.writeUInt8(12, 0);
  expect(await refusal(Buffer.concat([threeOrders, short]))).toContain(
    'expected 56 bytes in a record of type 0xa0, found 48',
  );
});

test('records of an unknown type are skipped by their length', async () => {
  expect(await countRecords(Buffer.concat([threeOrders, unknownRecord(40), orderRecord()]))).toBe(5);
});

test('a record without metadata is taken, anything else without metadata is refused', async () => {
  expect(await countRecords(Buffer.concat([orderRecord(), orderRecord()]))).toBe(2);
  expect(await refusal(Buffer.from('time,price,size\n1,2,3\n'))).toContain(
    'expected "DBN", zstd data or a bare DBN record, found 74 69 6d 65',
  );
});

test('every record has eight bytes more when the header requires it', async () => {
  const long = Buffer.concat([orderRecord(), Buffer.alloc(8)]);
  long.writeUInt8(16, 0);
  expect(await countRecords(Buffer.concat([header({ tsOut: true }), long, long]))).toBe(2);
  expect(await refusal(Buffer.concat([header({ tsOut: true }), orderRecord()]))).toContain(
    'expected 64 bytes',
  );
});

test.each([1, 2, 3])('a header of version %i is read', async (version) => {
  const bytes = Buffer.concat([header({ version, symbol: 'NQM4', instrumentId: 99 }), orderRecord()]);
  const { metadata, blocks } = await openDbnStream(inChunks(bytes, 7));
  await blocks.return(undefined);
  expect(metadata).toMatchObject({
    version,
    dataset: 'GLBX.MDP3',
    schema: 'mbo',
    symbols: ['NQM4'],
    mappings: [
      { rawSymbol: 'NQM4', intervals: [{ startDate: 20_240_101, endDate: 20_250_101, symbol: '99' }] },
    ],
  });
});

test('zstd data that is cut anywhere is refused as truncated', async () => {
  const whole = zstdCompressSync(Buffer.concat([header(), randomOrders(400)]));
  for (const length of [5, 20, Math.floor(whole.length / 2), whole.length - 1]) {
    expect(await refusal(whole.subarray(0, length))).toMatch(/of the file: expected .* it is truncated$/);
  }
});

test('zstd data that was changed inside is refused', async () => {
  const whole = zstdCompressSync(Buffer.concat([header(), randomOrders(400)]));
  whole.fill(0xff, 40, 60);
  expect(await refusal(whole)).toMatch(/^byte \d+ of the/);
});

test('garbage behind the last zstd frame is refused, not dropped', async () => {
  const whole = Buffer.concat([zstdCompressSync(threeOrders), Buffer.from('garbage behind it')]);
  expect(await refusal(whole)).toContain('expected a zstd frame (28 b5 2f fd), found 67 61 72 62');
});

test('several zstd frames, skippable ones among them, are one file, however they are cut into chunks', async () => {
  const skippable = Buffer.concat([Buffer.from([0x5a, 0x2a, 0x4d, 0x18, 3, 0, 0, 0]), Buffer.from('abc')]);
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 0, max: 60 }), { minLength: 1, maxLength: 6 }),
      fc.integer({ min: 1, max: 300 }),
      async (counts, chunk) => {
        const frames = counts.flatMap((count) => [zstdCompressSync(randomOrders(count)), skippable]);
        const bytes = Buffer.concat([zstdCompressSync(header()), ...frames]);
        const total = counts.reduce((sum, count) => sum + count, 0);
        expect(await countRecords(bytes, chunk)).toBe(total);
      },
    ),
    { numRuns: 40 },
  );
});

test('a large file of two frames streams through without its data being held', async () => {
  const records = randomOrders(40_000);
  const bytes = Buffer.concat([
    zstdCompressSync(Buffer.concat([header(), records])),
    zstdCompressSync(records),
  ]);
  const { blocks } = await openDbnStream(inChunks(bytes, 65_536));
  let count = 0;
  let largest = 0;
  for await (const block of blocks) {
    count += block.count;
    largest = Math.max(largest, block.view.byteLength);
  }
  expect(count).toBe(80_000);
  expect(largest).toBeLessThan(1_000_000);
});

test('random bytes, plain or in a zstd frame, are refused or read but never crash the reader', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), fc.boolean(), async (bytes, packed) => {
      const result = await countRecords(packed ? zstdCompressSync(bytes) : bytes).catch(
        (error: unknown) => error,
      );
      expect(typeof result === 'number' || result instanceof DbnError).toBe(true);
    }),
  );
});

test('a file with any byte changed is refused or read but never crashes the reader', async () => {
  const whole = zstdCompressSync(threeOrders);
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(threeOrders, whole),
      fc.nat(),
      fc.integer({ min: 1, max: 255 }),
      async (original, position, change) => {
        const bytes = Buffer.from(original);
        const at = position % bytes.length;
        bytes.writeUInt8(bytes.readUInt8(at) ^ change, at);
        const result = await countRecords(bytes).catch((error: unknown) => error);
        expect(typeof result === 'number' || result instanceof DbnError).toBe(true);
      },
    ),
  );
});

function randomOrders(count: number): Buffer {
  return Buffer.concat(
    Array.from({ length: count }, () => orderRecord({ orderId: randomBytes(8).readBigUInt64LE() })),
  );
}
