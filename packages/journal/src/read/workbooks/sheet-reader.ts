/** One sheet of a workbook to rows of text: numbers plain, dates written out, formulas by their stored value. */
import { DAY_S, HOUR_S } from '@undertow/market';
import type { SourceRow } from '#model/source-file.ts';
import { type GridBudget, MAX_COLUMNS, tooManyColumns } from '#read/text/grid-limits.ts';
import { readDecimal } from '#read/values/numbers.ts';
import { fileTimeOfSerial } from '#read/values/serial-dates.ts';
import type { DateFormat } from './number-formats.ts';
import { unescaped, type XmlAttributes, type XmlEvents } from './workbook-parts.ts';

export interface SheetContext {
  readonly shared: readonly string[];
  readonly styles: readonly DateFormat[];
  readonly is1904: boolean;
  readonly budget: GridBudget;
}

const REFERENCE = /^\$?([A-Z]{1,3})\$?(\d{1,7})$/i;
const A = 64;

/** 0-based column of `AB12`; null for a text that is not a reference. */
function columnOf(reference: string): number | null {
  const match = REFERENCE.exec(reference);
  if (match === null) return null;
  let column = 0;
  for (const letter of (match[1] ?? '').toUpperCase()) column = column * 26 + letter.charCodeAt(0) - A;
  return column - 1;
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}

/** Time of day of a serial below one, or hours of a duration. */
function clockText(serial: number): string {
  const seconds = Math.round(serial * DAY_S);
  return `${two(Math.floor(seconds / HOUR_S))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}

function dateText(plain: string, format: DateFormat, is1904: boolean): string {
  const serial = Number(plain);
  if (serial >= 0 && serial < 1 && format !== 'date') return clockText(serial);
  const time = fileTimeOfSerial(plain, is1904);
  if (time === null) return format === 'time' && serial >= 0 && serial < 1_000 ? clockText(serial) : plain;
  const day = `${time.year}-${two(time.month)}-${two(time.day)}`;
  if (time.dateOnly && format === 'date') return day;
  const fraction = time.millisecond === 0 ? '' : `.${String(time.millisecond).padStart(3, '0')}`;
  return `${day} ${two(time.hour)}:${two(time.minute)}:${two(time.second)}${fraction}`;
}

/** Fifteen digits are what a spreadsheet keeps: `0.30000000000000004` was 0.3. */
function numberText(text: string): string {
  const plain = text.length <= 15 ? readDecimal(text, '.') : undefined;
  if (plain) return plain;
  const value = Number(text);
  if (!Number.isFinite(value) || text.trim() === '') return unescaped(text);
  const digits = text
    .replace(/^-|e.*$/gi, '')
    .replace('.', '')
    .replace(/^0+/, '');
  return readDecimal(digits.length > 15 ? String(Number(value.toPrecision(15))) : text, '.') ?? text;
}

/** Rows with fewer filled cells are totals: MetaTrader 5 writes them as formulas without values in every report. */
const DATA_CELLS = 3;

interface OpenCell {
  readonly column: number;
  readonly type: string;
  readonly style: number;
  value: string;
  inline: string;
  hasFormula: boolean;
  hasValue: boolean;
}

/** Collects the rows of a sheet from its tags. */
export class SheetReader implements XmlEvents {
  readonly rows: SourceRow[] = [];
  /** Formula cells of data rows that the writing program left without a value. */
  emptyFormulas = 0;
  #emptyInRow = 0;
  readonly #context: SheetContext;
  #line = 0;
  #cells: string[] | null = null;
  #column = 0;
  #cell: OpenCell | null = null;
  #reading: 'value' | 'inline' | null = null;
  #inPhonetic = false;

  constructor(context: SheetContext) {
    this.#context = context;
  }

  open(name: string, attributes: XmlAttributes): void {
    if (name === 'row') this.#openRow(attributes);
    else if (name === 'c') this.#openCell(attributes);
    else if (this.#cell === null) return;
    else if (name === 'v') {
      this.#reading = 'value';
      this.#cell.hasValue = true;
    } else if (name === 't' && !this.#inPhonetic) this.#reading = 'inline';
    else if (name === 'f') this.#cell.hasFormula = true;
    else if (name === 'rPh') this.#inPhonetic = true;
  }

  close(name: string): void {
    if (name === 'v' || name === 't') this.#reading = null;
    else if (name === 'rPh') this.#inPhonetic = false;
    else if (name === 'c') this.#closeCell();
    else if (name === 'row') this.#closeRow();
  }

  text(data: string): void {
    if (this.#cell === null || this.#reading === null) return;
    if (this.#reading === 'value') this.#cell.value += data;
    else this.#cell.inline += data;
  }

  #openRow(attributes: XmlAttributes): void {
    const line = Number(attributes['r']);
    this.#line = Number.isInteger(line) && line > 0 ? line : this.#line + 1;
    this.#cells = [];
    this.#emptyInRow = 0;
    this.#column = 0;
  }

  #openCell(attributes: XmlAttributes): void {
    this.#column = columnOf(attributes['r'] ?? '') ?? this.#column;
    this.#cell = {
      column: this.#column,
      type: attributes['t'] ?? 'n',
      style: Number(attributes['s'] ?? 0),
      value: '',
      inline: '',
      hasFormula: false,
      hasValue: false,
    };
    this.#column += 1;
  }

  #closeCell(): void {
    const cell = this.#cell;
    const cells = this.#cells;
    this.#cell = null;
    this.#reading = null;
    if (cell === null || cells === null) return;
    const text = this.#textOf(cell).trim();
    if (cell.hasFormula && text === '') this.#emptyInRow += 1;
    if (text === '') return;
    if (cell.column >= MAX_COLUMNS) throw tooManyColumns(this.#line);
    while (cells.length < cell.column) cells.push('');
    cells[cell.column] = text;
  }

  #textOf(cell: OpenCell): string {
    const { value } = cell;
    switch (cell.type) {
      case 's':
        return this.#context.shared[Number(value)] ?? '';
      case 'inlineStr':
        return unescaped(cell.inline === '' ? value : cell.inline);
      case 'str':
        return unescaped(value === '' ? cell.inline : value);
      case 'b':
        return value === '1' || value === 'true' ? 'TRUE' : 'FALSE';
      case 'd':
        return unescaped(value).replace('T', ' ');
      case 'e':
        return unescaped(value);
      default:
        return this.#numberOf(cell);
    }
  }

  #numberOf(cell: OpenCell): string {
    const plain = numberText(cell.value === '' ? cell.inline : cell.value);
    const format = this.#context.styles[cell.style] ?? null;
    return format === null || !/^\d/.test(plain) ? plain : dateText(plain, format, this.#context.is1904);
  }

  #closeRow(): void {
    const cells = this.#cells;
    this.#cells = null;
    if (cells === null || cells.length === 0) return;
    const filled = cells.filter((cell) => cell !== '').length;
    if (filled >= DATA_CELLS) this.emptyFormulas += this.#emptyInRow;
    this.#context.budget.row(this.#line, cells.length);
    this.rows.push({ line: this.#line, cells });
  }
}
