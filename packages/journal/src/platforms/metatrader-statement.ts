/** What the statements of MetaTrader 4 and 5 have in common: account line, labelled figures, types of lines. */
import type { DecimalMark } from '#import-model.ts';
import { readDecimal } from '#read/numbers.ts';
import { readAction } from '#read/sides.ts';
import type { SourceGrid, SourceRow } from '#source-file.ts';
import { isZero, negated } from './money-text.ts';
import type { RowFields } from './row-fields.ts';

export interface StatementHead {
  readonly account: string | null;
  readonly currency: string | null;
}

const HEAD_ROWS = 12;

/** `12345678 (USD, Server, demo, Hedge)`: in every language of MetaTrader 5. */
const LOGIN_WITH_CURRENCY = /(\d{3,})\s*\(\s*([A-Z]{3,4})\s*[,)]/;
const LOGIN = /^(?:a\/c no|account|login)\s*[:.]?\s*(\d{3,})/i;
const CURRENCY = /^currency\s*[:.]?\s*([A-Z]{3,4})\b/i;
/** Title of a statement: `Statement: 123 - Name`, `123: Name - Trade History Report`. */
const TITLE_LOGIN = /(?:^|statement:\s*)(\d{3,})\b/i;

/** Account number and currency from the lines before the first table and from the title. */
export function statementHead(grid: SourceGrid, title: string | null): StatementHead {
  const cells = grid.rows.slice(0, HEAD_ROWS).flatMap((row) => joined(row));
  const both = firstMatch(cells, LOGIN_WITH_CURRENCY);
  if (both !== null) return { account: both[1] ?? null, currency: both[2] ?? null };
  return {
    account: firstMatch(cells, LOGIN)?.[1] ?? TITLE_LOGIN.exec(title ?? '')?.[1] ?? null,
    currency: firstMatch(cells, CURRENCY)?.[1]?.toUpperCase() ?? null,
  };
}

/** Each filled cell, and each with the next one behind it: label and value stand in one cell or in two. */
function joined(row: SourceRow): string[] {
  const filled = row.cells
    .filter((cell) => cell !== '')
    .slice(0, 20)
    .map((cell) => cell.slice(0, 200));
  return filled.flatMap((cell, index) => [cell, `${cell} ${filled[index + 1] ?? ''}`]);
}

function firstMatch(texts: readonly string[], pattern: RegExp): RegExpExecArray | null {
  for (const text of texts) {
    const match = pattern.exec(text);
    if (match !== null) return match;
  }
  return null;
}

/** Figure behind a label, in the same cell or in the next filled one; null when the label or a number is missing. */
export function labelledFigure(grid: SourceGrid, label: RegExp, mark: DecimalMark): string | null {
  for (const row of grid.rows) {
    const at = row.cells.findIndex((cell) => label.test(cell));
    if (at < 0) continue;
    const behind = (row.cells[at] ?? '').replace(label, '').trim();
    const text = behind === '' ? (row.cells.slice(at + 1).find((cell) => cell !== '') ?? '') : behind;
    const figure = readDecimal(text, mark);
    if (figure !== null && figure !== undefined) return figure;
  }
  return null;
}

/** A time as MetaTrader or a re-saved sheet writes it. */
export function looksLikeTime(text: string | undefined): boolean {
  return /^\d{1,4}[./-]\d{1,2}[./-]\d{1,4}(?:[\sT]+\d{1,2}:\d{2}(?::\d{2})?(?: ?[AP]M)?)?$/i.test(text ?? '');
}

export const CANCELLED_ORDERS = 'Cancelled pending orders';
export const BALANCE_LINES = 'Balance and credit lines';
export const TOTAL_LINES = 'Lines with totals or notes';
export const ZERO_LOTS = 'Trades of 0 lots (closed against another trade)';

export function isPendingOrder(type: string): boolean {
  return /\b(?:limit|stop)\b/i.test(type);
}

export function isBalanceLine(type: string): boolean {
  return /^(?:balance|credit|deposit|withdraw|bonus|correction|charge|commission|dividend|rebate|transfer|interest|tax|agent|so compensation|internal)/i.test(
    type,
  );
}

/** Columns by which a line that only moves money is known. */
export const TRADED = { type: 'type', symbol: 'symbol', volume: 'volume' } as const;

/** Whether a line that is neither buy nor sell only moves money: by its type, in any language by what it does not trade. */
export function movesMoneyOnly<F extends string>(
  row: RowFields<F>,
  { type, symbol, volume }: Readonly<Record<keyof typeof TRADED, F>>,
): boolean {
  const word = row.text(type);
  const tradesNothing = row.text(symbol) === '' || !/[1-9]/.test(row.text(volume));
  return isBalanceLine(word) || (word !== '' && tradesNothing);
}

/** Side of a position by its type; scripts print `OP_BUY` or the number that stands for it. */
export function sideOfType(type: string): 'long' | 'short' | null {
  if (type === '0' || type === '1') return type === '0' ? 'long' : 'short';
  const action = readAction(type.replace(/^op_/i, ''));
  return action === null ? null : action === 'buy' ? 'long' : 'short';
}

/** No size is longer; patterns are not tried on what cannot be one. */
const LONGEST_SIZE = 64;

/** Size in lots: `0.10`, `0.10 Lots`, `0.05 / 0.10` (filled of asked). A size that is no number or zero spoils the row. */
export function lotsOf<F extends string>(row: RowFields<F>, field: F, mark: DecimalMark): string {
  const text = (row.text(field).slice(0, LONGEST_SIZE).split('/')[0] ?? '').replace(/\s*[a-z]+\.?\s*$/i, '');
  const lots = row.softDecimal(field) ?? readDecimal(text, mark);
  if (lots === null || lots === undefined || isZero(lots)) {
    row.refuse(`The size is no number above zero: “${row.text(field).slice(0, 40)}”`);
    return '0';
  }
  return lots.replace(/^[-+]/, '');
}

/** Costs are booked below zero; money spent is at or above it. Null without the column, zero for an empty cell. */
export function spent<F extends string>(row: RowFields<F>, field: F, hasColumn: boolean): string | null {
  return hasColumn ? negated(row.decimal(field) ?? '0') : null;
}

/** As booked. Null without the column, zero for an empty cell. */
export function booked<F extends string>(row: RowFields<F>, field: F, hasColumn: boolean): string | null {
  return hasColumn ? (row.decimal(field) ?? '0') : null;
}

/**
 * The stop of the order where it stands on the losing side of the entry. Statements print the last stop, not the first: one
 * beyond the entry was moved there to protect a profit and says nothing about the risk that was taken.
 */
export function losingSideStop(
  stop: string | null,
  entry: string | null,
  side: 'long' | 'short',
): string | null {
  if (stop === null || entry === null || isZero(stop)) return null;
  const distance = Number(entry) - Number(stop);
  return (side === 'long' ? distance > 0 : distance < 0) ? stop : null;
}
