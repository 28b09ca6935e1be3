/** In how many of the last ten minutes something happened: one bit a minute, the newest lowest. */

export const MINUTES = 10;
const MASK = (1 << MINUTES) - 1;

/** Number of set minutes of a word of bits. */
export function minutesSet(bits: number): number {
  let left = bits & MASK;
  let count = 0;
  while (left !== 0) {
    left &= left - 1;
    count += 1;
  }
  return count;
}
