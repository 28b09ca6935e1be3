import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordingFiles } from './recording-files.ts';

let scratch = '';
beforeAll(() => {
  scratch = mkdtempSync(join(tmpdir(), 'undertow-recording-files-'));
});
afterAll(() => rmSync(scratch, { recursive: true }));

test('files of all folders below come by name, and nothing but DBN', async () => {
  mkdirSync(join(scratch, 'day', 'empty'), { recursive: true });
  for (const name of ['b.dbn', 'a.dbn.zst', 'README.md', 'day/c.dbn.frag.zst'])
    writeFileSync(join(scratch, name), '');
  expect(await recordingFiles(scratch)).toEqual(['a.dbn.zst', 'b.dbn', join('day', 'c.dbn.frag.zst')]);
});

test.each([
  ['missing', 'expected a folder of recordings, got nothing'],
  ['b.dbn', 'expected a folder of recordings, got a file'],
  [join('day', 'empty'), 'expected recordings (files named .dbn or .dbn.zst, here or in folders below)'],
])('%s is refused with what was expected', async (name, message) => {
  await expect(recordingFiles(join(scratch, name))).rejects.toThrow(message);
});
