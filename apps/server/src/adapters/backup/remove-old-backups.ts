/** Removes backups that are too old: only those whose manifest is authentic, so that nobody else can date a good one back. */

import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DAY_MS } from '@undertow/market';
import { backupNames, readManifest } from './backup-folder.ts';
import { requireAuthentic } from './manifest-mac.ts';

export interface RemovedBackups {
  readonly gone: readonly string[];
  /** Those that could not be dated or removed, and why: they stay for the operator. */
  readonly kept: readonly { readonly name: string; readonly reason: string }[];
}

/** When the folder was written, by its name (`undertow-20261120T160000Z`), milliseconds since 1970 UTC. */
function namedMs(name: string): number {
  return Date.parse(name.replace(/^\D*(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
}

/** When it was made: the later of what its name and its authentic manifest say. */
async function madeMs(folder: string, name: string, key: Buffer | null): Promise<number> {
  const manifest = await readManifest(join(folder, name));
  requireAuthentic(manifest, key, false);
  return Math.max(namedMs(name), Date.parse(manifest.at));
}

/** Removes complete backups older than so many days, never the newest authentic one; one that cannot be dated stops none. */
export async function removeOldBackups(
  folder: string,
  key: Buffer | null,
  { keepDays, nowMs }: { readonly keepDays: number; readonly nowMs: number },
): Promise<RemovedBackups> {
  const gone: string[] = [];
  const kept: { name: string; reason: string }[] = [];
  let isNewest = true;
  for (const name of backupNames(await readdir(folder)).toReversed()) {
    try {
      const isOld = nowMs - (await madeMs(folder, name, key)) > keepDays * DAY_MS;
      if (isOld && !isNewest) {
        await rm(join(folder, name), { recursive: true });
        gone.push(name);
      }
      isNewest = false;
    } catch (error) {
      kept.push({ name, reason: error instanceof Error ? error.message : String(error) });
    }
  }
  return { gone: gone.toReversed(), kept: kept.toReversed() };
}
