/** Reads a file of any accepted kind into grids of text; the kind follows from its content, not its name. */
import { ImportRefusal } from '#model/import-refusal.ts';
import { MAX_IMPORT_BYTES, type SourceFile } from '#model/source-file.ts';
import { decodeText } from '#read/text/decode-text.ts';
import { readDelimited } from '#read/text/delimited.ts';
import { readHtml } from '#read/text/html.ts';
import { readXlsx } from '#read/workbooks/xlsx.ts';
import { foreignKindOf, isZip, textKindOf } from './file-kinds.ts';

export interface ReadOptions {
  /** Label of the chosen encoding, for example `windows-1251` or `shift_jis`. */
  readonly encoding?: string;
}

function refuseEmpty(): never {
  throw new ImportRefusal(
    'EMPTY',
    'The file is empty. Export it again and check that the period has trades.',
  );
}

function readText(bytes: Uint8Array, name: string, options: ReadOptions): SourceFile {
  const decoded = decodeText(bytes, options.encoding);
  if (decoded.text.trim() === '') refuseEmpty();
  const kind = textKindOf(decoded.text);
  if (typeof kind === 'object') refuse(kind.what, kind.advice);
  const { encoding } = decoded;
  if (kind === 'html') {
    const { title, grids } = readHtml(decoded.text);
    return { name, encoding, title, grids, warnings: decoded.warnings };
  }
  const grid = readDelimited(decoded.text);
  if (grid.rows.length === 0) refuseEmpty();
  return { name, encoding, title: null, grids: [grid], warnings: decoded.warnings };
}

function refuse(what: string, advice: string): never {
  throw new ImportRefusal('NOT_ACCEPTED', `This is ${what}. ${advice}`);
}

/**
 * Grids of a file: delimited text, HTML statement or xlsx workbook. Pure and bounded: at most 64 MB, 250,000 rows, 512
 * columns. Throws `ImportRefusal` (and nothing else) with what the file is and what to do for anything that is none of
 * the three, is damaged or too large.
 */
export function readSource(bytes: Uint8Array, name: string, options: ReadOptions = {}): SourceFile {
  if (bytes.length === 0) refuseEmpty();
  if (bytes.length > MAX_IMPORT_BYTES) {
    throw new ImportRefusal('TOO_LARGE', 'The file is larger than 64 MB. Export a shorter period.');
  }
  if (isZip(bytes)) return readXlsx(bytes, name);
  const foreign = foreignKindOf(bytes);
  if (foreign !== null) refuse(foreign.what, foreign.advice);
  return readText(bytes, name, options);
}
