import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { pathOf, SCRIPTS, type Script } from './started-scripts.ts';

const BENCH = fileURLToPath(new URL('../', import.meta.url));

test.each(Object.keys(SCRIPTS) as Script[])('the script %s exists', (script) => {
  expect(existsSync(pathOf(script))).toBe(true);
});

test('no other file of the bench names a script of another workspace', () => {
  const naming = readdirSync(BENCH, { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.test)\.ts$/.test(file) && !file.endsWith('started-scripts.ts'))
    .filter((file) => /\.\.\/[^'"`]*\.ts['"`]/.test(readFileSync(`${BENCH}${file}`, 'utf8')));
  expect(naming).toEqual([]);
});
