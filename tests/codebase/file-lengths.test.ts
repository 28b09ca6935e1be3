/** Files have at most 300 lines. The linter counts a comment or a text of several lines as one; here each line counts. */
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const MAX_LINES = 300;

const files = globSync('{packages,apps,bench,tests,tools}/**/*.{ts,tsx,mjs}', {
  cwd: ROOT,
  exclude: ['**/node_modules/**', '**/dist/**'],
});

test('no file has more than 300 lines, comments and blank lines included', () => {
  expect(files.length).toBeGreaterThan(1000);
  const linesOf = (name: string): number =>
    readFileSync(`${ROOT}${name}`, 'utf8').trimEnd().split('\n').length;
  expect(files.filter((name) => linesOf(name) > MAX_LINES)).toEqual([]);
});
