/** The query builder on a pool of connections, with transactions of our own. */
import { drizzle } from 'drizzle-orm/node-postgres';
import type { Pool } from 'pg';
import type { Orm } from './orm.ts';

/** A connection that breaks fails the statement under way and nothing else. */
export function reportLostConnections(pool: Pool, onError: (error: Error) => void): void {
  // The pool listens to idle connections only. One that breaks inside a transaction, between two statements, emits its
  // error as well, and without a listener that ends the process
  pool.on('connect', (client) => client.on('error', onError));
  // What the pool emits was reported by the connection itself
  pool.on('error', () => undefined);
}

/**
 * The query builder's own transaction hides the failure behind that of the rollback when the connection is gone, and keeps
 * the connection forever when `begin` fails: with ten of those the pool is empty.
 */
function transactionsOf(pool: Pool): Orm['transaction'] {
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

export function ormOf(pool: Pool): Orm {
  const orm: Orm = drizzle({ client: pool });
  orm.transaction = transactionsOf(pool);
  return orm;
}
