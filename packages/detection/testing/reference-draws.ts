/** Numbers of a linear congruential generator that other languages repeat exactly: fixtures of tests were computed with them. */

/** `count` numbers in [0, 1); x = (1103515245 x + 12345) mod 2^31. */
export function referenceDraws(count: number, seed: number): number[] {
  let x = seed;
  return Array.from({ length: count }, () => {
    x = (Math.imul(x, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return x / 0x8000_0000;
  });
}
