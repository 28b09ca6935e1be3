/** Every listed folder has a README, and no file has a catch-all name. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

const FOLDERS = [
  'packages/market',
  'packages/detection',
  'packages/simulator',
  'packages/journal',
  'packages/backtest',
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

const CATCH_ALL = /^(utils?|helpers?|common|misc|shared|manager|service|types|constants)$/;

function sources(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (['node_modules', 'dist', 'golden', 'page'].includes(entry.name)) return [];
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return [path, ...sources(path)];
    return /\.(ts|tsx|mjs)$/.test(entry.name) ? [path] : [];
  });
}

const FILES = ['packages', 'apps', 'tests', 'bench', 'tools'].flatMap(sources);

const MAX_LINES = 30;
/** That of the tests has the tables of quotas and of long parts, which the runs read. */
const LINES_OF: Readonly<Record<string, number>> = { tests: 52 };
const WITH_LIMIT = FOLDERS.map((folder) => [folder, LINES_OF[folder] ?? MAX_LINES] as const);

test.each(WITH_LIMIT)('%s has a README of at most %i lines', (folder, limit) => {
  const readme = join(root, folder, 'README.md');
  expect(existsSync(readme), `expected ${folder}/README.md`).toBe(true);
  const lines = readFileSync(readme, 'utf8').trimEnd().split('\n');
  expect(lines.length).toBeLessThanOrEqual(limit);
});

test('no file and no folder has a catch-all name', () => {
  const catchAlls = FILES.filter((path) =>
    CATCH_ALL.test((path.split('/').at(-1) ?? '').replace(/(\.test)?\.\w+$/, '')),
  );
  expect(catchAlls).toEqual([]);
});

test('every source file opens with a sentence that says what it is', () => {
  const mute = FILES.filter((path) => /(?<!\.test)\.(ts|tsx|mjs)$/.test(path)).filter(
    (path) => !readFileSync(join(root, path), 'utf8').startsWith('/**'),
  );
  expect(mute).toEqual([]);
});
