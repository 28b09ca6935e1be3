/** The engine of the embedded database: PGlite, reached by PostgreSQL's wire protocol. */
import { existsSync } from 'node:fs';
import type { MemoryFS } from '@electric-sql/pglite';

export interface Engine {
  /** Opens it again where it ended. To be called for a new connection alone: whoever was in a transaction must learn that it is lost. */
  ready(): Promise<void>;
  /** Responds to whole messages of a client, in the order of the requests. One session: transactions of several clients mix. */
  exec(request: Uint8Array): Promise<Uint8Array<ArrayBuffer>>;
  /** All files of the database as one archive. Not while a transaction is open. */
  dump(): Promise<Blob>;
  close(): Promise<void>;
}

/** Where the files of a database are: in a folder, or in memory, where it begins with files or empty. */
export type EngineFiles = { readonly folder: string } | { readonly begin?: MemoryFS | undefined };

const SETTINGS = [
  // Pages that are kept in memory; by default 128 MB, all of it taken at once
  'shared_buffers=16MB',
  // A new file of the log, every 16 MB of it, is not filled with zeros first: that would block everybody
  'wal_init_zero=off',
];

/** In memory of its own, which can be transferred. */
function joined(parts: readonly Uint8Array<ArrayBuffer>[]): Uint8Array<ArrayBuffer> {
  const [first] = parts;
  if (first !== undefined && parts.length === 1) return first;
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Opens the engine in the calling thread. Throws what PGlite throws. */
export async function openEngine(files: EngineFiles): Promise<Engine> {
  // Loaded only where it is used: beside PostgreSQL it would be memory for nothing
  const { PGlite } = await import('@electric-sql/pglite');
  const startParams = [...PGlite.defaultStartParams, ...SETTINGS.flatMap((setting) => ['-c', setting])];
  const options =
    'folder' in files
      ? { startParams, dataDir: files.folder }
      : { startParams, ...(files.begin === undefined ? {} : { fs: files.begin }) };
  // The instance that makes a new database keeps what it made it from, 60 MB: another one opens it
  if ('folder' in files && !existsSync(files.folder)) await (await PGlite.create(options)).close();
  const pglite = await PGlite.create(options);
  return {
    ready: async () => undefined,
    async exec(request) {
      const parts: Uint8Array<ArrayBuffer>[] = [];
      // Not `execProtocolRaw`: it keeps every message of every response as an object. The bytes are a view of the engine's memory
      await pglite.execProtocolRawStream(request, { onRawData: (bytes) => void parts.push(bytes.slice()) });
      return joined(parts);
    },
    dump: () => pglite.dumpDataDir('none'),
    close: () => pglite.close(),
  };
}
