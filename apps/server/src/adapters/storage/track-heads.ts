/** Head and count of every chain of the track record in a file beside the database: a table that was rewritten shows. */
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';

const FILE = 'track-record-heads.json';

const headsShape = z.record(
  z.string(),
  z.object({ count: z.number().int().nonnegative(), hash: z.string().regex(/^[0-9a-f]{64}$/) }),
);

export type TrackHeads = z.infer<typeof headsShape>;

export interface TrackHeadsFile {
  /** Empty when there is no file. Throws when it is not whole: that itself is a finding. */
  read(): Promise<TrackHeads>;
  /** Replaces the file at once, so that a kill leaves the old one or the new one. */
  write(heads: TrackHeads): Promise<void>;
}

/** Without a folder they are kept in memory, as the database is then. */
export function createTrackHeadsFile(dataDir: string | null): TrackHeadsFile {
  if (dataDir === null) return createHeldHeads();
  const path = join(dataDir, FILE);
  return {
    async read() {
      const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return '{}';
        throw error;
      });
      try {
        return headsShape.parse(JSON.parse(text));
      } catch (error) {
        throw new Error(`${path}: expected the heads of the track record`, { cause: error });
      }
    },

    async write(heads) {
      await mkdir(dirname(path), { recursive: true });
      const file = await open(`${path}.new`, 'w', 0o600);
      try {
        await file.writeFile(`${JSON.stringify(heads, null, 2)}\n`);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(`${path}.new`, path);
    },
  };
}

function createHeldHeads(): TrackHeadsFile {
  let held: TrackHeads = {};
  return {
    read: async () => held,
    write: async (heads) => {
      held = heads;
    },
  };
}
