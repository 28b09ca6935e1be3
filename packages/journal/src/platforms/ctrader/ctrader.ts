/** cTrader: statements (CSV and HTML), history exports and backtests; one row is a closing deal. */

import type { ImportAnswers } from '#model/import-model.ts';
import type { RawTrip } from '#model/raw-records.ts';
import type { SourceFile, SourceGrid } from '#model/source-file.ts';
import { BLANK_TRIP } from '#platforms/reader/blank-rows.ts';
import { joinCollected, platformRows, type Skip } from '#platforms/reader/collect-rows.ts';
import { currencyOf } from '#platforms/reader/currency-of.ts';
import { usableId } from '#platforms/reader/native-id.ts';
import { openPlatformTable, type PlatformTable } from '#platforms/reader/open-platform-table.ts';
import type { PlatformRows, Recognition } from '#platforms/reader/platform.ts';
import { readerOfLayouts } from '#platforms/reader/platform-layout.ts';
import { mergeGrids } from '#platforms/reader/relabel-grid.ts';
import type { RowFields } from '#platforms/reader/row-fields.ts';
import { booked, losingSideStop, spent, statementHead, TOTAL_LINES } from '#platforms/reader/statement.ts';
import { findHeader, normaliseHeader } from '#read/tables/headers.ts';
import type { FieldNames } from '#read/tables/table.ts';
import { offsetOfAbbreviation } from '#read/values/zones.ts';
import { amount, bareId, isSectionName } from './ctrader-cells.ts';
import { readOpenPositions } from './ctrader-positions.ts';

type Field =
  | 'id'
  | 'position'
  | 'symbol'
  | 'direction'
  | 'closingDirection'
  | 'openTime'
  | 'closeTime'
  | 'entryPrice'
  | 'closePrice'
  | 'quantity'
  | 'commission'
  | 'swap'
  | 'gross'
  | 'net'
  | 'stop'
  | 'label'
  | 'account'
  | 'comment';

/** Headers carry a zone (`Opening time (UTC+2)`) and a currency (`Net USD`, `Net (EUR)`, `Net €`). */
const OPENED = /^(?:open(?:ing)?|entry) time(?: \(.+\))?$/;
const CLOSED = /^clos(?:e|ing) time(?: \(.+\))?$/;
const DIRECTION = /^(?:(?:opening|closing) )?direction$/;
const NET = /^net(?!.*(?:pos|price|qty|volume))(?:\W|$)/;
const GROSS = /^gross(?!.*(?:pos|price|qty|volume))(?:\W|$)/;
const ENTRY = /^(?:entry|opening|open) price$/;
const EXIT = /^(?:closing|close|exit) price$/;

const NAMES: FieldNames<Field> = {
  id: ['deal id', 'closing deal id', 'id', 'order id', 'position id'],
  position: ['position id', 'pid', 'opening deal id'],
  symbol: ['symbol'],
  direction: ['opening direction', 'direction', 'trade side', 'side'],
  closingDirection: ['closing direction'],
  openTime: [OPENED],
  closeTime: [CLOSED],
  entryPrice: [ENTRY, 'entry'],
  closePrice: [EXIT],
  quantity: [
    'closing quantity',
    'closed quantity',
    'quantity',
    'closing volume',
    'closed volume',
    'volume',
    'lots',
  ],
  commission: [/^commissions?(?:\W|$)/],
  swap: [/^swaps?(?:\W|$)/],
  gross: [GROSS],
  net: [NET],
  stop: ['sl', 's/l', 'stop loss'],
  label: ['label'],
  account: ['account number', 'account', 'account id'],
  comment: ['comment'],
};

/** Columns are the user's choice: neither the opening time nor prices need be among them. */
function headerOfDeals(grid: SourceGrid): number {
  for (const result of [NET, GROSS]) {
    const header = findHeader(grid, ['symbol', DIRECTION, CLOSED, result]);
    if (header >= 0) return header;
  }
  return -1;
}

/** Confidence that a header is cTrader's: its terms for directions and deals are unique. */
function confidenceOf(names: readonly string[]): number {
  if (names.some((name) => /deal id|(?:opening|closing) direction/.test(name))) return 0.93;
  return [OPENED, ENTRY, EXIT].every((needed) => names.some((name) => needed.test(name))) ? 0.6 : 0;
}

/** Net where the file has it, else gross; refused when both are empty. */
function profitOf(row: RowFields<Field>, table: PlatformTable<Field>): Pick<RawTrip, 'pnl' | 'pnlIs'> {
  const net = table.has('net') ? row.decimal('net') : null;
  if (net !== null) return { pnl: net, pnlIs: 'net' };
  const gross = table.has('gross') ? row.decimal('gross') : null;
  if (gross === null) row.refuse('The profit is empty');
  return { pnl: gross, pnlIs: 'gross' };
}

function idOf(row: RowFields<Field>, field: 'id' | 'position'): string | null {
  return usableId(bareId(row.text(field)));
}

/** The cell is the side of the position; where the file has only the side of the closing order, the opposite. */
function sideOf(row: RowFields<Field>, table: PlatformTable<Field>): RawTrip['side'] {
  if (table.has('direction')) return row.requiredAction('direction') === 'buy' ? 'long' : 'short';
  return row.requiredAction('closingDirection') === 'sell' ? 'long' : 'short';
}

function dealOf(row: RowFields<Field>, table: PlatformTable<Field>): RawTrip | Skip {
  if (row.text('symbol') === '') return { skip: TOTAL_LINES };
  const side = sideOf(row, table);
  const entryPrice = row.lenientDecimal('entryPrice');
  return {
    ...BLANK_TRIP,
    ...profitOf(row, table),
    account: row.textOrNull('account'),
    plannedStop: losingSideStop(row.lenientDecimal('stop'), entryPrice, side),
    line: row.line,
    raw: row.raw,
    nativeId: idOf(row, 'id'),
    positionId: idOf(row, 'position'),
    symbol: row.requiredText('symbol'),
    side,
    quantity: table.has('quantity') ? amount(row, 'quantity', table) : '1',
    entryTime: table.has('openTime') ? row.requiredTime('openTime') : null,
    exitTime: row.requiredTime('closeTime'),
    entryPrice,
    exitPrice: row.lenientDecimal('closePrice'),
    commission: spent(row, 'commission', table.has('commission')),
    swap: booked(row, 'swap', table.has('swap')),
    strategy: row.textOrNull('label'),
    notes: row.textOrNull('comment'),
  };
}

/**
 * Deals that closed one position share symbol, direction, entry time and entry price; where two do, they get one id.
 */
function groupParts(deals: readonly RawTrip[]): RawTrip[] {
  const keyOf = (deal: RawTrip) =>
    [deal.symbol, deal.side, deal.entryPrice, JSON.stringify(deal.entryTime)].join(' ');
  const counts = new Map<string, number>();
  for (const deal of deals) counts.set(keyOf(deal), (counts.get(keyOf(deal)) ?? 0) + 1);
  const first = new Map<string, string>();
  return deals.map((deal) => {
    const key = keyOf(deal);
    if (deal.positionId !== null || deal.nativeId === null || (counts.get(key) ?? 0) < 2) return deal;
    if (!first.has(key)) first.set(key, deal.nativeId);
    return { ...deal, positionId: first.get(key) ?? null };
  });
}

/** Net of the unnamed line of totals under the deals. */
function statedNet(table: PlatformTable<Field>): string | null {
  const totals = table.rows.find((row) => row.text('symbol') === '');
  return totals === undefined || !table.has('net') ? null : (totals.decimal('net') ?? null);
}

const ZONE = /\((?:utc|gmt)[^)]*\)/i;

function zoneOf(table: PlatformTable<Field>): PlatformRows['zone'] {
  const text =
    ZONE.exec(table.header('closeTime'))?.[0].slice(1, -1) ??
    ZONE.exec(table.header('openTime'))?.[0].slice(1, -1);
  const offset = text === undefined ? null : offsetOfAbbreviation(text);
  return offset === null ? null : { offsetMinutes: offset };
}

/** Account number from the lines above the deals; statements of the Windows version have none. */
function accountOf(grid: SourceGrid, headerRow: number): string | null {
  for (const { cells } of grid.rows.slice(0, Math.min(headerRow, 40))) {
    const at = cells.findIndex((cell) => /^(?:trading )?account(?: number| id| no)?\b\s*:?/i.test(cell));
    if (at < 0) continue;
    const number = /\d{4,}/.exec(cells.slice(at, at + 2).join(' '));
    if (number !== null) return number[0];
  }
  return null;
}

function isBacktest(file: SourceFile, grid: SourceGrid, headerRow: number): boolean {
  const above = grid.rows.slice(0, Math.min(headerRow, 40)).flatMap((row) => row.cells);
  return [file.name, file.title ?? '', ...above].some((text) => /back-?test/i.test(text));
}

function read(file: SourceFile, found: Recognition, answers: ImportAnswers): PlatformRows {
  const { grid, headerRow } = found;
  const table = openPlatformTable<Field>(grid, headerRow, NAMES, {
    usualOrder: 'dmy',
    answers,
    open: { endsAt: isSectionName, priceFields: ['entryPrice', 'closePrice', 'stop'] },
  });
  const deals = table.collect((row) => dealOf(row, table));
  const collected = joinCollected([deals, readOpenPositions(grid, answers)]);
  const above = statementHead({ ...grid, rows: grid.rows.slice(0, headerRow) }, null);
  const backtest = isBacktest(file, grid, headerRow);
  return platformRows(collected, {
    questions: table.questions,
    trips: groupParts(collected.records).map((trip) => ({ ...trip, backtest })),
    zone: zoneOf(table),
    account: accountOf(grid, headerRow),
    currency: currencyOf(table.header(table.has('net') ? 'net' : 'gross')) ?? above.currency,
    statedNet: statedNet(table),
    warnings: backtest ? ['This is the export of a backtest: its trades were simulated.'] : [],
  });
}

export const ctrader = readerOfLayouts('ctrader', [
  {
    layout: 'cTrader, deals',
    kind: 'round-trips',
    recognise(file) {
      const grid = mergeGrids(file.grids);
      if (grid === null) return [];
      const headerRow = headerOfDeals(grid);
      if (headerRow < 0) return [];
      const names = (grid.rows[headerRow]?.cells ?? []).map(normaliseHeader);
      const confidence = confidenceOf(names);
      return confidence === 0 ? [] : [{ confidence, grid, headerRow }];
    },
    read,
  },
]);
