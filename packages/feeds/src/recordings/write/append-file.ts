/** A file that only grows: the files of a run are written through it. */
import { type FileHandle, mkdir, open, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';

export interface AppendFile {
  /** Resolves when all bytes are in the file; rejects with the system's error (`ENOSPC`) where they are not. */
  append(bytes: Uint8Array): Promise<void>;
  /** Cuts off what a failed append left. */
  truncate(bytes: number): Promise<void>;
  /** Resolves when the file is on disk and closed. */
  close(): Promise<void>;
  /** Removes it, once it is closed. */
  remove(): Promise<void>;
}

/**
 * A new file, created with its folder at the first append, which rejects with `EEXIST` where there is such a file. Only
 * the account of the server can read it.
 */
export function newAppendFile(path: string): AppendFile {
  let opened: Promise<FileHandle> | null = null;
  return {
    append: async (bytes) => {
      opened ??= create(path);
      await (await opened).appendFile(bytes);
    },
    truncate: async (bytes) => (await opened)?.truncate(bytes),
    close: async () => {
      const handle = await opened?.catch(() => null);
      try {
        await handle?.datasync();
      } finally {
        await handle?.close();
      }
    },
    remove: async () => {
      if (opened !== null) await unlink(path);
    },
  };
}

async function create(path: string): Promise<FileHandle> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  return open(path, 'ax', 0o600);
}
