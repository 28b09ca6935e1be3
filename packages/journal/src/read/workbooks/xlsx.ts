/** Workbooks (.xlsx) to grids: every visible sheet one grid, with bounded unpacking. */
import { ImportRefusal } from '#model/import-refusal.ts';
import type { SourceFile, SourceGrid } from '#model/source-file.ts';
import { GridBudget } from '#read/text/grid-limits.ts';
import { SheetReader } from './sheet-reader.ts';
import { readDateStyles, readPart, readSharedTexts, readWorkbook, workbookPath } from './workbook-parts.ts';
import { openZip, type ZipParts } from './zip-parts.ts';

/** What a zip without a workbook seems to be. */
function refuseZip(zip: ZipParts): never {
  const { names } = zip;
  const advice = 'Export the trade history as .csv, .txt, .htm, .html or .xlsx.';
  if (zip.has('xl/workbook.bin')) {
    throw new ImportRefusal(
      'NOT_ACCEPTED',
      'This is a binary workbook (.xlsb). Save it as .xlsx or .csv and import that.',
    );
  }
  if (names.some((name) => name.startsWith('word/') || name.startsWith('ppt/'))) {
    throw new ImportRefusal('NOT_ACCEPTED', `This is a document, not a workbook. ${advice}`);
  }
  if (zip.has('content.xml') && zip.has('mimetype')) {
    throw new ImportRefusal(
      'NOT_ACCEPTED',
      'This is an OpenDocument file. Save it as .xlsx or .csv and import that.',
    );
  }
  throw new ImportRefusal(
    'NOT_ACCEPTED',
    'This is a zip archive. Unpack it first and import the files inside.',
  );
}

/**
 * Grids of a workbook in the order of its sheets, empty and hidden ones left out. Numbers are plain decimal text of at
 * most fifteen digits, cells with a date format `YYYY-MM-DD HH:MM:SS` (a date without a time where the format shows
 * none), truth values `TRUE` and `FALSE`, errors unchanged, formulas by the value that was stored with them, merged
 * cells by their first one. Throws `ImportRefusal` for anything that is not a workbook, is damaged, has a password or
 * unpacks to more than an export can be.
 */
export function readXlsx(bytes: Uint8Array, name: string): SourceFile {
  const zip = openZip(bytes);
  const path = workbookPath(zip);
  if (path === null) refuseZip(zip);
  const workbook = readWorkbook(zip, path);
  const context = {
    shared: readSharedTexts(zip, workbook.sharedPath),
    styles: readDateStyles(zip, workbook.stylesPath),
    is1904: workbook.is1904,
    budget: new GridBudget(),
  };
  const grids: SourceGrid[] = [];
  const warnings: string[] = [];
  let emptyFormulas = 0;
  for (const sheet of workbook.sheets) {
    if (sheet.isHidden) {
      warnings.push(`The hidden sheet ${sheet.name.slice(0, 60)} was not read.`);
      continue;
    }
    const reader = new SheetReader(context);
    readPart(zip, sheet.path, reader);
    emptyFormulas += reader.emptyFormulas;
    if (reader.rows.length === 0) continue;
    grids.push({ origin: 'xlsx', name: sheet.name, delimiter: null, typed: true, rows: reader.rows });
  }
  if (emptyFormulas > 0) {
    const cells = emptyFormulas === 1 ? 'cell with a formula has' : 'cells with formulas have';
    warnings.push(`${emptyFormulas} ${cells} no stored value, read as empty.`);
  }
  if (grids.length === 0)
    throw new ImportRefusal('EMPTY', 'The workbook has no filled cells. Export it again.');
  return { name, encoding: 'utf-8', title: null, grids, warnings };
}
