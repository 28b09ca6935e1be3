/**
 * How the connection to PostgreSQL is protected: decided by settings, and written into the address for the server and
 * for PostgreSQL's own programs.
 */
import { existsSync } from 'node:fs';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { z } from 'zod';
import { databaseHost } from './database-login.ts';

export const DATABASE_TLS_SHAPE = {
  DATABASE_TLS: z.enum(['verify', 'off'], { message: 'expected verify or off' }).optional(),
  DATABASE_CA_FILE: z.string().min(1).optional(),
};

interface DatabaseTlsSettings {
  readonly DATABASE_TLS?: 'verify' | 'off' | undefined;
  readonly DATABASE_CA_FILE?: string | undefined;
  readonly NODE_ENV: string;
}

/** A Unix socket, or an address of this machine. */
function isThisMachine(host: string): boolean {
  if (host.startsWith('/') || host === 'localhost' || host === '::1') return true;
  return isIP(host) === 4 && host.startsWith('127.');
}

function caFaults({ DATABASE_TLS: tls, DATABASE_CA_FILE: file }: DatabaseTlsSettings): readonly string[] {
  if (file === undefined) return [];
  if (tls !== 'verify') return ['DATABASE_CA_FILE is set, and DATABASE_TLS is not verify: expected both'];
  return existsSync(file) ? [] : [`DATABASE_CA_FILE: there is no file ${file}`];
}

function addressFaults(setting: string, address: string, settings: DatabaseTlsSettings): readonly string[] {
  if (/[?&]ssl/.test(address))
    return [
      `${setting}: expected no parameter of TLS in the address; DATABASE_TLS and DATABASE_CA_FILE set it`,
    ];
  const { DATABASE_TLS: tls, NODE_ENV: environment } = settings;
  if (environment !== 'production' || tls !== undefined) return [];
  if (isThisMachine(databaseHost(address))) return [];
  return [
    `DATABASE_TLS is not set, and ${setting} is on another host: expected verify, or off where nobody else reads the ` +
      'network between them, as inside of compose',
  ];
}

/** Faults of the addresses, by the name of their setting. */
export function databaseTlsFaults(
  addresses: Readonly<Record<string, string | undefined>>,
  settings: DatabaseTlsSettings,
): readonly string[] {
  const found = Object.entries(addresses).flatMap(([setting, address]) =>
    address === undefined ? [] : addressFaults(setting, address, settings),
  );
  return [...caFaults(settings), ...found];
}

/** The address with the TLS settings: the certificate and its name are verified, or there is no connection. */
export function withDatabaseTls(address: string, settings: DatabaseTlsSettings): string {
  const { DATABASE_TLS: tls, DATABASE_CA_FILE: file } = settings;
  if (tls !== 'verify') return address;
  const authority = file === undefined ? '' : `&sslrootcert=${encodeURIComponent(resolve(file))}`;
  return `${address}${address.includes('?') ? '&' : '?'}sslmode=verify-full${authority}`;
}

/**
 * PostgreSQL's programs read authorities from a file of the account; without one of ours they use those of the system,
 * as Node does.
 */
export function toolTlsEnvironment(settings: DatabaseTlsSettings): Readonly<Record<string, string>> {
  const bySystem = settings.DATABASE_TLS === 'verify' && settings.DATABASE_CA_FILE === undefined;
  return bySystem ? { PGSSLROOTCERT: 'system' } : {};
}
