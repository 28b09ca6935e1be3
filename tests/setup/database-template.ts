/** Makes one empty, migrated database before the tests; they begin with a copy of it instead of making their own. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeTemplate } from '@undertow/server/testing/databases.ts';

export async function setup(): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'undertow-template-'));
  await makeTemplate(folder);
  process.env['DATABASE_TEMPLATE'] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
