/** The index of a run: lines of JSON, each after its CRC-32, appended and never changed. A torn last line is left out. */
import { crc32 } from 'node:zlib';
import { DbnError } from '#dbn/files/dbn-error.ts';
import type { RunHeader } from './recorded-run.ts';

/** Whole frames, back to back. Offsets are bytes of the file, `at` inclusive and `to` exclusive. */
export interface RowsEntry {
  readonly kind: 'rows';
  readonly at: number;
  readonly to: number;
  /** Records of the file before it, and in it. */
  readonly record: number;
  readonly count: number;
  /** Time of the latest row from the start of the file on, milliseconds since 1970 UTC; null before the first live row. */
  readonly latestMs: number | null;
  /** The venue's sequence of the last row, as an unsigned number. */
  readonly sequence: number;
}

/** The whole book between two events: the rows before `record` lead to it. */
export interface BookEntry {
  readonly kind: 'book';
  readonly record: number;
  /** Where the rows after it start in the file. */
  readonly rowsAt: number;
  /** Its frame in the file of books. */
  readonly at: number;
  readonly to: number;
  readonly latestMs: number;
  readonly sequence: number;
  readonly orders: number;
}

/** Rows that the schema has no record for (status, blocks), base64 of their int32; they come before `record`. */
export interface BesideEntry {
  readonly kind: 'beside';
  readonly record: number;
  /** Number of the entry, from 0: the seal's context. */
  readonly number: number;
  readonly rows: string;
}

/** The feed had a gap, or was connected again: the record before `record` says so too. */
export interface GapEntry {
  readonly kind: 'gap';
  readonly record: number;
  /** The last row before it, and when it was noticed; milliseconds since 1970 UTC. */
  readonly sinceMs: number;
  readonly noticedMs: number;
}

/** `day`: the next trading day continues in a file of its own; `roll`: another contract does. */
export const END_REASONS = ['day', 'roll', 'closed'] as const;
export type EndReason = (typeof END_REASONS)[number];

/** The file was ended in order, and holds this. */
export interface EndEntry {
  readonly kind: 'end';
  readonly reason: EndReason;
  readonly records: number;
  readonly gaps: number;
  readonly firstMs: number | null;
  readonly latestMs: number | null;
  /** Bytes of the file of rows. */
  readonly bytes: number;
}

export type IndexEntry = RowsEntry | BookEntry | BesideEntry | GapEntry | EndEntry;

const CRC_CHARS = 8;
const KINDS: ReadonlySet<unknown> = new Set(['rows', 'book', 'beside', 'gap', 'end']);

/** The entry as a line, its end included. */
export function indexLine(entry: IndexEntry | RunHeader): string {
  const json = JSON.stringify(entry);
  return `${crc32(json).toString(16).padStart(CRC_CHARS, '0')} ${json}\n`;
}

export interface ParsedIndex {
  readonly header: RunHeader;
  readonly entries: readonly IndexEntry[];
  /** Byte at which lines stop being whole; null when all are. */
  readonly brokenAt: number | null;
}

/**
 * Reads the lines up to the first that is torn or damaged: what comes after is not believed. Throws `DbnError` when not
 * even the first line is whole, or when the version is one of the future.
 */
export function parseIndex(text: string): ParsedIndex {
  const entries: IndexEntry[] = [];
  let header: RunHeader | null = null;
  let at = 0;
  while (at < text.length) {
    const end = text.indexOf('\n', at);
    const value = end < 0 ? null : parseLine(text.slice(at, end));
    if (value === null) break;
    if (header === null) header = headerOf(value);
    else if (KINDS.has((value as IndexEntry).kind)) entries.push(value as IndexEntry);
    at = end + 1;
  }
  if (header === null)
    throw new DbnError('expected the index of a recording, found no whole first line', 0, 'file');
  return { header, entries, brokenAt: at < text.length ? at : null };
}

function headerOf(value: unknown): RunHeader {
  const header = value as RunHeader;
  if (header.version !== 1)
    throw new DbnError(
      `expected a recording of version 1, found version ${String(header.version)}`,
      0,
      'file',
    );
  return header;
}

/** The value of a line without its end; null when its checksum does not fit. */
function parseLine(line: string): unknown {
  const json = line.slice(CRC_CHARS + 1);
  if (line[CRC_CHARS] !== ' ' || Number.parseInt(line.slice(0, CRC_CHARS), 16) !== crc32(json)) return null;
  return JSON.parse(json);
}
