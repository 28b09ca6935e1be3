/** Opens PostgreSQL: a pool of connections whose loss fails the statement under way and nothing else. */
import pg from 'pg';
import type { Database } from './database.ts';
import { ormOf, reportLostConnections } from './pooled-orm.ts';

/** PostgreSQL could not be reached or refused us; trying again can help. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';
}

export interface PostgresAddress {
  /** The setting that holds it, for messages. */
  readonly setting: string;
  readonly address: string;
}

/** The address without its password. */
function shownAddress(address: string): string {
  return address.replace(/^(\w+:\/\/)[^@/]*@/, '$1');
}

function openPool({ address }: PostgresAddress, onError: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool({
    connectionString: address,
    max: 10,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 15_000,
    // A suspended process would keep the locks of its transaction until it runs again
    idle_in_transaction_session_timeout: 10_000,
    application_name: 'undertow',
    // Compiling a statement takes longer than any of ours runs
    options: '-c jit=off',
  });
  reportLostConnections(pool, onError);
  return pool;
}

export async function openPostgres(
  from: PostgresAddress,
  onError: (error: Error) => void,
): Promise<Database> {
  const pool = openPool(from, onError);
  try {
    await pool.query('SELECT 1');
  } catch (cause) {
    await pool.end();
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new DatabaseUnavailable(`${from.setting} ${shownAddress(from.address)}: ${reason}`, { cause });
  }
  return {
    kind: 'postgres',
    orm: ormOf(pool),
    pool: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    async ping() {
      await pool.query('SELECT 1');
    },
    close: () => pool.end(),
  };
}
