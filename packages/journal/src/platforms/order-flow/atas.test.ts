/** ATAS: the journal sheet is preferred, sides come from signs, executions only where there is no journal. */
import { expect, test } from 'vitest';
import { BUY, EXECUTIONS, JOURNAL, LONG, workbook } from '#testing/atas-workbook.ts';
import { clockOf, onlyFill, onlyTrip, readMadeUp } from '#testing/read-futures-sample.ts';
import { sampleFile } from '#testing/read-sample.ts';

test('the journal is read, not the executions beside it', () => {
  const rows = readMadeUp(
    workbook({
      Statistics: [['Net profit', '20']],
      Executions: [EXECUTIONS, BUY],
      Journal: [
        JOURNAL,
        LONG,
        [
          'ACC1',
          'MNQM6@CME',
          '2026-03-16 16:31:05',
          '20100.25',
          '-1',
          '2026-03-16 16:41:05',
          '20105.25',
          '1',
          '',
          '',
          '-10',
          '',
        ],
      ],
    }),
  );
  expect(rows.layout).toBe('ATAS, journal');
  expect(rows.trips.map((trip) => [trip.symbol, trip.side, trip.quantity, trip.pnl, trip.notes])).toEqual([
    ['MNQM6@CME', 'long', '2', '20', 'plan'],
    ['MNQM6@CME', 'short', '1', '-10', null],
  ]);
  expect(clockOf(rows.trips[0]?.entryTime ?? null)).toBe('2026-03-16 15:31:05');
});

test('executions are read where the journal is missing or empty', () => {
  for (const file of [
    workbook({ Executions: [EXECUTIONS, BUY] }),
    workbook({ Journal: [JOURNAL], Executions: [EXECUTIONS, BUY] }),
  ]) {
    const rows = readMadeUp(file);
    expect(rows.layout).toBe('ATAS, executions');
    expect(onlyFill(rows)).toMatchObject({
      action: 'buy',
      quantity: '2',
      commission: '1.04',
      nativeId: '77',
      symbol: 'MNQM6@CME',
    });
  }
});

test('the journal is read in French and from a text file saved again', () => {
  const rows = readMadeUp(
    sampleFile(
      'Compte;Outil;Heure d’ouverture;Prix d’ouverture;Volume d’ouverture;Heure de clôture;Prix de clôture;Volume;PnL;Commentaire\nACC1;MNQM6@CME;16/03/2026 15:31:05;20100,25;-2;16/03/2026 15:41:05;20105,25;2;-20;\n',
    ),
  );
  expect(onlyTrip(rows)).toMatchObject({ side: 'short', entryPrice: '20100.25', pnl: '-20', quantity: '2' });
});

test('for volumes without a sign the side follows from result and prices, else there is a warning', () => {
  const unsigned = (exit: string, pnl: string): string[] => [
    'ACC1',
    'MNQM6',
    '2026-03-16 15:31:05',
    '20100',
    '2',
    '2026-03-16 15:41:05',
    exit,
    '2',
    '',
    '',
    pnl,
    '',
  ];
  const rows = readMadeUp(
    workbook({
      Journal: [JOURNAL, unsigned('20105', '-20'), unsigned('20105', '20'), unsigned('20100', '0')],
    }),
  );
  expect(rows.trips.map(({ side }) => side)).toEqual(['short', 'long', 'long']);
  expect(rows.warnings).toEqual([
    'Long and short cannot be distinguished in 1 trade whose volumes have no sign; counted as long (line 4).',
  ]);
});
