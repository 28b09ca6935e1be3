/** For tests: a database whose connection is lost at a chosen place: before a statement, after it, before a commit, or after one. */
import type { Database } from '#adapters/storage/database/database.ts';

type Call = (...args: unknown[]) => Promise<unknown>;

/** Every statement of the driver calls `between` before it and after it; so does a transaction's commit. */
function watched(target: object, between: () => void): object {
  return new Proxy(target, {
    get(owner, name) {
      const member: unknown = Reflect.get(owner, name, owner);
      if (typeof member !== 'function') return member;
      const call = member.bind(owner) as Call;
      if (name !== 'query' && name !== 'exec' && name !== 'sql') return call;
      return async (...args: unknown[]) => {
        between();
        const result = await call(...args);
        between();
        return result;
      };
    },
  });
}

/** Calls `between` at every place where the connection of an embedded database could be lost. What it throws is what the driver throws. */
export function betweenStatements({ orm }: Pick<Database, 'orm'>, between: () => void): void {
  /** The driver under the query builder. */
  const client = Reflect.get(orm, '$client') as Record<'query' | 'transaction', Call>;
  const { query, transaction } = client;
  client.query = async (...args) => {
    between();
    const result = await query.apply(client, args);
    between();
    return result;
  };
  client.transaction = async (run) => {
    between();
    const result = await transaction.call(client, async (tx: object) => {
      const inside = await (run as (tx: object) => Promise<unknown>)(watched(tx, between));
      // Everything is written, nothing is committed
      between();
      return inside;
    });
    // Committed, and the response is lost
    between();
    return result;
  };
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
