/** Which backups the clean-up removes: a forged manifest neither backdates a good backup nor stops the clean-up. */

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DAY_MS } from '@undertow/market';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeBackup } from './backup-folder.ts';
import { removeOldBackups } from './remove-old-backups.ts';

const KEY = Buffer.alloc(32, 7);
const NOW = Date.UTC(2026, 10, 20, 16);

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'undertow-old-backups-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const nameOf = (days: number): string =>
  `undertow-${new Date(NOW - days * DAY_MS).toISOString().replaceAll(/[-:]|\.\d+/g, '')}`;

/** A backup of so many days ago. */
async function write(days: number, key: Buffer | null = KEY): Promise<void> {
  const nowMs = NOW - days * DAY_MS;
  await writeBackup(folder, key, {
    nowMs,
    source: (async function* bytes() {
      yield Buffer.from('rows');
    })(),
    facts: async () => ({
      at: new Date(nowMs).toISOString(),
      ...({ database: 'embedded', version: '17', migration: 1, databaseBytes: 4 } as const),
      ...{ tables: {}, trackHeads: {}, auditHead: { count: 0, hash: '0'.repeat(64) } },
    }),
  });
}

/** Dates the backup of so many days ago as if it were of 2020. */
function dateBack(days: number): void {
  const file = join(folder, nameOf(days), 'manifest.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as object;
  writeFileSync(file, JSON.stringify({ ...manifest, at: '2020-01-01T00:00:00.000Z' }));
}

const remove = (key: Buffer | null = KEY) => removeOldBackups(folder, key, { keepDays: 7, nowMs: NOW });

test('those that are older than the days to keep are removed, and the newest never is', async () => {
  for (const days of [30, 10, 8, 5]) await write(days);
  expect(await remove()).toEqual({ gone: [nameOf(30), nameOf(10), nameOf(8)], kept: [] });
  expect(await removeOldBackups(folder, KEY, { keepDays: 1, nowMs: NOW })).toEqual({ gone: [], kept: [] });
  expect(readdirSync(folder)).toEqual([nameOf(5)]);
});

test('a good backup with a backdated manifest stays and is named, and the clean-up continues', async () => {
  for (const days of [30, 9, 3, 1]) await write(days);
  dateBack(3);
  const { gone, kept } = await remove();
  expect(gone).toEqual([nameOf(30), nameOf(9)]);
  expect(kept).toEqual([{ name: nameOf(3), reason: expect.stringContaining('the manifest was changed') }]);
  expect(readdirSync(folder).toSorted()).toEqual([nameOf(3), nameOf(1)]);
});

test('a folder without a readable manifest stays, and the clean-up continues', async () => {
  for (const days of [30, 1]) await write(days);
  mkdirSync(join(folder, nameOf(40)));
  mkdirSync(join(folder, nameOf(20)));
  writeFileSync(join(folder, nameOf(20), 'manifest.json'), '{');
  const { gone, kept } = await remove();
  expect(gone).toEqual([nameOf(30)]);
  expect(kept.map(({ name }) => name)).toEqual([nameOf(40), nameOf(20)]);
});

test('a forged folder that pretends to be the newest does not replace the newest good one', async () => {
  for (const days of [10, 9]) await write(days);
  mkdirSync(join(folder, nameOf(-1000)));
  writeFileSync(join(folder, nameOf(-1000), 'manifest.json'), '{}');
  expect((await remove()).gone).toEqual([nameOf(10)]);
  expect(readdirSync(folder)).toContain(nameOf(9));
});

test('without a key a backup with a recent name stays, whatever its manifest says', async () => {
  for (const days of [30, 3, 1]) await write(days, null);
  dateBack(3);
  expect(await remove(null)).toEqual({ gone: [nameOf(30)], kept: [] });
});
