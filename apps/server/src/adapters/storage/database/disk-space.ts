/** Refuses writes of the embedded database while its disk is nearly full: a write without space crashes it. */
import { statfsSync } from 'node:fs';
import type { PGlite, Transaction } from '@electric-sql/pglite';

/** Space for one statement with the log and the checkpoint that it may cause. */
const MIN_FREE_BYTES = 64 * 1024 * 1024;

/** Also `SELECT ... FOR UPDATE`, which is followed by a write. */
const WRITES = /\b(insert|update|delete|merge|truncate|create|alter|drop|vacuum|reindex)\b/i;

/** Carries the SQLSTATE of a full disk, as PostgreSQL's own refusal does. */
export class DiskNearlyFull extends Error {
  override readonly name = 'DiskNearlyFull';
  readonly code = '53100';
}

/** What the query builder calls of a database. */
export type Statements = Pick<PGlite, 'query' | 'transaction'>;

export type FreeBytes = () => number;

/** Bytes that are free for us on the disk of the folder. */
export function freeBytesOf(folder: string): FreeBytes {
  return () => {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  };
}

/** Throws `DiskNearlyFull` where too little is free. */
export function requireDiskSpace(freeBytes: FreeBytes): void {
  const free = freeBytes();
  if (free >= MIN_FREE_BYTES) return;
  throw new DiskNearlyFull(
    `the disk of the embedded database has ${free} bytes left, expected at least ${MIN_FREE_BYTES}`,
  );
}

/** The database with its writes refused while too little is free. */
export function withinDiskSpace(client: Statements, freeBytes: FreeBytes): Statements {
  const guarded = (query: Statements['query']): Statements['query'] =>
    (async (text, ...more) => {
      if (WRITES.test(text)) requireDiskSpace(freeBytes);
      return query(text, ...more);
    }) as Statements['query'];
  return {
    query: guarded((text, ...more) => client.query(text, ...more)),
    transaction: (run) =>
      client.transaction((tx: Transaction) => {
        // Begin, commit and rollback are not checked: a rollback works without space
        const query = guarded((text, ...more) => tx.query(text, ...more));
        return run({ ...tx, query });
      }),
  };
}
