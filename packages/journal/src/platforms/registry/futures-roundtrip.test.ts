/** Random made-up trades, written in the layout of each platform, are read back exactly. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ImportRefusal } from '#model/import-refusal.ts';
import {
  FILL_LAYOUTS,
  factsOfFill,
  factsOfTrip,
  type MadeUpTrade,
  TRIP_LAYOUTS,
} from '#testing/futures-layouts.ts';
import { readMadeUp } from '#testing/read-futures-sample.ts';

const LONG = process.env['LONG_TESTS'] === '1';

const clock = fc.record({
  day: fc.integer({ min: 2, max: 27 }),
  hour: fc.integer({ min: 0, max: 22 }),
  minute: fc.integer({ min: 0, max: 59 }),
  second: fc.integer({ min: 0, max: 59 }),
});

const trade: fc.Arbitrary<MadeUpTrade> = fc
  .record({
    side: fc.constantFrom('long' as const, 'short' as const),
    quantity: fc.integer({ min: 1, max: 40 }),
    entryTicks: fc.integer({ min: 4_000, max: 90_000 }),
    movedTicks: fc.integer({ min: -400, max: 400 }),
    entry: clock,
    heldSeconds: fc.integer({ min: 1, max: 3_599 }),
    commissionCents: fc.integer({ min: 0, max: 9_999 }),
    feeCents: fc.integer({ min: 0, max: 999 }),
    account: fc.constantFrom('Sim101', 'DEMO-7', 'Konto 3!x'),
  })
  .map((facts) => ({ ...facts }));

/** Without a day beyond 12 the order of day and month is a question; the day of this first row settles it. */
const settlingTrade: MadeUpTrade = {
  side: 'long',
  quantity: 1,
  entryTicks: 24_001,
  movedTicks: 5,
  entry: { day: 26, hour: 10, minute: 1, second: 2 },
  heldSeconds: 61,
  commissionCents: 104,
  feeCents: 56,
  account: 'Sim101',
};

const tradesOf = fc.array(trade, { maxLength: 12 }).map((trades) => [settlingTrade, ...trades]);

describe('closed trades', () => {
  test.each(TRIP_LAYOUTS.map((layout) => [layout.name, layout] as const))('%s', (name, layout) => {
    fc.assert(
      fc.property(tradesOf, (trades) => {
        const rows = readMadeUp(layout.write(trades));
        expect(rows.layout).toBe(name.replace(/ \(.*\)$/, ''));
        expect(rows.rejected).toEqual([]);
        expect(rows.questions).toEqual([]);
        expect(rows.trips.map(factsOfTrip)).toEqual(trades.map((one) => layout.facts(one)));
      }),
      { numRuns: LONG ? 2_000 : 25 },
    );
  });
});

describe('fills', () => {
  test.each(FILL_LAYOUTS.map((layout) => [layout.name, layout] as const))('%s', (name, layout) => {
    fc.assert(
      fc.property(tradesOf, (trades) => {
        const rows = readMadeUp(layout.write(trades));
        expect(rows.layout).toBe(name);
        expect(rows.rejected).toEqual([]);
        expect(rows.questions).toEqual([]);
        expect(rows.fills.map(factsOfFill)).toEqual(trades.flatMap((one) => layout.facts(one)));
      }),
      { numRuns: LONG ? 2_000 : 25 },
    );
  });
});

test('a reader throws only refusals on any text, and every line is accounted for', () => {
  const cell = fc.oneof(
    fc.constantFrom(
      '',
      'Buy',
      'Sell',
      '1',
      '-2',
      '6000.25',
      '16/3/2026 15:31:05',
      '$(61.50)',
      'Fills',
      'Order',
      'O;C',
      '—',
    ),
    fc.string({ maxLength: 12 }).map((text) => text.replace(/[",;\t\r\n|]/g, ' ')),
  );
  // A statement of Interactive Brokers names the section of every line: what names none is of none.
  const headers = [...TRIP_LAYOUTS, ...FILL_LAYOUTS]
    .filter(({ name }) => !name.startsWith('Interactive Brokers'))
    .map((layout) => layout.write([settlingTrade]));
  fc.assert(
    fc.property(
      fc.constantFrom(...headers),
      fc.array(fc.array(cell, { maxLength: 30 }), { maxLength: 6 }),
      (file, junk) => {
        const separator = /[\t;]/.exec(file.split('\n')[0] ?? '')?.[0] ?? ',';
        const lines = junk.map((cells) => cells.join(separator));
        const filled = lines.filter((line) =>
          line.split(separator).some((text) => text.trim() !== ''),
        ).length;
        const known = readMadeUp(file);
        const rows = readMadeUp([file.trimEnd(), ...lines].join('\n'));
        const skipped = rows.skipped.reduce((sum, { count }) => sum + count, 0);
        const taken = rows.trips.length + rows.fills.length + rows.rejected.length + skipped;
        const before =
          known.trips.length + known.fills.length + known.skipped.reduce((sum, { count }) => sum + count, 0);
        expect(taken).toBe(before + filled);
      },
    ),
    { numRuns: LONG ? 20_000 : 120 },
  );
});

/** Replaces, inserts, drops or doubles a few pieces of a text at the places given. */
function damaged(
  text: string,
  edits: readonly (readonly [at: number, length: number, piece: string])[],
): string {
  return edits.reduce((all, [at, length, piece]) => {
    const start = Math.floor(at * all.length);
    return all.slice(0, start) + piece + all.slice(start + length);
  }, text);
}

test('damaged files are refused, or every row that was read is counted', () => {
  const files = [...TRIP_LAYOUTS, ...FILL_LAYOUTS].map((layout) =>
    layout.write([settlingTrade, settlingTrade]),
  );
  const piece = fc.oneof(
    fc.constantFrom(
      '',
      ',',
      ';',
      '\t',
      '\n',
      '"',
      "'",
      '-',
      '(',
      '$',
      '.',
      'E+11',
      '9'.repeat(400),
      '31/02/2026',
      '\u0000',
      '\u2212',
    ),
    fc.string({ maxLength: 6 }),
  );
  const place = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true });
  const edit = fc.tuple(place, fc.integer({ min: 0, max: 30 }), piece);
  fc.assert(
    fc.property(fc.constantFrom(...files), fc.array(edit, { minLength: 1, maxLength: 6 }), (file, edits) => {
      const rows = readOrRefuse(damaged(file, edits));
      if (rows === null) return;
      const skipped = rows.skipped.reduce((sum, { count }) => sum + count, 0);
      expect(rows.trips.length + rows.fills.length + rows.rejected.length + skipped).toBe(rows.rowsRead);
    }),
    { numRuns: LONG ? 100_000 : 400 },
  );
});

/** Null for a file that is refused or that none of these platforms recognises any more. */
function readOrRefuse(text: string): ReturnType<typeof readMadeUp> | null {
  try {
    return readMadeUp(text);
  } catch (error) {
    if (error instanceof ImportRefusal || String(error).includes('no platform recognises')) return null;
    throw error;
  }
}
