/** Files of uploads in one folder, which only the server's user may read. */
import { mkdir, open, readdir, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { UploadFiles } from '#ports/backtests/uploads.ts';

const ENDING = '.dbn';
/** The embedded database is on the same disk, and stops below 64 MB. */
const MIN_FREE_BYTES = 256 * 1024 * 1024;

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** As the system says it of a full disk, before it is. */
function noSpace(root: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`expected room for uploads on the disk of ${root}`), { code: 'ENOSPC' });
}

async function idsIn(root: string): Promise<readonly string[]> {
  try {
    const names = await readdir(root);
    return names.filter((name) => name.endsWith(ENDING)).map((name) => name.slice(0, -ENDING.length));
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

async function systemFreeBytes(root: string): Promise<number> {
  const { bavail, bsize } = await statfs(root);
  return bavail * bsize;
}

/** The folder is created with the first file. `freeBytes`: on its disk. */
export function openUploadFiles(
  root: string,
  freeBytes: (root: string) => Promise<number> = systemFreeBytes,
): UploadFiles {
  const pathOf = (id: string): string => join(root, `${id}${ENDING}`);
  const remove = (id: string): Promise<void> => rm(pathOf(id), { force: true });
  return {
    pathOf,

    async create(id) {
      await mkdir(root, { recursive: true, mode: 0o700 });
      await (await open(pathOf(id), 'wx', 0o600)).close();
    },

    async write(id, offset, piece) {
      if ((await freeBytes(root)) < MIN_FREE_BYTES + piece.length) throw noSpace(root);
      // Never created here: what was removed in between stays removed
      const file = await open(pathOf(id), 'r+').catch((error: unknown) => {
        if (isMissing(error)) return null;
        throw error;
      });
      if (file === null) return false;
      try {
        for (let at = 0; at < piece.length; )
          at += (await file.write(piece, at, piece.length - at, offset + at)).bytesWritten;
        await file.datasync();
      } finally {
        await file.close();
      }
      return true;
    },

    remove,

    async removeOthers(known) {
      // Listed first: a file is created after its upload
      const ids = await idsIn(root);
      const kept = await known(ids);
      for (const id of ids) if (!kept.has(id)) await remove(id);
    },
  };
}
