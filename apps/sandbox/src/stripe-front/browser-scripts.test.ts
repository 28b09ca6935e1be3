/** What browsers get is one script each, without modules, types or ways to make markup of text. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Script } from 'node:vm';
import { expect, test } from 'vitest';
import { browserScript, SCRIPTS, type ScriptName } from './browser-scripts.ts';

const NAMES = Object.keys(SCRIPTS) as ScriptName[];

test.each(NAMES)('the script %s is complete', (name) => {
  const source = browserScript(name);
  expect(() => new Script(source)).not.toThrow();
  expect(source).not.toMatch(/^\s*(import|export) /m);
});

test.each(NAMES)('the script %s needs no trusted-types policy', (name) => {
  expect(browserScript(name)).not.toMatch(
    /innerHTML|outerHTML|insertAdjacentHTML|document\.write|srcdoc|eval\(|new Function|DOMParser|setHTML|createElement\('script'\)/,
  );
});

test('every module of the browser is part of a script', () => {
  const all = NAMES.map(browserScript).join('\n');
  const folder = join(import.meta.dirname, 'browser');
  const modules = readdirSync(folder).filter((file) => /(?<!\.test)\.ts$/.test(file));
  for (const module of modules) {
    const opening = readFileSync(join(folder, module), 'utf8').split('\n', 1)[0] ?? '';
    expect(all).toContain(opening);
  }
});
