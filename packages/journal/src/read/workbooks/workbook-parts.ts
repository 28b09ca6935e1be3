/**
 * The parts of a workbook beside its sheets: their list, shared texts and date formats, each read as a stream of tags.
 */
import { Parser } from 'htmlparser2';
import { ImportRefusal } from '#model/import-refusal.ts';
import { byteOrderMark, openDecoder, utf16ByZeros, withoutBrokenCharacters } from '#read/text/decode-text.ts';
import { type DateFormat, dateFormatOf } from './number-formats.ts';
import type { ZipParts } from './zip-parts.ts';

/** Workbooks nest less than 20 deep. */
const MAX_DEPTH = 64;
const MAX_SHARED_TEXTS = 4_000_000;
const MAX_SHEETS = 100;

export type XmlAttributes = Readonly<Record<string, string>>;

/** Events of a part; names come without their namespace prefix. */
export interface XmlEvents {
  open(name: string, attributes: XmlAttributes): void;
  close(name: string): void;
  text(data: string): void;
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** Attribute by its name with any prefix or none. */
export function attributeOf(attributes: XmlAttributes, name: string): string | undefined {
  if (Object.hasOwn(attributes, name)) return attributes[name];
  const key = Object.keys(attributes).find((candidate) => candidate.endsWith(`:${name}`));
  return key === undefined ? undefined : attributes[key];
}

function openParser(events: XmlEvents): Parser {
  let depth = 0;
  return new Parser(
    {
      onopentag(name, attributes) {
        depth += 1;
        if (depth > MAX_DEPTH)
          throw new ImportRefusal('DAMAGED', 'The workbook is damaged: its parts nest too deeply.');
        events.open(localName(name), attributes);
      },
      onclosetag(name) {
        depth -= 1;
        events.close(localName(name));
      },
      ontext: (data) => events.text(data),
    },
    { xmlMode: true },
  );
}

/**
 * Streams a part of the zip through a parser; UTF-8, or UTF-16 with its mark as MetaTrader 5 writes. False without it.
 */
export function readPart(zip: ZipParts, name: string, events: XmlEvents): boolean {
  const parser = openParser(events);
  let decoder: ReturnType<typeof openDecoder> | null = null;
  const found = zip.inflate(name, (bytes) => {
    decoder ??= openDecoder(byteOrderMark(bytes) ?? utf16ByZeros(bytes) ?? 'utf-8');
    parser.write(decoder.decode(bytes, { stream: true }));
  });
  parser.end();
  return found;
}

/** Path of a relation's target: absolute from the root of the zip, else beside the part that names it. */
function resolved(target: string, folder: string): string {
  const path = target.startsWith('/') ? target.slice(1) : `${folder}/${target}`;
  const parts: string[] = [];
  for (const part of path.replaceAll('\\', '/').split('/').slice(0, 64)) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}

interface Relation {
  readonly target: string;
  readonly type: string;
}

function readRelations(zip: ZipParts, part: string): ReadonlyMap<string, Relation> {
  const folder = part.split('/').slice(0, -1).join('/');
  const path = `${folder === '' ? '' : `${folder}/`}_rels/${part.split('/').at(-1)}.rels`;
  const relations = new Map<string, Relation>();
  readPart(zip, path, {
    open(name, attributes) {
      if (name !== 'Relationship' || attributes['TargetMode'] === 'External') return;
      const target = resolved(attributes['Target'] ?? '', folder);
      relations.set(attributes['Id'] ?? '', { target, type: attributes['Type'] ?? '' });
    },
    close: () => undefined,
    text: () => undefined,
  });
  return relations;
}

export interface SheetPart {
  readonly name: string;
  readonly path: string;
  readonly isHidden: boolean;
}

export interface WorkbookParts {
  readonly sheets: readonly SheetPart[];
  readonly is1904: boolean;
  /** Null when the workbook has no such part. */
  readonly sharedPath: string | null;
  readonly stylesPath: string | null;
}

function partOfType(
  relations: ReadonlyMap<string, Relation>,
  type: string,
  zip: ZipParts,
  usual: string,
): string | null {
  for (const relation of relations.values()) {
    if (relation.type.endsWith(`/${type}`) && zip.has(relation.target)) return relation.target;
  }
  return zip.has(usual) ? usual : null;
}

/** Path of the workbook part; null for a zip that is not a workbook. */
export function workbookPath(zip: ZipParts): string | null {
  return partOfType(readRelations(zip, ''), 'officeDocument', zip, 'xl/workbook.xml');
}

/** Sheets in the workbook's order; where its list is broken, every part that is named like a sheet. */
export function readWorkbook(zip: ZipParts, path: string): WorkbookParts {
  const relations = readRelations(zip, path);
  const sheets: SheetPart[] = [];
  let is1904 = false;
  readPart(zip, path, {
    open(name, attributes) {
      if (name === 'workbookPr') is1904 = /^(?:1|true|on)$/i.test(attributeOf(attributes, 'date1904') ?? '');
      if (name !== 'sheet' || sheets.length >= MAX_SHEETS) return;
      const target = relations.get(attributeOf(attributes, 'id') ?? '')?.target;
      const state = attributeOf(attributes, 'state') ?? 'visible';
      if (target === undefined || !zip.has(target)) return;
      sheets.push({
        name: attributeOf(attributes, 'name') ?? '',
        path: target,
        isHidden: state !== 'visible',
      });
    },
    close: () => undefined,
    text: () => undefined,
  });
  const loose = zip.names
    .filter((name) => /^xl\/worksheets\/[^/]+\.xml$/.test(name))
    .slice(0, MAX_SHEETS)
    .map((name) => ({ name: name.replace(/^.*\/|\.xml$/g, ''), path: name, isHidden: false }));
  return {
    sheets: sheets.length > 0 ? sheets : loose,
    is1904,
    sharedPath: partOfType(relations, 'sharedStrings', zip, 'xl/sharedstrings.xml'),
    stylesPath: partOfType(relations, 'styles', zip, 'xl/styles.xml'),
  };
}

/** `_x000D_` is how workbooks write characters that XML cannot hold; zeros and halves of pairs are dropped. */
export function unescaped(text: string): string {
  if (!text.includes('_x')) return withoutBrokenCharacters(text);
  return withoutBrokenCharacters(
    text.replace(/_x([0-9a-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
  );
}

/** Shared texts by index, runs of formatting joined, phonetic readings of Japanese text left out. */
export function readSharedTexts(zip: ZipParts, path: string | null): readonly string[] {
  const texts: string[] = [];
  if (path === null) return texts;
  let current: string[] | null = null;
  let inText = false;
  let inReading = false;
  readPart(zip, path, {
    open(name) {
      if (name === 'si') current = [];
      else if (name === 't') inText = true;
      else if (name === 'rPh') inReading = true;
    },
    close(name) {
      if (name === 't') inText = false;
      else if (name === 'rPh') inReading = false;
      else if (name === 'si' && current !== null) {
        texts.push(unescaped(current.join('')));
        current = null;
        if (texts.length > MAX_SHARED_TEXTS)
          throw new ImportRefusal('TOO_LARGE', 'The workbook has too many texts.');
      }
    },
    text(data) {
      if (inText && !inReading) current?.push(data);
    },
  });
  return texts;
}

/** What each cell style shows of a date, by the style's index. */
export function readDateStyles(zip: ZipParts, path: string | null): readonly DateFormat[] {
  const codes = new Map<number, string>();
  const styles: DateFormat[] = [];
  if (path === null) return styles;
  let inCellStyles = false;
  readPart(zip, path, {
    open(name, attributes) {
      if (name === 'numFmt')
        codes.set(Number(attributeOf(attributes, 'numFmtId')), attributeOf(attributes, 'formatCode') ?? '');
      else if (name === 'cellXfs') inCellStyles = true;
      else if (name === 'xf' && inCellStyles) {
        const id = Number(attributeOf(attributes, 'numFmtId') ?? 0);
        styles.push(dateFormatOf(id, codes.get(id)));
      }
    },
    close(name) {
      if (name === 'cellXfs') inCellStyles = false;
    },
    text: () => undefined,
  });
  return styles;
}
