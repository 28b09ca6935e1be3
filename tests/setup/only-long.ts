/** Long runs: with their full counts, and with files that other runs leave out (`tests/long/parts.ts`). */

export const IS_LONG = process.env['LONG_TESTS'] === '1';

/** Patterns of the files that only a long run has. */
export const ONLY_LONG: readonly string[] = IS_LONG ? [] : ['**/*.long.test.ts'];
