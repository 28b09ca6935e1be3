/** What differs from a revision: committed since, staged, unstaged and new files. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The branch that others push to. */
const UPSTREAM = 'origin/main';

export interface Changes {
  /** The revision that was compared with. */
  readonly base: string;
  /** Paths from the root; deleted files are not among them. */
  readonly files: readonly string[];
  readonly deleted: readonly string[];
}

function git(root: string, ...args: readonly string[]): string {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

/** Where this branch left `origin/main`; without that branch, the last commit. */
function startOfBranch(root: string): string {
  try {
    return git(root, 'merge-base', UPSTREAM, 'HEAD').trim();
  } catch {
    return 'HEAD';
  }
}

const paths = (output: string): string[] => output.split('\0').filter((path) => path !== '');

/** `given` is a revision; where the branch left it is what counts. */
export function readChanges(root: string, given: string | null): Changes {
  const base = given === null ? startOfBranch(root) : git(root, 'merge-base', given, 'HEAD').trim();
  const changed = paths(git(root, 'diff', '--name-only', '--no-renames', '-z', base));
  const added = paths(git(root, 'ls-files', '--others', '--exclude-standard', '-z'));
  const all = [...new Set([...changed, ...added])].sort();
  return {
    base,
    files: all.filter((path) => existsSync(join(root, path))),
    deleted: all.filter((path) => !existsSync(join(root, path))),
  };
}
