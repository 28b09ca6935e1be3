/** Every room says in its README what lives there, and no file is a drawer. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

const ROOMS = [
  'packages/market',
  'packages/detection',
  'packages/simulator',
  'packages/journal',
  'packages/contracts',
  'packages/feeds',
  'apps/server',
  'apps/server/src/alerting',
  'apps/server/src/live',
  'apps/web',
  'apps/web/src/chart',
  'apps/cli',
  'apps/sandbox',
  'apps/sandbox/src/mailbox',
  'apps/sandbox/src/stripe',
  'apps/sandbox/src/stripe-front',
  'tests',
  'bench',
];

const DRAWERS = /^(utils?|helpers?|common|misc|shared|manager|service|types|constants)$/;

function sources(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (['node_modules', 'dist', 'golden', 'page'].includes(entry.name)) return [];
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return [path, ...sources(path)];
    return /\.(ts|tsx|mjs)$/.test(entry.name) ? [path] : [];
  });
}

const FILES = ['packages', 'apps', 'tests', 'bench', 'tools'].flatMap(sources);

test.each(ROOMS)('%s has a README of at most 30 lines', (room) => {
  const readme = join(root, room, 'README.md');
  expect(existsSync(readme), `expected ${room}/README.md`).toBe(true);
  const lines = readFileSync(readme, 'utf8').trimEnd().split('\n');
  expect(lines.length).toBeLessThanOrEqual(30);
});

test('no file and no folder is a drawer', () => {
  const drawers = FILES.filter((path) =>
    DRAWERS.test((path.split('/').at(-1) ?? '').replace(/(\.test)?\.\w+$/, '')),
  );
  expect(drawers).toEqual([]);
});

test('every source file opens with a sentence that says what it is', () => {
  const mute = FILES.filter((path) => /(?<!\.test)\.(ts|tsx|mjs)$/.test(path)).filter(
    (path) => !readFileSync(join(root, path), 'utf8').startsWith('/**'),
  );
  expect(mute).toEqual([]);
});
