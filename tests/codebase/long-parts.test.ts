/** Every test with full counts, and every file that is run with the long tests only, belongs to one part of `npm run test:long`, and every part is in the README of the tests. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { LONG_PARTS } from '#tests/long/parts.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** As the tests read it, so that a text about it does not count. */
const READS = /process\.env\['LONG_TESTS'\]/;

const longFiles = ['packages', 'apps', 'tests'].flatMap((folder) =>
  readdirSync(`${root}${folder}`, { recursive: true, encoding: 'utf8' })
    .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
    .filter((path) => path.endsWith('.test.ts') && !path.includes('/node_modules/'))
    .filter((path) => path.endsWith('.long.test.ts') || READS.test(readFileSync(`${root}${path}`, 'utf8'))),
);

test('each test with full counts, and each that is only long, is in exactly one part, and nothing else is', () => {
  const inParts = Object.values(LONG_PARTS).flatMap(({ files }) => files);
  expect(inParts.toSorted()).toEqual(longFiles.toSorted());
});

test('the README has a row for each part', () => {
  const readme = readFileSync(`${root}tests/README.md`, 'utf8');
  const table = readme.slice(readme.indexOf('| Part |'));
  const rows = [...table.matchAll(/^\| `([\w-]+)` \| [^|]+ \|$/gm)];
  expect(rows.map(([, name]) => name)).toEqual(Object.keys(LONG_PARTS));
});
