/** What a branch changed: committed, staged, unstaged and new, and nothing that others changed meanwhile. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readChanges } from '#tests/quick/changed-files.ts';

let root = '';

const AUTHOR = ['-c', 'user.name=a', '-c', 'user.email=a@example.com', '-c', 'commit.gpgsign=false'];

function git(...args: readonly string[]): void {
  execFileSync('git', [...AUTHOR, ...args], { cwd: root, stdio: 'ignore' });
}

const write = (name: string, text: string): void => writeFileSync(join(root, name), text);

function commit(name: string, text: string): void {
  write(name, text);
  git('add', '--all');
  git('commit', '--quiet', '--message', name);
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'undertow-changes-'));
  git('init', '--quiet', '--initial-branch', 'main');
  commit('old.ts', 'old');
  commit('gone.ts', 'gone');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

test('without the branch of the others only what is not committed counts', () => {
  commit('committed.ts', 'committed');
  write('old.ts', 'changed');
  write('new.ts', 'new');
  rmSync(join(root, 'gone.ts'));
  expect(readChanges(root, null)).toEqual({
    base: 'HEAD',
    files: ['new.ts', 'old.ts'],
    deleted: ['gone.ts'],
  });
});

test('commits since the branch left origin/main count, those that arrived there later do not', () => {
  git('update-ref', 'refs/remotes/origin/main', 'HEAD');
  git('switch', '--quiet', '--create', 'mine');
  commit('mine.ts', 'mine');
  git('switch', '--quiet', 'main');
  commit('theirs.ts', 'theirs');
  git('update-ref', 'refs/remotes/origin/main', 'HEAD');
  git('switch', '--quiet', 'mine');
  write('staged.ts', 'staged');
  git('add', 'staged.ts');
  expect(readChanges(root, null).files).toEqual(['mine.ts', 'staged.ts']);
});

test('a given revision takes the place of origin/main', () => {
  commit('first.ts', 'first');
  commit('second.ts', 'second');
  expect(readChanges(root, 'HEAD~1').files).toEqual(['second.ts']);
});

test('ignored files do not count', () => {
  commit('.gitignore', 'ignored.ts');
  write('ignored.ts', 'ignored');
  expect(readChanges(root, null).files).toEqual([]);
});
