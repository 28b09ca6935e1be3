/** Folders are small, have a README, and import only what the table of their workspace allows: every wall is breached once. */
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pathOf, ROOT, readWalls, WALLS_FILE, type WorkspaceWalls, wallsText } from './folder-walls.ts';

const MAX_SOURCES = 25;
const WALLS = readWalls();

/** Source files of a folder itself, tests beside them left out. */
function sourcesOf(path: string): readonly string[] {
  return readdirSync(join(ROOT, path)).filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name));
}

/** Folders of a workspace that hold sources, as the table names them. */
function foldersOf(workspace: string, folder = '.'): readonly string[] {
  const path = pathOf(workspace, folder);
  const below = readdirSync(join(ROOT, path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => foldersOf(workspace, folder === '.' ? name : `${folder}/${name}`));
  return sourcesOf(path).length > 0 ? [folder, ...below] : below;
}

/** A folder that imports itself along the table. */
function circleIn({ folders }: WorkspaceWalls): string | undefined {
  const reaches = (from: string, to: string, seen = new Set<string>()): boolean =>
    (folders[from]?.may ?? []).some((next) => {
      if (next === to) return true;
      if (seen.has(next)) return false;
      seen.add(next);
      return reaches(next, to, seen);
    });
  return Object.keys(folders).find((folder) => reaches(folder, folder));
}

test('the configuration of the linter is made from the tables: npm run walls', () => {
  expect(readFileSync(WALLS_FILE, 'utf8')).toBe(wallsText());
});

describe.each(WALLS)('$workspace', (walls) => {
  const { workspace, folders } = walls;

  test('its table names its folders, and no others', () => {
    expect(Object.keys(folders).toSorted()).toEqual(foldersOf(workspace).toSorted());
    const named = Object.values(folders).flatMap(({ may }) => may);
    expect(named.filter((folder) => folders[folder] === undefined)).toEqual([]);
  });

  test('its folders do not import each other in a circle', () => {
    expect(circleIn(walls)).toBeUndefined();
  });

  test(`a folder holds at most ${MAX_SOURCES} sources and has a README`, () => {
    const paths = Object.keys(folders).map((folder) => pathOf(workspace, folder));
    expect(paths.filter((path) => sourcesOf(path).length > MAX_SOURCES)).toEqual([]);
    const inside = paths.filter((path) => !path.endsWith('/src'));
    expect(inside.filter((path) => !existsSync(join(ROOT, path, 'README.md')))).toEqual([]);
  });
});

/** One file a folder in a copy of the configuration: what it may import, and last a folder that it may not. */
let copy = '';
/** Lines that the linter refused, by file. */
const refused = new Map<string, number[]>();

const BREACHES = WALLS.flatMap(({ workspace, folders }) =>
  Object.entries(folders).map(([folder, { may }]) => {
    const other = Object.keys(folders).find((each) => each !== folder && each !== '.' && !may.includes(each));
    const allowed = may.map((name) => (name === '.' ? '#passage.ts' : `#${name}/passage.ts`));
    return [`${pathOf(workspace, folder)}/breach.ts`, `#${other ?? 'elsewhere'}/breach.ts`, allowed] as const;
  }),
);

interface Diagnostic {
  readonly location: { readonly path: string; readonly start: { readonly line: number } };
}

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'undertow-folders-'));
  for (const name of [
    'biome.json',
    'biome.walls.json',
    'package.json',
    'tests/codebase/element-assertions.grit',
  ])
    cpSync(join(ROOT, name), join(copy, name));
  for (const [file, imported, allowed] of BREACHES) {
    mkdirSync(join(copy, file, '..'), { recursive: true });
    const lines = [...allowed, imported].map((name, at) => `import { a${at} } from '${name}';`);
    writeFileSync(join(copy, file), `${lines.join('\n')}\n`);
  }
  const args = ['lint', '--only=style/noRestrictedImports', '--reporter=json', '--max-diagnostics=none', '.'];
  const run = spawnSync(join(ROOT, 'node_modules/.bin/biome'), args, { cwd: copy, encoding: 'utf8' });
  const { diagnostics } = JSON.parse(run.stdout) as { diagnostics: readonly Diagnostic[] };
  for (const { location } of diagnostics)
    refused.set(location.path, [...(refused.get(location.path) ?? []), location.start.line]);
});

afterAll(() => rmSync(copy, { recursive: true, force: true }));

test.each(BREACHES)('%s may not import %s, and may import what its table allows', (file, _, allowed) => {
  expect(refused.get(file)).toEqual([allowed.length + 1]);
});
