/** The thread of the embedded database: failures to open it, its loss, and requests that come after. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { outageOf } from '#failures/outage.ts';
import { newDataFolder } from '#testing/database/data-folder.ts';
import { openThreadedEngine } from './threaded-engine.ts';
import { queryMessage } from './wire.ts';

const folders: string[] = [];
const folderOf = (name: string): string => {
  const folder = newDataFolder(name);
  folders.push(folder);
  return folder;
};
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

test('requests are responded to in their order, none waits for the caller', async () => {
  const folder = folderOf('threaded');
  const engine = await openThreadedEngine(join(folder, 'pglite'));
  const texts = await Promise.all(
    [1, 2, 3].map(async (number) => Buffer.from(await engine.exec(queryMessage(`SELECT ${number} AS n`)))),
  );
  expect(texts.map((text) => /[123](?=C)/.exec(text.toString('latin1'))?.[0])).toEqual(['1', '2', '3']);
  await engine.close();
  const after: unknown = await engine.exec(queryMessage('SELECT 1')).catch((error: unknown) => error);
  expect(outageOf(after)).toBe('DATABASE_AWAY');
});

test('a broken engine refuses what comes, until it is opened again with what was stored', async () => {
  const engine = await openThreadedEngine(join(folderOf('broken'), 'pglite'));
  await engine.exec(queryMessage('CREATE TABLE kept (n int)'));
  await engine.exec(queryMessage('INSERT INTO kept VALUES (7)'));
  // A startup of no version that there is
  await expect(engine.exec(Buffer.from([0, 0, 0, 9, 0, 99, 0, 0, 0]))).rejects.toThrow();
  const refusal: unknown = await engine.exec(queryMessage('SELECT 1')).catch((error: unknown) => error);
  expect(outageOf(refusal)).toBe('DATABASE_AWAY');
  await engine.ready();
  const response = Buffer.from(await engine.exec(queryMessage('SELECT n FROM kept')));
  expect(response.toString('latin1')).toMatch(/7C/);
  await engine.close();
});

test('a folder that holds no database is refused, and its thread ends', async () => {
  const folder = folderOf('not-a-database');
  writeFileSync(join(folder, 'pglite', 'PG_VERSION'), '9.1\n');
  await expect(openThreadedEngine(join(folder, 'pglite'))).rejects.toThrow();
});
