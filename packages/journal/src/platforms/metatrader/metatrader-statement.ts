/** Shared by the statements of MetaTrader 4 and 5: labelled figures, types of lines, sides and sizes. */
import type { DecimalMark } from '#model/import-model.ts';
import type { SourceGrid } from '#model/source-file.ts';
import { isZero } from '#platforms/reader/money-text.ts';
import type { RowFields } from '#platforms/reader/row-fields.ts';
import { readDecimal } from '#read/values/numbers.ts';
import { readAction } from '#read/values/sides.ts';

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
export const ZERO_LOTS = 'Trades of 0 lots (closed against another trade)';

export function isPendingOrder(type: string): boolean {
  return /\b(?:limit|stop)\b/i.test(type);
}

export function isBalanceLine(type: string): boolean {
  return /^(?:balance|credit|deposit|withdraw|bonus|correction|charge|commission|dividend|rebate|transfer|interest|tax|agent|so compensation|internal)/i.test(
    type,
  );
}

/** Columns that identify a line that only moves money. */
export const TRADED = { type: 'type', symbol: 'symbol', volume: 'volume' } as const;

/**
 * Whether a line that is neither buy nor sell only moves money: by its type, in any language by what it does not trade.
 */
export function movesMoneyOnly<F extends string>(
  row: RowFields<F>,
  { type, symbol, volume }: Readonly<Record<keyof typeof TRADED, F>>,
): boolean {
  const word = row.text(type);
  const tradesNothing = row.text(symbol) === '' || !/[1-9]/.test(row.text(volume));
  return isBalanceLine(word) || (word !== '' && tradesNothing);
}

/** Side of a position by its type; scripts print `OP_BUY` or its number. */
export function sideOfType(type: string): 'long' | 'short' | null {
  if (type === '0' || type === '1') return type === '0' ? 'long' : 'short';
  const action = readAction(type.replace(/^op_/i, ''));
  return action === null ? null : action === 'buy' ? 'long' : 'short';
}

/** No size is longer; longer texts are not matched. */
const MAX_SIZE = 64;

/**
 * Size in lots: `0.10`, `0.10 Lots`, `0.05 / 0.10` (filled of ordered). A size that is not a number or zero spoils the
 * row.
 */
export function lotsOf<F extends string>(row: RowFields<F>, field: F, mark: DecimalMark): string {
  const text = (row.text(field).slice(0, MAX_SIZE).split('/')[0] ?? '').replace(/\s*[a-z]+\.?\s*$/i, '');
  const lots = row.lenientDecimal(field) ?? readDecimal(text, mark);
  if (lots === null || lots === undefined || isZero(lots)) {
    row.refuse(`The size is not a number above zero: “${row.text(field).slice(0, 40)}”`);
    return '0';
  }
  return lots.replace(/^[-+]/, '');
}
