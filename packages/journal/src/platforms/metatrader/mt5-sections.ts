/**
 * The sections of a MetaTrader 5 report, found by their English headers or, in any language, by the shape of their
 * rows.
 */
import type { ImportAnswers } from '#model/import-model.ts';
import type { SourceGrid, SourceRow } from '#model/source-file.ts';
import { openPlatformTable, type PlatformTable } from '#platforms/reader/open-platform-table.ts';
import { relabelGrid } from '#platforms/reader/relabel-grid.ts';
import { findHeader, normaliseHeader } from '#read/tables/headers.ts';
import type { FieldNames } from '#read/tables/table.ts';
import { looksLikeTime, sideOfType } from './metatrader-statement.ts';

export type PositionField =
  | 'openTime'
  | 'position'
  | 'symbol'
  | 'type'
  | 'volume'
  | 'openPrice'
  | 'stop'
  | 'closeTime'
  | 'closePrice'
  | 'commission'
  | 'fee'
  | 'swap'
  | 'profit'
  | 'comment';

export type DealField =
  | 'time'
  | 'deal'
  | 'symbol'
  | 'type'
  | 'direction'
  | 'volume'
  | 'price'
  | 'order'
  | 'commission'
  | 'fee'
  | 'swap'
  | 'profit'
  | 'comment';

/** Position of a section: a grid (its own, relabelled, when it was found by shape) and its header row. */
export interface Mt5Section {
  readonly grid: SourceGrid;
  readonly headerRow: number;
}

const TIME = /^(?:time|date|open time|opening time|time open)$/;
const POSITION = /^(?:position|ticket|order|position id|id)$/;
const PRICE = /^(?:price|open price|opening price|entry price)$/;

const POSITION_NAMES: FieldNames<PositionField> = {
  openTime: ['open time', 'opening time', 'time'],
  position: ['position', 'position id', 'ticket', 'order', 'id'],
  symbol: ['symbol', 'item', 'instrument'],
  type: ['type', 'direction', 'side', 'action'],
  volume: ['volume', 'lots', 'size', 'quantity'],
  openPrice: ['open price', 'opening price', 'entry price', 'price'],
  stop: ['s / l', 's/l', 'sl', 'stop loss'],
  closeTime: ['close time', 'closing time', 'time'],
  closePrice: ['close price', 'closing price', 'exit price', 'price'],
  commission: ['commission', 'commissions'],
  fee: ['fee', 'fees'],
  swap: ['swap', 'swaps'],
  profit: ['profit', 'profit/loss', 'p/l'],
  comment: ['comment'],
};

const OPEN_NAMES: FieldNames<PositionField> = {
  ...POSITION_NAMES,
  openTime: ['open time', 'time'],
  closeTime: [],
  closePrice: [],
};

const DEAL_NAMES: FieldNames<DealField> = {
  time: ['time'],
  deal: ['deal', 'deal id', 'ticket'],
  symbol: ['symbol'],
  type: ['type'],
  direction: ['direction', 'entry'],
  volume: ['volume', 'lots'],
  price: ['price'],
  order: ['order'],
  commission: ['commission'],
  fee: ['fee'],
  swap: ['swap'],
  profit: ['profit'],
  comment: ['comment'],
};

const POSITION_LABELS =
  'Time,Position,Symbol,Type,Volume,Price,S / L,T / P,Time,Price,Commission,Swap,Profit'.split(',');
const OPEN_LABELS =
  'Time,Position,Symbol,Type,Volume,Price,S / L,T / P,Market Price,Swap,,Profit,Comment'.split(',');
const DEAL_LABELS =
  'Time,Deal,Symbol,Type,Direction,Volume,Price,Order,Commission,Fee,Swap,Profit,Balance,Comment'.split(',');

function isNumber(text: string | undefined): boolean {
  return /^[-+]?[\d\s.,'’]*\d$/u.test(text ?? '');
}

function isId(text: string | undefined): boolean {
  return /^#?\d+$/.test(text ?? '');
}

function hasType(cells: readonly string[]): boolean {
  return /\p{L}/u.test(cells[3] ?? '') && sideOfType(cells[3] ?? '') !== null;
}

function isPositionRow({ cells }: SourceRow): boolean {
  return (
    hasType(cells) &&
    looksLikeTime(cells[0]) &&
    isId(cells[1]) &&
    looksLikeTime(cells[8]) &&
    isNumber(cells[9])
  );
}

function isOpenRow({ cells }: SourceRow): boolean {
  return (
    hasType(cells) &&
    looksLikeTime(cells[0]) &&
    isId(cells[1]) &&
    isNumber(cells[4]?.split('/')[0]?.trim()) &&
    isNumber(cells[8]) &&
    isNumber(cells[9]) &&
    (isNumber(cells[10]) || isNumber(cells[11]))
  );
}

/** Deals of trades; balance lines have the same first two cells, an empty symbol and no volume. */
function isDealRow({ cells }: SourceRow): boolean {
  const isTrade =
    hasType(cells) && cells[4] !== '' && !isNumber(cells[4]) && isNumber(cells[5]) && isNumber(cells[6]);
  const isBalance =
    cells[2] === '' && cells[3] !== '' && cells[4] === '' && cells[5] === '' && cells[6] === '';
  return looksLikeTime(cells[0]) && isId(cells[1]) && (isTrade || isBalance);
}

function normalised(grid: SourceGrid, headerRow: number): string[] {
  return (grid.rows[headerRow]?.cells ?? []).map(normaliseHeader);
}

function count(names: readonly string[], pattern: RegExp): number {
  return names.filter((name) => pattern.test(name)).length;
}

function byShape(
  grid: SourceGrid,
  labels: readonly string[],
  isRow: (row: SourceRow) => boolean,
): Mt5Section | null {
  const rows = grid.rows.filter(isRow);
  return rows.length === 0 ? null : { grid: relabelGrid(grid, labels, rows), headerRow: 0 };
}

/** Closed positions: two times in a row, and a commission that the open ones lack. */
export function findPositions(grid: SourceGrid): Mt5Section | null {
  const mustHave = [
    TIME,
    POSITION,
    'symbol',
    /^(?:type|direction)$/,
    PRICE,
    /^(?:commission|swap)s?$/,
    /^(?:profit|p\/l)$/,
  ];
  for (let from = 0; ; ) {
    const headerRow = findHeader(grid, mustHave, from);
    if (headerRow < 0) return byShape(grid, POSITION_LABELS, isPositionRow);
    const names = normalised(grid, headerRow);
    // With a ticket and named times it is a history of MetaTrader 4.
    const isOwn = count(names, /^position/) > 0 || count(names, /^time$/) > 1;
    if (isOwn && !names.includes('deal') && count(names, /time\b|^date$/) > 1) return { grid, headerRow };
    from = headerRow + 1;
  }
}

export function findOpenPositions(grid: SourceGrid): Mt5Section | null {
  const headerRow = findHeader(grid, ['position', 'symbol', 'type', 'volume', 'market price']);
  return headerRow >= 0 ? { grid, headerRow } : byShape(grid, OPEN_LABELS, isOpenRow);
}

export function findDeals(grid: SourceGrid): Mt5Section | null {
  const headerRow = findHeader(grid, [
    'deal',
    'symbol',
    'type',
    /^(?:direction|entry)$/,
    'volume',
    'price',
    'profit',
  ]);
  if (headerRow >= 0) return { grid, headerRow };
  const first = grid.rows.findIndex(isDealRow);
  const header = grid.rows[first - 1]?.cells ?? [];
  // Builds before the fee column have one cell less.
  const hasFee = header.length === 0 || header.length >= DEAL_LABELS.length;
  return byShape(grid, hasFee ? DEAL_LABELS : DEAL_LABELS.filter((label) => label !== 'Fee'), isDealRow);
}

function isTitle(row: SourceRow): boolean {
  const filled = row.cells.filter((cell) => cell !== '');
  return filled.length === 1 && !/\d/.test(filled[0] ?? '');
}

/**
 * A section is over at the first line that holds nothing but a title, unless rows with times continue behind it: a stray
 * note between trades must not end them.
 */
function endOf({ grid, headerRow }: Mt5Section): (row: SourceRow) => boolean {
  const filled = grid.rows.slice(headerRow + 1).filter((row) => row.cells.some((cell) => cell !== ''));
  const end = filled.find(
    (row, at) => isTitle(row) && !filled.slice(at + 1, at + 2).some((next) => looksLikeTime(next.cells[0])),
  );
  return (row) => row === end;
}

export function openPositionSection(
  section: Mt5Section,
  answers: ImportAnswers,
  isOpen: boolean,
): PlatformTable<PositionField> {
  const { grid, headerRow } = section;
  const header = normalised(grid, headerRow);
  const occurrence: Partial<Record<PositionField, number>> = {};
  const names = { ...(isOpen ? OPEN_NAMES : POSITION_NAMES) };
  if (!isOpen && count(header, /^time$/) > 1) {
    Object.assign(names, { openTime: ['time'], closeTime: ['time'] });
    occurrence.closeTime = 1;
  }
  if (!isOpen && count(header, /^price$/) > 1) {
    Object.assign(names, { openPrice: ['price'], closePrice: ['price'] });
    occurrence.closePrice = 1;
  }
  return openPlatformTable<PositionField>(grid, headerRow, names, {
    answers,
    open: { endsAt: endOf(section), occurrence, priceFields: ['openPrice', 'stop', 'closePrice'] },
  });
}

export function openDealSection(section: Mt5Section, answers: ImportAnswers): PlatformTable<DealField> {
  return openPlatformTable<DealField>(section.grid, section.headerRow, DEAL_NAMES, {
    answers,
    open: { endsAt: endOf(section), priceFields: ['price'] },
  });
}
