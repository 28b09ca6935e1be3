/** A data folder of a test's own, with an embedded database that is empty and migrated. */
import { cpSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A copy of the template that all tests share: making a database takes seconds. The caller removes the folder. */
export function newDataFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `undertow-${name}-`));
  const template = process.env['DATABASE_TEMPLATE'];
  if (template !== undefined) cpSync(join(template, 'pglite'), join(folder, 'pglite'), { recursive: true });
  return folder;
}
