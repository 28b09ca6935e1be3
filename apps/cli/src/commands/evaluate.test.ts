import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { captured } from '#testing/recorded-data.ts';

let scratch = '';
beforeAll(() => {
  scratch = mkdtempSync(join(tmpdir(), 'undertow-evaluate-'));
});
afterAll(() => rmSync(scratch, { recursive: true }));

test.each([
  ['quick'],
  ['generators', 'g1'],
  ['tiers', 'L3'],
  ['types', 'iceberg'],
  ['seeds', 'dev'],
  ['salt', 'file'],
  ['calibrators', 'folder'],
  ['left-out', 'folder'],
  ['out', 'folder'],
])('recordings are not evaluated with --%s', async (name, ...value) => {
  const { code, notes } = await captured('evaluate', '--recordings', scratch, `--${name}`, ...value);
  expect(code).toBe(2);
  expect(notes[0]).toBe(
    `undertow: expected --recordings without --${name}, which is about simulated markets`,
  );
});

test('a folder without recordings, and no folder, are wrong input', async () => {
  const { code, notes } = await captured('evaluate', '--full', '--recordings', scratch);
  expect(code).toBe(1);
  expect(notes[0]).toContain('expected recordings (files named .dbn or .dbn.zst');
  const missing = await captured('evaluate', '--recordings', join(scratch, 'none'));
  expect(missing.code).toBe(1);
  expect(missing.notes[0]).toContain('expected a folder of recordings, got nothing');
});

test('styles are evaluated from a folder of trainings that excluded some', async () => {
  const without = await captured('evaluate-styles');
  expect(without.code).toBe(2);
  const empty = await captured('evaluate-styles', '--left-out', scratch);
  expect(empty.code).toBe(2);
  expect(empty.notes[0]).toBe(`undertow: expected folders such as makers-fixed in ${scratch}, found none`);
});
