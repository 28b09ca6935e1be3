/** Sierra Chart, Trades tab of the trade activity log copied or saved: one row per entry and exit. */
import type { ImportAnswers } from '#model/import-model.ts';
import type { RawTrip } from '#model/raw-records.ts';
import type { SourceFile, SourceGrid } from '#model/source-file.ts';
import { BLANK_TRIP } from '#platforms/reader/blank-rows.ts';
import { platformRows } from '#platforms/reader/collect-rows.ts';
import {
  openPlatformTable,
  type PlatformTable,
  recogniseByHeader,
} from '#platforms/reader/open-platform-table.ts';
import type { PlatformRows, Recognition } from '#platforms/reader/platform.ts';
import type { PlatformLayout } from '#platforms/reader/platform-layout.ts';
import type { RowFields } from '#platforms/reader/row-fields.ts';

const NAMES = {
  symbol: ['Symbol'],
  side: ['Trade Type'],
  entryTime: ['Entry DateTime'],
  exitTime: ['Exit DateTime'],
  entryPrice: ['Entry Price'],
  exitPrice: ['Exit Price'],
  quantity: ['Trade Quantity'],
  pnl: [/^profit\/loss \(\w\)$/, 'Profit/Loss'],
  commission: [/^commissions?( \(\w\))?$/],
  note: ['Note'],
  account: ['Account', 'Trade Account'],
} as const;

type Field = keyof typeof NAMES;

const LAYOUT = 'Sierra Chart, trades list';

function recogniseSierraTrades(file: SourceFile): Recognition[] {
  const what = {
    platform: 'sierra-chart',
    layout: LAYOUT,
    kind: 'round-trips',
  } as const;
  const must = ['Trade Type', 'Entry DateTime', 'Exit DateTime', 'Entry Price', 'Trade Quantity'];
  return recogniseByHeader(file, must, { ...what, confidence: 0.96 });
}

function readSierraTrades(found: Recognition, answers: ImportAnswers): PlatformRows {
  const table = openPlatformTable<Field>(withoutMarks(found.grid), found.headerRow, NAMES, {
    answers,
    open: { priceFields: ['entryPrice', 'exitPrice'] },
  });
  const isMoney = !/\((p|t)\)/i.test(table.header('pnl'));
  const collected = table.collect((row) => tripOf(row, table, isMoney));
  return platformRows(collected, {
    trips: collected.records,
    questions: table.questions,
    warnings: isMoney ? [] : [IN_POINTS],
  });
}

const IN_POINTS =
  'Profit/Loss is shown in points or ticks, not in money, so the result of each trade is computed from its prices. For the program’s own figures set the P/L format of the trade activity log to currency.';

/** Times and results carry letters for begin and end of a position: `14:09:50.516 BP`, `120.00 F`. */
function withoutMarks(grid: SourceGrid): SourceGrid {
  const rows = grid.rows.map((row) => ({
    ...row,
    cells: row.cells.map((cell) => cell.replace(/(?<=\d)\s+(BP|EP|F)$/, '')),
  }));
  return { ...grid, rows };
}

function tripOf(row: RowFields<Field>, table: PlatformTable<Field>, isMoney: boolean): RawTrip {
  const [symbol = '', account = null] = symbolAndAccount(row.requiredText('symbol'));
  const exitTime = row.time('exitTime');
  const isOpen = exitTime === null;
  return {
    ...BLANK_TRIP,
    line: row.line,
    raw: row.raw,
    account: row.textOrNull('account') ?? account,
    symbol,
    side: row.requiredSide('side'),
    quantity: row.requiredSize('quantity'),
    entryTime: row.requiredTime('entryTime'),
    exitTime,
    entryPrice: row.requiredPrice('entryPrice', symbol),
    exitPrice: isOpen ? null : row.requiredPrice('exitPrice', symbol),
    pnl: isOpen || !isMoney || !table.has('pnl') ? null : row.decimal('pnl'),
    pnlIs: 'unknown',
    commission: row.lenientDecimal('commission'),
    notes: row.textOrNull('note'),
    status: isOpen ? 'open' : 'closed',
  };
}

/** `MNQH26 (19850621)`: the account follows the symbol in brackets. */
function symbolAndAccount(text: string): readonly [string, string | null] {
  const match = /^(.+?)\s+\(([^)]+)\)$/.exec(text);
  return match === null ? [text, null] : [match[1] ?? text, match[2] ?? null];
}

export const SIERRA_TRADES: PlatformLayout = {
  layout: LAYOUT,
  kind: 'round-trips',
  recognise: recogniseSierraTrades,
  read: (_file, found, answers) => readSierraTrades(found, answers),
};
