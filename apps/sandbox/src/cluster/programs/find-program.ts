/** Finds programs that this machine may have: on the path, and where packages put them beside it. */
import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Debian's packages of servers are not on the path of every account. */
const BESIDE_THE_PATH = ['/usr/local/bin', '/usr/local/sbin', '/usr/sbin', '/opt/homebrew/bin'];
/** Debian's and Homebrew's folders of versions of PostgreSQL. */
const POSTGRES_VERSIONS = ['/usr/lib/postgresql', '/opt/homebrew/opt', '/usr/local/opt'];

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function foldersOf(path: string): readonly string[] {
  return [...path.split(delimiter).filter((folder) => folder !== ''), ...BESIDE_THE_PATH];
}

/** Its whole path; null where it is not installed. `path` is that of the environment. */
export function findProgram(name: string, path: string): string | null {
  return (
    foldersOf(path)
      .map((folder) => join(folder, name))
      .find(isExecutable) ?? null
  );
}

function versionOf(name: string): number {
  return Number(name.replace('postgresql@', ''));
}

/** Folders with the programs of a PostgreSQL server, the newest version first, those of the path last. */
export function postgresFolders(path: string): readonly string[] {
  const versions = POSTGRES_VERSIONS.filter((folder) => existsSync(folder)).flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => /^(?:postgresql@)?\d+$/.test(name))
      .toSorted((a, b) => versionOf(b) - versionOf(a))
      .map((name) => join(folder, name, 'bin')),
  );
  const known = [...versions, ...foldersOf(path)];
  return known.filter(
    (folder) => isExecutable(join(folder, 'initdb')) && isExecutable(join(folder, 'postgres')),
  );
}
