/** Each test belongs to an area, and each area has its quota in the README. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { areaOf, readQuotas } from '#tests/setup/areas.ts';
import { LONG_FILES } from '#tests/setup/long-files.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

test.each([
  ['packages/market/src/book/order-book.test.ts', 'packages'],
  ['apps/web/src/lib/a.test.ts', 'web'],
  ['apps/cli/src/a.test.ts', 'sandbox + cli'],
  ['apps/sandbox/src/a.test.ts', 'sandbox + cli'],
  ['tests/faults/a.test.ts', 'faults'],
  ['tests/quick/a.test.ts', 'codebase'],
])('%s is of %s', (path, area) => {
  expect(areaOf(path)).toBe(area);
});

test('the README has a quota for every area that has tests, and for no other', () => {
  const areas = ['packages', 'apps', 'tests'].flatMap((folder) =>
    readdirSync(`${root}${folder}`, { recursive: true, encoding: 'utf8' })
      .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
      .filter((path) => path.endsWith('.test.ts') && !path.includes('/node_modules/'))
      .map(areaOf),
  );
  const quotas = readQuotas(readFileSync(`${root}tests/README.md`, 'utf8'));
  expect([...quotas.keys()].toSorted()).toEqual([...new Set(areas)].toSorted());
});

test('the files that start first are there', () => {
  expect(LONG_FILES.filter((path) => !existsSync(`${root}${path}`))).toEqual([]);
});
