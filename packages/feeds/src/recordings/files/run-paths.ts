/** Names and finds recordings: `<source>/<product>/<trading day>/<run>.dbn.zst`, of an account below `accounts/<owner>`. */
import { readdir, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

/** Where recordings of one source and product are. */
export interface RecordedProduct {
  /** Whose recordings they are; null for those of the platform's own feed. */
  readonly owner: string | null;
  readonly source: string;
  readonly product: string;
}

/** A recording on disk. */
export interface RunFile extends RecordedProduct {
  /** `YYYY-MM-DD` */
  readonly tradingDay: string;
  /** Name of the run: the file's without its endings. */
  readonly run: string;
  /** Of the file of rows. */
  readonly path: string;
  /** Of all its files. */
  readonly bytes: number;
  /** Of rows alone; 0 where a kill left nothing of them. */
  readonly rowsBytes: number;
  /** When rows or index were last written, milliseconds since 1970 UTC. */
  readonly changedMs: number;
}

export interface RunPaths {
  readonly rows: string;
  readonly index: string;
  readonly books: string;
  readonly tail: string;
}

const ROWS_ENDING = '.dbn.zst';
const SEALED_ENDING = '.dbn.zst.sealed';
const ACCOUNTS = 'accounts';
const ERASED = 'erased';
const DAY = /^\d{4}-\d{2}-\d{2}$/;
/** One segment of a path, never `..` or hidden. */
const SEGMENT = /^[A-Za-z0-9][\w.-]{0,199}$/;

/** The folder of a product. Throws RangeError for a name that is no plain segment of a path. */
export function productFolder(root: string, { owner, source, product }: RecordedProduct): string {
  const parts = owner === null ? [source, product] : [ACCOUNTS, owner, source, product];
  for (const part of parts) {
    if (!SEGMENT.test(part))
      throw new RangeError(`expected letters, digits, . _ or - as the name of a folder, got ${part}`);
  }
  return join(root, ...parts);
}

/** The folder with everything that is recorded for an owner. Throws RangeError as above. */
export function ownerFolder(root: string, owner: string): string {
  if (!SEGMENT.test(owner))
    throw new RangeError(`expected letters, digits, . _ or - as an owner, got ${owner}`);
  return join(root, ACCOUNTS, owner);
}

/** The folder with the folder of each owner. */
export function ownersFolder(root: string): string {
  return join(root, ACCOUNTS);
}

/** Where what was erased waits for its removal: nothing in it is a recording any more. */
export function erasedFolder(root: string): string {
  return join(root, ERASED);
}

/** The files of a run in the folder of its day. */
export function runPaths(folder: string, run: string, isSealed: boolean): RunPaths {
  const base = join(folder, run);
  return {
    rows: base + (isSealed ? SEALED_ENDING : ROWS_ENDING),
    index: `${base}.index`,
    books: `${base}.books`,
    tail: `${base}.tail`,
  };
}

/** The files of the run whose rows are in this file. Throws RangeError for another kind of file. */
export function pathsOfRows(path: string): RunPaths {
  const ending = [SEALED_ENDING, ROWS_ENDING].find((one) => path.endsWith(one));
  if (ending === undefined) throw new RangeError(`expected a recording (${ROWS_ENDING}), got ${path}`);
  const base = path.slice(0, -ending.length);
  return { rows: path, index: `${base}.index`, books: `${base}.books`, tail: `${base}.tail` };
}

/** The run's name as that of a file. */
export function runName(run: string): string {
  return run.replaceAll(/[^\w.-]/g, '-').replace(/^[^A-Za-z0-9]+/, '') || 'run';
}

/**
 * All recordings below the folder, or those of a product, the oldest trading day first; none where there is no such
 * folder. Throws RangeError for a product that is no name of a folder.
 */
export async function listRuns(root: string, product?: RecordedProduct): Promise<readonly RunFile[]> {
  const below = product === undefined ? '' : relative(root, productFolder(root, product));
  const names = await readdir(join(root, below), { recursive: true }).catch(emptyWhereMissing);
  const found = await Promise.all(
    names
      .filter((name) => name.endsWith(ROWS_ENDING) || name.endsWith(SEALED_ENDING))
      .map(async (name) => runFile(root, join(below, name))),
  );
  return found
    .filter((file) => file !== null)
    .sort((one, other) => order(one.tradingDay, other.tradingDay) || one.changedMs - other.changedMs);
}

/** Null for a file that lies elsewhere than a recording does, or went away meanwhile. */
async function runFile(root: string, name: string): Promise<RunFile | null> {
  const parts = name.split(sep);
  const isAccount = parts[0] === ACCOUNTS;
  const [source, product, tradingDay, file] = isAccount ? parts.slice(2) : parts;
  if (source === undefined || product === undefined || tradingDay === undefined || file === undefined)
    return null;
  if (!DAY.test(tradingDay) || parts.length !== (isAccount ? 6 : 4)) return null;
  const path = join(root, name);
  const paths = pathsOfRows(path);
  const stats = await Promise.all(Object.values(paths).map(async (one) => stat(one).catch(() => null)));
  const [rows] = stats;
  if (rows === undefined || rows === null) return null;
  return {
    ...{ owner: isAccount ? parts[1]! : null, source, product, tradingDay, path },
    run: file.replace(/\.dbn\.zst(\.sealed)?$/, ''),
    rowsBytes: rows.size,
    bytes: stats.reduce((sum, one) => sum + (one?.size ?? 0), 0),
    changedMs: Math.max(...stats.map((one) => one?.mtimeMs ?? 0)),
  };
}

function emptyWhereMissing(error: NodeJS.ErrnoException): string[] {
  if (error.code === 'ENOENT') return [];
  throw error;
}

function order(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
