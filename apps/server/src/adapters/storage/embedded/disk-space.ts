/** Refuses writes of the embedded database while its disk is nearly full: a write without space crashes it. */
import { statfsSync } from 'node:fs';
import type { Engine } from './engine.ts';
import { errorResponse, SYNC, statementsIn } from './wire.ts';

/** Space for one statement with the log and the checkpoint that it may cause. */
const MIN_FREE_BYTES = 64 * 1024 * 1024;

/** Also `SELECT ... FOR UPDATE`, which is followed by a write. */
const WRITES = /\b(insert|update|delete|merge|truncate|create|alter|drop|vacuum|reindex)\b/i;

/** Carries the SQLSTATE of a full disk, as PostgreSQL's own refusal does. */
export class DiskNearlyFull extends Error {
  override readonly name = 'DiskNearlyFull';
  readonly code = '53100';
}

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

/** The engine with its writes refused, as PostgreSQL refuses them on a full disk, while too little is free. */
export function withinDiskSpace(engine: Engine, freeBytes: FreeBytes): Engine {
  return {
    ...engine,
    async exec(request) {
      // Begin, commit and rollback are not checked: a rollback works without space
      if (!statementsIn(request).some((text) => WRITES.test(text))) return engine.exec(request);
      try {
        requireDiskSpace(freeBytes);
      } catch (error) {
        if (!(error instanceof DiskNearlyFull)) throw error;
        const refusal = errorResponse(error.code, error.message);
        return new Uint8Array([...refusal, ...(await engine.exec(SYNC))]);
      }
      return engine.exec(request);
    },
  };
}
