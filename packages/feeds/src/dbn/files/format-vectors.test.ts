import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { HAS_RECORDED_DATA, RECORDED_DATA } from '#testing/recorded-data.ts';
import { DbnError } from './dbn-error.ts';
import { openDbn } from './dbn-file.ts';

/** The kind of record and the schema that a file's name promises. */
const RTYPES: Readonly<Record<string, number>> = {
  mbo: 0xa0,
  'mbp-1': 0x01,
  'mbp-10': 0x0a,
  tbbo: 0x01,
  trades: 0x00,
  'ohlcv-1s': 0x20,
  'ohlcv-1m': 0x21,
  'ohlcv-1h': 0x22,
  'ohlcv-1d': 0x23,
  definition: 0x13,
  statistics: 0x18,
  status: 0x12,
  imbalance: 0x14,
  'bbo-1s': 0xc3,
  'bbo-1m': 0xc4,
  'cbbo-1s': 0xc0,
  'cmbp-1': 0xb1,
};
/** What each file of the live stream holds, by record type. */
const LIVE_RECORDS = { 0: 2, 1: 2, 10: 2, 19: 2, 22: 20, 24: 9, 32: 2, 33: 2, 160: 5 };

const FOLDER = `${RECORDED_DATA}dbn-format-vectors`;
const files = HAS_RECORDED_DATA
  ? readdirSync(FOLDER, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name !== 'README.md')
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
  : [];

/** The whole data by Node's one-shot decompressor, frame by frame where the file holds several. */
function decompressed(path: string): Buffer {
  const bytes = readFileSync(path);
  if (!path.endsWith('.zst')) return bytes;
  const magic = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);
  const parts: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const next = bytes.indexOf(magic, at + 4);
    const end = next < 0 ? bytes.length : next;
    parts.push(zstdDecompressSync(bytes.subarray(at, end)));
    at = end;
  }
  return Buffer.concat(parts);
}

/** Counts records by their length bytes alone. */
function countByLengths(data: Buffer): Record<number, number> {
  const hasHeader = data.toString('latin1', 0, 3) === 'DBN';
  const counts: Record<number, number> = {};
  for (let at = hasHeader ? 8 + data.readUInt32LE(4) : 0; at < data.length; at += data.readUInt8(at) * 4) {
    const rtype = data.readUInt8(at + 1);
    counts[rtype] = (counts[rtype] ?? 0) + 1;
  }
  return counts;
}

async function countByReader(path: string): Promise<Record<number, number>> {
  const { blocks } = await openDbn(path);
  const counts: Record<number, number> = {};
  let total = 0;
  for await (const { view, start, end, count } of blocks) {
    total += count;
    for (let at = start; at < end; at += view.getUint8(at) * 4) {
      const rtype = view.getUint8(at + 1);
      counts[rtype] = (counts[rtype] ?? 0) + 1;
    }
  }
  expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(total);
  return counts;
}

const legacy = files.filter((path) => path.endsWith('.dbz'));
const readable = files.filter((path) => !path.endsWith('.dbz'));
const label = (path: string): string => path.slice(FOLDER.length + 1);

test.skipIf(!HAS_RECORDED_DATA)(
  'the folder holds the 120 files that its README names, and nothing else',
  () => {
    expect(files).toHaveLength(120);
    expect(legacy.map((path) => basename(path))).toEqual(
      [
        'definition',
        'mbo',
        'mbp-1',
        'mbp-10',
        'ohlcv-1d',
        'ohlcv-1h',
        'ohlcv-1m',
        'ohlcv-1s',
        'tbbo',
        'trades',
      ].map((schema) => `test_data.${schema}.dbz`),
    );
  },
);

test.skipIf(!HAS_RECORDED_DATA).each(readable.map((path) => [label(path), path]))(
  '%s decodes to the records that its length bytes give',
  async (_, path) => {
    const counts = await countByReader(path);
    expect(counts).toEqual(countByLengths(decompressed(path)));
    if (path.includes('LIVE')) {
      expect(counts).toEqual(LIVE_RECORDS);
      return;
    }
    const schema = basename(path).split('.')[1]!;
    const rtype = RTYPES[schema]!;
    const isEmpty = schema === 'ohlcv-1d' && path.includes('dbn-tests-data');
    expect(Object.keys(counts)).toEqual(isEmpty ? [] : [String(rtype)]);
  },
);

test.skipIf(!HAS_RECORDED_DATA).each(readable.map((path) => [label(path), path]))(
  '%s has the version and schema of its name',
  async (_, path) => {
    const { metadata, blocks } = await openDbn(path);
    await blocks.return(undefined);
    if (path.includes('.frag')) {
      expect(metadata).toBeNull();
      return;
    }
    const [, schema, version] = basename(path).split('.') as [string, string, string];
    const isPython = path.includes('databento-python');
    expect(metadata?.version).toBe(isPython ? 3 : version.startsWith('v') ? Number(version.slice(1)) : 2);
    expect(metadata?.schema).toBe(path.includes('LIVE') ? null : schema);
  },
);

test.skipIf(!HAS_RECORDED_DATA).each(legacy.map((path) => [label(path), path]))(
  '%s is refused as the legacy format',
  async (_, path) => {
    const refusal = await openDbn(path).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(DbnError);
    expect(String(refusal)).toContain('legacy DBZ');
  },
);

test.skipIf(!HAS_RECORDED_DATA)('all frames of a file of several are decoded', async () => {
  const path = `${FOLDER}/dbn-tests-data/multi-frame.definition.v1.dbn.frag.zst`;
  expect(await countByReader(path)).toEqual({ 19: 8 });
});
