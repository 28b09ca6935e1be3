/** Whether a cell's number format shows a date, a time or both: built-in numbers and custom codes of ECMA-376. */

export type DateFormat = 'date' | 'time' | 'date-time' | null;

const BUILT_IN_DATES = new Set([
  14, 15, 16, 17, 27, 28, 29, 30, 31, 34, 35, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58,
]);
const BUILT_IN_TIMES = new Set([18, 19, 20, 21, 32, 33, 45, 46, 47]);
const BUILT_IN_DATE_TIME = 22;
const MAX_CODE = 256;

/** Letters of the code that format parts of a date: without quoted text, escapes, colours and locales. */
function lettersOf(code: string): string {
  return (code.slice(0, MAX_CODE).split(';')[0] ?? '')
    .replace(/"[^"]*"?/g, '')
    .replace(/[\\_*]./g, '')
    .replace(/\[(?!h+\]|m+\]|s+\])[^\]]*\]?/gi, '')
    .replace(/am\/pm|a\/p/gi, 'h')
    .toLowerCase();
}

/** What a custom code shows. */
export function dateFormatOfCode(code: string): DateFormat {
  const letters = lettersOf(code);
  if (/general|standard/.test(letters)) return null;
  const hasTime = /[hs]/.test(letters);
  const hasDate = /[yd]/.test(letters) || (letters.includes('m') && !hasTime && !/[0#?]/.test(letters));
  if (hasDate) return hasTime ? 'date-time' : 'date';
  return hasTime ? 'time' : null;
}

/** What the number format of an id shows; `code` where the workbook defines one. */
export function dateFormatOf(id: number, code: string | undefined): DateFormat {
  if (code !== undefined) return dateFormatOfCode(code);
  if (id === BUILT_IN_DATE_TIME) return 'date-time';
  return BUILT_IN_DATES.has(id) ? 'date' : BUILT_IN_TIMES.has(id) ? 'time' : null;
}
