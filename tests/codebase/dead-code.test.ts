/** `npm run dead-code` finds what nothing uses in every kind of workspace: planted in a repository of a few files with our configuration. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const ENTRIES: Readonly<Record<string, string>> = {
  'apps/cli': 'main.ts',
  'apps/sandbox': 'start.ts',
  'apps/server': 'main.ts',
  'apps/web': 'main.tsx',
};
const workspaces = ['packages', 'apps'].flatMap((floor) =>
  readdirSync(join(root, floor)).map((name) => `${floor}/${name}`),
);

let copy = '';

function write(path: string, text: string): void {
  mkdirSync(dirname(join(copy, path)), { recursive: true });
  writeFileSync(join(copy, path), text);
}

function plant(workspace: string): void {
  write(
    `${workspace}/src/${ENTRIES[workspace] ?? 'index.ts'}`,
    "import { used } from './part.ts';\n\nprocess.exitCode = used;\n",
  );
  write(
    `${workspace}/src/part.ts`,
    'export const used = 0;\nexport const unused = 1;\nexport const tested = 2;\n',
  );
  write(
    `${workspace}/src/part.test.ts`,
    "import { tested } from './part.ts';\n\nprocess.exitCode = tested;\n",
  );
  write(`${workspace}/src/dead.ts`, 'export const dead = 0;\n');
}

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'undertow-dead-code-'));
  for (const file of ['knip.json', ...['.', ...workspaces].map((folder) => join(folder, 'package.json'))])
    cpSync(join(root, file), join(copy, file), { recursive: true });
  for (const workspace of workspaces) plant(workspace);
});

afterAll(() => rmSync(copy, { recursive: true, force: true }));

interface Report {
  readonly issues: readonly {
    readonly file: string;
    readonly files?: readonly unknown[];
    readonly exports?: readonly { readonly name: string }[];
  }[];
}

/** What is reported: paths of files, and exports as `path name`. */
function reported(...options: readonly string[]): string[] {
  const args = ['--reporter=json', '--include=files,exports', '--no-config-hints', ...options];
  const run = spawnSync(join(root, 'node_modules/.bin/knip'), args, { cwd: copy, encoding: 'utf8' });
  const { issues }: Report = JSON.parse(run.stdout);
  return issues
    .flatMap(({ file, files = [], exports = [] }) => [
      ...files.map(() => file),
      ...exports.map(({ name }) => `${file} ${name}`),
    ])
    .toSorted();
}

test('files and exports without a use are reported in every workspace', () => {
  expect(reported()).toEqual(
    workspaces.flatMap((folder) => [`${folder}/src/dead.ts`, `${folder}/src/part.ts unused`]).toSorted(),
  );
});

test('exports that only tests use are reported from the production entry points', () => {
  expect(reported('--production')).toEqual(
    workspaces
      .flatMap((folder) => [
        `${folder}/src/dead.ts`,
        `${folder}/src/part.ts tested`,
        `${folder}/src/part.ts unused`,
      ])
      .toSorted(),
  );
});
