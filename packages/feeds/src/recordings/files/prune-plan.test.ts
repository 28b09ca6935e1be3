import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DAY_MS } from '@undertow/market';
import { expect, test } from 'vitest';
import { prunePlan, removeRun } from './prune-plan.ts';
import { listRuns, ownerFolder, productFolder, type RunFile, runName } from './run-paths.ts';

const NOW_MS = Date.UTC(2026, 10, 27, 12);

function file(tradingDay: string, bytes: number, changedMs = NOW_MS - DAY_MS): RunFile {
  const path = `/recordings/simulated/ES/${tradingDay}/run.dbn.zst`;
  return {
    owner: null,
    source: 'simulated',
    product: 'ES',
    tradingDay,
    run: 'run',
    path,
    bytes,
    rowsBytes: bytes,
    changedMs,
  };
}

const days = (files: readonly RunFile[]): string[] => files.map(({ tradingDay }) => tradingDay);

test('what is older than its days goes, whatever space there is', () => {
  const files = [file('2026-10-27', 5), file('2026-10-28', 5), file('2026-11-26', 5)];
  const plan = prunePlan(files, { days: 30, maxBytes: null }, NOW_MS);
  expect(days(plan.expired)).toEqual(['2026-10-27']);
  expect(plan.overBudget).toEqual([]);
  expect([plan.usedBytes, plan.keptBytes]).toEqual([10, 10]);
});

test('without space the oldest go first, and no more of them than needed', () => {
  const files = [file('2026-11-20', 40), file('2026-11-21', 40), file('2026-11-22', 40)];
  const plan = prunePlan(files, { days: null, maxBytes: 80 }, NOW_MS);
  expect(days(plan.overBudget)).toEqual(['2026-11-20']);
  expect([plan.usedBytes, plan.keptBytes]).toEqual([120, 80]);
  expect(days(prunePlan(files, { days: null, maxBytes: 79 }, NOW_MS).overBudget)).toHaveLength(2);
});

test('what is being written stays, even where it alone is too large', () => {
  const open = file('2026-11-20', 100);
  const files = [open, file('2026-11-21', 50), file('2026-11-27', 90, NOW_MS - 1000)];
  const plan = prunePlan(files, { days: 1, maxBytes: 10 }, NOW_MS, (path) => path === open.path);
  expect(days(plan.expired)).toEqual(['2026-11-21']);
  expect([plan.overBudget, plan.keptBytes]).toEqual([[], 190]);
});

test('a run is removed with its index and books, and with folders that it leaves empty', async () => {
  const root = mkdtempSync(join(tmpdir(), 'undertow-prune-'));
  for (const day of ['2026-11-20', '2026-11-21']) {
    const folder = join(productFolder(root, { owner: 'someone', source: 'rithmic', product: 'NQ' }), day);
    mkdirSync(folder, { recursive: true });
    for (const ending of ['dbn.zst.sealed', 'index', 'books'])
      writeFileSync(join(folder, `r.${ending}`), '12345');
    utimesSync(join(folder, 'r.dbn.zst.sealed'), 1, 1);
  }
  const [first, second] = await listRuns(root);
  expect(first).toMatchObject({ owner: 'someone', source: 'rithmic', product: 'NQ', run: 'r', bytes: 15 });
  if (first === undefined || second === undefined) throw new Error('not listed');
  await removeRun(first);
  expect(readdirSync(join(ownerFolder(root, 'someone'), 'rithmic', 'NQ'))).toEqual(['2026-11-21']);
  await removeRun(second);
  expect(readdirSync(ownerFolder(root, 'someone'))).toEqual([]);
  rmSync(root, { recursive: true });
});

test.each(['..', '', 'a/b', '.hidden', 'a\0b'])('%j is no name of a folder', (owner) => {
  expect(() => ownerFolder('/recordings', owner)).toThrow('expected letters, digits');
});

test('the name of a run becomes that of a file', () => {
  expect(runName('databento-1-2')).toBe('databento-1-2');
  expect(runName('../a b:c')).toBe('a-b-c');
  expect(runName('//')).toBe('run');
});
