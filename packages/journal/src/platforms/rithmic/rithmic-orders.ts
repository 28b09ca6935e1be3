/** Rithmic R|Trader Pro, order history: the section of completed orders, filled sizes at average prices. */
import type { ImportAnswers } from '#model/import-model.ts';
import { ImportRefusal } from '#model/import-refusal.ts';
import type { RawFill } from '#model/raw-records.ts';
import type { SourceFile, SourceGrid } from '#model/source-file.ts';
import { BLANK_FILL } from '#platforms/reader/blank-rows.ts';
import {
  type Collected,
  joinCollected,
  platformRows,
  type Skip,
  SkipCounter,
} from '#platforms/reader/collect-rows.ts';
import { isZero, timesQuantity } from '#platforms/reader/money-text.ts';
import { usableId } from '#platforms/reader/native-id.ts';
import {
  demandColumns,
  openPlatformTable,
  type PlatformTable,
  questionsOf,
} from '#platforms/reader/open-platform-table.ts';
import type { PlatformRows, Recognition } from '#platforms/reader/platform.ts';
import type { PlatformLayout } from '#platforms/reader/platform-layout.ts';
import type { RowFields } from '#platforms/reader/row-fields.ts';
import { type Block, blocksUnder, gridsByHeader, isHeaderRow } from '#platforms/reader/table-blocks.ts';
import { unfilledReason } from '#platforms/reader/unfilled-reason.ts';
import { findHeader } from '#read/tables/headers.ts';
import { zoneOfHeader } from './rithmic-zone.ts';

const NAMES = {
  account: ['Account'],
  status: ['Status'],
  side: ['Buy/Sell', 'B/S'],
  symbol: ['Symbol'],
  price: ['Avg Fill Price', 'Average Fill Price'],
  orderNumber: ['Order Number'],
  updated: [/^update time/],
  created: [/^create time/],
  filled: ['Qty Filled', 'Quantity Filled', 'Filled Qty'],
  commission: ['Commission'],
  rate: ['Commission Fill Rate'],
  profit: ['Closed Profit/Loss', 'Closed P/L', 'Closed P&L'],
} as const;

type Field = keyof typeof NAMES;

const LAYOUT = 'Rithmic R|Trader Pro, order history';
const HEADER = [
  'Buy/Sell',
  'Symbol',
  /^(avg|average) fill price$|^price type$|^qty to fill$|^limit price$|^order number$/,
  /^(update|create) time|^status$/,
];
const ADVICE =
  'In R|Trader Pro right-click the headings of Completed Orders, choose Add/Remove Columns, add them and export again; only visible columns are exported.';

const TITLES = /^(completed|working|open|recent|all) orders|^orders? history/i;

interface Sections {
  readonly completed: readonly Block[];
  readonly working: readonly Block[];
}

/** A table without a title counts as completed orders. */
function sectionsOf(grid: SourceGrid): Sections {
  const blocks = blocksUnder(grid, (row) => isHeaderRow(row, /^symbol$/i, HEADER), TITLES);
  const isWorking = ({ title }: Block): boolean => /^(working|open) orders/i.test(title);
  return { completed: blocks.filter((block) => !isWorking(block)), working: blocks.filter(isWorking) };
}

function recogniseRithmicOrders(file: SourceFile): Recognition[] {
  return file.grids.flatMap((grid) => {
    const headerRow = findHeader(grid, HEADER);
    if (headerRow < 0 || !hasRithmicMark(grid, headerRow)) return [];
    return [
      { platform: 'rithmic', layout: LAYOUT, kind: 'fills', confidence: 0.95, grid, headerRow } as const,
    ];
  });
}

/** Terms that no other platform's order list has. */
function hasRithmicMark(grid: SourceGrid, headerRow: number): boolean {
  const header = (grid.rows[headerRow]?.cells ?? []).join('|').toLowerCase();
  if (/qty to fill|commission fill rate|position disposition|update time \(|original sequence/.test(header))
    return true;
  if (header.includes('avg fill price') && /qty filled|update time/.test(header)) return true;
  return grid.rows
    .slice(0, headerRow)
    .some(({ cells }) => /^(completed|working) orders$/i.test(cells[0] ?? ''));
}

function readRithmicOrders(found: Recognition, answers: ImportAnswers): PlatformRows {
  const { completed, working } = sectionsOf(found.grid);
  if (completed.length === 0) {
    throw new ImportRefusal(
      'NOT_TRADES',
      'This is an order history of Rithmic R|Trader Pro with working orders only. Export the Completed Orders section, with the column Qty Filled.',
    );
  }
  const tables = gridsByHeader(completed).map((grid) => openOrders(grid, answers));
  const collected = joinCollected([
    ...tables.map((table) => table.collect(fillOf)),
    ...working.map(workingRows),
  ]);
  const { zone, warning } = zoneOfHeader(
    tables[0]?.header('updated') ?? '',
    collected.records.map(({ time }) => time),
  );
  return platformRows(collected, {
    fills: collected.records,
    questions: questionsOf(tables),
    zone,
    warnings: warning === null ? [] : [warning],
  });
}

/** Orders that wait are not trades; their lines are counted. */
function workingRows({ grid }: Block): Collected<RawFill> {
  const rows = grid.rows.slice(1).filter(({ cells }) => cells.some((cell) => cell !== ''));
  const skips = new SkipCounter();
  for (const { line } of rows) skips.add('Orders still working', line);
  return { records: [], rejected: [], skipped: skips.list(), rowsRead: rows.length };
}

function openOrders(grid: SourceGrid, answers: ImportAnswers): PlatformTable<Field> {
  const table = openPlatformTable<Field>(grid, 0, NAMES, {
    answers,
    usualMark: '.',
    open: { priceFields: ['price'] },
  });
  const needed = { filled: 'Qty Filled', price: 'Avg Fill Price', side: 'Buy/Sell', symbol: 'Symbol' };
  demandColumns(LAYOUT, table, needed, ADVICE);
  if (!table.has('created')) demandColumns(LAYOUT, table, { updated: 'Update Time' }, ADVICE);
  return table;
}

function fillOf(row: RowFields<Field>): RawFill | Skip {
  const filled = row.decimal('filled');
  if (filled === null || isZero(filled)) return { skip: unfilledReason(row.text('status')) };
  const quantity = row.requiredSize('filled');
  const id = usableId(row.text('orderNumber'));
  const symbol = row.requiredText('symbol');
  return {
    ...BLANK_FILL,
    line: row.line,
    raw: row.raw,
    sequence: id,
    nativeId: id,
    account: row.textOrNull('account'),
    symbol,
    action: row.requiredAction('side'),
    quantity,
    price: row.requiredPrice('price', symbol),
    time: row.requiredTime(row.textOrNull('updated') === null ? 'created' : 'updated'),
    commission: commissionOf(row, quantity),
    pnl: row.lenientDecimal('profit'),
    pnlIs: 'unknown',
  };
}

/** The Commission column is often empty; the rate is per contract and side. */
function commissionOf(row: RowFields<Field>, quantity: string): string | null {
  const booked = row.lenientDecimal('commission');
  if (booked !== null && !isZero(booked)) return booked;
  const rate = row.lenientDecimal('rate');
  return rate === null ? booked : timesQuantity(rate, quantity);
}

export const RITHMIC_ORDERS: PlatformLayout = {
  layout: LAYOUT,
  kind: 'fills',
  recognise: recogniseRithmicOrders,
  read: (_file, found, answers) => readRithmicOrders(found, answers),
};
