/** Header rows: how header texts are compared, and where in a grid a header is. */
import type { SourceGrid, SourceRow } from '#model/source-file.ts';

/** At most this many rows of text only are tried as headers: a file of text only is not a trade file. */
const MAX_CANDIDATES = 20_000;

/** No header is longer; what follows is not compared. */
const MAX_HEADER = 200;

const ONLY_ASCII = /^[\x20-\x7e]*$/;

/** Lower case, accents kept, every blank one blank, one kind of apostrophe; `.` and `:` at the ends are gone. */
export function normaliseHeader(text: string): string {
  const short = text.slice(0, MAX_HEADER).toLowerCase();
  const plain = ONLY_ASCII.test(short)
    ? short.replace(/`/g, "'")
    : short
        .replace(/[\u00a0\u2007\u2009\u202f\ufeff]/g, ' ')
        .replace(/[’‘`´]/g, "'")
        .normalize('NFC');
  return plain.replace(/\s+/g, ' ').replace(/^[ .:]+|[ .:]+$/g, '');
}

/**
 * What names are equal by: without accents, blanks and most punctuation (`S / L` is `s/l`, `Prix d’entrée` is `prix
 * d'entree`).
 */
export function headerKey(text: string): string {
  return keyOf(normaliseHeader(text));
}

/** As `headerKey`, of a text that is already normalised. */
export function keyOf(normalised: string): string {
  const bare = ONLY_ASCII.test(normalised)
    ? normalised
    : normalised.normalize('NFD').replace(/[\u0300-\u036f]/g, '');
  return bare.replace(/[ .:*"]/g, '');
}

/** Rows by the words that they contain. */
interface HeaderIndex {
  readonly rowsOf: ReadonlyMap<string, readonly number[]>;
  /** Normalised text of each key, for patterns. */
  readonly textOf: ReadonlyMap<string, string>;
  /** Answers to patterns: layouts share them and look them up in turn. */
  readonly known: Map<RegExp, readonly number[]>;
}

interface ComparedName {
  readonly text: string;
  readonly key: string;
}

/** Names that layouts search for. They are constants, so there are a few hundred and no file adds to them. */
const comparedNames = new Map<string, ComparedName>();

/** A name of a layout in the two ways in which it is compared, computed once. */
export function comparedName(name: string): ComparedName {
  const known = comparedNames.get(name);
  if (known !== undefined) return known;
  const text = normaliseHeader(name);
  const made = { text, key: keyOf(text) };
  comparedNames.set(name, made);
  return made;
}

const STARTS_AS_NUMBER = /^[-+(]?[$€£¥]?[-+(]?\d/;

/** Data rows have numbers and dates in more than a third of their cells; headers hardly any. */
function mayBeHeader(row: SourceRow): boolean {
  let filled = 0;
  let numbers = 0;
  for (const cell of row.cells) {
    if (cell === '') continue;
    filled += 1;
    if (STARTS_AS_NUMBER.test(cell)) numbers += 1;
  }
  return filled > 0 && numbers * 3 <= filled;
}

function addCells(
  row: SourceRow,
  index: number,
  rowsOf: Map<string, number[]>,
  textOf: Map<string, string>,
): void {
  for (const cell of row.cells) {
    if (cell === '' || cell.length > MAX_HEADER) continue;
    const text = normaliseHeader(cell);
    const key = keyOf(text);
    const rows = rowsOf.get(key);
    if (rows === undefined) {
      rowsOf.set(key, [index]);
      textOf.set(key, text);
    } else if (rows.at(-1) !== index) rows.push(index);
  }
}

function indexOf(grid: SourceGrid): HeaderIndex {
  const rowsOf = new Map<string, number[]>();
  const textOf = new Map<string, string>();
  let candidates = 0;
  for (const [index, row] of grid.rows.entries()) {
    if (!mayBeHeader(row)) continue;
    candidates += 1;
    if (candidates > MAX_CANDIDATES) break;
    addCells(row, index, rowsOf, textOf);
  }
  return { rowsOf, textOf, known: new Map() };
}

/** Many layouts search the same grid; its rows are read-only, so the index is valid as long as the grid exists. */
const indexes = new WeakMap<SourceGrid, HeaderIndex>();

function cachedIndex(grid: SourceGrid): HeaderIndex {
  const known = indexes.get(grid);
  if (known !== undefined) return known;
  const made = indexOf(grid);
  indexes.set(grid, made);
  return made;
}

/** Whether a header text has the name, accents and blanks apart; patterns see the normalised text. */
export function bearsName(header: string, name: string | RegExp): boolean {
  const text = normaliseHeader(header);
  return typeof name === 'string' ? keyOf(text) === comparedName(name).key : text.search(name) >= 0;
}

const NO_ROWS: readonly number[] = [];

/** Rows that have the name; of a pattern, each as often as it matches there. */
function rowsWith(index: HeaderIndex, name: string | RegExp): readonly number[] {
  if (typeof name === 'string') return index.rowsOf.get(comparedName(name).key) ?? NO_ROWS;
  const known = index.known.get(name);
  if (known !== undefined) return known;
  const rows: number[] = [];
  for (const [key, text] of index.textOf) {
    if (text.search(name) >= 0) for (const row of index.rowsOf.get(key) ?? NO_ROWS) rows.push(row);
  }
  index.known.set(name, rows);
  return rows;
}

/**
 * Index in `grid.rows` of the first row from `from` on that has all the names in any order; -1 without one. Rows with
 * numbers or dates in more than a third of their cells are data and never a header.
 */
export function findHeader(grid: SourceGrid, mustHave: readonly (string | RegExp)[], from = 0): number {
  const index = cachedIndex(grid);
  let found: ReadonlySet<number> | null = null;
  for (const name of mustHave) {
    const rows = rowsWith(index, name).filter((row) => row >= from && (found === null || found.has(row)));
    if (rows.length === 0) return -1;
    found = new Set(rows);
  }
  return found === null ? -1 : Math.min(...found);
}
