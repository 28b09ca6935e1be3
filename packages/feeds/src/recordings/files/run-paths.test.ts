/** Names of recordings: where each of their files is, and which files below a folder are recordings. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  erasedFolder,
  listRuns,
  ownerFolder,
  ownersFolder,
  pathsOfRows,
  productFolder,
  runName,
  runPaths,
} from './run-paths.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'undertow-paths-'));
});
afterEach(() => rmSync(root, { recursive: true }));

const ES = { owner: null, source: 'simulated', product: 'ES' };

function write(path: string, bytes: number, changedSeconds = 1000): void {
  const whole = join(root, path);
  mkdirSync(dirname(whole), { recursive: true });
  writeFileSync(whole, Buffer.alloc(bytes));
  utimesSync(whole, changedSeconds, changedSeconds);
}

const names = async (product?: typeof ES) =>
  (await listRuns(root, product)).map(({ path }) => path.slice(root.length + 1));

test('folders are those of source and product, below the account of an owner', () => {
  expect(productFolder('/r', ES)).toBe('/r/simulated/ES');
  expect(productFolder('/r', { ...ES, owner: 'someone' })).toBe('/r/accounts/someone/simulated/ES');
  expect(ownerFolder('/r', 'someone')).toBe('/r/accounts/someone');
  expect([ownersFolder('/r'), erasedFolder('/r')]).toEqual(['/r/accounts', '/r/erased']);
});

test.each(['..', '.', '', 'a/b', '/etc', '.hidden', 'a\0b', 'a b', '-x', 'x'.repeat(201)])(
  '%j cannot be part of a path, whatever it names',
  (name) => {
    const text = 'expected letters, digits, . _ or - as the name of a folder';
    expect(() => productFolder('/r', { ...ES, product: name })).toThrow(text);
    expect(() => productFolder('/r', { ...ES, source: name })).toThrow(text);
    expect(() => productFolder('/r', { ...ES, owner: name })).toThrow(text);
    expect(() => ownerFolder('/r', name)).toThrow(RangeError);
  },
);

test.each([
  [true, '.dbn.zst.sealed'],
  [false, '.dbn.zst'],
])('the files of a run are found from that of its rows (sealed: %s)', (isSealed, ending) => {
  const paths = runPaths('/r/day', 'run.1', isSealed);
  expect(paths).toEqual({
    ...{ rows: `/r/day/run.1${ending}`, index: '/r/day/run.1.index' },
    ...{ books: '/r/day/run.1.books', tail: '/r/day/run.1.tail' },
  });
  expect(pathsOfRows(paths.rows)).toEqual(paths);
});

test.each(['/r/day/run.index', '/r/day/run.dbn', '/r/day/run.dbn.zst.part', ''])(
  '%j is no recording',
  (path) => {
    expect(() => pathsOfRows(path)).toThrow(new RangeError(`expected a recording (.dbn.zst), got ${path}`));
  },
);

test.each([
  ['databento-1-2', 'databento-1-2'],
  ['run.1_b', 'run.1_b'],
  ['a/../b', 'a-..-b'],
  ['../../etc', 'etc'],
  ['.hidden', 'hidden'],
  ['é', 'run'],
  ['', 'run'],
  ['-1', '1'],
])('the run %j is the file %j', (run, name) => {
  expect(runName(run)).toBe(name);
  // It is a name of its own, and one that may be part of a path
  expect(runName(name)).toBe(name);
  expect(() => productFolder('/r', { ...ES, product: name })).not.toThrow();
});

test('a folder that is not there has no recordings', async () => {
  expect(await listRuns(join(root, 'missing'))).toEqual([]);
  expect(await listRuns(root, ES)).toEqual([]);
});

test('a recording is listed with the bytes of all its files and the time of the last change', async () => {
  write('simulated/ES/2026-11-20/a.dbn.zst', 100, 1000);
  write('simulated/ES/2026-11-20/a.index', 20, 3000);
  write('simulated/ES/2026-11-20/a.books', 3, 2000);
  write('simulated/ES/2026-11-20/a.tail', 0, 1000);
  expect(await listRuns(root)).toEqual([
    {
      ...{ ...ES, tradingDay: '2026-11-20', run: 'a', path: join(root, 'simulated/ES/2026-11-20/a.dbn.zst') },
      ...{ bytes: 123, rowsBytes: 100, changedMs: 3_000_000 },
    },
  ]);
});

test('recordings come by trading day, and within a day by their last change', async () => {
  write('simulated/ES/2026-11-21/a.dbn.zst', 1, 500);
  write('simulated/NQ/2026-11-20/b.dbn.zst', 1, 900);
  write('accounts/someone/rithmic/ES/2026-11-20/c.dbn.zst.sealed', 1, 800);
  write('simulated/ES/2026-11-19/d.dbn.zst', 1, 9000);
  const runs = await listRuns(root);
  expect(runs.map(({ owner, source, product, run }) => [owner, source, product, run])).toEqual([
    [null, 'simulated', 'ES', 'd'],
    ['someone', 'rithmic', 'ES', 'c'],
    [null, 'simulated', 'NQ', 'b'],
    [null, 'simulated', 'ES', 'a'],
  ]);
});

test('one product of one owner is listed alone', async () => {
  write('simulated/ES/2026-11-20/a.dbn.zst', 1);
  write('simulated/NQ/2026-11-20/b.dbn.zst', 1);
  write('accounts/someone/simulated/ES/2026-11-20/c.dbn.zst.sealed', 1);
  expect(await names(ES)).toEqual(['simulated/ES/2026-11-20/a.dbn.zst']);
  expect((await listRuns(root, { ...ES, owner: 'someone' })).map(({ run }) => run)).toEqual(['c']);
  await expect(listRuns(root, { ...ES, product: '..' })).rejects.toThrow(RangeError);
});

test.each([
  'simulated/ES/a.dbn.zst',
  'simulated/ES/2026-11-20/deep/a.dbn.zst',
  'simulated/ES/20261120/a.dbn.zst',
  'accounts/someone/ES/2026-11-20/a.dbn.zst',
  'accounts/someone/rithmic/ES/2026-11-20/deep/a.dbn.zst',
  'simulated/ES/2026-11-20/a.dbn.zst.part',
  'simulated/ES/2026-11-20/a.index',
  // What was erased waits for its removal and is listed no more
  'erased/someone/rithmic/ES/2026-11-20/a.dbn.zst',
])('%s is no recording', async (path) => {
  write(path, 5);
  expect(await names()).toEqual([]);
});

test('a file that goes away while it is listed is left out', async () => {
  mkdirSync(join(root, 'simulated/ES/2026-11-20'), { recursive: true });
  symlinkSync(join(root, 'gone'), join(root, 'simulated/ES/2026-11-20/a.dbn.zst'));
  expect(await names()).toEqual([]);
});
