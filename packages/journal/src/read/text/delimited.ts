/**
 * Delimited text to one grid: every line kept with its number, quoted fields with line breaks; a quote that is never
 * closed is refused.
 */
import { ImportRefusal } from '#model/import-refusal.ts';
import type { SourceGrid, SourceRow } from '#model/source-file.ts';
import { type Delimiter, decideDelimiter } from './delimiters.ts';
import { GridBudget, MAX_CELL } from './grid-limits.ts';
import { unwrapLines } from './unwrap-lines.ts';

const QUOTE = 34;
const LINE_FEED = 10;
const RETURN = 13;

/** What a spreadsheet would show: `="0042"` is 0042, and a mark against formulas (`'-5`) is not part of the text. */
function asShown(cell: string): string {
  if (cell.startsWith('="') && cell.endsWith('"') && cell.length > 2) return cell.slice(2, -1).trim();
  return /^'[=+@-]/.test(cell) ? cell.slice(1).trim() : cell;
}

/** What follows the quote may be rows or the rest of one field: reading it either way would be a guess. */
function neverClosed(line: number): ImportRefusal {
  return new ImportRefusal(
    'DAMAGED',
    `A quotation mark that opens in line ${line} is never closed. The file may be cut off or damaged: export it again, or close the quotation mark.`,
  );
}

/** Walks over a text once; the position never goes back by more than one quoted field. */
class DelimitedScanner {
  readonly #text: string;
  readonly #delimiter: number;
  readonly #budget: GridBudget;
  #at = 0;
  #line = 1;

  constructor(text: string, delimiter: Delimiter, budget: GridBudget) {
    this.#text = text;
    this.#delimiter = delimiter.charCodeAt(0);
    this.#budget = budget;
  }

  readRows(): SourceRow[] {
    const rows: SourceRow[] = [];
    while (this.#at < this.#text.length) {
      const line = this.#line;
      const cells = this.#readRow(line);
      if (cells === null) continue;
      this.#budget.row(line, cells.length);
      rows.push({ line, cells });
    }
    return rows;
  }

  /** Cells of the next line; null when all are blank. */
  #readRow(line: number): string[] | null {
    const cells: string[] = [];
    let filled = false;
    for (;;) {
      const cell = asShown(this.#readField().trim());
      filled ||= cell !== '';
      cells.push(cell);
      this.#budget.columns(line, cells.length);
      if (this.#at >= this.#text.length) break;
      const code = this.#text.charCodeAt(this.#at);
      this.#at += 1;
      if (code === this.#delimiter) continue;
      if (code === RETURN && this.#text.charCodeAt(this.#at) === LINE_FEED) this.#at += 1;
      this.#line += 1;
      break;
    }
    return filled ? cells : null;
  }

  #readField(): string {
    let start = this.#at;
    while (this.#text.charCodeAt(start) === 32) start += 1;
    if (this.#text.charCodeAt(start) === QUOTE) {
      const close = this.#closingQuote(start);
      if (close < 0) throw neverClosed(this.#line);
      return this.#takeQuoted(start, close);
    }
    const from = this.#at;
    let at = start;
    while (at < this.#text.length && !this.#endsField(this.#text.charCodeAt(at))) at += 1;
    this.#at = at;
    this.#budget.cell(this.#line, at - from);
    return this.#text.slice(from, at);
  }

  #takeQuoted(start: number, close: number): string {
    this.#budget.cell(this.#line, close - start - 1);
    const inside = this.#text.slice(start + 1, close);
    let at = close + 1;
    while (!this.#endsField(this.#text.charCodeAt(at)) && at < this.#text.length) at += 1;
    this.#at = at;
    for (let next = inside.search(/[\r\n]/); next >= 0 && next < inside.length; next += 1) {
      const code = inside.charCodeAt(next);
      if (code === LINE_FEED || (code === RETURN && inside.charCodeAt(next + 1) !== LINE_FEED))
        this.#line += 1;
    }
    return inside.includes('"') ? inside.replaceAll('""', '"') : inside;
  }

  #endsField(code: number): boolean {
    return code === this.#delimiter || code === LINE_FEED || code === RETURN;
  }

  /** Whether there are only blanks between a quote and the end of its field. */
  #isFollowedByEnd(at: number): boolean {
    let next = at;
    while (this.#text.charCodeAt(next) === 32 && this.#delimiter !== 32) next += 1;
    return next >= this.#text.length || this.#endsField(this.#text.charCodeAt(next));
  }

  /** Index behind the run of quotes that starts here. */
  #endOfRun(at: number): number {
    let end = at;
    while (this.#text.charCodeAt(end) === QUOTE) end += 1;
    return end;
  }

  /**
   * Index of the quote that closes the field opened at `open`; -1 when none does. Inside a field quotes are doubled; a
   * single one in the middle is forgiven on the same line (`"the "big" one"`) and means behind a line break that the
   * field was never closed, since another one opens there.
   */
  #closingQuote(open: number): number {
    const firstRun = this.#endOfRun(open + 1);
    if ((firstRun - open) % 2 === 0 && this.#isFollowedByEnd(firstRun)) return firstRun - 1;
    const limit = Math.min(this.#text.length, open + MAX_CELL + 2);
    let at = firstRun;
    let broken = false;
    for (;;) {
      const quote = this.#nextQuote(at);
      if (quote >= limit) return -1;
      broken ||= this.#hasLineBreak(at, quote);
      const end = this.#endOfRun(quote);
      if ((end - quote) % 2 === 1) {
        if (this.#isFollowedByEnd(end)) return end - 1;
        if (broken) return -1;
      }
      at = end;
    }
  }

  #nextQuote(from: number): number {
    const quote = this.#text.indexOf('"', from);
    return quote < 0 ? this.#text.length : quote;
  }

  #hasLineBreak(from: number, to: number): boolean {
    for (let at = from; at < to; at += 1) {
      const code = this.#text.charCodeAt(at);
      if (code === LINE_FEED || code === RETURN) return true;
    }
    return false;
  }
}

/** `sep=;` in the first line is how spreadsheets name the delimiter. */
const SEPARATOR_LINE = /^"?sep=([,;\t|])"?[ \t]*(?=\r|\n|$)/i;

/**
 * One grid of a text. Blank lines are left out, line numbers stay those of the file. Lines may have different numbers
 * of cells; a trailing delimiter gives an empty last cell. Throws `ImportRefusal` for too many rows, columns or cells,
 * a cell that is too long and a quote that is never closed.
 */
export function readDelimited(whole: string): SourceGrid {
  const text = unwrapLines(whole);
  const named = SEPARATOR_LINE.exec(text);
  const delimiter = (named?.[1] as Delimiter | undefined) ?? decideDelimiter(text);
  const scanner = new DelimitedScanner(text, delimiter, new GridBudget());
  const all = scanner.readRows();
  const rows = named === null ? all : all.filter((row) => row.line !== 1);
  return { origin: 'delimited', name: null, delimiter, typed: false, rows };
}
