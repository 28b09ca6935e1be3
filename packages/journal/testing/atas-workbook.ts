/** Made-up workbooks of ATAS as the reader returns them: sheets with typed numbers and dates. */
import type { SourceFile } from '#model/source-file.ts';

/** A workbook as the reader returns it: one grid a sheet, numbers and dates typed. */
export function workbook(sheets: Readonly<Record<string, readonly (readonly string[])[]>>): SourceFile {
  const grids = Object.entries(sheets).map(([name, rows]) => ({
    origin: 'xlsx' as const,
    name,
    delimiter: null,
    typed: true,
    rows: rows.map((cells, index) => ({ line: index + 1, cells })),
  }));
  return { name: 'statistics.xlsx', encoding: 'utf-8', title: null, grids, warnings: [] };
}

export const JOURNAL = [
  'Account',
  'Instrument',
  'Open time',
  'Open price',
  'Open volume',
  'Close time',
  'Close price',
  'Close volume',
  'Price PnL',
  'Profit (ticks)',
  'PnL',
  'Comment',
];
export const LONG = [
  'ACC1',
  'MNQM6@CME',
  '2026-03-16 15:31:05',
  '20100.25',
  '2',
  '2026-03-16 15:41:05',
  '20105.25',
  '-2',
  '5',
  '20',
  '20',
  'plan',
];
export const EXECUTIONS = [
  'Account',
  'Instrument',
  'Time',
  'Direction',
  'Price',
  'Volume',
  'Commission',
  'ID',
];
export const BUY = ['ACC1', 'MNQM6@CME', '2026-03-16 15:31:05', 'Buy', '20100.25', '2', '1.04', '77'];

export const ATAS_WORKBOOKS: readonly SourceFile[] = [
  workbook({ Statistics: [['Net profit', '20']], Executions: [EXECUTIONS, BUY], Journal: [JOURNAL, LONG] }),
  workbook({ Executions: [EXECUTIONS, BUY, BUY.with(3, 'Sell').with(7, '78')] }),
];
