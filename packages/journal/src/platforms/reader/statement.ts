/**
 * What statements of several platforms have in common: the account above the first table, lines with totals, booked
 * costs, the stop.
 */
import type { SourceGrid, SourceRow } from '#model/source-file.ts';
import { isZero, negated } from './money-text.ts';
import type { RowFields } from './row-fields.ts';

export const TOTAL_LINES = 'Lines with totals or notes';

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

/** Each filled cell, and each with the next one behind it: label and value are in one cell or in two. */
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

/** Costs are booked below zero; money spent is at or above it. Null without the column, zero for an empty cell. */
export function spent<F extends string>(row: RowFields<F>, field: F, hasColumn: boolean): string | null {
  return hasColumn ? negated(row.decimal(field) ?? '0') : null;
}

/** As booked. Null without the column, zero for an empty cell. */
export function booked<F extends string>(row: RowFields<F>, field: F, hasColumn: boolean): string | null {
  return hasColumn ? (row.decimal(field) ?? '0') : null;
}

/**
 * The stop of the order where it is on the losing side of the entry. Statements print the last stop, not the first: one
 * beyond the entry was moved there to protect a profit and has no information on the risk that was taken.
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
