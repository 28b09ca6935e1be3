/** The database that tests copy is made once for each schema, and every run gets a whole one. */
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cachedFolder, SOURCES, templateKey } from '@undertow/server/testing/database/database-template.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'undertow-cache-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

test('a changed migration, its code or a library gives another template', () => {
  const copy = join(folder, 'copy');
  for (const path of SOURCES) cpSync(join(ROOT, path), join(copy, path), { recursive: true });
  const key = templateKey(copy);
  expect(key).toBe(templateKey(ROOT));
  const migrations = join(copy, 'apps/server/src/adapters/storage/database/migrations');
  const [first = ''] = readdirSync(migrations).filter((name) => name.endsWith('.sql'));
  const keys = new Set([key]);
  for (const path of [
    join(migrations, first),
    join(dirname(migrations), 'migrate.ts'),
    join(copy, 'package-lock.json'),
  ]) {
    appendFileSync(path, '\n');
    keys.add(templateKey(copy));
  }
  expect(keys.size).toBe(4);
});

test('runs at the same time each get a whole folder, and the next run the same one', async () => {
  const cache = join(folder, 'at-once');
  let made = 0;
  const make = async (into: string): Promise<void> => {
    made += 1;
    writeFileSync(join(into, 'first'), '');
    await new Promise((resolve) => setTimeout(resolve, 20));
    writeFileSync(join(into, 'second'), String(made));
  };
  const all = await Promise.all([1, 2, 3].map(() => cachedFolder(cache, 'key', make)));
  expect(new Set(all)).toEqual(new Set([join(cache, 'key')]));
  expect(readdirSync(join(cache, 'key'))).toEqual(['first', 'second']);
  expect(readdirSync(cache)).toEqual(['key']);
  await cachedFolder(cache, 'key', () => Promise.reject(new Error('it is there already')));
  expect(made).toBe(3);
});

test('a template that could not be made leaves nothing behind', async () => {
  const cache = join(folder, 'failed');
  await expect(cachedFolder(cache, 'key', () => Promise.reject(new Error('no disk')))).rejects.toThrow(
    'no disk',
  );
  expect(readdirSync(cache)).toEqual([]);
});

test('what no run has used for a day is removed', async () => {
  const cache = join(folder, 'old');
  const make = async (into: string): Promise<void> => writeFileSync(join(into, 'file'), 'kept');
  const old = await cachedFolder(cache, 'old', make);
  const recent = await cachedFolder(cache, 'recent', make);
  const before = new Date(Date.now() - 25 * 3_600_000);
  utimesSync(old, before, before);
  await cachedFolder(cache, 'key', make);
  expect(existsSync(old)).toBe(false);
  expect(readFileSync(join(recent, 'file'), 'utf8')).toBe('kept');
});
