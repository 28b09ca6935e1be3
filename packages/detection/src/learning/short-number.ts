/** Numbers as stored in files: as many digits as matter. */

/** Rounded to so many significant digits. */
export function shortNumber(value: number, digits: number): number {
  return Number(value.toPrecision(digits));
}
