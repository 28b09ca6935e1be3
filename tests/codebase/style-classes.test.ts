/** A class belongs to one folder: two sheets that define the same one change each other's pages wherever both are loaded. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';

const STYLES = new URL('../../apps/web/src/', import.meta.url);

/** The themes, which every sheet may colour. */
const SHARED: ReadonlySet<string> = new Set(['light', 'dark']);

test('each class is defined in the sheets of one folder', () => {
  const folders = new Map<string, Set<string>>();
  const sheets = readdirSync(STYLES, { recursive: true, encoding: 'utf8' });
  for (const file of sheets.filter((name) => name.endsWith('.css')))
    for (const [, name = ''] of readFileSync(new URL(file, STYLES), 'utf8').matchAll(
      /^\s*\.([a-z][\w-]*)\s*[,{]/gm,
    ))
      folders.set(name, (folders.get(name) ?? new Set()).add(dirname(file)));
  expect(folders.size).toBeGreaterThan(300);
  const doubled = [...folders].filter(([name, found]) => found.size > 1 && !SHARED.has(name));
  expect(doubled.map(([name, found]) => `${name}: ${[...found].join(', ')}`)).toEqual([]);
});
