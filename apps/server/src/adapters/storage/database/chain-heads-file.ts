/** Head and count of hash chains in a file beside the database: a table that was rewritten or cut off shows. */
import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';

const headsShape = z.record(
  z.string(),
  z.object({ count: z.number().int().nonnegative(), hash: z.string().regex(/^[0-9a-f]{64}$/) }),
);

export type Heads = z.infer<typeof headsShape>;
/** The last row of a chain. */
export type Head = Heads[string];

export interface ChainHeadsFile {
  /** Empty when there is no file. Throws when it is not whole: that itself is a finding. */
  read(): Promise<Heads>;
  /** Replaces the file at once, so that a kill leaves the old one or the new one. */
  write(heads: Heads): Promise<void>;
}

export const createTrackHeadsFile = (dataDir: string | null): ChainHeadsFile =>
  createChainHeadsFile(dataDir, 'track-record-heads.json');

export const createAuditHeadFile = (dataDir: string | null): ChainHeadsFile =>
  createChainHeadsFile(dataDir, 'audit-head.json');

/** The ends in a file. Rejects where there is none (code `ENOENT`), or where it contains anything else. */
export async function readHeads(path: string): Promise<Heads> {
  const text = await readFile(path, 'utf8');
  try {
    return headsShape.parse(JSON.parse(text));
  } catch (error) {
    throw new Error(`${path}: expected heads of chains`, { cause: error });
  }
}

/** Without a folder they are kept in memory, as the database is then. */
function createChainHeadsFile(dataDir: string | null, name: string): ChainHeadsFile {
  if (dataDir === null) return createHeldHeads();
  const path = join(dataDir, name);
  return {
    read: () =>
      readHeads(path).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return {};
        throw error;
      }),

    async write(heads) {
      await mkdir(dirname(path), { recursive: true });
      // Another process may write at the same time
      const written = `${path}.${randomUUID()}.new`;
      const file = await open(written, 'w', 0o600);
      try {
        await file.writeFile(`${JSON.stringify(heads, null, 2)}\n`);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(written, path);
    },
  };
}

function createHeldHeads(): ChainHeadsFile {
  let held: Heads = {};
  return {
    read: async () => held,
    write: async (heads) => {
      held = heads;
    },
  };
}
