/** The simple template: ten columns in a fixed order under a header line that is skipped. Recognised last. */

import type { ImportAnswers } from '#model/import-model.ts';
import type { RawTrip } from '#model/raw-records.ts';
import type { SourceFile, SourceGrid, SourceRow } from '#model/source-file.ts';
import { BLANK_TRIP } from '#platforms/reader/blank-rows.ts';
import { platformRows, type Skip } from '#platforms/reader/collect-rows.ts';
import { type SpentOf, spentColumn } from '#platforms/reader/cost-sign.ts';
import { isZero } from '#platforms/reader/money-text.ts';
import { openPlatformTable } from '#platforms/reader/open-platform-table.ts';
import type { PlatformRows, Recognition } from '#platforms/reader/platform.ts';
import { readerOfLayouts } from '#platforms/reader/platform-layout.ts';
import { relabelGrid } from '#platforms/reader/relabel-grid.ts';
import type { RowFields } from '#platforms/reader/row-fields.ts';
import { normaliseHeader } from '#read/tables/headers.ts';
import type { FieldNames, Table } from '#read/tables/table.ts';
import { readAction, readSide } from '#read/values/sides.ts';
import type { FileTime } from '#time/file-time.ts';

type Field =
  | 'platform'
  | 'symbol'
  | 'type'
  | 'entryPrice'
  | 'exitPrice'
  | 'quantity'
  | 'entryTime'
  | 'exitTime'
  | 'pnl'
  | 'strategy'
  | 'commission'
  | 'fees'
  | 'swap'
  | 'account'
  | 'notes';

/**
 * The template's columns in their order, and columns that tables of its kind have besides; with the names of headers.
 */
const COLUMNS: FieldNames<Field> = {
  platform: ['platform', 'broker'],
  symbol: ['symbol', 'instrument', 'ticker', 'market', 'contract'],
  type: ['type', 'side', 'direction', 'trade type', 'action', 'long/short', 'buy/sell'],
  entryPrice: ['entry price', 'entry', 'open price', 'buy price'],
  exitPrice: ['exit price', 'exit', 'close price', 'sell price'],
  quantity: ['quantity', 'qty', 'size', 'contracts', 'volume', 'lots'],
  entryTime: ['entry time', 'entry date', 'open time', 'open date', 'entry date/time', 'entry datetime'],
  exitTime: ['exit time', 'exit date', 'close time', 'close date', 'exit date/time', 'exit datetime'],
  pnl: ['p&l', 'pnl', 'p/l', 'profit', 'profit/loss', 'net p&l', 'net pnl', 'net profit'],
  strategy: ['strategy', 'setup', 'playbook'],
  commission: ['commission', 'commissions'],
  fees: ['fees', 'fee', 'costs', 'total fees'],
  swap: ['swap', 'swaps'],
  account: ['account', 'account name', 'account number'],
  notes: ['notes', 'note', 'comment', 'comments'],
};
const TEMPLATE_COLUMNS = 10;
const FIELDS = (Object.keys(COLUMNS) as Field[]).slice(0, TEMPLATE_COLUMNS);
const LABELS = FIELDS.map((field) => COLUMNS[field][0] as string);

/** Names of the header that a column of the template bears. */
function namedFields(row: SourceRow | undefined): Field[] {
  const names = new Set((row?.cells ?? []).map((cell) => normaliseHeader(cell.replace(/_/g, ' '))));
  return FIELDS.filter((field) => COLUMNS[field].some((name) => typeof name === 'string' && names.has(name)));
}

function isNumberOrEmpty(text: string | undefined): boolean {
  return /^[-+−($€£]*[\d\s.,'’]*\)?$/u.test(text ?? '');
}

function isTimeOrEmpty(text: string | undefined): boolean {
  return text === undefined || text === '' || /\d{1,4}[./-]\d{1,2}[./-]\d{1,4}/.test(text);
}

/** A line by position: texts, numbers and times where they belong. */
function fitsOrder({ cells }: SourceRow): boolean {
  const type = cells[2] ?? '';
  return (
    cells.length >= 4 &&
    !/^\d/.test(cells[1] ?? '') &&
    (type === '' || sideOf(type) !== null) &&
    [3, 4, 5, 8].every((at) => isNumberOrEmpty(cells[at])) &&
    [6, 7].every((at) => isTimeOrEmpty(cells[at]))
  );
}

/** Share of lines that must fit the order of the columns when the header does not name them. */
const FITTING_SHARE = 0.8;
const ROWS_LOOKED_AT = 50;

function recogniseGrid(grid: SourceGrid): { confidence: number; grid: SourceGrid; headerRow: number }[] {
  const headerRow = grid.rows.slice(0, 20).findIndex((row) => {
    const fields = namedFields(row);
    return fields.length >= 5 && fields.includes('symbol') && fields.includes('type');
  });
  if (headerRow >= 0) return [{ confidence: 0.3, grid, headerRow }];
  const rows = grid.rows.slice(1, ROWS_LOOKED_AT).filter((row) => row.cells.some((cell) => cell !== ''));
  const fitting = rows.filter(fitsOrder).length;
  return fitting > 0 && fitting >= rows.length * FITTING_SHARE
    ? [{ confidence: 0.1, grid, headerRow: 0 }]
    : [];
}

function sideOf(text: string): 'long' | 'short' | null {
  const action = readAction(text);
  return readSide(text) ?? (action === null ? null : action === 'buy' ? 'long' : 'short');
}

/** Closed when there is an exit time; tables without that column are closed by their exit price or P&L. */
function isClosed(row: RowFields<Field>, exitTime: FileTime | null, costs: TemplateCosts): boolean {
  if (exitTime !== null || costs.hasExitTimes) return exitTime !== null;
  return row.lenientDecimal('exitPrice') !== null || row.lenientDecimal('pnl') !== null;
}

const NO_SYMBOL = 'Rows without a symbol';

/** The P&L column is net in the template; beside columns of costs its prices decide. */
interface TemplateCosts {
  readonly commissionOf: SpentOf<Field>;
  readonly feesOf: SpentOf<Field>;
  readonly hasCosts: boolean;
  readonly hasExitTimes: boolean;
}

function costsOf(table: Table<Field>): TemplateCosts {
  return {
    commissionOf: spentColumn(table, 'commission'),
    feesOf: spentColumn(table, 'fees'),
    hasCosts: table.has('commission') || table.has('fees') || table.has('swap'),
    hasExitTimes: table.has('exitTime'),
  };
}

function tripOf(row: RowFields<Field>, costs: TemplateCosts): RawTrip | Skip {
  if (row.text('symbol') === '') return { skip: NO_SYMBOL };
  const type = row.text('type');
  const side = type === '' ? 'long' : sideOf(type);
  if (side === null) row.refuse(`The type is neither BUY nor SELL: “${type.slice(0, 40)}”`);
  const quantity = row.decimal('quantity') ?? '1';
  if (isZero(quantity)) row.refuse('The quantity is zero');
  const exitTime: FileTime | null = row.time('exitTime');
  const platform = row.text('platform');
  return {
    ...BLANK_TRIP,
    line: row.line,
    raw: row.raw,
    symbol: row.text('symbol'),
    side: side ?? 'long',
    quantity: quantity.replace(/^[-+]/, ''),
    entryTime: row.time('entryTime'),
    exitTime,
    entryPrice: row.decimal('entryPrice'),
    exitPrice: row.decimal('exitPrice'),
    pnl: row.decimal('pnl'),
    pnlIs: costs.hasCosts ? 'unknown' : 'net',
    commission: costs.hasCosts ? costs.commissionOf(row) : '0',
    fees: costs.feesOf(row),
    swap: row.decimal('swap'),
    account: row.textOrNull('account'),
    strategy: row.textOrNull('strategy'),
    notes:
      row.textOrNull('notes') ??
      (platform === '' || /^manual$/i.test(platform) ? null : `Platform: ${platform}`),
    status: isClosed(row, exitTime, costs) ? 'closed' : 'open',
  };
}

/** The template's defaults that were taken, as sentences. */
function defaultsTaken(trips: readonly RawTrip[]): string[] {
  // Rows without any time are rejected
  const dated = trips.filter((trip) => trip.entryTime !== null || trip.exitTime !== null);
  const timeless = dated.filter((trip) => trip.entryTime === null);
  const priceless = dated.filter((trip) => trip.entryPrice === null);
  const lines = (some: readonly RawTrip[]) => {
    const shown = some.slice(0, 5).map((trip) => trip.line);
    return `${some.length === 1 ? 'line' : 'lines'} ${shown.join(', ')}${some.length > 5 ? ' and more' : ''}`;
  };
  return [
    ...(timeless.length > 0 ? [`No entry time in ${lines(timeless)}: it stays unknown.`] : []),
    ...(priceless.length > 0 ? [`No entry price in ${lines(priceless)}: it is taken as 0.`] : []),
  ];
}

function read(_file: SourceFile, found: Recognition, answers: ImportAnswers): PlatformRows {
  const { grid, headerRow } = found;
  const header = grid.rows[headerRow];
  const isNamed = namedFields(header).length >= 5;
  const cells = header?.cells ?? [];
  const labels = isNamed
    ? cells.map((cell) => cell.replace(/_/g, ' '))
    : [...LABELS, ...cells.slice(TEMPLATE_COLUMNS).map(() => '')];
  const own = relabelGrid(grid, labels, grid.rows.slice(headerRow + 1));
  const table = openPlatformTable<Field>(own, 0, COLUMNS, {
    answers,
    open: { priceFields: ['entryPrice', 'exitPrice'] },
  });
  const costs = costsOf(table);
  const collected = table.collect((row) => tripOf(row, costs));
  return platformRows(collected, {
    questions: table.questions,
    trips: collected.records,
    warnings: defaultsTaken(collected.records),
  });
}

export const simpleTemplate = readerOfLayouts('template', [
  {
    layout: 'Simple template',
    kind: 'round-trips',
    recognise: (file) => file.grids.flatMap(recogniseGrid),
    read,
  },
]);
