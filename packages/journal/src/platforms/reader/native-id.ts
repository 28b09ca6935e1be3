/** Ids of platforms in a file: a spreadsheet that saved the file again may have rounded long ones. */

/** The id of the cell; null when the cell is empty or a spreadsheet rounded it (`5.4E+11`). */
export function usableId(text: string): string | null {
  if (text === '' || text === '-' || /^\d+([.,]\d+)?e[+-]?\d+$/i.test(text)) return null;
  return text.replace(/^'/, '');
}

/** Order of two ids: numbers by their value, however long; null where either is missing or not a number. */
export function compareIds(left: string | null, right: string | null): number | null {
  if (left === null || right === null || !/^\d{1,40}$/.test(left) || !/^\d{1,40}$/.test(right)) return null;
  const difference = BigInt(left) - BigInt(right);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}
