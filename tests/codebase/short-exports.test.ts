/** What the setup removes from the list of exports of an installed package, and what it leaves. */
import { linkSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const TOOL = new URL('../../tools/short-exports.mjs', import.meta.url).href;

test('paths of one name stay, those below them go, a file that is linked elsewhere is left as it was', async () => {
  const { shortenExports } = await import(TOOL);
  const folder = mkdtempSync(join(tmpdir(), 'undertow-exports-'));
  const file = join(folder, 'drizzle-orm/package.json');
  const linked = join(folder, 'linked.json');
  const exports = { '.': './index.js', './pg-core': './pg-core/index.js', './pg-core/table': './t.js' };
  mkdirSync(join(folder, 'drizzle-orm'));
  writeFileSync(file, JSON.stringify({ type: 'module', exports }));
  linkSync(file, linked);

  shortenExports(folder);
  const { './pg-core/table': _, ...short } = exports;
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ type: 'module', exports: short });
  expect(JSON.parse(readFileSync(linked, 'utf8'))).toEqual({ type: 'module', exports });

  const { ino } = statSync(file);
  shortenExports(folder);
  expect(statSync(file).ino).toBe(ino);
  rmSync(folder, { recursive: true });
});
