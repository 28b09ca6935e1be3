/**
 * Five hundred damaged tables for each platform's reader, a million in the long run: each gives rows that can be counted,
 * or a refusal with a message.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ImportRefusal } from '#model/import-refusal.ts';
import type { SourceFile } from '#model/source-file.ts';
import type { PlatformReader, PlatformRows } from '#platforms/reader/platform.ts';
import { REGISTRY } from '#platforms/registry/registry.ts';
import { readSource } from '#read/files/read-source.ts';
import { ATAS_WORKBOOKS } from '#testing/atas-workbook.ts';
import { damagedSource } from '#testing/damaged-source.ts';
import { bytesOf, SAMPLE_EXPORTS } from '#testing/sample-exports.ts';
import { withoutHang } from '#testing/without-hang.ts';
import { importSource } from './import-source.ts';

const RUNS = process.env['LONG_TESTS'] === '1' ? 1_000_000 : 500;
const LONG_TIMEOUT_MS = 7_200_000;
const threadUsage = () => process.threadCpuUsage();
/**
 * One in this many also goes through pairing, checks and report, which must not fail on the output of damaged files.
 */
const WHOLE_LINE = 16;

const PLAIN = /^-?\d+(?:\.\d+)?$/;
const isPlain = (text: string | null): boolean => text === null || PLAIN.test(text);

const WHOLE: readonly SourceFile[] = [
  ...SAMPLE_EXPORTS.map((sample) => readSource(bytesOf(sample), sample.name)),
  ...ATAS_WORKBOOKS,
];
const READERS: readonly PlatformReader[] = [
  ...REGISTRY.platforms,
  ...(REGISTRY.template === null ? [] : [REGISTRY.template]),
];

/** Every value of a reader comes from its own column: decimals are plain, every row is counted once. */
function checkRows({ trips, fills, rejected, skipped, rowsRead }: PlatformRows): void {
  for (const { quantity, entryPrice, exitPrice, pnl, commission, fees, swap } of trips)
    if (![quantity, entryPrice, exitPrice, pnl, commission, fees, swap].every(isPlain))
      throw new Error(`a trip of ${quantity} at ${entryPrice} and ${exitPrice} for ${pnl}`);
  for (const { quantity, price, commission, fees, pnl } of fills)
    if (![quantity, price, commission, fees, pnl].every(isPlain))
      throw new Error(`a fill of ${quantity} at ${price}`);
  const counted = skipped.reduce((sum, { count }) => sum + count, rejected.length);
  if (!Number.isSafeInteger(rowsRead) || counted < 0)
    throw new Error(`${counted} of ${rowsRead} rows are counted`);
}

/** Rows that were read; 0 for a table that is refused or that the platform no longer recognises. */
function readRows(reader: PlatformReader, source: SourceFile, isWhole: boolean): number {
  try {
    if (isWhole) return importSource(source, { zone: 'UTC', platform: reader.id }).trades.length;
    let count = 0;
    for (const found of reader.recognise(source)) {
      const rows = reader.read(source, found, {});
      checkRows(rows);
      count += rows.trips.length + rows.fills.length;
    }
    return count;
  } catch (error) {
    if (!(error instanceof ImportRefusal)) throw error;
    return 0;
  }
}

test.for(READERS.map((reader) => [reader.id, reader] as const))(
  'a damaged table of %s is read or refused',
  { timeout: LONG_TIMEOUT_MS },
  ([, reader]) => {
    const known = WHOLE.filter((source) => reader.recognise(source).length > 0);
    expect(known.length).toBeGreaterThan(0);
    const outcomes = { read: 0, refused: 0 };
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const whole = known[seed % known.length];
        if (whole === undefined) return;
        const source = damagedSource(whole, seed);
        const count = withoutHang(threadUsage, () => readRows(reader, source, seed % WHOLE_LINE === 0));
        outcomes[count > 0 ? 'read' : 'refused'] += 1;
      }),
      { numRuns: RUNS },
    );
    // Damage that always, or never, breaks a table would prove nothing
    expect(outcomes.read).toBeGreaterThan(0);
    expect(outcomes.refused).toBeGreaterThan(0);
  },
);
