/** Erased users, in a file beside the database: after a restore of an older backup they are erased again. */
import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import type { ErasureDone, ErasureLedger } from '#ports/accounts.ts';

const entryShape = z.strictObject({ userId: z.string().min(1), atMs: z.number().int() });

/** Entries of the file; null when there is none. Throws for a line that is not whole. */
export async function readErasureLedger(path: string): Promise<readonly ErasureDone[] | null> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (text === null) return null;
  const lines = text.split('\n').filter((line) => line !== '');
  return lines.map((line, index) => {
    try {
      return entryShape.parse(JSON.parse(line));
    } catch (cause) {
      throw new Error(`${path}: expected an erasure in line ${index + 1}`, { cause });
    }
  });
}

/** Replaces the file at once, so that a kill leaves the old one or the new one. */
async function write(path: string, entries: readonly ErasureDone[]): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  // Another process may write at the same time
  const written = `${path}.${randomUUID()}.new`;
  const file = await open(written, 'w', 0o600);
  try {
    await file.writeFile(entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(written, path);
}

/** The ledger at `path`. It is there from the first call on, so that a missing one is known to be lost. */
export function createErasureLedger(path: string): ErasureLedger {
  return {
    async keep(done) {
      const known = await readErasureLedger(path);
      const ids = new Set(known?.map(({ userId }) => userId));
      const added = done.filter(({ userId }) => !ids.has(userId));
      if (known === null || added.length > 0) await write(path, [...(known ?? []), ...added]);
    },
  };
}
