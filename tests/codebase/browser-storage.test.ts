/** What the web application stores in the browser is listed in the privacy policy. */
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { BROWSER_STORAGE } from '@undertow/contracts';
import { expect, test } from 'vitest';

const WEB = fileURLToPath(new URL('../../apps/web/', import.meta.url));
const KEEPS = /(?:localStorage|sessionStorage)\.setItem\(|indexedDB\.open\(/;
/** The constant, or the words in place, under which something is stored. */
const NAME = /(?:const (?:\w+_)?(?:KEY|DATABASE|KEPT_AS) = |keep\()'([\w-]+)'/g;

const keeping = globSync('src/**/*.{ts,tsx}', { cwd: WEB, exclude: ['**/*.test.ts'] })
  .map((name) => ({ name, source: readFileSync(`${WEB}${name}`, 'utf8') }))
  .filter(({ source }) => KEEPS.test(source));

test('every file that stores something in the browser names the key', () => {
  expect(keeping.length).toBeGreaterThan(5);
  const nameless = keeping.filter(({ source }) => [...source.matchAll(NAME)].length === 0);
  expect(nameless.map(({ name }) => name)).toEqual([]);
});

test('every name is listed', () => {
  const names = keeping.flatMap(({ source }) => [...source.matchAll(NAME)].map(([, name]) => name));
  const listed: readonly (string | undefined)[] = BROWSER_STORAGE.map(({ name }) => name);
  expect(names.filter((name) => !listed.includes(name))).toEqual([]);
});
