/** The user and host of a database address, as the driver parses it. */
import pg from 'pg';

export interface DatabaseLogin {
  readonly role: string;
  readonly password: string;
  readonly database: string;
}

/** The addresses of the roles do not match; the message contains what was expected, and no password. */
export class DatabaseRolesError extends Error {
  override readonly name = 'DatabaseRolesError';
}

/** `setting` is the name of the address in messages. */
export function loginOf(setting: string, address: string): DatabaseLogin {
  let read: pg.Client;
  try {
    read = new pg.Client({ connectionString: address });
  } catch {
    // The message of the parser contains the address
    throw new DatabaseRolesError(`${setting}: expected postgres://ROLE:PASSWORD@HOST/DATABASE`);
  }
  const { user: role = '', password = '', database = '' } = read;
  if (role === '' || database === '' || !/^[\x20-\x7e]+$/.test(password ?? ''))
    throw new DatabaseRolesError(
      `${setting}: expected postgres://ROLE:PASSWORD@HOST/DATABASE, with a password of letters, digits and signs of ASCII`,
    );
  return { role, password, database };
}

/** A name, an IP address, or the folder of a socket; empty where the address cannot be parsed. */
export function databaseHost(address: string): string {
  try {
    return new pg.Client({ connectionString: address }).host;
  } catch {
    // Connecting reports what is wrong with it
    return '';
  }
}
