/** Order ids as numbers, for what only counts or compares them. */

const HIGH = 2 ** 32;

/** An exchange order id as a number; ids of CME stay below 2^53. */
export function orderNumber(hi: number, lo: number): number {
  return hi * HIGH + (lo >>> 0);
}
