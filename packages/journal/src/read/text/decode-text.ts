/** Bytes to text: by byte order mark, by zero bytes, as UTF-8, else as Western or in the chosen encoding. */
import { ImportRefusal } from '#model/import-refusal.ts';

/** The part of the platform's decoder that is used; browsers and Node have the same one. */
interface Decoder {
  decode(bytes?: Uint8Array, options?: { stream?: boolean }): string;
}
declare const TextDecoder: new (label: string, options?: { fatal?: boolean; ignoreBOM?: boolean }) => Decoder;

const PROBE_BYTES = 4_096;

export interface DecodedText {
  readonly text: string;
  readonly encoding: string;
  readonly warnings: readonly string[];
}

/** Encoding by the byte order mark, with the length of the mark. */
export function byteOrderMark(bytes: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' | null {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return null;
}

/** UTF-16 without a mark shows by zeros at every second byte of Western text. */
export function utf16ByZeros(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const end = Math.min(bytes.length, PROBE_BYTES) & ~1;
  let even = 0;
  let odd = 0;
  for (let at = 0; at < end; at += 2) {
    if (bytes[at] === 0) even += 1;
    if (bytes[at + 1] === 0) odd += 1;
  }
  const pairs = end / 2;
  if (pairs < 2) return null;
  if (odd > pairs * 0.4 && even < pairs * 0.1) return 'utf-16le';
  return even > pairs * 0.4 && odd < pairs * 0.1 ? 'utf-16be' : null;
}

/** A decoder for a label that the runtime supports; refuses the file otherwise. */
export function openDecoder(label: string, fatal = false): Decoder {
  try {
    return new TextDecoder(label, { fatal });
  } catch {
    throw new ImportRefusal('NOT_ACCEPTED', `The encoding ${label.slice(0, 40)} is not known here.`);
  }
}

function strictUtf8(bytes: Uint8Array): string | null {
  try {
    return openDecoder('utf-8', true).decode(bytes);
  } catch {
    return null;
  }
}

/** Null for what is not UTF-8; a file that was cut in the middle of its last letter still is. */
function decodeUtf8(bytes: Uint8Array): string | null {
  const whole = strictUtf8(bytes);
  if (whole !== null) return whole;
  const tail = bytes.subarray(-3).findLastIndex((byte) => byte >= 0xc0);
  return tail < 0 ? null : strictUtf8(bytes.subarray(0, Math.max(0, bytes.length - 3) + tail));
}

/** The name inside `charset=…` of a page's head; null without one. */
function declaredCharset(bytes: Uint8Array): string | null {
  const head = openDecoder('windows-1252').decode(bytes.subarray(0, PROBE_BYTES));
  return /<meta[^<>]{0,200}?charset\s{0,9}=\s{0,9}["']?([a-z0-9_-]{2,30})/i.exec(head)?.[1] ?? null;
}

function western(bytes: Uint8Array): DecodedText {
  const declared = declaredCharset(bytes);
  const isUsable =
    declared !== null &&
    /^(?:windows-125\d|iso-8859-\d+|koi8-[ru]|shift_jis|gbk|gb2312|big5|euc-(?:kr|jp))$/i.test(declared);
  const encoding = isUsable ? declared.toLowerCase() : 'windows-1252';
  return {
    text: openDecoder(encoding).decode(bytes),
    encoding,
    warnings: [
      `The file is not Unicode; it was read as ${encoding}. Choose another encoding if names look wrong.`,
    ],
  };
}

/** Marks that turn the direction of the text around them; programs put them around dates and minus signs. */
const DIRECTION_MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;
const ALL_DIRECTION_MARKS = new RegExp(DIRECTION_MARKS, 'g');

export function withoutDirectionMarks(text: string): string {
  return DIRECTION_MARKS.test(text) ? text.replaceAll(ALL_DIRECTION_MARKS, '') : text;
}

/**
 * Text without what no cell may hold: marks of byte order at the start, zero characters, halves of pairs (U+FFFD
 * instead), marks of direction.
 */
export function withoutBrokenCharacters(text: string): string {
  const unmarked = text.startsWith('\ufeff') ? text.replace(/^\ufeff+/, '') : text;
  const whole = unmarked.isWellFormed() ? unmarked : unmarked.toWellFormed();
  return withoutDirectionMarks(whole.includes('\0') ? whole.replaceAll('\0', '') : whole);
}

/**
 * Text of the bytes without its mark. A byte order mark takes precedence over the chosen encoding, and that over a
 * guess. Throws `ImportRefusal` for an encoding that the runtime does not support.
 */
export function decodeText(bytes: Uint8Array, chosen?: string): DecodedText {
  const certain = byteOrderMark(bytes) ?? (chosen === undefined ? utf16ByZeros(bytes) : null) ?? chosen;
  if (certain !== undefined) {
    const text = openDecoder(certain).decode(bytes);
    return { text: withoutBrokenCharacters(text), encoding: certain.toLowerCase(), warnings: [] };
  }
  const text = decodeUtf8(bytes);
  if (text !== null) return { text: withoutBrokenCharacters(text), encoding: 'utf-8', warnings: [] };
  const read = western(bytes);
  return { ...read, text: withoutBrokenCharacters(read.text) };
}
