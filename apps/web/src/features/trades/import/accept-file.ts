/** Which files are accepted for reading, and why the others are refused. */
import { HIDDEN_CHARACTER, IMPORT_MAX_BYTES } from '@undertow/contracts';

export const ACCEPTED_ENDINGS = ['.csv', '.txt', '.htm', '.html', '.xlsx'] as const;

const ACCEPTED_WORDS = 'Accepted are .csv, .txt, .htm, .html and .xlsx files.';

/** What files of other endings are, and what to do with them. */
const OTHERS: Readonly<Record<string, string>> = {
  '.pdf': 'a PDF document: export the same report as CSV, HTML or Excel',
  '.xls': 'a workbook in the old Excel format: open it and save it as .xlsx or CSV',
  '.xlsm': 'a workbook with macros: save it as .xlsx or CSV',
  '.ods': 'an OpenDocument workbook: save it as .xlsx or CSV',
  '.numbers': 'a Numbers workbook: export it as Excel or CSV',
  '.doc': 'a text document: export the trades themselves from your platform',
  '.docx': 'a text document: export the trades themselves from your platform',
  '.zip': 'an archive: extract it and drop the files inside',
  '.rar': 'an archive: extract it and drop the files inside',
  '.7z': 'an archive: extract it and drop the files inside',
  '.gz': 'an archive: extract it and drop the files inside',
  '.png': 'a picture: export the trades as a file instead',
  '.jpg': 'a picture: export the trades as a file instead',
  '.jpeg': 'a picture: export the trades as a file instead',
  '.gif': 'a picture: export the trades as a file instead',
  '.heic': 'a picture: export the trades as a file instead',
  '.json': 'a JSON file: export the trades as CSV instead',
  '.xml': 'an XML file: export the trades as CSV or HTML instead',
  '.exe': 'a program',
  '.mq4': 'a MetaTrader script: export the account history as a report',
  '.mq5': 'a MetaTrader script: export the account history as a report',
};

const HIDDEN_IN_NAME =
  'The name of this file contains invisible characters, such as direction marks. Rename the file and choose it again.';

function endingOf(name: string): string {
  const at = name.lastIndexOf('.');
  return at < 1 ? '' : name.slice(at).toLowerCase();
}

/** `2.0 GB`, `64 MB`. */
function sizeWords(bytes: number): string {
  const megabytes = bytes / (1024 * 1024);
  return megabytes >= 1000 ? `${(megabytes / 1024).toFixed(1)} GB` : `${Math.round(megabytes)} MB`;
}

/**
 * Why a file is not read, by its name, type and size alone; null where it is worth reading. Nothing of its content is
 * touched: a file of 2 GB must not reach memory.
 */
export function notAccepted({ name, type, size }: Pick<File, 'name' | 'type' | 'size'>): string | null {
  // Not quoted: it would turn the words around it
  if (HIDDEN_CHARACTER.test(name)) return HIDDEN_IN_NAME;
  const ending = endingOf(name);
  if (type !== 'text/csv' && ACCEPTED_ENDINGS.every((accepted) => accepted !== ending)) {
    const known =
      OTHERS[ending] ?? (ending === '' ? 'a folder or a file without an ending' : `a ${ending} file`);
    return `${ACCEPTED_WORDS} “${name}” seems to be ${known}.`;
  }
  if (size > IMPORT_MAX_BYTES) {
    return `“${name}” is ${sizeWords(size)}; the limit is ${sizeWords(IMPORT_MAX_BYTES)} per file. Export a shorter period, in several files if necessary.`;
  }
  return null;
}
