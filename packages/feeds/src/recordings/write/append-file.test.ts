/** Files that only grow: made at the first append, for their owner alone, and never over another file. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newAppendFile } from './append-file.ts';

let root: string;
let path: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'undertow-append-'));
  path = join(root, 'source', 'ES', 'day', 'run.index');
});
afterEach(() => rmSync(root, { recursive: true }));

test('nothing is there before the first append, then the file with its folders, for its owner alone', async () => {
  const file = newAppendFile(path);
  expect(readdirSync(root)).toEqual([]);
  await file.append(Buffer.from('one '));
  await file.append(Buffer.from('two'));
  await file.close();
  expect(readFileSync(path, 'utf8')).toBe('one two');
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(statSync(join(root, 'source')).mode & 0o777).toBe(0o700);
});

test('appends that are not awaited are one file all the same', async () => {
  const file = newAppendFile(path);
  await Promise.all([file.append(Buffer.from('a')), file.append(Buffer.from('b'))]);
  await file.close();
  expect(readFileSync(path, 'utf8').split('').toSorted()).toEqual(['a', 'b']);
});

test('a file that is there already stays as it is', async () => {
  const file = newAppendFile(path);
  await file.append(Buffer.from('mine'));
  await file.close();
  const second = newAppendFile(path);
  await expect(second.append(Buffer.from('other'))).rejects.toMatchObject({ code: 'EEXIST' });
  // And again: it was not opened meanwhile
  await expect(second.append(Buffer.from('other'))).rejects.toMatchObject({ code: 'EEXIST' });
  await second.close();
  expect(readFileSync(path, 'utf8')).toBe('mine');
});

test('a folder that cannot be made rejects the append', async () => {
  writeFileSync(join(root, 'source'), 'a file in its place');
  await expect(newAppendFile(path).append(Buffer.from('a'))).rejects.toMatchObject({ code: 'ENOTDIR' });
});

test('what is cut off is gone, and appends go on from there', async () => {
  const file = newAppendFile(path);
  await file.append(Buffer.from('whole and torn'));
  await file.truncate(5);
  await file.append(Buffer.from('more'));
  await file.truncate(9);
  await file.close();
  expect(readFileSync(path, 'utf8')).toBe('wholemore');
});

test('a file that nothing was appended to is cut, closed and removed without a trace', async () => {
  const file = newAppendFile(path);
  await file.truncate(0);
  await file.close();
  await file.remove();
  expect(readdirSync(root)).toEqual([]);
});

test('a file is removed once it is closed; its folder stays', async () => {
  const file = newAppendFile(path);
  await file.append(Buffer.from('a'));
  await file.close();
  await file.remove();
  expect([existsSync(path), existsSync(join(root, 'source', 'ES', 'day'))]).toEqual([false, true]);
  await expect(file.remove()).rejects.toMatchObject({ code: 'ENOENT' });
});
