/** For tests: a database whose connection is lost at a chosen place: before a statement or after it, those that begin and commit included. */
import type { Pool, PoolClient } from 'pg';
import type { Database } from '#adapters/storage/database/database.ts';

type Callback = (error: unknown, result?: unknown) => void;
type Query = (...args: unknown[]) => unknown;

/** A query with its places: by promise inside a transaction, by callback outside of one. */
function watchedQuery(query: Query, between: () => void): Query {
  return (...args) => {
    const callback = args.at(-1);
    if (typeof callback !== 'function') return watchedPromise(query, args, between);
    between();
    return query(...args.slice(0, -1), (error: unknown, result: unknown) => {
      try {
        between();
      } catch (lost) {
        (callback as Callback)(lost);
        return;
      }
      (callback as Callback)(error, result);
    });
  };
}

async function watchedPromise(query: Query, args: unknown[], between: () => void): Promise<unknown> {
  between();
  const result = await query(...args);
  between();
  return result;
}

/** Calls `between` at every place where the connection of a database could be lost. What it throws is what the driver throws. */
export function betweenStatements({ orm }: Pick<Database, 'orm'>, between: () => void): void {
  const watched = new WeakSet<PoolClient>();
  /** The driver under the query builder. */
  const pool = Reflect.get(orm, '$client') as Pool;
  pool.on('acquire', (client) => {
    if (watched.has(client)) return;
    watched.add(client);
    const query = client.query.bind(client) as Query;
    Object.assign(client, { query: watchedQuery(query, between) });
  });
}

export interface Breakage {
  /** The place, counted from 0, at which the connection is lost. */
  readonly at: number;
  /** `once`: the next statement finds another connection. `until-repaired`: every later one fails as well. */
  readonly lasts: 'once' | 'until-repaired';
}

/** Wraps an open database. Without a breakage it counts the places that are passed. */
export class FailingDatabase {
  #passed = 0;
  #breakage: Breakage | null = null;
  #isBroken = false;

  constructor(database: Pick<Database, 'orm'>) {
    betweenStatements(database, () => this.#between());
  }

  #between(): void {
    const at = this.#passed;
    this.#passed += 1;
    if (this.#breakage === null) return;
    const isLost = at === this.#breakage.at || (this.#isBroken && this.#breakage.lasts === 'until-repaired');
    if (!isLost) return;
    this.#isBroken = true;
    throw new Error('Connection terminated unexpectedly');
  }

  /** Counts from 0 again, and loses the connection at a place. */
  breakAt(breakage: Breakage): void {
    this.#passed = 0;
    this.#isBroken = false;
    this.#breakage = breakage;
  }

  /** Ends a breakage and counts from 0 again. Returns how many places were passed. */
  repair(): number {
    const passed = this.#passed;
    this.#passed = 0;
    this.#breakage = null;
    this.#isBroken = false;
    return passed;
  }

  /** Attempts the work that passes `count` places: broken at each of them once, and until it is repaired. */
  async atEveryPlace(count: number, attempt: (place: Breakage) => Promise<void>): Promise<void> {
    for (let at = 0; at < count; at += 1) await attempt({ at, lasts: 'once' });
    for (let at = 0; at < count; at += 1) await attempt({ at, lasts: 'until-repaired' });
  }
}
