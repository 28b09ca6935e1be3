/** Whether a column of costs writes what was paid below zero or above it: files of unknown origin do either. */
import type { Table } from '#read/tables/table.ts';
import { isZero, negated } from './money-text.ts';
import type { RowFields } from './row-fields.ts';

/** Money spent at or above zero out of the cell of a row: the sign that most of the column's values bear is what was paid. */
export type SpentOf<F extends string> = (row: RowFields<F>) => string | null;

/** Null without the column, zero for an empty cell. */
export function spentColumn<F extends string>(table: Table<F>, field: F): SpentOf<F> {
  if (!table.has(field)) return () => null;
  let below = 0;
  let above = 0;
  for (const row of table.rows) {
    const value = row.decimal(field);
    if (value === null || value === undefined || isZero(value)) continue;
    if (value.startsWith('-')) below += 1;
    else above += 1;
  }
  const isPaidBelow = below > above;
  return (row) => {
    const value = row.decimal(field) ?? '0';
    return isPaidBelow ? negated(value) : value;
  };
}
