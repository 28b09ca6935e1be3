/** The parts of a zip container, found by its directory and inflated only as far as is allowed. */
import { Inflate } from 'fflate';
import { ImportRefusal } from '#model/import-refusal.ts';
import { crc32 } from './crc32.ts';

const MAX_PARTS = 2_000;

/** A quarter of a million rows of fifteen columns are about 150 MB of markup. */
const MAX_PART_BYTES = 256 * 1024 * 1024;
const MAX_TOTAL_BYTES = 384 * 1024 * 1024;

/** Sheets of trades shrink to a tenth or twentieth; what shrinks to less than this is made to fill the memory. */
const MAX_RATIO = 250;
const RATIO_MATTERS_FROM = 16 * 1024 * 1024;

/** Input is fed in small pieces: 8 KB can inflate to 8 MB, which is what the limit may be exceeded by. */
const PIECE_BYTES = 8 * 1024;

const END_RECORD = 0x06054b50;
const DIRECTORY_RECORD = 0x02014b50;
const LOCAL_RECORD = 0x04034b50;
const ZIP64_EXTRA = 1;
const UNKNOWN_32 = 0xffffffff;

interface ZipPart {
  readonly name: string;
  readonly method: number;
  readonly isEncrypted: boolean;
  readonly packedBytes: number;
  readonly checkSum: number;
  readonly offset: number;
}

export interface ZipParts {
  readonly names: readonly string[];
  has(name: string): boolean;
  /**
   * Feeds the inflated part to `take` piece by piece; names are compared without case. Returns false when there is no
   * such part. Throws `ImportRefusal` for damage and for more bytes than a workbook of trades can have.
   */
  inflate(name: string, take: (bytes: Uint8Array) => void): boolean;
}

function damaged(): ImportRefusal {
  return new ImportRefusal(
    'DAMAGED',
    'The workbook is damaged. Export it again, or save it as .csv and import that.',
  );
}

function tooLarge(): ImportRefusal {
  return new ImportRefusal(
    'TOO_LARGE',
    'The workbook unpacks to more than any export of trades. Export a shorter period.',
  );
}

function findEnd(view: DataView): number {
  const lowest = Math.max(0, view.byteLength - 22 - 65_535);
  for (let at = view.byteLength - 22; at >= lowest; at -= 1) {
    if (view.getUint32(at, true) === END_RECORD) return at;
  }
  throw damaged();
}

/** Sizes of parts beyond 32 bits are in an extra field, in the order in which the record omits them. */
function zip64Values(view: DataView, from: number, to: number): number[] {
  for (let at = from; at + 4 <= to; ) {
    const size = view.getUint16(at + 2, true);
    if (view.getUint16(at, true) === ZIP64_EXTRA) {
      const values: number[] = [];
      for (let value = at + 4; value + 8 <= Math.min(to, at + 4 + size); value += 8) {
        values.push(Number(view.getBigUint64(value, true)));
      }
      return values;
    }
    at += 4 + size;
  }
  return [];
}

function nameOf(bytes: Uint8Array): string {
  let name = '';
  for (const byte of bytes.subarray(0, 512)) name += String.fromCharCode(byte);
  return name.replaceAll('\\', '/').replace(/^\/+/, '').toLowerCase();
}

function readRecord(bytes: Uint8Array, view: DataView, at: number): { part: ZipPart; next: number } {
  if (at + 46 > view.byteLength || view.getUint32(at, true) !== DIRECTORY_RECORD) throw damaged();
  const nameEnd = at + 46 + view.getUint16(at + 28, true);
  const extraEnd = nameEnd + view.getUint16(at + 30, true);
  const next = extraEnd + view.getUint16(at + 32, true);
  if (next > view.byteLength) throw damaged();
  const large = zip64Values(view, nameEnd, extraEnd);
  if (view.getUint32(at + 24, true) === UNKNOWN_32) large.shift();
  const packed = view.getUint32(at + 20, true);
  const packedBytes = packed === UNKNOWN_32 ? (large.shift() ?? packed) : packed;
  const start = view.getUint32(at + 42, true);
  const part = {
    name: nameOf(bytes.subarray(at + 46, nameEnd)),
    method: view.getUint16(at + 10, true),
    isEncrypted: (view.getUint16(at + 8, true) & 1) === 1,
    packedBytes,
    checkSum: view.getUint32(at + 16, true),
    offset: start === UNKNOWN_32 ? (large.shift() ?? start) : start,
  };
  return { part, next };
}

function readDirectory(bytes: Uint8Array, view: DataView): Map<string, ZipPart> {
  if (view.byteLength < 22) throw damaged();
  const end = findEnd(view);
  const count = view.getUint16(end + 10, true);
  if (count > MAX_PARTS) throw tooLarge();
  const parts = new Map<string, ZipPart>();
  let at = view.getUint32(end + 16, true);
  for (let index = 0; index < count; index += 1) {
    const { part, next } = readRecord(bytes, view, at);
    if (!parts.has(part.name)) parts.set(part.name, part);
    at = next;
  }
  return parts;
}

function packedBytesOf(bytes: Uint8Array, view: DataView, part: ZipPart): Uint8Array {
  if (part.isEncrypted) {
    throw new ImportRefusal(
      'NOT_ACCEPTED',
      'The workbook has a password. Save it without one and import that.',
    );
  }
  const { offset } = part;
  if (offset + 30 > view.byteLength || view.getUint32(offset, true) !== LOCAL_RECORD) throw damaged();
  const start = offset + 30 + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true);
  if (start + part.packedBytes > view.byteLength) throw damaged();
  return bytes.subarray(start, start + part.packedBytes);
}

/** Opens the directory of a zip. Throws `ImportRefusal` for damage and more than 2,000 parts. */
export function openZip(bytes: Uint8Array): ZipParts {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const parts = readDirectory(bytes, view);
  let total = 0;
  const inflatePart = (part: ZipPart, take: (piece: Uint8Array) => void): void => {
    const packed = packedBytesOf(bytes, view, part);
    let size = 0;
    let checkSum = 0;
    const counted = (piece: Uint8Array): void => {
      size += piece.length;
      total += piece.length;
      const isBomb = size > RATIO_MATTERS_FROM && size > packed.length * MAX_RATIO;
      if (isBomb || size > MAX_PART_BYTES || total > MAX_TOTAL_BYTES) throw tooLarge();
      checkSum = crc32(checkSum, piece);
      if (piece.length > 0) take(piece);
    };
    if (part.method === 0) counted(packed);
    else if (part.method === 8) inflateInPieces(packed, counted);
    else throw damaged();
    if (checkSum !== part.checkSum) throw damaged();
  };
  return {
    names: [...parts.keys()],
    has: (name) => parts.has(name.toLowerCase()),
    inflate(name, take) {
      const part = parts.get(name.toLowerCase());
      if (part === undefined) return false;
      inflatePart(part, take);
      return true;
    },
  };
}

/** What the inflater throws of itself is damage; what `take` throws goes through. */
function inflateInPieces(packed: Uint8Array, take: (piece: Uint8Array) => void): void {
  const waiting: Uint8Array[] = [];
  const inflater = new Inflate((piece) => waiting.push(piece));
  for (let at = 0; at < packed.length || at === 0; at += PIECE_BYTES) {
    try {
      inflater.push(packed.subarray(at, at + PIECE_BYTES), at + PIECE_BYTES >= packed.length);
    } catch {
      throw damaged();
    }
    for (const piece of waiting.splice(0)) take(piece);
  }
}
