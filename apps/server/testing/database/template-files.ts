/** The template's files as the disk of a database in memory: laid down as they are, which costs less than half of unpacking a dump. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MemoryFS } from '@electric-sql/pglite';

/** Where PGlite looks for its database. */
const PLACE = '/pglite/data';

interface TemplateFile {
  readonly path: string;
  /** Null: a folder. */
  readonly bytes: Uint8Array | null;
}

let read: readonly TemplateFile[] | undefined;

/** Read once in a process. Folders come before what is in them. */
function readFiles(folder: string): readonly TemplateFile[] {
  read ??= readdirSync(folder, { recursive: true, withFileTypes: true })
    .map((entry) => ({ from: join(entry.parentPath, entry.name), isFolder: entry.isDirectory() }))
    .map(({ from, isFolder }) => ({
      path: join(PLACE, from.slice(folder.length)),
      // A buffer of Node would be shared by the databases: its `slice` does not copy
      bytes: isFolder ? null : new Uint8Array(readFileSync(from)),
    }))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1));
  return read;
}

export class TemplateFiles extends MemoryFS {
  readonly #folder: string;

  /** `folder` is that of the embedded database in the template. */
  constructor(folder: string) {
    super();
    this.#folder = folder;
  }

  override async initialSyncFs(): Promise<void> {
    if (this.pg === undefined) throw new Error('the database that these files are of comes first');
    const { FS } = this.pg.Module;
    FS.mkdirTree(PLACE);
    for (const { path, bytes } of readFiles(this.#folder)) {
      if (bytes === null) FS.mkdir(path);
      else FS.writeFile(path, bytes);
    }
  }
}
