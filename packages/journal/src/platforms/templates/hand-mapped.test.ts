/** Columns mapped by hand: any table of closed trades. */
import { describe, expect, test } from 'vitest';
import type { ColumnMapping } from '#model/import-model.ts';
import { ImportRefusal } from '#model/import-refusal.ts';
import { netOf, readSample, sampleFile } from '#testing/read-sample.ts';
import { handMapped } from './hand-mapped.ts';

const TEXT = `My own list
Ref;Konto;Markt;R;Anz;Auf;Zu;Von;Bis;Ergebnis EUR;Spesen;Bemerkung
A1;K7;FDAX;Kauf;2;18.500,50;18.510,50;02.03.2026 09:31:00;02.03.2026 10:31:00;500,00;-8,00;gut
A2;K7;FDAX;Verkauf;1;18.500,50;18.510,50;13.03.2026 09:31:00;13.03.2026 10:31:00;-250,00;-4,00;
;;;;;;;;;250,00;-12,00;
`;
const MAPPING: ColumnMapping = {
  columns: {
    id: 0,
    account: 1,
    symbol: 2,
    side: 3,
    quantity: 4,
    entryPrice: 5,
    exitPrice: 6,
    entryTime: 7,
    exitTime: 8,
    pnl: 9,
    commission: 10,
    notes: 11,
  },
  pnl: 'gross',
};

describe('a table whose columns a user has named', () => {
  test('is read by those columns, costs as money spent', () => {
    const rows = readSample(handMapped, sampleFile(TEXT), { mapping: MAPPING });
    expect(
      rows.trips.map((trip) => [
        trip.nativeId,
        trip.account,
        trip.symbol,
        trip.side,
        trip.quantity,
        trip.commission,
      ]),
    ).toEqual([
      ['A1', 'K7', 'FDAX', 'long', '2', '8'],
      ['A2', 'K7', 'FDAX', 'short', '1', '4'],
    ]);
    expect([netOf(rows), rows.currency, rows.trips[0]?.notes]).toEqual(['238.00', 'EUR', 'gut']);
    expect(rows.trips[1]?.exitTime).toMatchObject({ day: 13, month: 3, hour: 10 });
    expect(rows.skipped).toEqual([{ reason: 'Lines with totals or notes', count: 1, lines: [5] }]);
  });

  test('takes the side from the sign of the quantity where no column has it', () => {
    const rows = readSample(
      handMapped,
      sampleFile('what,how many,result,when\nES,-3,12.50,2026-03-02\nES,2,-2.50,2026-03-02\n'),
      {
        mapping: { columns: { symbol: 0, quantity: 1, pnl: 2, exitTime: 3 }, pnl: 'net' },
      },
    );
    expect(rows.trips.map((trip) => [trip.side, trip.quantity, trip.pnl])).toEqual([
      ['short', '3', '12.5'],
      ['long', '2', '-2.5'],
    ]);
  });

  test('gives rows without an exit as open', () => {
    const rows = readSample(
      handMapped,
      sampleFile('s,q,p,in,out\nES,3,,2026-03-02,\nES,3,5,2026-03-02,2026-03-03\n'),
      {
        mapping: { columns: { symbol: 0, quantity: 1, pnl: 2, entryTime: 3, exitTime: 4 }, pnl: 'net' },
      },
    );
    expect(rows.trips.map((trip) => trip.status)).toEqual(['open', 'closed']);
  });

  test.each([
    ['nothing is mapped', undefined],
    ['there is no symbol', { columns: { exitTime: 8, pnl: 9 }, pnl: 'net' as const }],
    ['there is no time', { columns: { symbol: 2, pnl: 9 }, pnl: 'net' as const }],
    [
      'there is neither a profit nor a pair of prices',
      { columns: { symbol: 2, exitTime: 8, entryPrice: 5 }, pnl: 'net' as const },
    ],
  ])('is refused when %s', (_name, mapping) => {
    expect(() => readSample(handMapped, sampleFile(TEXT), { mapping })).toThrow(ImportRefusal);
  });

  test('rejects what cannot be read and ignores missing columns', () => {
    const text = 's,q,p,t\nES,x,5,2026-03-02\n,2,5,2026-03-02\nES,0,5,2026-03-02\nES,1,5,2026-03-02\n';
    const rows = readSample(handMapped, sampleFile(text), {
      mapping: { columns: { symbol: 0, quantity: 1, pnl: 2, exitTime: 3, notes: 400, side: -1 }, pnl: 'net' },
    });
    expect(rows.rejected.map((one) => one.line)).toEqual([2, 3, 4]);
    expect(rows.trips).toHaveLength(1);
  });
});
