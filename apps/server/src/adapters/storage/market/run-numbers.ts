/** Numbers of feed runs, read once a process and made where they are missing. */
import { and, eq } from 'drizzle-orm';
import type { Orm } from '#adapters/storage/database/orm.ts';
import { feedRuns } from '#adapters/storage/tables/tables.ts';

export type RunNumberOf = (source: string, run: string) => Promise<number>;

async function resolve(orm: Orm, source: string, run: string): Promise<number> {
  await orm.insert(feedRuns).values({ source, run }).onConflictDoNothing();
  const [row] = await orm
    .select({ id: feedRuns.id })
    .from(feedRuns)
    .where(and(eq(feedRuns.source, source), eq(feedRuns.run, run)));
  if (row === undefined) throw new Error(`the run ${source}/${run} was not kept`);
  return row.id;
}

const keyOf = (source: string, run: string): string => `${source}\n${run}`;

export class RunNumbers {
  readonly #orm: Orm;
  readonly #known = new Map<string, number>();
  readonly #reading = new Map<string, Promise<number>>();

  constructor(orm: Orm) {
    this.#orm = orm;
  }

  async of(source: string, run: string): Promise<number> {
    const key = keyOf(source, run);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const found = this.#reading.get(key) ?? this.#read(source, run);
    this.#reading.set(key, found);
    return found;
  }

  async #read(source: string, run: string): Promise<number> {
    const key = keyOf(source, run);
    try {
      const number = await resolve(this.#orm, source, run);
      this.#known.set(key, number);
      return number;
    } finally {
      // A failed look-up is retried by the next write
      this.#reading.delete(key);
    }
  }

  /** Runs a write whose runs are made in its transaction, and known once that is committed. */
  async within(transaction: (write: (tx: Orm) => RunNumberOf) => Promise<void>): Promise<void> {
    const made = new Map<string, number>();
    await transaction((tx) => async (source, run) => {
      const key = keyOf(source, run);
      const known = this.#known.get(key) ?? made.get(key);
      if (known !== undefined) return known;
      const number = await resolve(tx, source, run);
      made.set(key, number);
      return number;
    });
    for (const [key, number] of made) this.#known.set(key, number);
  }
}
