/** Which connections to PostgreSQL the settings allow without TLS, and what a verified one checks. */
import { execFileSync } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPostgres } from '#adapters/storage/database/open-postgres.ts';
import { rowsOf, sql } from '#adapters/storage/database/orm.ts';
import { hasPostgres } from '#testing/database/databases.ts';
import { type OwnServer, startOwnPostgres } from '#testing/database/own-postgres.ts';
import { readBackupConfig, readRolesConfig } from './config.ts';
import { withDatabaseTls } from './database-tls.ts';
import { readStorageConfig } from './read-storage.ts';

const REMOTE = 'postgres://app@database.example/undertow';
const production = { NODE_ENV: 'production' };
const CA = import.meta.filename;

test.each([
  'postgres://app@localhost/undertow',
  'postgres://app@127.0.0.1:5433/undertow',
  'postgres://app@[::1]/undertow',
  'postgresql://app@/undertow?host=%2Fvar%2Frun%2Fpostgresql',
])('in production %s is allowed without TLS: it does not leave the machine', (address) => {
  expect(readStorageConfig({ ...production, DATABASE_URL: address }).databaseUrl).toBe(address);
});

test.each([REMOTE, 'postgres://app@127.example/undertow', 'postgres://app@10.0.0.4/undertow'])(
  'in production %s needs a decision about TLS',
  (address) => {
    expect(() => readStorageConfig({ ...production, DATABASE_URL: address })).toThrow(
      /DATABASE_TLS is not set/,
    );
    const off = { ...production, DATABASE_URL: address, DATABASE_TLS: 'off' };
    expect(readStorageConfig(off).databaseUrl).toBe(address);
    expect(readStorageConfig({ DATABASE_URL: address }).databaseUrl).toBe(address);
  },
);

test('the address of the owner and those of the roles require it as well', () => {
  const local = 'postgres://app@localhost/undertow';
  const settings = { ...production, DATABASE_URL: local, MIGRATION_DATABASE_URL: REMOTE };
  expect(() => readStorageConfig(settings)).toThrow(/MIGRATION_DATABASE_URL is on another host/);
  expect(() => readRolesConfig(settings)).toThrow(/MIGRATION_DATABASE_URL is on another host/);
  const roles = readRolesConfig({ ...settings, DATABASE_TLS: 'verify' });
  expect([roles.owner, roles.server]).toEqual([
    `${REMOTE}?sslmode=verify-full`,
    `${local}?sslmode=verify-full`,
  ]);
});

test('an address contains no TLS parameters, and a certificate authority requires verification', () => {
  const inAddress = { DATABASE_URL: `${REMOTE}?sslmode=no-verify` };
  expect(() => readStorageConfig(inAddress)).toThrow(/no parameter of TLS in the address/);
  const alone = { DATABASE_URL: REMOTE, DATABASE_CA_FILE: CA };
  expect(() => readStorageConfig(alone)).toThrow(/DATABASE_TLS is not verify/);
  const missing = { DATABASE_URL: REMOTE, DATABASE_TLS: 'verify', DATABASE_CA_FILE: '/nowhere.pem' };
  expect(() => readStorageConfig(missing)).toThrow('there is no file /nowhere.pem');
});

test('without an authority of its own pg_dump uses those of the system, as the server does', () => {
  const settings = { DATABASE_URL: REMOTE, DATABASE_TLS: 'verify' };
  expect(readBackupConfig(settings).tools.environment).toMatchObject({ PGSSLROOTCERT: 'system' });
  const own = readBackupConfig({ ...settings, DATABASE_CA_FILE: CA });
  expect(own.tools.environment).not.toHaveProperty('PGSSLROOTCERT');
  expect(own.databaseUrl).toBe(`${REMOTE}?sslmode=verify-full&sslrootcert=${encodeURIComponent(CA)}`);
});

const enabled = hasPostgres(undefined);
const withPostgres = test.runIf(enabled);

let folder: string;
let secured: OwnServer;
let plain: OwnServer;
let securedPort: number;
let plainPort: number;

function openssl(...args: readonly string[]): void {
  execFileSync('openssl', args, { cwd: folder, stdio: 'ignore' });
}

/** A certificate authority, and the certificate of this machine that it signs. */
function makeAuthority(name: string): void {
  const days = ['-days', '2', '-newkey', 'rsa:2048', '-nodes'];
  openssl('req', '-x509', ...days, '-subj', `/CN=${name}`, '-keyout', `${name}.key`, '-out', `${name}.pem`);
}

function makeCertificate(): void {
  openssl(
    'req',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-subj',
    '/CN=localhost',
    '-keyout',
    'server.key',
    '-out',
    'server.csr',
  );
  const signed = ['-CA', 'ours.pem', '-CAkey', 'ours.key', '-CAcreateserial', '-days', '2'];
  openssl('x509', '-req', '-in', 'server.csr', ...signed, '-out', 'server.pem');
  // PostgreSQL runs as `nobody` where the test is root, and refuses a key that others may read
  if (process.getuid?.() === 0) chownSync(join(folder, 'server.key'), 65_534, 65_534);
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}

beforeAll(async () => {
  if (!enabled) return;
  folder = mkdtempSync(join(tmpdir(), 'undertow-tls-'));
  if (process.getuid?.() === 0) chownSync(folder, 65_534, 65_534);
  makeAuthority('ours');
  makeAuthority('other');
  makeCertificate();
  [securedPort, plainPort] = [await freePort(), await freePort()];
  const files = [`ssl_cert_file=${join(folder, 'server.pem')}`, `ssl_key_file=${join(folder, 'server.key')}`];
  secured = await startOwnPostgres(['ssl=on', ...files], securedPort);
  plain = await startOwnPostgres([], plainPort);
}, 60_000);
afterAll(async () => {
  await secured?.stop();
  await plain?.stop();
  if (enabled) rmSync(folder, { recursive: true });
});

const openAt = (host: string, port: number, authority: string) =>
  openPostgres(
    {
      setting: 'DATABASE_URL',
      address: withDatabaseTls(`postgres://undertow@${host}:${port}/postgres`, {
        DATABASE_TLS: 'verify',
        DATABASE_CA_FILE: join(folder, `${authority}.pem`),
        NODE_ENV: 'production',
      }),
    },
    () => undefined,
  );

withPostgres('a server with a certificate of the authority is spoken to over TLS', async () => {
  const database = await openAt('localhost', securedPort, 'ours');
  const inUse = sql`SELECT ssl, version FROM pg_stat_ssl WHERE pid = pg_backend_pid()`;
  expect(await rowsOf(database.orm, inUse)).toEqual([{ ssl: true, version: 'TLSv1.3' }]);
  await database.close();
});

withPostgres('a certificate of another authority, or of another name, is refused', async () => {
  await expect(openAt('localhost', securedPort, 'other')).rejects.toThrow(
    /certificate|signature|self.signed/i,
  );
  await expect(openAt('127.0.0.1', securedPort, 'ours')).rejects.toThrow(/altnames|not in the cert/i);
});

withPostgres('a server without TLS is not spoken to', async () => {
  await expect(openAt('localhost', plainPort, 'ours')).rejects.toThrow(/does not support SSL/);
});
