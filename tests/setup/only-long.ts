/** The files that only a long run has (`tests/long/parts.ts`), as patterns that other runs leave out. */
export const ONLY_LONG: readonly string[] = process.env['LONG_TESTS'] === '1' ? [] : ['**/*.long.test.ts'];
