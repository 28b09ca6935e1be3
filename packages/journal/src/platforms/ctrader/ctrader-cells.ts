/** Shared by the sections of a cTrader statement: their titles, ids and quantities. */

import type { SourceRow } from '#model/source-file.ts';
import { isZero } from '#platforms/reader/money-text.ts';
import type { PlatformTable } from '#platforms/reader/open-platform-table.ts';
import type { RowFields } from '#platforms/reader/row-fields.ts';
import { readDecimal } from '#read/values/numbers.ts';

/** Sections follow a line that contains only their name. */
export function isSectionName({ cells }: SourceRow): boolean {
  const filled = cells.filter((cell) => cell !== '');
  return (
    filled.length === 1 &&
    /^(?:deals|positions|orders|summary|balance|transactions|history)\b/i.test(filled[0] ?? '')
  );
}

/** Ids without the letters before them: `DID900002` and `900002` are one deal. */
export function bareId(text: string): string {
  return text.replace(/^[a-z]+(?=\d)/i, '');
}

/** `1 428 Lots`, `0.5`, `100 000 units`: the number, in the unit that the file uses. */
export function amount<F extends string>(row: RowFields<F>, field: F, table: PlatformTable<F>): string {
  const text = row
    .text(field)
    .slice(0, 64)
    .replace(/\s*[a-z]+\.?$/iu, '');
  const value = row.lenientDecimal(field) ?? readDecimal(text, table.decimalMark);
  if (value === null || value === undefined || isZero(value)) {
    row.refuse(`The quantity is not a number above zero: “${row.text(field).slice(0, 40)}”`);
    return '0';
  }
  return value.replace(/^[-+]/, '');
}
