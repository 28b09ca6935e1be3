/** The fast loop takes the tests beside a change first, then those of its package, then the nearest elsewhere. */
import { expect, test } from 'vitest';
import { chooseTests, MAX_TESTS_ELSEWHERE, MAX_TESTS_IN_APP } from '#tests/quick/choose-tests.ts';

interface Given {
  readonly changed?: readonly string[];
  readonly deleted?: readonly string[];
  readonly tests: readonly string[];
  readonly long?: readonly string[];
  /** File to the files that import it. */
  readonly importers?: Readonly<Record<string, readonly string[]>>;
}

function choose({ changed = [], deleted = [], tests, long = [], importers = {} }: Given) {
  const map = new Map(Object.entries(importers).map(([path, by]) => [path, new Set(by)]));
  const files = tests.map((path) => ({ path, isLong: long.includes(path) }));
  return chooseTests(changed, deleted, files, map);
}

const BOOK = 'packages/market/src/book/book.ts';

test('beside it first, then the package by distance with the unrelated last, then other workspaces by distance', () => {
  const { run } = choose({
    changed: [BOOK],
    tests: [
      'apps/server/src/line/far.test.ts',
      'apps/cli/src/near.test.ts',
      'packages/market/src/time/time.test.ts',
      'packages/market/src/facts/facts.test.ts',
      'packages/market/src/book/book.test.ts',
    ],
    importers: {
      [BOOK]: [
        'packages/market/src/book/book.test.ts',
        'packages/market/src/facts/facts.ts',
        'apps/cli/src/near.test.ts',
      ],
      'packages/market/src/facts/facts.ts': [
        'packages/market/src/facts/facts.test.ts',
        'apps/server/src/line/line.ts',
      ],
      'apps/server/src/line/line.ts': ['apps/server/src/line/far.test.ts'],
    },
  });
  expect(run).toEqual([
    'packages/market/src/book/book.test.ts',
    'packages/market/src/facts/facts.test.ts',
    'packages/market/src/time/time.test.ts',
    'apps/cli/src/near.test.ts',
    'apps/server/src/line/far.test.ts',
  ]);
});

test('a deleted file brings the tests of its folder and package', () => {
  const tests = ['packages/market/src/book/book.test.ts', 'packages/market/src/time/time.test.ts'];
  expect(choose({ deleted: [BOOK], tests }).run).toEqual(tests);
});

test('what is run with the long tests only is neither run nor left to the whole suite', () => {
  const chosen = choose({ changed: [BOOK], tests: ['packages/market/src/book/day.long.test.ts'] });
  expect(chosen).toMatchObject({ run: [], left: [] });
});

test('of an application only what is related, of other workspaces a bounded number, the rest is named', () => {
  const rows = (folder: string, count: number): string[] =>
    Array.from({ length: count }, (_, at) => `${folder}/${String(at).padStart(3, '0')}.test.ts`);
  const own = rows('apps/server/src/modules', MAX_TESTS_IN_APP + 2);
  const elsewhere = rows('apps/web/src/lib', MAX_TESTS_ELSEWHERE + 3);
  const changed = 'apps/server/src/plans/plan.ts';
  const { run, left } = choose({
    changed: [changed],
    tests: [...own, ...elsewhere, 'apps/server/src/other/unrelated.test.ts'],
    importers: { [changed]: [...own, ...elsewhere] },
  });
  expect(run).toEqual([...own.slice(0, MAX_TESTS_IN_APP), ...elsewhere.slice(0, MAX_TESTS_ELSEWHERE)]);
  expect(left).toEqual([...own.slice(MAX_TESTS_IN_APP), ...elsewhere.slice(MAX_TESTS_ELSEWHERE)]);
});

test('journeys, faults and pictures never run, not even when they were changed themselves', () => {
  const tests = ['tests/journeys/a.test.ts', 'tests/faults/b.test.ts', 'tests/chart/c.test.ts'];
  const { run, left } = choose({ changed: [BOOK, ...tests], tests, importers: { [BOOK]: tests } });
  expect({ run, left }).toEqual({ run: [], left: [] });
});

test('a test across workspaces runs when it was changed itself, and is named when what it imports was changed', () => {
  const tests = ['tests/line/socket.test.ts', 'tests/codebase/colours.test.ts'];
  const importers = { [BOOK]: tests };
  expect(choose({ changed: [BOOK], tests, importers })).toMatchObject({
    run: ['tests/codebase/colours.test.ts'],
    left: ['tests/line/socket.test.ts'],
  });
  expect(choose({ changed: ['tests/line/socket.test.ts'], tests }).run).toEqual([
    'tests/line/socket.test.ts',
  ]);
});

test('a test with full counts runs beside what was changed, and is left elsewhere in the package', () => {
  const beside = 'packages/market/src/book/fuzz.test.ts';
  const away = 'packages/market/src/time/fuzz.test.ts';
  const { run, left } = choose({ changed: [BOOK], tests: [beside, away], long: [beside, away] });
  expect({ run, left }).toEqual({ run: [beside], left: [away] });
});

test('what decides how everything is built or run is named', () => {
  const changed = ['package.json', 'vitest.config.ts', 'apps/web/package.json', 'tests/setup/seed.ts', BOOK];
  expect(choose({ changed, tests: [] }).unbounded).toEqual(changed.slice(0, 4));
});
