/** Imports are followed to the file that declares what is imported. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { readImporters } from '#tests/quick/import-graph.ts';

let root = '';
afterEach(() => rmSync(root, { recursive: true, force: true }));

const PACKAGES = {
  'package.json': '{ "name": "all", "imports": { "#tests/*": "./tests/*" } }',
  'packages/market/package.json':
    '{ "name": "@all/market", "exports": { ".": "./src/index.ts" }, "imports": { "#testing/*": "./testing/*", "#*": "./src/*" } }',
  'apps/server/package.json':
    '{ "name": "@all/server", "exports": { "./testing/*": "./testing/*", "./*": "./src/*" }, "imports": { "#*": "./src/*" } }',
};

/** Who imports `path` in a repository of these files. */
function importersOf(path: string, files: Readonly<Record<string, string>>): readonly string[] {
  root = mkdtempSync(join(tmpdir(), 'undertow-graph-'));
  for (const [name, text] of Object.entries({ ...PACKAGES, ...files })) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  return [...(readImporters(root).get(path) ?? [])].sort();
}

const LIST = "export * from '#book/book.ts';\nexport { price as tickPrice } from '#book/price.ts';\n";
const MARKET = {
  'packages/market/src/index.ts': LIST,
  'packages/market/src/book/book.ts': 'export class Book {}\nexport interface Level {}\n',
  'packages/market/src/book/price.ts': 'export function price() {}\n',
};

test('a file is imported relatively, by the folder of its package and from its testing folder', () => {
  const importers = importersOf('packages/market/src/book/book.ts', {
    ...MARKET,
    'packages/market/src/index.ts': '',
    'packages/market/src/book/near.ts': "import { Book } from './book.ts';\n",
    'packages/market/src/far/far.ts': "import {\n  Book,\n} from '#book/book.ts';\n",
    'packages/market/testing/rig.ts': "import * as book from '#book/book.ts';\n",
  });
  expect(importers).toEqual([
    'packages/market/src/book/near.ts',
    'packages/market/src/far/far.ts',
    'packages/market/testing/rig.ts',
  ]);
});

test('an import from the list of a package is an import of the file that declares the name, under its own name or another', () => {
  const files = {
    ...MARKET,
    'apps/server/src/a.ts': "import { Book } from '@all/market';\n",
    'apps/server/src/b.ts': "import { tickPrice } from '@all/market';\n",
    'apps/server/src/c.ts': "import * as market from '@all/market';\n",
  };
  expect(importersOf('packages/market/src/book/book.ts', files)).toEqual([
    'apps/server/src/a.ts',
    'packages/market/src/index.ts',
  ]);
  expect(importersOf('packages/market/src/book/price.ts', files)).toEqual([
    'apps/server/src/b.ts',
    'packages/market/src/index.ts',
  ]);
  expect(importersOf('packages/market/src/index.ts', files)).toEqual(['apps/server/src/c.ts']);
});

test('types alone connect nothing: no test can see them', () => {
  const importers = importersOf('packages/market/src/book/book.ts', {
    ...MARKET,
    'packages/market/src/index.ts': '',
    'apps/server/src/a.ts': "import type { Level } from '@all/market';\n",
    'packages/market/src/book/near.ts': "import { type Level } from './book.ts';\n",
  });
  expect(importers).toEqual([]);
});

test('workers, later imports and tests across workspaces count', () => {
  const importers = importersOf('apps/server/src/work/count-worker.ts', {
    'apps/server/src/work/count-worker.ts': '',
    'apps/server/src/work/count.ts': "new Worker(new URL('./count-worker.ts', import.meta.url));\n",
    'apps/server/src/work/lazy.ts': "const { count } = await import('./count-worker.ts');\n",
    'tests/line/rig.ts': "import '@all/server/work/count-worker.ts';\n",
  });
  expect(importers).toEqual([
    'apps/server/src/work/count.ts',
    'apps/server/src/work/lazy.ts',
    'tests/line/rig.ts',
  ]);
});
