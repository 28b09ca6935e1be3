/** A zip archive as a stream: one file after the other, compressed aside, so that memory and event loop stay free. */
import { pipeline } from 'node:stream/promises';
import { crc32, createDeflateRaw } from 'node:zlib';
import { Zip, type ZipInputFile } from 'fflate';

export interface ZipFile {
  readonly name: string;
  /** Its text, piece by piece. */
  readonly chunks: () => AsyncIterable<string> | Iterable<string>;
}

/** The method number of deflate in the format. */
const DEFLATE = 8;

type Entry = ZipInputFile & { size: number; crc: number };

/** The bytes of a file, counted and summed into its entry as they pass. */
async function* counted(file: ZipFile, entry: Entry): AsyncGenerator<Buffer> {
  for await (const chunk of file.chunks()) {
    const bytes = Buffer.from(chunk, 'utf8');
    entry.crc = crc32(bytes, entry.crc);
    entry.size += bytes.length;
    yield bytes;
  }
}

/** The archive, piece by piece. `atMs` is the timestamp of its files. Throws what a file throws. */
export async function* zipStream(files: readonly ZipFile[], atMs: number): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error !== null) throw error;
    ready.push(chunk);
  });
  for (const file of files) {
    const entry: Entry = { filename: file.name, size: 0, crc: 0, compression: DEFLATE, mtime: atMs };
    zip.add(entry);
    // Node compresses in threads of its own
    const deflate = createDeflateRaw();
    const fed = pipeline(counted(file, entry), deflate);
    fed.catch(() => undefined);
    for await (const chunk of deflate as AsyncIterable<Uint8Array<ArrayBuffer>>) {
      entry.ondata?.(null, chunk, false);
      yield* ready.splice(0);
    }
    await fed;
    entry.ondata?.(null, new Uint8Array(0), true);
    yield* ready.splice(0);
  }
  zip.end();
  yield* ready.splice(0);
}
