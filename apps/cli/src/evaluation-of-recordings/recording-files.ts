/** The DBN files of a folder and the folders below it, in the order of their names. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { InputError } from '#terminal/terminal.ts';

/** Fragments are DBN without metadata. */
const DBN_NAME = /\.dbn(\.frag)?(\.zst)?$/;

/** Paths from the folder on, which is how a report names them. */
export async function recordingFiles(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true }).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error)) throw error;
    const found =
      error.code === 'ENOTDIR' ? 'a file' : error.code === 'ENOENT' ? 'nothing' : String(error.code);
    throw new InputError(`${folder}: expected a folder of recordings, got ${found}`, { cause: error });
  });
  const files = names.filter((name) => DBN_NAME.test(name)).sort();
  if (files.length === 0)
    throw new InputError(
      `${folder}: expected recordings (files named .dbn or .dbn.zst, here or in folders below), found none`,
    );
  return files;
}

export const pathOf = (folder: string, file: string): string => join(folder, file);
