/** Downloads a range to a file that is whole or not there: written beside its place, read through, then renamed. */
import { constants, type FileHandle, open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DbnError } from '#dbn/files/dbn-error.ts';
import { openDbn } from '#dbn/files/dbn-file.ts';
import { type DatabentoHistory, type HistoryRange, rangeFields } from './databento-history.ts';
import { HistoryError, isObject } from './history-error.ts';
import { causeOf } from './history-request.ts';

export interface DownloadRequest extends HistoryRange {
  /** Where the file comes to be; the bytes are those of the vendor (`.dbn.zst`). */
  readonly path: string;
  /** Fewer records than this are a cut file. */
  readonly records: number;
  /** Called with the bytes received so far. */
  readonly onBytes?: (bytes: number) => void;
  readonly signal?: AbortSignal;
  /** Multiplies the wait for bytes; 1 where it is left out. */
  readonly waitScale?: number;
}

export interface DownloadedFile {
  /** Compressed, as they came. */
  readonly bytes: number;
  readonly records: number;
  /** What the service warns of, for example symbols that did not resolve. */
  readonly warnings: readonly string[];
  /** Some of the symbols are missing (206). */
  readonly isPartial: boolean;
}

/** Nothing came for this long: the connection is given up. */
const SILENCE_MS = 30_000;

/**
 * A cut, silent or damaged download leaves `path.part` behind and never `path`. Throws `HistoryError`, whose
 * `mayBeCharged` is false where nothing was sent, and as the file system fails.
 */
export async function downloadRange(
  history: DatabentoHistory,
  request: DownloadRequest,
): Promise<DownloadedFile> {
  const { path, signal } = request;
  const part = `${path}.part`;
  // Opened first: a folder that cannot be written must not cost anything
  const file = await open(part, constants.O_CREAT | constants.O_TRUNC | constants.O_WRONLY, 0o640);
  let bytes = 0;
  let response: Response;
  try {
    const fields = {
      ...rangeFields(request),
      stype_out: 'instrument_id',
      encoding: 'dbn',
      compression: 'zstd',
    };
    response = await history.requests.send('POST', 'timeseries.get_range', fields, { isPaid: true, signal });
    bytes = await writeBody(response, file, request);
    await file.sync();
  } finally {
    await file.close();
  }
  const records = await verifiedRecords(part, request);
  await rename(part, path);
  await syncFolder(dirname(path));
  return { bytes, records, warnings: warningsOf(response), isPartial: response.status === 206 };
}

async function writeBody(
  response: Response,
  file: FileHandle,
  { path, onBytes, waitScale = 1 }: DownloadRequest,
): Promise<number> {
  const reader = (response.body ?? new ReadableStream<Uint8Array>()).getReader();
  let bytes = 0;
  let isSilent = false;
  const timer = setTimeout(() => {
    isSilent = true;
    reader.cancel().catch(() => undefined);
  }, SILENCE_MS * waitScale);
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((error: unknown) => {
        throw new HistoryError('incomplete', cutText(path, bytes, causeOf(error)), { cause: error });
      });
      if (isSilent) throw new HistoryError('incomplete', cutText(path, bytes, 'nothing came for 30 s'));
      if (done) return bytes;
      timer.refresh();
      await file.writeFile(value);
      bytes += value.length;
      onBytes?.(bytes);
    }
  } finally {
    clearTimeout(timer);
    reader.cancel().catch(() => undefined);
  }
}

/** Reads the whole file once; the service ends a broken stream like a whole one where it cannot say so. */
async function verifiedRecords(part: string, { path, records, schema }: DownloadRequest): Promise<number> {
  let count = 0;
  try {
    const { metadata, blocks } = await openDbn(part);
    if (metadata === null) throw new DbnError('expected metadata at the start of the file', 0, 'file');
    if (metadata.schema !== schema)
      throw new DbnError(`expected the schema ${schema}, the file has ${metadata.schema}`, 0, 'file');
    for await (const block of blocks) count += block.count;
  } catch (error) {
    if (!(error instanceof DbnError)) throw error;
    throw new HistoryError('incomplete', cutText(path, null, error.message), { cause: error });
  }
  if (count >= records) return count;
  throw new HistoryError('incomplete', cutText(path, null, `${count} of ${records} records came`));
}

function cutText(path: string, bytes: number | null, reason: string): string {
  const where = bytes === null ? '' : ` after ${bytes} bytes`;
  return `the download of ${path} was cut${where}: ${reason}. What came is in ${path}.part; fetch again (it is charged again)`;
}

/** The header `X-Warning` is a JSON list of texts. */
function warningsOf({ headers }: Response): readonly string[] {
  const text = headers.get('x-warning');
  if (text === null) return [];
  try {
    const parsed: unknown = JSON.parse(text);
    if (Array.isArray(parsed))
      return parsed.map((one) => (isObject(one) ? JSON.stringify(one) : String(one)));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  return [text];
}

/** So that the new name survives a power failure. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, constants.O_RDONLY);
  await folder.sync().finally(() => folder.close());
}
