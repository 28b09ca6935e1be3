/** A data folder of a test's own, with an embedded database that is empty and migrated. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { layDatabase } from './databases.ts';

/** The caller removes the folder. */
export function newDataFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `undertow-${name}-`));
  layDatabase(folder);
  return folder;
}
