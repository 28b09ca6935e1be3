/** Kind of a file by its first bytes, whatever its name. */

/** Kinds that the refusal names because they are not exports of trades. */
export interface ForeignKind {
  /** As in "This is …". */
  readonly what: string;
  /** What to do instead. */
  readonly advice: string;
}

interface Signature extends ForeignKind {
  readonly bytes: readonly number[];
  readonly at?: number;
}

const EXPORT_INSTEAD = 'Export the trade history as .csv, .txt, .htm, .html or .xlsx.';

function ascii(text: string): readonly number[] {
  return [...text].map((letter) => letter.charCodeAt(0));
}

const SIGNATURES: readonly Signature[] = [
  { bytes: ascii('%PDF'), what: 'a PDF document', advice: `A PDF has no rows to read. ${EXPORT_INSTEAD}` },
  {
    bytes: [0x89, 0x50, 0x4e, 0x47],
    what: 'a PNG picture',
    advice: `Pictures cannot be read. ${EXPORT_INSTEAD}`,
  },
  { bytes: [0xff, 0xd8, 0xff], what: 'a JPEG picture', advice: `Pictures cannot be read. ${EXPORT_INSTEAD}` },
  { bytes: ascii('GIF8'), what: 'a GIF picture', advice: `Pictures cannot be read. ${EXPORT_INSTEAD}` },
  { bytes: ascii('RIFF'), what: 'a picture or a sound', advice: EXPORT_INSTEAD },
  { bytes: ascii('ftyp'), at: 4, what: 'a film or a picture', advice: EXPORT_INSTEAD },
  {
    bytes: [0x1f, 0x8b],
    what: 'a compressed file (gzip)',
    advice: 'Unpack it first and import the file inside.',
  },
  {
    bytes: [0x37, 0x7a, 0xbc, 0xaf],
    what: 'a 7-Zip archive',
    advice: 'Unpack it first and import the files inside.',
  },
  { bytes: ascii('Rar!'), what: 'a RAR archive', advice: 'Unpack it first and import the files inside.' },
  { bytes: [0x7f, 0x45, 0x4c, 0x46], what: 'a program', advice: EXPORT_INSTEAD },
  { bytes: ascii('SQLite format 3'), what: 'a database', advice: EXPORT_INSTEAD },
  { bytes: ascii('{\\rtf'), what: 'a word processor document', advice: EXPORT_INSTEAD },
  {
    bytes: [0x09, 0x08],
    what: 'an old Excel workbook (.xls)',
    advice: 'Save it as .xlsx or .csv and import that.',
  },
  {
    bytes: [0x09, 0x04, 0x06, 0x00],
    what: 'an old Excel workbook (.xls)',
    advice: 'Save it as .xlsx or .csv and import that.',
  },
];

const OLE = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];

function startsWith(bytes: Uint8Array, signature: readonly number[], at = 0): boolean {
  return signature.every((byte, index) => bytes[at + index] === byte);
}

/** Whether the bytes contain an ASCII text as UTF-16LE, as names in old Office files are. */
function holdsWide(bytes: Uint8Array, word: string): boolean {
  const first = word.charCodeAt(0);
  for (let at = bytes.indexOf(first); at >= 0; at = bytes.indexOf(first, at + 1)) {
    let matched = 0;
    while (
      matched < word.length &&
      bytes[at + matched * 2] === word.charCodeAt(matched) &&
      bytes[at + matched * 2 + 1] === 0
    ) {
      matched += 1;
    }
    if (matched === word.length) return true;
  }
  return false;
}

export function isZip(bytes: Uint8Array): boolean {
  return startsWith(bytes, [0x50, 0x4b, 0x03, 0x04]) || startsWith(bytes, [0x50, 0x4b, 0x05, 0x06]);
}

function isProgram(bytes: Uint8Array): boolean {
  return startsWith(bytes, ascii('MZ')) && bytes.subarray(0, 128).includes(0);
}

function isBitmap(bytes: Uint8Array): boolean {
  return (
    startsWith(bytes, ascii('BM')) && bytes.subarray(6, 10).every((byte) => byte === 0) && bytes.length > 26
  );
}

/** The foreign kind that the bytes show; null for anything that may be text, a page or a workbook. */
export function foreignKindOf(bytes: Uint8Array): ForeignKind | null {
  const known = SIGNATURES.find((signature) => startsWith(bytes, signature.bytes, signature.at ?? 0));
  if (known !== undefined) return { what: known.what, advice: known.advice };
  if (startsWith(bytes, OLE)) {
    return holdsWide(bytes, 'EncryptedPackage')
      ? { what: 'a workbook with a password', advice: 'Save it without a password and import that.' }
      : { what: 'an old Excel workbook (.xls)', advice: 'Save it as .xlsx or .csv and import that.' };
  }
  if (isProgram(bytes)) return { what: 'a program', advice: EXPORT_INSTEAD };
  return isBitmap(bytes) ? { what: 'a picture', advice: `Pictures cannot be read. ${EXPORT_INSTEAD}` } : null;
}

const PAGE_START =
  /^<(?:!doctype\s+html|(?:html|head|body|table|title|meta|div|center|tr|style|script|font|h[1-6])[\s>/])/i;

/** The text behind comments and processing instructions at the start. */
function behindProlog(text: string): string {
  let rest = text.trimStart();
  for (;;) {
    const end = rest.startsWith('<!--') ? '-->' : rest.startsWith('<?') ? '>' : null;
    const at = end === null ? -1 : rest.indexOf(end);
    if (end === null || at < 0) return rest;
    rest = rest.slice(at + end.length).trimStart();
  }
}

const MARKUP_START = /^\s*(?:<\?xml|<[a-z]+[\s>:])/i;

/** Kind of decoded text: a page, delimited rows, or another kind that is named and refused. */
export function textKindOf(text: string): 'html' | 'delimited' | ForeignKind {
  const start = text.slice(0, 16_384);
  if (/^MIME-Version:|^From: <Saved by/i.test(start)) {
    return { what: 'a web archive (.mht)', advice: 'Save the report as .htm or .html instead.' };
  }
  if (/<(?:\w{1,20}:)?Workbook[\s>]/.test(start)) {
    return { what: 'an XML spreadsheet of 2003', advice: 'Save it as .xlsx or .csv and import that.' };
  }
  if (
    PAGE_START.test(behindProlog(start)) ||
    (start.trimStart().startsWith('<') && /<(?:table|html)[\s>]/i.test(start))
  ) {
    return 'html';
  }
  if (MARKUP_START.test(start)) return { what: 'an XML file', advice: EXPORT_INSTEAD };
  if (/^\s*[[{]\s*(?:["{[]|\})/.test(start) && /"\s?:/.test(start)) {
    return { what: 'a JSON file', advice: EXPORT_INSTEAD };
  }
  return isBinary(start) ? { what: 'a binary file', advice: EXPORT_INSTEAD } : 'delimited';
}

/** Control characters other than tab, line ends and form feed in more than one of fifty places. */
function isBinary(start: string): boolean {
  let controls = 0;
  for (let at = 0; at < start.length; at += 1) {
    const code = start.charCodeAt(at);
    if ((code < 32 && (code < 9 || code > 13) && code !== 26) || code === 0xfffd) controls += 1;
  }
  return controls > 3 && controls * 50 > start.length;
}
