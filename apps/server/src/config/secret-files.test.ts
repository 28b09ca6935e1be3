/** Secrets as files: read once, refused with what was expected, never repeated in messages. */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { ConfigError } from './parse-settings.ts';
import { readStorageConfig } from './read-storage.ts';
import { SECRET_SETTINGS, withSecretFiles } from './secret-files.ts';

const GOOD = {
  OIDC_ISSUER: 'https://id.example',
  OIDC_CLIENT_ID: 'undertow',
  OIDC_CLIENT_SECRET: 'secret',
  COOKIE_KEY: 'ab'.repeat(32),
};

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'undertow-secrets-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function fileOf(text: string, mode = 0o400): string {
  const path = join(folder, `secret-${mode}`);
  rmSync(path, { force: true });
  writeFileSync(path, text);
  chmodSync(path, mode);
  return path;
}

test.each(SECRET_SETTINGS)('%s may come as a file, without its last new line', (name) => {
  const { environment, faults } = withSecretFiles({ [`${name}_FILE`]: fileOf('a b\n\n') }, [name]);
  expect([environment[name], faults]).toEqual(['a b\n', []]);
});

test('whatever a file contains, its text is returned without one trailing line end', () => {
  fc.assert(
    fc.property(
      fc.string({ minLength: 1, maxLength: 200 }),
      fc.constantFrom('', '\n', '\r\n'),
      (text, end) => {
        fc.pre(!/[\r\n]$/.test(text) && text.isWellFormed());
        const { environment } = withSecretFiles({ SMTP_URL_FILE: fileOf(text + end) }, ['SMTP_URL']);
        expect(environment['SMTP_URL']).toBe(text);
      },
    ),
  );
});

test('the settings and the commands read them in the same way', () => {
  const database = fileOf('postgres://undertow:pass@db/undertow\n', 0o440);
  const key = fileOf(`${'cd'.repeat(32)}\n`);
  const config = readConfig({ ...GOOD, COOKIE_KEY: '', COOKIE_KEY_FILE: key, DATABASE_URL_FILE: database });
  expect(config.cookieKey.toString('hex')).toBe('cd'.repeat(32));
  expect(config.databaseUrl).toBe('postgres://undertow:pass@db/undertow');
  expect(readStorageConfig({ DATABASE_URL_FILE: database }).databaseUrl).toBe(config.databaseUrl);
});

test('a command does not need the secrets that it does not use', () => {
  const environment = { DATABASE_URL: 'postgres://db/x', SMTP_URL_FILE: '/nowhere/at/all' };
  expect(readStorageConfig(environment).databaseUrl).toBe('postgres://db/x');
  expect(() => readConfig({ ...GOOD, ...environment })).toThrow('SMTP_URL_FILE /nowhere/at/all: expected a');
});

test.each([
  ['a secret that is given twice', { COOKIE_KEY: 'x' }, () => fileOf('y'), 'COOKIE_KEY_FILE are both set'],
  ['a file that is not there', {}, () => '/nowhere/key', 'expected a readable file (ENOENT)'],
  ['a folder', {}, () => folder, 'expected a file'],
  ['an empty file', {}, () => fileOf('\n'), 'the file is empty'],
  ['a file that is too big', {}, () => fileOf('x'.repeat(16_385)), 'expected at most 16384 bytes'],
  ['a file that others can write', {}, () => fileOf('x', 0o602), 'other accounts cannot write'],
  ['a secret of the wrong shape', {}, () => fileOf('short'), 'COOKIE_KEY_FILE expected 32 random bytes'],
])('%s is refused', (_what, more, path, expected) => {
  const attempt = () => readConfig({ ...GOOD, COOKIE_KEY: '', ...more, COOKIE_KEY_FILE: path() });
  expect(attempt).toThrow(ConfigError);
  expect(attempt).toThrow(expected);
});

test('in production a file that every account can read is refused', () => {
  const open = { DATABASE_URL_FILE: fileOf('postgres://db/x', 0o444) };
  expect(readStorageConfig(open).databaseUrl).toBe('postgres://db/x');
  const attempt = () => readStorageConfig({ ...open, NODE_ENV: 'production' });
  expect(attempt).toThrow('other accounts cannot read (chmod 400)');
});

test('no message contains the content of a file', () => {
  const attempt = () => readConfig({ ...GOOD, COOKIE_KEY: '', COOKIE_KEY_FILE: fileOf('canary-secret') });
  expect(attempt).toThrow(ConfigError);
  expect(attempt).not.toThrow(/canary/);
});
