/** Finds TradingView's list of trades: by its English headers in all generations, else in any language by its shape. */

import type { SourceGrid, SourceRow } from '#model/source-file.ts';
import { findHeader, normaliseHeader } from '#read/tables/headers.ts';
import type { FieldNames } from '#read/tables/table.ts';
import { rowKindOf } from './tradingview-terms.ts';

export type ListField =
  | 'number'
  | 'symbol'
  | 'type'
  | 'time'
  | 'signal'
  | 'price'
  | 'quantity'
  | 'pnl'
  | 'commission'
  | 'mfe'
  | 'mae';

const NUMBER = /^trade ?(?:#|no|number|num)?$/;
const PNL = /^(?:net )?(?:p&l|pnl|p\/l|profit)(?: [^%]+)?$/;
const DATE = /^date(?:\/time| and time| time)?$/;

/** Names of every generation; they may contain any currency code. */
export const LIST_NAMES: FieldNames<ListField> = {
  number: [NUMBER],
  symbol: ['symbol', 'ticker'],
  type: ['type'],
  time: [DATE, 'time'],
  signal: ['signal'],
  price: [/^price(?: .+)?$/],
  quantity: [/^(?:position )?size \(qty\)$/, 'contracts', 'qty', 'quantity', 'position size', 'size'],
  pnl: [PNL],
  commission: [/^commission(?: [^%]+)?$/],
  mfe: [/^(?:run-?up|favou?rable excursion|mfe)(?: [^%]+)?$/],
  mae: [/^(?:drawdown|adverse excursion|mae)(?: [^%]+)?$/],
};

export interface FoundList {
  readonly grid: SourceGrid;
  readonly headerRow: number;
  /** Header of our own where the file's is in another language: column by field. */
  readonly labels: readonly string[] | null;
}

const HEADER_WITHIN = 30;

export function findList(grid: SourceGrid): FoundList | null {
  const top = { ...grid, rows: grid.rows.slice(0, HEADER_WITHIN) };
  const headerRow = findHeader(top, [NUMBER, 'type', /^(?:date.*|time)$/, /^price(?: .+)?$/, PNL]);
  return headerRow >= 0 ? { grid, headerRow, labels: null } : findByShape(grid);
}

function isWhole(text: string | undefined): boolean {
  return /^\d{1,7}$/.test(text ?? '');
}

function isDateTime(text: string | undefined): boolean {
  return /^\d{1,4}[./-]\d{1,2}[./-]\d{1,4}(?:[ T]+\d{1,2}:\d{2}.*)?$/.test(text ?? '');
}

function isFigure(text: string | undefined): boolean {
  return /\d/.test(text ?? '') && /^[-+−(]?[\d\s.,'’%)−-]+$/u.test(text ?? '');
}

/** Two rows under a header that share a whole number and have row types and dates: the list in another language. */
function findByShape(grid: SourceGrid): FoundList | null {
  const last = Math.min(HEADER_WITHIN, grid.rows.length - 2);
  for (let at = 0; at < last; at += 1) {
    const labels = labelsOf(grid.rows[at], grid.rows.slice(at + 1, at + 41));
    if (labels !== null) return { grid, headerRow: at, labels };
  }
  return null;
}

/** Column of each field, derived from the rows; null when they are not those of a list of trades. */
function labelsOf(header: SourceRow | undefined, rows: readonly SourceRow[]): string[] | null {
  if (header === undefined || header.cells.length < 6) return null;
  const full = rows.filter((row) => row.cells.some((cell) => rowKindOf(cell) !== null));
  const [first, second] = full;
  if (first === undefined || second === undefined) return null;
  const type = columnOf(full, (text) => rowKindOf(text) !== null);
  const number = columnOf(full, isWhole);
  const time = columnOf(full, isDateTime);
  if (type < 0 || number < 0 || number > type || time < 0 || first.cells[number] !== second.cells[number])
    return null;
  const figures = header.cells.flatMap((_, at) => (at > time && someCell(full, at, isFigure) ? [at] : []));
  const [price, quantity, third] = figures;
  if (price === undefined || quantity === undefined || third === undefined) return null;
  // The first share in percent follows the P&L that it is a share of; files without shares have no value column.
  const percent = header.cells.findIndex((cell, at) => at > quantity && cell.includes('%'));
  const pnl = percent > quantity + 1 ? percent - 1 : third;
  const signal = time === type + 1 ? time + 1 : type + 1;
  const labels = header.cells.map(() => '');
  const named: readonly (readonly [number, string])[] = [
    [number, 'Trade #'],
    [type, 'Type'],
    [time, 'Date and time'],
    [signal, 'Signal'],
    [price, 'Price'],
    [quantity, 'Qty'],
    [pnl, 'Net P&L'],
  ];
  const extras = time === type + 1 ? excursionColumns(header.cells, pnl) : [];
  for (const [at, label] of [...named, ...extras]) if (labels[at] === '') labels[at] = label;
  return labels;
}

/**
 * Lists that name the time before the signal print P&L, best and worst result each with its share in percent behind it,
 * and the newest of them the commission between the first two.
 */
function excursionColumns(header: readonly string[], pnl: number): readonly (readonly [number, string])[] {
  const shares = header.flatMap((cell, at) => (at > pnl && cell.includes('%') ? [at] : []));
  const [first, second, third, fourth] = shares;
  if (first === undefined || second === undefined || third === undefined || fourth === undefined) return [];
  const hasCommission = second - first === 3;
  return [
    [second - 1, 'Run-up'],
    [third - 1, 'Drawdown'],
    ...(hasCommission ? [[first + 1, 'Commission'] as const] : []),
  ];
}

function someCell(rows: readonly SourceRow[], at: number, fits: (text: string) => boolean): boolean {
  const filled = rows.map((row) => row.cells[at] ?? '').filter((cell) => cell !== '');
  return filled.length > 0 && filled.every(fits);
}

/** First column whose cells all fit; -1 for none. */
function columnOf(rows: readonly SourceRow[], fits: (text: string) => boolean): number {
  const width = rows[0]?.cells.length ?? 0;
  for (let at = 0; at < width; at += 1) if (rows.every((row) => fits(row.cells[at] ?? ''))) return at;
  return -1;
}

/** Text of the P&L column's header, for the currency that it names. */
export function pnlHeader({ grid, headerRow, labels }: FoundList): string {
  const cells = grid.rows[headerRow]?.cells ?? [];
  const at =
    labels === null ? cells.findIndex((cell) => PNL.test(normaliseHeader(cell))) : labels.indexOf('Net P&L');
  return cells[at] ?? '';
}
