/**
 * Two exports of one account, overlapping or one after the other, in either order: the journal contains the same as
 * from one export.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FILL_LAYOUTS, type MadeUpTrade, TRIP_LAYOUTS } from '#testing/futures-layouts.ts';
import { readMadeUp } from '#testing/read-futures-sample.ts';
import { comparableTrades, EMPTY_JOURNAL, storeImport } from '#testing/stored-journal.ts';
import type { FileTime } from '#time/file-time.ts';

const RUNS = process.env['LONG_TESTS'] === '1' ? 1_000 : 12;
const ANSWERS = { zone: 'America/Chicago', account: 'A', dateOrder: 'mdy', decimalMark: '.' } as const;

/** Few seconds, prices and sizes: positions that overlap, are closed in parts, reverse, and have twins. */
const trade: fc.Arbitrary<MadeUpTrade> = fc.record({
  side: fc.constantFrom('long' as const, 'short' as const),
  quantity: fc.integer({ min: 1, max: 4 }),
  entryTicks: fc.integer({ min: 24_000, max: 24_003 }),
  movedTicks: fc.integer({ min: -2, max: 2 }),
  entry: fc.record({
    day: fc.constantFrom(25, 26),
    hour: fc.constant(10),
    minute: fc.integer({ min: 0, max: 3 }),
    second: fc.constantFrom(0, 20, 40),
  }),
  heldSeconds: fc.constantFrom(1, 20, 60, 100),
  commissionCents: fc.integer({ min: 0, max: 99 }),
  feeCents: fc.integer({ min: 0, max: 99 }),
  account: fc.constantFrom('Sim101', 'Sim101', 'DEMO-7'),
});

/** Where to cut: two places among the instants of the file, and which export comes first. */
const cut = fc.record({
  from: fc.double({ min: 0, max: 1, noNaN: true }),
  until: fc.double({ min: 0, max: 1, noNaN: true }),
  laterFirst: fc.boolean(),
});

const instantOf = (time: FileTime | null): number =>
  time === null
    ? 0
    : Date.UTC(time.year, time.month - 1, time.day, time.hour, time.minute, time.second, time.millisecond);

interface Row {
  readonly text: string;
  readonly atMs: number;
}

interface WrittenFile {
  readonly head: readonly string[];
  /** In the order of time, as platforms write them. */
  readonly rows: readonly Row[];
}

/** The rows of a file by the instant that brings each into an export: of its execution, or of its exit. */
function writtenFile(text: string): WrittenFile {
  const read = readMadeUp(text);
  const instants = new Map<number, number>([
    ...read.fills.map(({ line, time }) => [line, instantOf(time)] as const),
    ...read.trips.map(({ line, exitTime }) => [line, instantOf(exitTime)] as const),
  ]);
  const lines = text.split(/\r?\n/);
  const rows = lines.flatMap((line, index) => {
    const atMs = instants.get(index + 1);
    return atMs === undefined ? [] : [{ text: line, atMs }];
  });
  return {
    head: lines.filter((_line, index) => !instants.has(index + 1)),
    rows: rows.sort((a, b) => a.atMs - b.atMs),
  };
}

const fileOf = ({ head }: WrittenFile, rows: readonly Row[]): string =>
  [...head, ...rows.map(({ text }) => text)].join('\n');

interface Cut {
  readonly from: number;
  readonly until: number;
  readonly laterFirst: boolean;
}

/** Exports up to an instant and from one on: nothing is in neither. */
function exportsOf(file: WrittenFile, { from, until, laterFirst }: Cut): string[] {
  const at = (share: number): number => file.rows[Math.floor(share * (file.rows.length - 1))]?.atMs ?? 0;
  const [start, end] = [at(Math.min(from, until)), at(Math.max(from, until))];
  const earlier = file.rows.filter(({ atMs }) => atMs <= end);
  const later = file.rows.filter(({ atMs }) => (from === until ? atMs > end : atMs >= start));
  const texts = [earlier, later].filter((rows) => rows.length > 0).map((rows) => fileOf(file, rows));
  return laterFirst ? texts.reverse() : texts;
}

function journalOf(texts: readonly string[]) {
  return texts.reduce((journal, text) => storeImport(journal, text, ANSWERS).journal, EMPTY_JOURNAL);
}

const cuts = fc.oneof(
  cut,
  cut.map(({ from, laterFirst }) => ({ from, until: from, laterFirst })),
);

describe.each([...FILL_LAYOUTS, ...TRIP_LAYOUTS.slice(0, 3)].map((layout) => [layout.name, layout] as const))(
  '%s',
  (_name, layout) => {
    test('a journal from two exports equals that from one', () => {
      fc.assert(
        fc.property(fc.array(trade, { minLength: 1, maxLength: 8 }), cuts, (trades, where) => {
          const file = writtenFile(layout.write(trades));
          const whole = journalOf([fileOf(file, file.rows)]);
          expect(comparableTrades(journalOf(exportsOf(file, where)))).toEqual(comparableTrades(whole));
        }),
        { numRuns: RUNS },
      );
    });

    test('twice is the same as once', () => {
      fc.assert(
        fc.property(fc.array(trade, { minLength: 1, maxLength: 8 }), (trades) => {
          const file = writtenFile(layout.write(trades));
          const text = fileOf(file, file.rows);
          const once = storeImport(EMPTY_JOURNAL, text, ANSWERS);
          const again = storeImport(once.journal, text, ANSWERS);
          expect(again.replaced).toBe(0);
          expect(again.journal.trades).toEqual(once.journal.trades);
        }),
        { numRuns: RUNS },
      );
    });
  },
);
