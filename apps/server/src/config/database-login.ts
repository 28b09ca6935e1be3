/** Who opens a database by an address, as the driver reads it. */
import pg from 'pg';

export interface DatabaseLogin {
  readonly role: string;
  readonly password: string;
  readonly database: string;
}

/** Addresses of the roles do not fit; the message says what was expected, and repeats no password. */
export class DatabaseRolesError extends Error {
  override readonly name = 'DatabaseRolesError';
}

/** `setting` is what messages call the address. */
export function loginOf(setting: string, address: string): DatabaseLogin {
  let read: pg.Client;
  try {
    read = new pg.Client({ connectionString: address });
  } catch {
    // What the parser says repeats the address
    throw new DatabaseRolesError(`${setting}: expected postgres://ROLE:PASSWORD@HOST/DATABASE`);
  }
  const { user: role = '', password = '', database = '' } = read;
  if (role === '' || database === '' || !/^[\x20-\x7e]+$/.test(password ?? ''))
    throw new DatabaseRolesError(
      `${setting}: expected postgres://ROLE:PASSWORD@HOST/DATABASE, with a password of letters, digits and signs of ASCII`,
    );
  return { role, password, database };
}

/** A name, an IP address, or the folder of a socket; empty where the address cannot be read. */
export function databaseHost(address: string): string {
  try {
    return new pg.Client({ connectionString: address }).host;
  } catch {
    // Whoever opens it says what is wrong with it
    return '';
  }
}
