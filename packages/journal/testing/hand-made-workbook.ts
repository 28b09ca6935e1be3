/** Workbooks for tests, written part by part so that each oddity of a real writer can be made on purpose. */
import { strToU8, type Zippable, zipSync } from 'fflate';

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006/relationships';

export interface HandMadeSheet {
  readonly name: string;
  /** Inner markup of `sheetData`. */
  readonly rows: string;
  readonly state?: 'hidden' | 'veryHidden';
}

export interface HandMadeWorkbook {
  readonly sheets: readonly HandMadeSheet[];
  readonly shared?: string;
  /** Custom format codes from id 164 on; style n of the cells is the n-th of `styles`. */
  readonly formats?: readonly string[];
  readonly styles?: readonly number[];
  readonly is1904?: boolean;
  readonly utf16?: boolean;
  readonly target?: (index: number) => string;
}

function utf16(text: string): Uint8Array {
  const bytes = new Uint8Array(2 + text.length * 2);
  bytes.set([0xff, 0xfe]);
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    bytes.set([code & 0xff, code >> 8], 2 + at * 2);
  }
  return bytes;
}

/** The parts of a workbook by path, as text. */
export function workbookParts(book: HandMadeWorkbook): Record<string, string> {
  const target = book.target ?? ((index) => `worksheets/sheet${index + 1}.xml`);
  const sheets = book.sheets.map(
    ({ name, state }, index) =>
      `<sheet name="${name}" sheetId="${index + 1}"${state === undefined ? '' : ` state="${state}"`} r:id="rId${index + 1}"/>`,
  );
  const links = book.sheets.map(
    (_, index) =>
      `<Relationship Id="rId${index + 1}" Type="${RELATIONS}/worksheet" Target="${target(index)}"/>`,
  );
  const formats = (book.formats ?? []).map(
    (code, index) => `<numFmt numFmtId="${164 + index}" formatCode="${code}"/>`,
  );
  const styles = (book.styles ?? [0]).map((id) => `<xf numFmtId="${id}"/>`);
  const parts: Record<string, string> = {
    '[Content_Types].xml': '<Types/>',
    '_rels/.rels': `<Relationships xmlns="${PACKAGE}"><Relationship Id="r1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><workbookPr${book.is1904 ? ' date1904="1"' : ''}/><sheets>${sheets.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}">${links.join('')}</Relationships>`,
    'xl/styles.xml': `<styleSheet xmlns="${MAIN}"><numFmts>${formats.join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>${styles.join('')}</cellXfs></styleSheet>`,
  };
  if (book.shared !== undefined) parts['xl/sharedStrings.xml'] = `<sst xmlns="${MAIN}">${book.shared}</sst>`;
  book.sheets.forEach(({ rows }, index) => {
    parts[`xl/worksheets/sheet${index + 1}.xml`] =
      `<?xml version="1.0"?><worksheet xmlns="${MAIN}"><sheetData>${rows}</sheetData></worksheet>`;
  });
  return parts;
}

/** A zip of text parts; level 0 stores them as they are, which is quick. */
export function zipOf(
  parts: Readonly<Record<string, string>>,
  isUtf16 = false,
  level: 0 | 6 = 6,
): Uint8Array {
  const files: Zippable = {};
  for (const [path, text] of Object.entries(parts)) files[path] = isUtf16 ? utf16(text) : strToU8(text);
  return zipSync(files, { level });
}

export function makeWorkbook(book: HandMadeWorkbook): Uint8Array {
  return zipOf(workbookParts(book), book.utf16 ?? false);
}
