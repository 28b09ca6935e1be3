/** Rows as CSV that a spreadsheet imports literally: text never becomes a formula, numbers stay numbers. */

/**
 * Starts of a cell that a spreadsheet treats as a formula, full-width and small forms included, also behind what
 * spreadsheets
 * and other programs strip: blanks, controls, characters without width and quotes of any kind.
 */
const DANGEROUS =
  /^(?:[\t\r\n\0]|[\s\p{C}\p{Z}\p{Pi}\p{Pf}"'`´\u201a\u201e\u115f\u1160\u3164\u2800\uffa0]*[=+\-@＝＋－＠﹦﹢﹣﹫])/u;

function cell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const harmless = DANGEROUS.test(text) ? `'${text}` : text;
  return `"${harmless.replaceAll('"', '""')}"`;
}

/** One line, with its end. */
export function csvLine(values: readonly unknown[]): string {
  return `${values.map(cell).join(',')}\r\n`;
}

/** The byte order mark, so that a spreadsheet reads the file as UTF-8. */
export const CSV_START = '\uFEFF';
