/** The walls between folders, from the table of each workspace (`walls.json`) to the linter's configuration. `npm run walls` writes it. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
export const WALLS_FILE = join(ROOT, 'biome.walls.json');

/** A folder of `src`; its root is named `.`. */
export interface FolderWall {
  /** Folders of the workspace that it may import. */
  readonly may: readonly string[];
  /** What it must not import besides, as the linter writes patterns. */
  readonly never?: readonly string[];
}

export interface WorkspaceWalls {
  /** For example `packages/market`. */
  readonly workspace: string;
  readonly folders: Readonly<Record<string, FolderWall>>;
}

export function readWalls(): readonly WorkspaceWalls[] {
  return ['packages', 'apps']
    .flatMap((floor) => readdirSync(join(ROOT, floor)).map((name) => `${floor}/${name}`))
    .filter((workspace) => existsSync(join(ROOT, workspace, 'walls.json')))
    .map((workspace) => {
      const text = readFileSync(join(ROOT, workspace, 'walls.json'), 'utf8');
      return { workspace, folders: JSON.parse(text) as WorkspaceWalls['folders'] };
    });
}

/** Path of a folder of the table from the repository's root. */
export function pathOf(workspace: string, folder: string): string {
  return folder === '.' ? `${workspace}/src` : `${workspace}/src/${folder}`;
}

function overrideOf(workspace: string, folder: string, { may, never = [] }: FolderWall): object {
  const allowed = may.map((other) => (other === '.' ? '!#*.ts' : `!#${other}/*`));
  const named = may.length === 0 ? 'no other folder' : may.join(', ');
  const pattern = {
    group: ['../**', '#*', '#*/**', ...allowed, ...never],
    message: `${folder} may import ${named}: see ${workspace}/walls.json`,
  };
  const noRestrictedImports = { level: 'error', options: { patterns: [pattern] } };
  return {
    includes: [`${pathOf(workspace, folder)}/*`],
    linter: { rules: { style: { noRestrictedImports } } },
  };
}

/**
 * Tests may import every folder: last, because the last override of a file holds. The linter compares every pattern with
 * every file many times, so that the same exception in each override took a third of its time.
 */
function overrideOfTests(): object {
  const { linter }: { linter: { rules: { style: { noRestrictedImports: object } } } } = JSON.parse(
    readFileSync(join(ROOT, 'biome.json'), 'utf8'),
  );
  const { noRestrictedImports } = linter.rules.style;
  return {
    includes: ['**/*.test.ts', '**/*.test.tsx'],
    linter: { rules: { style: { noRestrictedImports } } },
  };
}

/** Text of the file that extends the linter's configuration. */
export function wallsText(): string {
  const overrides = readWalls().flatMap(({ workspace, folders }) =>
    Object.entries(folders).map(([folder, wall]) => overrideOf(workspace, folder, wall)),
  );
  return `${JSON.stringify({ overrides: [...overrides, overrideOfTests()] }, null, 2)}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(WALLS_FILE, wallsText());
