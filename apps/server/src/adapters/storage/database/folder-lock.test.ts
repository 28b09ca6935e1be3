/** One process a data folder; a dead one never keeps the living out. */
import { mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FolderLocked, lockFolder } from './folder-lock.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'undertow-lock-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function leave(holder: object | string, ageMs = 0): void {
  const path = join(folder, 'database.lock');
  writeFileSync(path, typeof holder === 'string' ? holder : JSON.stringify(holder));
  const then = new Date(Date.now() - ageMs);
  utimesSync(path, then, then);
}

test('the second opener is refused with the holder named, until the first closes', async () => {
  const first = await lockFolder(folder);
  await expect(lockFolder(folder)).rejects.toThrow(FolderLocked);
  await expect(lockFolder(folder)).rejects.toThrow(`in use by process ${process.pid}`);
  await first.release();
  const second = await lockFolder(folder);
  await second.release();
});

test('of ten concurrent openers exactly one gets the folder, also over a stale lock', async () => {
  for (const before of [null, { pid: 2 ** 22 - 1, host: hostname(), started: 'long ago' }]) {
    if (before !== null) leave(before);
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => lockFolder(folder)));
    const won = outcomes.filter((outcome) => outcome.status === 'fulfilled');
    expect(won).toHaveLength(1);
    await won[0]?.value.release();
  }
});

test('the lock of an exited process is taken over', async () => {
  leave({ pid: 2 ** 22 - 1, host: hostname(), started: 'long ago' });
  const lock = await lockFolder(folder);
  expect(readFileSync(join(folder, 'database.lock'), 'utf8')).toContain(`"pid":${process.pid}`);
  await lock.release();
});

test('a number that was given to another process since is no holder', async () => {
  leave({ pid: process.pid, host: hostname(), started: 'before this boot' });
  await (await lockFolder(folder)).release();
});

test('a running process keeps its lock, however old the file is', async () => {
  const lock = await lockFolder(folder);
  const old = new Date(0);
  utimesSync(join(folder, 'database.lock'), old, old);
  await expect(lockFolder(folder)).rejects.toThrow(FolderLocked);
  await lock.release();
});

test('a container on the same volume holds the lock while its heartbeat is fresh', async () => {
  leave({ pid: 1, host: 'another-host', started: 'x' });
  await expect(lockFolder(folder)).rejects.toThrow(/process 1 on another-host/);
  leave({ pid: 1, host: 'another-host', started: 'x' }, 60_000);
  await (await lockFolder(folder)).release();
});

test('a lock file that was never written to the end is taken over', async () => {
  leave('', 10_000);
  await (await lockFolder(folder)).release();
});
