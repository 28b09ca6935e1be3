/** The notices name every package that the product is made of, and the build includes them. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { collectNotices } from '@undertow/web/notices-plugin.ts';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const notices = collectNotices(root);

const WORKSPACES = ['apps/server', 'apps/web', 'apps/cli', 'apps/sandbox', 'packages/contracts'];

test.each(WORKSPACES)('every package that %s depends on is named', (workspace) => {
  const { dependencies } = JSON.parse(readFileSync(`${root}/${workspace}/package.json`, 'utf8'));
  const names = new Set(notices.packages.map(({ name }) => name));
  const foreign = Object.keys(dependencies).filter((name) => !name.startsWith('@undertow/'));
  expect(foreign.length).toBeGreaterThan(0);
  expect(foreign.filter((name) => !names.has(name))).toEqual([]);
});

test('every package states its licence, and nearly every one includes the text', () => {
  expect(notices.packages.filter(({ licence }) => licence === '')).toEqual([]);
  const without = notices.packages.filter(({ text }) => text === null);
  expect(without.length).toBeLessThan(notices.packages.length / 10);
  for (const { text } of notices.packages) {
    if (text !== null) expect(notices.texts[text]).not.toBe('');
  }
});

test('no package requires that our own source be published', () => {
  const copyleft = notices.packages.filter(({ licence }) => /\b(A?GPL|SSPL|BUSL)-?/.test(licence));
  expect(copyleft.map(({ name, licence }) => `${name} ${licence}`)).toEqual([]);
});
