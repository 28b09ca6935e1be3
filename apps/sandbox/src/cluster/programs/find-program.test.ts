/** Programs are found on the path and beside it; what is missing is named with what to install. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findProgram } from './find-program.ts';
import { requirePostgres } from './postgres.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'undertow-path-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('a program of the path is found, and a file that cannot be executed is none', () => {
  mkdirSync(join(folder, 'a'));
  mkdirSync(join(folder, 'b'));
  writeFileSync(join(folder, 'a', 'tide'), '', { mode: 0o600 });
  writeFileSync(join(folder, 'b', 'tide'), '', { mode: 0o700 });
  const path = [join(folder, 'a'), '', join(folder, 'b')].join(delimiter);
  expect(findProgram('tide', path)).toBe(join(folder, 'b', 'tide'));
  expect(findProgram('tide', join(folder, 'a'))).toBeNull();
});

test('data of a version that is not installed are refused, not touched', () => {
  mkdirSync(join(folder, 'data'));
  writeFileSync(join(folder, 'data', 'PG_VERSION'), '9\n');
  expect(() => requirePostgres(folder, folder)).toThrow(
    /PostgreSQL 9, which is not installed|PostgreSQL is not installed on this machine\. On Debian/,
  );
});
