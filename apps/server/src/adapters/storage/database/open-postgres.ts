/** Opens PostgreSQL: a pool of connections whose loss fails the statement under way and nothing else. */
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { Database } from './database.ts';
import type { Orm } from './orm.ts';

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
  // The pool listens to idle connections only. One that breaks inside a transaction, between two statements, emits its
  // error as well, and without a listener that ends the process
  pool.on('connect', (client) => client.on('error', onError));
  // What the pool emits was reported by the connection itself
  pool.on('error', () => undefined);
  return pool;
}

/**
 * The query builder's own transaction hides the failure behind that of the rollback when the connection is gone, and keeps
 * the connection forever when `begin` fails: with ten of those the pool is empty.
 */
function transactionsOf(pool: pg.Pool): Orm['transaction'] {
  return async (run, config) => {
    const client = await pool.connect();
    const failures: unknown[] = [];
    try {
      const result = await drizzle({ client }).transaction(async (transaction) => {
        try {
          return await run(transaction);
        } catch (error) {
          failures.push(error);
          throw error;
        }
      }, config);
      client.release();
      return result;
    } catch (error) {
      failures.push(error);
      const [first] = failures;
      // Begin, commit or rollback failed: the state of the connection is not known, another one replaces it
      client.release(error !== first || failures.length === 1);
      throw first;
    }
  };
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
  const orm: Orm = drizzle({ client: pool });
  orm.transaction = transactionsOf(pool);
  return {
    kind: 'postgres',
    orm,
    pool: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    async ping() {
      await pool.query('SELECT 1');
    },
    close: () => pool.end(),
  };
}
