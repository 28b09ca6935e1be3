/** Order of day and month by a whole column of dates, and the question where it stays open. */
import type { DateOrder, DecimalMark, ImportQuestion } from '#model/import-model.ts';
import type { SourceGrid } from '#model/source-file.ts';
import { dateOrderIn, readFileTime } from '#read/values/dates.ts';
import { daysSince1970 } from '#read/values/zones.ts';

/** Dates that can be read both ways, kept to propose the likelier reading. */
const MAX_OPEN = 500;
const SATURDAY = 6;

export interface DateVerdict {
  /** Null where the column does not settle it. */
  readonly order: DateOrder | null;
  /** Some dates can only be day first and others only month first. */
  readonly isMixed: boolean;
  /** Real dates of a workbook occur beside dates as text. */
  readonly isResaved: boolean;
  /** Dates that can be read both ways. */
  readonly open: readonly string[];
}

/** Year first is the cheap and common case without ambiguity; so are the real dates of a workbook written out. */
function dateStyleOf(cell: string): DateOrder | 'either' | 'yearFirst' | null {
  return cell === '' ? null : /^\d{4}\D/.test(cell) ? 'yearFirst' : dateOrderIn(cell);
}

/** Reads a column's texts once. */
export function judgeDates(cells: Iterable<string>, grid: SourceGrid): DateVerdict {
  const seen = { yearFirst: false, ymd: false, dmy: false, mdy: false, either: false };
  const open: string[] = [];
  for (const cell of cells) {
    const verdict = dateStyleOf(cell);
    if (verdict === null) continue;
    seen[verdict] = true;
    if (verdict === 'either' && open.length < MAX_OPEN) open.push(cell);
  }
  const isMixed = seen.dmy && seen.mdy;
  const certain = seen.dmy ? 'dmy' : seen.mdy ? 'mdy' : seen.either ? null : 'ymd';
  const isResaved = grid.typed && seen.yearFirst && certain !== 'ymd';
  return { order: isMixed ? null : certain, isMixed, isResaved, open };
}

/** Futures and currencies have no session on Saturdays: the reading with fewer of them is proposed first. */
function saturdays(dates: readonly string[], order: 'dmy' | 'mdy'): number {
  return dates.filter((text) => {
    const time = readFileTime(text, order);
    return time ? (daysSince1970(time.year, time.month, time.day) + 4) % 7 === SATURDAY : false;
  }).length;
}

const BOTH_WAYS = 'Every date of this file can be read day first or month first. Which is it?';
const MIXED =
  'Some dates of this file can only be day first and others only month first. Which is right? Rows whose date does not fit are refused.';
const RESAVED =
  'This workbook has real dates beside dates as text in one column: a spreadsheet may have exchanged day and month of the real ones. The original export of the platform is safer.';

/**
 * How dates that can be read both ways are read until the question is answered: the way with fewer Saturdays; where
 * both have as many, days come first beside a decimal comma, as only the United States write the month first.
 */
export function likelyOrder(verdicts: readonly DateVerdict[], mark: DecimalMark | null): 'mdy' | 'dmy' {
  const open = verdicts.flatMap((verdict) => verdict.open);
  const [monthFirst, dayFirst] = [saturdays(open, 'mdy'), saturdays(open, 'dmy')];
  if (monthFirst === dayFirst) return mark === ',' ? 'dmy' : 'mdy';
  return monthFirst < dayFirst ? 'mdy' : 'dmy';
}

/**
 * The question about the dates of a table, the likely order first; `isSettled` where other columns or an answer decide.
 */
export function dateQuestions(
  verdicts: readonly DateVerdict[],
  isSettled: boolean,
  likely: 'mdy' | 'dmy',
): readonly ImportQuestion[] {
  const question = {
    field: 'dateOrder',
    subject: '',
    options: likely === 'mdy' ? ['mdy', 'dmy'] : ['dmy', 'mdy'],
  } as const;
  const questions: ImportQuestion[] = [];
  if (!isSettled && verdicts.some((verdict) => verdict.order === null)) {
    const isMixed = verdicts.some((verdict) => verdict.isMixed);
    questions.push({ ...question, text: isMixed ? MIXED : BOTH_WAYS, blocking: true });
  }
  if (verdicts.some((verdict) => verdict.isResaved))
    questions.push({ ...question, text: RESAVED, blocking: false });
  return questions;
}
