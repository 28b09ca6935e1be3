/** Rithmic R|Trader Pro, performance report: an outline of account lines, contract lines and the trades under them. */
import type { ImportAnswers } from '#model/import-model.ts';
import type { RawTrip } from '#model/raw-records.ts';
import type { SourceFile, SourceGrid, SourceRow } from '#model/source-file.ts';
import { BLANK_TRIP } from '#platforms/reader/blank-rows.ts';
import { type Collected, joinCollected, platformRows, SkipCounter } from '#platforms/reader/collect-rows.ts';
import { isoDayOf } from '#platforms/reader/compare-file-times.ts';
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
import { isHeaderRow } from '#platforms/reader/table-blocks.ts';
import { findHeader } from '#read/tables/headers.ts';
import { zoneOfHeader } from './rithmic-zone.ts';

const NAMES = {
  tradeDay: ['Trade Date'],
  entryOrder: ['Entry Order Number'],
  side: ['Entry Buy/Sell'],
  entryTime: [/^entry time/],
  entryPrice: ['Entry Price'],
  exitOrder: ['Exit Order Number'],
  exitTime: [/^exit time/],
  exitPrice: ['Exit Price'],
  quantity: ['Fill Size'],
  pnl: ['Trade P&L'],
  costs: ['Commission & Fees', 'Commissions & Fees', 'Commission'],
} as const;

type Field = keyof typeof NAMES;

const LAYOUT = 'Rithmic R|Trader Pro, performance report';
const HEADER = ['Entry Order Number', /^(exit price|exit order number|trade p&l)$/];
const CONTRACT = /^[A-Z0-9]{1,5}[FGHJKMNQUVXZ]\d{1,4}$/;
const SUMMARY = /^(account|total|sub ?total|instrument|symbol|summary)/i;

/** Account and contract that the lines above a trade name. */
interface Place {
  readonly account: string | null;
  readonly symbol: string | null;
}

function recogniseRithmicPerformance(file: SourceFile): Recognition[] {
  return file.grids.flatMap((grid) => {
    const headerRow = findHeader(grid, HEADER);
    if (headerRow < 0) return [];
    return [
      {
        platform: 'rithmic',
        layout: LAYOUT,
        kind: 'round-trips',
        confidence: 0.96,
        grid,
        headerRow,
      } as const,
    ];
  });
}

function readRithmicPerformance(found: Recognition, answers: ImportAnswers): PlatformRows {
  const { grids, places, lines } = outlineOf(found.grid);
  const seen = new Map<string, number>();
  const tables = grids.map((grid) => openTrades(grid, answers));
  const parts = tables.map((table) =>
    table.collect((row) => tripOf(row, places.get(row.line) ?? NOWHERE, seen)),
  );
  const collected = joinCollected<RawTrip>([...parts, lines]);
  const times = collected.records.flatMap(({ exitTime }) => (exitTime === null ? [] : [exitTime]));
  const header = tables[0]?.header('exitTime') || tables[0]?.header('entryTime') || '';
  const { zone, warning } = zoneOfHeader(header, times);
  const noTrades =
    collected.records.length > 0
      ? []
      : [
          'The report holds no trades: expand every account and contract in R|Trader Pro before exporting it.',
        ];
  return platformRows(collected, {
    trips: collected.records,
    questions: questionsOf(tables),
    zone,
    warnings: [...(warning === null ? [] : [warning]), ...noTrades],
  });
}

function openTrades(grid: SourceGrid, answers: ImportAnswers): PlatformTable<Field> {
  const table = openPlatformTable<Field>(grid, 0, NAMES, {
    answers,
    usualMark: '.',
    open: { priceFields: ['entryPrice', 'exitPrice'] },
  });
  demandColumns(
    LAYOUT,
    table,
    {
      side: 'Entry Buy/Sell',
      quantity: 'Fill Size',
      entryPrice: 'Entry Price',
      exitPrice: 'Exit Price',
      exitTime: 'Exit Time',
    },
    'Show all columns of the report in R|Trader Pro and export it again.',
  );
  return table;
}

const NOWHERE: Place = { account: null, symbol: null };

interface Outline {
  /** All trades under the same header as one table, because dates are decided over a whole table. */
  readonly grids: readonly SourceGrid[];
  /** By the line of each trade. */
  readonly places: ReadonlyMap<number, Place>;
  readonly lines: Collected<RawTrip>;
}

/** Cuts the outline: the last account line and contract line above a trade are its account and contract. */
function outlineOf(grid: SourceGrid): Outline {
  const tables = new Map<string, SourceRow[]>();
  const places = new Map<number, Place>();
  const skips = new SkipCounter();
  let header: SourceRow | null = null;
  let place = NOWHERE;
  let lines = 0;
  for (const row of grid.rows) {
    if (isHeaderRow(row, /^entry order number$/i, HEADER)) {
      header = row;
      if (!tables.has(keyOf(row))) tables.set(keyOf(row), [row]);
    } else if (header !== null && isTrade(row, header)) {
      tables.get(keyOf(header))?.push(row);
      places.set(row.line, place);
    } else if (row.cells.some((cell) => cell !== '')) {
      lines += 1;
      skips.add('Lines of the outline (accounts, contracts, totals)', row.line);
      place = placeAfter(row, place);
    }
  }
  return {
    grids: [...tables.values()].map((rows) => ({ ...grid, rows })),
    places,
    lines: { records: [], rejected: [], skipped: skips.list(), rowsRead: lines },
  };
}

const keyOf = ({ cells }: SourceRow): string => cells.join('|');

function placeAfter({ cells }: SourceRow, place: Place): Place {
  const name = cells.find((cell) => cell !== '') ?? '';
  if (CONTRACT.test(name)) return { ...place, symbol: name };
  return SUMMARY.test(name) ? place : { account: name, symbol: null };
}

/**
 * A trade has an order number under the header's first order column, or fills at least half of the header's columns.
 */
function isTrade(row: SourceRow, header: SourceRow): boolean {
  const order = header.cells.findIndex((cell) => /entry order number/i.test(cell));
  if (/^\d{4,}$/.test(row.cells[order] ?? '')) return true;
  const filled = row.cells.filter((cell) => cell !== '').length;
  return !CONTRACT.test(row.cells[0] ?? '') && filled * 2 > header.cells.filter((cell) => cell !== '').length;
}

function tripOf(row: RowFields<Field>, place: Place, seen: Map<string, number>): RawTrip {
  const day = row.lenientTime('tradeDay');
  if (place.symbol === null) row.refuse('There is no contract line above this trade');
  const action = row.requiredAction('side');
  const symbol = place.symbol ?? '';
  return {
    ...BLANK_TRIP,
    line: row.line,
    raw: row.raw,
    nativeId: pairId(usableId(row.text('entryOrder')), usableId(row.text('exitOrder')), seen),
    account: place.account,
    symbol: place.symbol,
    side: action === 'buy' ? 'long' : 'short',
    quantity: row.requiredSize('quantity'),
    entryTime: row.time('entryTime'),
    exitTime: row.requiredTime('exitTime'),
    tradeDay: day === null ? null : isoDayOf(day),
    entryPrice: row.requiredPrice('entryPrice', symbol),
    exitPrice: row.requiredPrice('exitPrice', symbol),
    pnl: row.decimal('pnl'),
    pnlIs: 'unknown',
    commission: row.lenientDecimal('costs'),
  };
}

/** Two orders can meet in several rows (partial fills): those are numbered in the order of the file. */
function pairId(entry: string | null, exit: string | null, seen: Map<string, number>): string | null {
  if (entry === null || exit === null) return null;
  const pair = `${entry}-${exit}`;
  const times = (seen.get(pair) ?? 0) + 1;
  seen.set(pair, times);
  return times === 1 ? pair : `${pair}-${times}`;
}

export const RITHMIC_PERFORMANCE: PlatformLayout = {
  layout: LAYOUT,
  kind: 'round-trips',
  recognise: recogniseRithmicPerformance,
  read: (_file, found, answers) => readRithmicPerformance(found, answers),
};
