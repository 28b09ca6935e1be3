/**
 * Shortens the list of exports of `drizzle-orm`, so that every process that opens a database starts in half the time. Plain Node, no packages.
 *
 * Node copies this list, 447 paths in 137 kB, for each of the hundreds of modules of the package that it loads. Paths of one name stay; those
 * below them are single modules, which nothing here imports.
 */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Changes nothing where it was done before. The file is replaced: several checkouts may link to one. */
export function shortenExports(modules) {
  const file = join(modules, 'drizzle-orm/package.json');
  const { exports, ...rest } = JSON.parse(readFileSync(file, 'utf8'));
  const paths = Object.entries(exports);
  const short = paths.filter(([path]) => path.split('/').length <= 2);
  if (short.length === paths.length) return;
  const written = `${file}.${process.pid}`;
  writeFileSync(written, JSON.stringify({ ...rest, exports: Object.fromEntries(short) }));
  renameSync(written, file);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) shortenExports('node_modules');
