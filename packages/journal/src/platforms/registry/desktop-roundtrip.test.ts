/** Random trades, written in each layout and read back by its reader. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ImportAnswers } from '#model/import-model.ts';
import { ImportRefusal } from '#model/import-refusal.ts';
import type { SourceFile } from '#model/source-file.ts';
import type { PlatformReader } from '#platforms/reader/platform.ts';
import { handMapped } from '#platforms/templates/hand-mapped.ts';
import { simpleTemplate } from '#platforms/templates/simple-template.ts';
import { readDecimal } from '#read/values/numbers.ts';
import { MADE_UP_LAYOUTS } from '#testing/desktop-layouts.ts';
import { hundredths, type MadeUpTime, type MadeUpTrade } from '#testing/made-up-trades.ts';
import { readSample, sampleFile } from '#testing/read-sample.ts';
import type { FileTime } from '#time/file-time.ts';
import { REGISTRY } from './registry.ts';

/** All of them, those of the product itself too. */
const READERS: readonly PlatformReader[] = [...REGISTRY.platforms, simpleTemplate, handMapped];

const IS_LONG = process.env['LONG_TESTS'] === '1';

const timeOfYear = fc.record({
  month: fc.integer({ min: 1, max: 12 }),
  day: fc.integer({ min: 1, max: 28 }),
  hour: fc.integer({ min: 0, max: 23 }),
  minute: fc.integer({ min: 0, max: 59 }),
  second: fc.integer({ min: 0, max: 59 }),
});

const madeUpTrade: fc.Arbitrary<MadeUpTrade> = fc.record({
  symbol: fc.constantFrom('XAUUSD', 'eurchf.', 'US500.cash', 'ESM26', 'GER40'),
  side: fc.constantFrom('long' as const, 'short' as const),
  lots: fc.integer({ min: 1, max: 300_000 }),
  entry: fc.integer({ min: 1, max: 30_000_000 }),
  exit: fc.integer({ min: 1, max: 30_000_000 }),
  entryAt: timeOfYear,
  exitAt: timeOfYear,
  pnlCents: fc.integer({ min: -500_000_000, max: 500_000_000 }),
  commissionCents: fc.integer({ min: 0, max: 50_000 }),
  swapCents: fc.integer({ min: -50_000, max: 50_000 }),
});

const NOON: MadeUpTime = { month: 3, day: 28, hour: 12, minute: 0, second: 0 };
const ORDINARY: MadeUpTrade = {
  symbol: 'XAUUSD',
  side: 'long',
  lots: 1234,
  entry: 1234,
  exit: 1234,
  entryAt: NOON,
  exitAt: NOON,
  pnlCents: 1234,
  commissionCents: 1234,
  swapCents: 1234,
};

function plain(amount: number): string {
  return readDecimal(hundredths(amount, { mark: '.', thousands: '' }), '.') ?? '';
}

function timeFacts(time: MadeUpTime | FileTime | null): string {
  return time === null ? '' : [time.month, time.day, time.hour, time.minute, time.second].join(' ');
}

function writtenFacts(trade: MadeUpTrade, hasCosts: boolean): string[] {
  return [
    trade.symbol,
    trade.side,
    plain(trade.lots),
    plain(trade.entry),
    plain(trade.exit),
    timeFacts(trade.entryAt),
    timeFacts(trade.exitAt),
    plain(trade.pnlCents),
    ...(hasCosts ? [plain(trade.commissionCents), plain(trade.swapCents)] : []),
  ];
}

function readerOf(file: SourceFile, platform: string | undefined): PlatformReader {
  const [best] = READERS.filter((reader) => platform === undefined || reader.id === platform)
    .flatMap((reader) => reader.recognise(file).map((found) => ({ reader, found })))
    .sort((one, other) => other.found.confidence - one.found.confidence);
  if (best === undefined) throw new Error('no reader recognises the file');
  return best.reader;
}

describe.each(MADE_UP_LAYOUTS)('trades written by $name', ({ write, file, answers, hasCosts }) => {
  test('are read back exactly', () => {
    fc.assert(
      fc.property(fc.array(madeUpTrade, { minLength: 1, maxLength: 12 }), (trades) => {
        // A day above the twelfth settles the order of days and months, as any real file of a month does.
        const settled = trades.map((trade, at) =>
          at === 0 ? { ...trade, entryAt: { ...trade.entryAt, day: 28 } } : trade,
        );
        const source = sampleFile(write(settled), file);
        const rows = readSample(readerOf(source, answers.platform), source, answers);
        expect(rows.rejected).toEqual([]);
        const read = rows.trips.map((trip) => [
          trip.symbol ?? '',
          trip.side,
          trip.quantity,
          trip.entryPrice ?? '',
          trip.exitPrice ?? '',
          timeFacts(trip.entryTime),
          timeFacts(trip.exitTime),
          readDecimal(trip.pnl ?? '', '.') ?? '',
          ...(hasCosts ? [trip.commission ?? '', trip.swap ?? ''] : []),
        ]);
        expect(read.sort()).toEqual(settled.map((trade) => writtenFacts(trade, hasCosts)).sort());
        expect(rows.trips.every((trip) => trip.status === 'closed')).toBe(true);
      }),
      { numRuns: IS_LONG ? 1_000 : 25 },
    );
  });
});

/** Null for a file that reading already refuses. */
function readable(text: string, name: string): SourceFile | null {
  try {
    return sampleFile(text, name);
  } catch (problem) {
    if (problem instanceof ImportRefusal) return null;
    throw problem;
  }
}

/** Every reader that recognises the file reads it; a file that was refused is not read. */
function readByAll(source: SourceFile | null): void {
  if (source === null) return;
  for (const reader of READERS) {
    const answers: ImportAnswers =
      reader.id === 'mapped' ? { mapping: { columns: { symbol: 1, exitTime: 7, pnl: 8 }, pnl: 'net' } } : {};
    for (const found of reader.recognise(source))
      expect(reader.read(source, found, answers).rowsRead).toBeGreaterThanOrEqual(0);
  }
}

describe('files of other kinds', () => {
  const noises = fc.oneof(
    fc.string({ maxLength: 400 }),
    fc
      .array(
        fc.array(fc.string({ maxLength: 12 }), { maxLength: 14 }).map((cells) => cells.join(',')),
        { maxLength: 12 },
      )
      .map((lines) => lines.join('\n')),
  );

  test('never make a reader fail other than by a refusal', () => {
    fc.assert(
      fc.property(
        noises,
        fc.constantFrom(...MADE_UP_LAYOUTS),
        fc.array(madeUpTrade, { minLength: 1, maxLength: 3 }),
        (noise, layout, trades) => {
          const made = layout.write(trades);
          const cut = made.slice(0, Math.floor(made.length / 2));
          const text = `${cut}${noise}${made.slice(cut.length + (noise.length % 40))}`;
          readByAll(readable(text, layout.file));
        },
      ),
      { numRuns: IS_LONG ? 20_000 : 300 },
    );
  });

  test.each([
    ['digits', '7'],
    ['letters', 'a'],
    ['blanks', ' '],
    ['brackets', '('],
    ['words', 'from #1 to #2 '],
  ])('with cells of fifty thousand characters of %s are read or rejected, without hanging', (_name, part) => {
    const evil = part.repeat(50_000 / part.length);
    for (const layout of MADE_UP_LAYOUTS) {
      const made = layout.write([ORDINARY]);
      readByAll(readable(made.replaceAll('XAUUSD', evil).replaceAll('12.34', `${evil}1`), layout.file));
    }
  });
});
