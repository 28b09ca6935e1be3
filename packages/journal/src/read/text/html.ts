/** HTML statements to grids: every table one grid; parsed as data, never rendered. */
import { Parser } from 'htmlparser2';
import { ImportRefusal } from '#model/import-refusal.ts';
import type { SourceGrid, SourceRow } from '#model/source-file.ts';
import { withoutDirectionMarks } from './decode-text.ts';
import { GridBudget, MAX_COLUMNS } from './grid-limits.ts';

/** Tables within tables within tables: real statements nest less than five deep, three tags each. */
const MAX_DEPTH = 256;

/** Elements without visible text. */
const SILENT: ReadonlySet<string> = new Set(['script', 'style', 'template', 'select', 'textarea', 'svg']);
const STRUCTURE: ReadonlySet<string> = new Set(['table', 'tr', 'td', 'th', 'title', ...SILENT]);

/**
 * Only tags that make the grid are kept open. A page that never closes its `<font>` or `<div>` then nests no deeper
 * than its tables, and a closing tag never checks more open ones than `MAX_DEPTH`.
 */
class TableParser extends Parser {
  protected override isVoidElement(name: string): boolean {
    return !STRUCTURE.has(name);
  }
}

const HIDDEN_STYLE = /display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)/i;

type Attributes = Readonly<Record<string, string>>;

interface OpenTable {
  readonly rows: SourceRow[];
  /** Rows met so far, blank and hidden ones too: what a reader of the page would count. */
  count: number;
  cells: string[] | null;
  note: string;
  rowHidden: boolean;
  /** Text of the open cell; null between cells. */
  text: string[] | null;
  span: number;
  cellHidden: boolean;
}

function isHidden(attributes: Attributes): boolean {
  return (
    'hidden' in attributes ||
    /(?:^|\s)hidden(?:\s|$)/i.test(attributes['class'] ?? '') ||
    HIDDEN_STYLE.test(attributes['style'] ?? '')
  );
}

function spanOf(attributes: Attributes): number {
  const span = Number.parseInt(attributes['colspan'] ?? '1', 10);
  return span >= 1 ? Math.min(span, MAX_COLUMNS + 1) : 1;
}

function blanksCollapsed(text: string): string {
  return withoutDirectionMarks(text)
    .replace(/[\s\u00a0]+/g, (blanks) => (blanks.includes('\u00a0') ? '\u00a0' : ' '))
    .replace(/^[\s\u00a0]+|[\s\u00a0]+$/g, '');
}

/** Turns the parser's events into rows; tables inside tables become grids of their own. */
class StatementReader {
  readonly grids: SourceGrid[] = [];
  readonly #budget = new GridBudget();
  readonly #open: OpenTable[] = [];
  #title: string[] | null = null;
  title: string | null = null;
  #depth = 0;
  #silentAt = 0;

  openTag(name: string, attributes: Attributes): void {
    if (STRUCTURE.has(name)) this.#depth += 1;
    if (this.#depth > MAX_DEPTH) {
      throw new ImportRefusal(
        'DAMAGED',
        'The page is nested more deeply than any statement. Save the report again.',
      );
    }
    if (this.#silentAt > 0) return;
    if (SILENT.has(name)) {
      this.#silentAt = this.#depth;
      return;
    }
    if (name === 'title' && this.title === null && this.#open.length === 0) this.#title = [];
    this.#openInTable(name, attributes);
  }

  #openInTable(name: string, attributes: Attributes): void {
    const table = this.#open.at(-1);
    if (name === 'table') this.#openTable();
    else if (table === undefined) return;
    else if (name === 'tr') this.#openRow(table, attributes);
    else if (name === 'td' || name === 'th') this.#openCell(table, attributes);
    else if (name === 'br' || name === 'p' || name === 'div' || name === 'li') table.text?.push(' ');
  }

  closeTag(name: string): void {
    if (!STRUCTURE.has(name)) return;
    const wasSilent = this.#silentAt > 0;
    if (this.#silentAt === this.#depth) this.#silentAt = 0;
    this.#depth -= 1;
    if (wasSilent) return;
    if (name === 'title' && this.#title !== null) {
      this.title = blanksCollapsed(this.#title.join('')).slice(0, 500);
      this.#title = null;
    }
    const table = this.#open.at(-1);
    if (table === undefined) return;
    if (name === 'td' || name === 'th') this.#closeCell(table);
    else if (name === 'tr') this.#closeRow(table);
    else if (name === 'table') this.#closeTable(table);
  }

  text(data: string): void {
    if (this.#silentAt > 0) return;
    if (this.#title !== null) this.#title.push(data);
    else this.#open.at(-1)?.text?.push(data);
  }

  /** Closes what a broken page left open. */
  end(): void {
    for (let table = this.#open.at(-1); table !== undefined; table = this.#open.at(-1))
      this.#closeTable(table);
  }

  #openTable(): void {
    const rows: SourceRow[] = [];
    this.#open.push({
      rows,
      count: 0,
      cells: null,
      note: '',
      rowHidden: false,
      text: null,
      span: 1,
      cellHidden: false,
    });
    // The grid takes its place when the table opens, so that outer tables come before inner ones.
    this.grids.push({ origin: 'html', name: null, delimiter: null, typed: false, rows });
  }

  #openRow(table: OpenTable, attributes: Attributes): void {
    this.#closeRow(table);
    table.count += 1;
    table.cells = [];
    table.note = attributes['title'] ?? '';
    table.rowHidden = isHidden(attributes);
  }

  #openCell(table: OpenTable, attributes: Attributes): void {
    this.#closeCell(table);
    if (table.cells === null) this.#openRow(table, {});
    if (table.note === '') table.note = attributes['title'] ?? '';
    table.text = [];
    table.span = spanOf(attributes);
    table.cellHidden = isHidden(attributes);
  }

  #closeCell(table: OpenTable): void {
    const { cells, text } = table;
    table.text = null;
    if (text === null || cells === null || table.cellHidden) return;
    cells.push(blanksCollapsed(text.join('')));
    for (let more = 1; more < table.span; more += 1) cells.push('');
    this.#budget.columns(table.count, cells.length);
  }

  #closeRow(table: OpenTable): void {
    this.#closeCell(table);
    const { cells } = table;
    table.cells = null;
    if (cells === null || table.rowHidden || cells.every((cell) => cell === '')) return;
    this.#budget.row(table.count, cells.length);
    const note = blanksCollapsed(table.note).slice(0, 500);
    table.rows.push(note === '' ? { line: table.count, cells } : { line: table.count, cells, note });
  }

  #closeTable(table: OpenTable): void {
    this.#closeRow(table);
    this.#open.pop();
  }
}

/**
 * Grids of a statement in the order in which their tables open, empty ones left out. A cell that spans several columns
 * has its text in the first and empty cells for the others, so that columns keep their places (`cancelled` of
 * MetaTrader 4 is followed by three empty cells). Hidden cells and rows are left out, as are scripts and styles; a
 * row's `title`, else the first title of its cells, is its note. `line` counts the rows of the table from 1. Throws
 * `ImportRefusal` for a page without tables, one nested too deeply, and too many rows or columns.
 */
export function readHtml(text: string): {
  readonly title: string | null;
  readonly grids: readonly SourceGrid[];
} {
  const reader = new StatementReader();
  const parser = new TableParser({
    onopentag: (name, attributes) => reader.openTag(name, attributes),
    onclosetag: (name) => reader.closeTag(name),
    ontext: (data) => reader.text(data),
  });
  parser.write(text);
  parser.end();
  reader.end();
  const grids = reader.grids.filter((grid) => grid.rows.length > 0);
  if (grids.length > 0) return { title: reader.title, grids };
  throw new ImportRefusal(
    'NOT_TRADES',
    'This page has no table. Save the account history of the platform as a report and import that.',
  );
}
