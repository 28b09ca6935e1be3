/**
 * What is decided over a whole table before its rows are read: order of dates and decimal mark, by column and by file.
 */
import type { DateOrder, DecimalMark, ImportAnswers, ImportQuestion } from '#model/import-model.ts';
import type { SourceGrid, SourceRow } from '#model/source-file.ts';
import { dateOrderIn } from '#read/values/dates.ts';
import { decimalMarkIn, markOf } from '#read/values/numbers.ts';
import { type DateVerdict, dateQuestions, judgeDates, likelyOrder } from './date-columns.ts';

/** Cells that are sampled to decide whether a column contains dates or numbers. */
const PROBES = 40;

export interface ColumnDecision {
  readonly order: DateOrder;
  readonly mark: DecimalMark;
}

export interface TableDecisions {
  readonly byColumn: ReadonlyMap<number, ColumnDecision>;
  readonly dateOrder: DateOrder | null;
  readonly decimalMark: DecimalMark;
  readonly questions: readonly ImportQuestion[];
}

function kindOf(rows: readonly SourceRow[], column: number): 'dates' | 'numbers' | 'text' {
  let probes = 0;
  let dates = 0;
  let marks = 0;
  for (const row of rows) {
    const cell = row.cells[column] ?? '';
    if (cell === '') continue;
    probes += 1;
    if (dateOrderIn(cell) !== null) dates += 1;
    else if (/^[^\p{L}]{0,8}\d/u.test(cell) || markOf(cell) !== null) marks += 1;
    if (probes >= PROBES) break;
  }
  if (dates * 2 > probes) return 'dates';
  return marks > 0 ? 'numbers' : 'text';
}

function* cellsOf(rows: readonly SourceRow[], column: number): Generator<string> {
  for (const row of rows) yield row.cells[column] ?? '';
}

/** The one verdict that columns agree on; null where there is none or they differ. */
function agreed<T extends string>(verdicts: readonly (T | null)[]): T | null {
  const certain = new Set(verdicts.filter((verdict) => verdict !== null));
  const [only] = certain;
  return certain.size === 1 && only !== undefined ? only : null;
}

const MARK_QUESTION: Omit<ImportQuestion, 'options'> = {
  field: 'decimalMark',
  subject: '',
  text: 'Numbers like 1.234 or 1,234 can be read two ways in this file. Which mark separates the decimals?',
  blocking: true,
};

/** Columns by their own cells: dates, numbers, and in neither the columns of text. */
interface ColumnVerdicts {
  readonly dates: ReadonlyMap<number, DateVerdict>;
  readonly marks: ReadonlyMap<number, DecimalMark | 'ambiguous' | null>;
}

function judgeColumns(
  grid: SourceGrid,
  rows: readonly SourceRow[],
  columns: ReadonlySet<number>,
  ticks: ReadonlyMap<number, string>,
): ColumnVerdicts {
  const dates = new Map<number, DateVerdict>();
  const marks = new Map<number, DecimalMark | 'ambiguous' | null>();
  for (const column of columns) {
    const kind = kindOf(rows, column);
    if (kind === 'dates') dates.set(column, judgeDates(cellsOf(rows, column), grid));
    else if (kind === 'numbers')
      marks.set(column, decimalMarkIn(cellsOf(rows, column), { tick: ticks.get(column) }));
  }
  return { dates, marks };
}

function decideOrder(verdicts: readonly DateVerdict[], answers: ImportAnswers): DateOrder | null {
  const needed = verdicts.map(({ order }) => order).filter((order) => order !== 'ymd');
  if (verdicts.length > 0 && needed.length === 0) return 'ymd';
  return agreed<DateOrder>(needed) ?? answers.dateOrder ?? null;
}

/**
 * Decides for the given columns. A column that settles it for itself is read its own way; one that does not follows the
 * other columns, then the answer, then the likelier reading with a question.
 */
export function decideColumns(
  grid: SourceGrid,
  rows: readonly SourceRow[],
  columns: ReadonlySet<number>,
  answers: ImportAnswers,
  ticks: ReadonlyMap<number, string>,
): TableDecisions {
  const { dates, marks } = judgeColumns(grid, rows, columns, ticks);
  const order = decideOrder([...dates.values()], answers);
  const certainMarks = [...marks.values()].map((mark) => (mark === 'ambiguous' ? null : mark));
  const decidedMark =
    agreed<DecimalMark>(certainMarks) ?? (grid.typed ? '.' : null) ?? answers.decimalMark ?? null;
  const likelyMark = grid.delimiter === ';' ? ',' : '.';
  const decimalMark = decidedMark ?? likelyMark;
  const likely = likelyOrder([...dates.values()], decidedMark);
  const questions = [...dateQuestions([...dates.values()], order !== null, likely)];
  if (decidedMark === null && [...marks.values()].includes('ambiguous')) {
    questions.push({ ...MARK_QUESTION, options: likelyMark === ',' ? [',', '.'] : ['.', ','] });
  }
  const byColumn = new Map<number, ColumnDecision>();
  for (const column of columns) {
    const mark = marks.get(column) ?? null;
    byColumn.set(column, {
      order: dates.get(column)?.order ?? order ?? likely,
      mark: mark === null || mark === 'ambiguous' ? decimalMark : mark,
    });
  }
  return { byColumn, dateOrder: order, decimalMark, questions };
}
