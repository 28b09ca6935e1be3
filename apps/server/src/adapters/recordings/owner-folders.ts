/** Folders of owners: which there are, and their removal, which a kill cannot leave half done. */
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { erasedFolder, listRuns, ownerFolder, ownersFolder } from '@undertow/feeds';
import type { ErasedRecordings } from '#ports/recordings.ts';

/** Moves the folder out of every listing, then removes it. Throws RangeError for an owner that is no name of a folder. */
export async function eraseFolder(root: string, owner: string): Promise<ErasedRecordings> {
  const folder = ownerFolder(root, owner);
  if (!(await ownersOf(root)).includes(owner)) return { count: 0, bytes: 0 };
  const files = (await listRuns(root)).filter((file) => file.owner === owner);
  const erased = { count: files.length, bytes: files.reduce((sum, { bytes }) => sum + bytes, 0) };
  await mkdir(erasedFolder(root), { recursive: true, mode: 0o700 });
  await rename(folder, join(erasedFolder(root), randomUUID()));
  await removeErased(root);
  return erased;
}

/** Removes what was moved away, that of a process which was killed before it could too. */
export async function removeErased(root: string): Promise<void> {
  await rm(erasedFolder(root), { recursive: true, force: true });
}

/** Owners who have a folder. */
export async function ownersOf(root: string): Promise<readonly string[]> {
  try {
    return await readdir(ownersFolder(root));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
