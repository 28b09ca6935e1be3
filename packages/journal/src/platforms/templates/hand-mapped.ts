/** Any table of closed trades whose columns a user has named. */

import type { ColumnMapping, ImportAnswers, MappedField } from '#model/import-model.ts';
import { MAPPED_FIELDS } from '#model/import-model.ts';
import { ImportRefusal } from '#model/import-refusal.ts';
import type { RawTrip } from '#model/raw-records.ts';
import type { SourceFile, SourceGrid, SourceRow } from '#model/source-file.ts';
import { BLANK_TRIP } from '#platforms/reader/blank-rows.ts';
import { platformRows, type Skip } from '#platforms/reader/collect-rows.ts';
import { type SpentOf, spentColumn } from '#platforms/reader/cost-sign.ts';
import { currencyOf } from '#platforms/reader/currency-of.ts';
import { isZero, magnitudeOf } from '#platforms/reader/money-text.ts';
import { usableId } from '#platforms/reader/native-id.ts';
import { openPlatformTable, type PlatformTable } from '#platforms/reader/open-platform-table.ts';
import type { PlatformRows, Recognition } from '#platforms/reader/platform.ts';
import { readerOfLayouts } from '#platforms/reader/platform-layout.ts';
import { relabelGrid } from '#platforms/reader/relabel-grid.ts';
import type { RowFields } from '#platforms/reader/row-fields.ts';
import { TOTAL_LINES } from '#platforms/reader/statement.ts';
import type { FieldNames } from '#read/tables/table.ts';
import { readAction, readSide } from '#read/values/sides.ts';

const NAMES: FieldNames<MappedField> = {
  symbol: ['symbol'],
  side: ['side'],
  quantity: ['quantity'],
  entryTime: ['entryTime'],
  exitTime: ['exitTime'],
  entryPrice: ['entryPrice'],
  exitPrice: ['exitPrice'],
  pnl: ['pnl'],
  commission: ['commission'],
  fees: ['fees'],
  swap: ['swap'],
  account: ['account'],
  strategy: ['strategy'],
  notes: ['notes'],
  id: ['id'],
};

const ROWS_LOOKED_AT = 40;

function filledCells(row: SourceRow): number {
  return row.cells.filter((cell) => cell !== '').length;
}

/** The widest row near the top that has no more numbers than texts: most likely the header. */
function likelyHeader(grid: SourceGrid): number {
  const top = grid.rows.slice(0, ROWS_LOOKED_AT);
  const widest = Math.max(0, ...top.map(filledCells));
  return Math.max(
    0,
    top.findIndex((row) => {
      const words = row.cells.filter((cell) => cell !== '' && !/^[-+(]?[$€£]?\d/.test(cell)).length;
      return filledCells(row) >= widest * 0.7 && words * 2 >= filledCells(row);
    }),
  );
}

function sideOf(row: RowFields<MappedField>, quantity: string | null): 'long' | 'short' {
  const text = row.text('side');
  const action = readAction(text);
  const side = readSide(text) ?? (action === null ? null : action === 'buy' ? 'long' : 'short');
  if (side !== null) return side;
  if (text !== '') row.refuse(`The side is neither long nor short: “${text.slice(0, 40)}”`);
  // Without a side a signed quantity decides.
  return quantity?.startsWith('-') ? 'short' : 'long';
}

interface MappedColumns {
  readonly mapping: ColumnMapping;
  readonly table: PlatformTable<MappedField>;
  readonly commissionOf: SpentOf<MappedField>;
  readonly feesOf: SpentOf<MappedField>;
}

function tripOf(row: RowFields<MappedField>, columns: MappedColumns): RawTrip | Skip {
  const { table, mapping } = columns;
  const fields = ['symbol', 'side', 'quantity', 'entryTime', 'exitTime'] as const;
  if (table.has('symbol') && fields.every((field) => row.text(field) === '')) return { skip: TOTAL_LINES };
  const quantity = row.decimal('quantity');
  if (quantity !== null && isZero(quantity)) row.refuse('The quantity is zero');
  const exitTime = row.time('exitTime');
  const pnl = row.decimal('pnl');
  const hasExit = exitTime !== null || (row.textOrNull('exitPrice') !== null && !table.has('exitTime'));
  const isClosed = hasExit || (!table.has('exitTime') && !table.has('exitPrice') && pnl !== null);
  return {
    ...BLANK_TRIP,
    line: row.line,
    raw: row.raw,
    nativeId: usableId(row.text('id')),
    account: row.textOrNull('account'),
    symbol: table.has('symbol') ? row.requiredText('symbol') : null,
    side: sideOf(row, quantity),
    quantity: magnitudeOf(quantity ?? '1'),
    entryTime: row.time('entryTime'),
    exitTime,
    entryPrice: row.decimal('entryPrice'),
    exitPrice: row.decimal('exitPrice'),
    pnl: isClosed ? pnl : null,
    pnlIs: mapping.pnl,
    commission: columns.commissionOf(row),
    fees: columns.feesOf(row),
    swap: table.has('swap') ? (row.decimal('swap') ?? '0') : null,
    strategy: row.textOrNull('strategy'),
    notes: row.textOrNull('notes'),
    status: isClosed ? 'closed' : 'open',
  };
}

/** Columns that must be named before anything can be read. */
function demandMapping(mapping: ColumnMapping | undefined): ColumnMapping {
  const has = (field: MappedField) => mapping?.columns[field] !== undefined;
  const isPriced = has('entryPrice') && has('exitPrice');
  const isDated = has('entryTime') || has('exitTime');
  if (mapping !== undefined && has('symbol') && isDated && (has('pnl') || isPriced)) return mapping;
  throw new ImportRefusal(
    'COLUMNS_MISSING',
    'Select the columns of the symbol, the entry or exit time, and the profit or the entry and exit prices.',
  );
}

function read(_file: SourceFile, found: Recognition, answers: ImportAnswers): PlatformRows {
  const mapping = demandMapping(answers.mapping);
  const { grid, headerRow } = found;
  const header = grid.rows[headerRow]?.cells ?? [];
  const labels = header.map(() => '');
  for (const field of MAPPED_FIELDS) {
    const column = mapping.columns[field];
    if (column !== undefined && column >= 0 && column < 1_000) labels[column] = field;
  }
  const own = relabelGrid(
    grid,
    [...labels].map((label) => label ?? ''),
    grid.rows.slice(headerRow + 1),
  );
  const table = openPlatformTable<MappedField>(own, 0, NAMES, {
    answers,
    open: { priceFields: ['entryPrice', 'exitPrice'] },
  });
  const columns: MappedColumns = {
    mapping,
    table,
    commissionOf: spentColumn(table, 'commission'),
    feesOf: spentColumn(table, 'fees'),
  };
  const collected = table.collect((row) => tripOf(row, columns));
  return platformRows(collected, {
    questions: table.questions,
    trips: collected.records,
    currency: currencyOf(header[mapping.columns.pnl ?? -1] ?? ''),
  });
}

/** Every table can be mapped, so the confidence is below that of any known layout. */
export const handMapped = readerOfLayouts('mapped', [
  {
    layout: 'Columns mapped by hand',
    kind: 'round-trips',
    recognise: (file) => {
      const widest = [...file.grids].sort((one, other) => other.rows.length - one.rows.length)[0];
      return widest === undefined || widest.rows.length < 2
        ? []
        : [{ confidence: 0, grid: widest, headerRow: likelyHeader(widest) }];
    },
    read,
  },
]);
