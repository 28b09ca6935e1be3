/** Dates and times as platforms and spreadsheets of many countries write them. */
import type { DateOrder } from '#model/import-model.ts';
import type { FileTime } from '#time/file-time.ts';
import { readClock } from './clock-times.ts';
import { fileTimeOfSerial } from './serial-dates.ts';

/** One line a language; short and long forms of one month are joined by `/`. */
const MONTHS = [
  'jan/january feb/february mar/march apr/april may jun/june jul/july aug/august sep/sept/september oct/october nov/november dec/december',
  'jän/jaen/januar/jänner feb/februar mär/mrz/maer/märz/maerz apr mai jun/juni jul/juli aug sep okt/oktober nov dez/dezember',
  'janv/janvier févr/fevr/fév/fev/février/fevrier mars avr/avril mai juin juil/juillet août/aout sept/septembre oct/octobre nov/novembre déc/décembre/decembre',
  'ene/enero feb/febrero mar/marzo abr/abril may/mayo jun/junio jul/julio ago/agosto sep/set/septiembre/setiembre oct/octubre nov/noviembre dic/diciembre',
  'jan/janeiro fev/fevereiro mar/março/marco abr/abril mai/maio jun/junho jul/julho ago/agosto set/setembro out/outubro nov/novembro dez/dezembro',
  'gen/gennaio feb/febbraio mar/marzo apr/aprile mag/maggio giu/giugno lug/luglio ago/agosto set/settembre ott/ottobre nov/novembre dic/dicembre',
  'jan/januari feb/februari mrt/maart apr mei/maj jun jul aug/augustus/augusti sep okt/october nov dec',
  'sty/stycznia/styczeń lut/lutego/luty mar/marca/marzec kwi/kwietnia/kwiecień maj/maja cze/czerwca/czerwiec lip/lipca/lipiec sie/sierpnia/sierpień wrz/września/wrzesień paź/października/październik lis/listopada/listopad gru/grudnia/grudzień',
  'янв/января/январь фев/февр/февраля/февраль мар/марта/март апр/апреля/апрель май/мая июн/июня/июнь июл/июля/июль авг/августа/август сен/сент/сентября/сентябрь окт/октября/октябрь ноя/нояб/ноября/ноябрь дек/декабря/декабрь',
  'oca/ocak şub/şubat mar/mart nis/nisan may/mayıs haz/haziran tem/temmuz ağu/ağustos eyl/eylül eki/ekim kas/kasım ara/aralık',
];

const MONTH_OF = new Map<string, number>();
for (const language of MONTHS) {
  language.split(' ').forEach((forms, index) => {
    for (const form of forms.split('/')) if (!MONTH_OF.has(form)) MONTH_OF.set(form, index + 1);
  });
}

/** Month 1 to 12 by its name or short form, with or without a full stop; null for any other text. */
function monthOfName(word: string): number | null {
  return MONTH_OF.get(word.toLowerCase().replace('.', '').normalize('NFC')) ?? null;
}

/** Longer texts are not dates. */
const MAX_LENGTH = 64;
const NOTHING = /^(?:[-–—−]{1,3}|n\/?a|nan|nat|null|none|#n\/a)?$/i;
const ODD_BLANKS = /^\s|\s$|\s\s|[^\S ]|[\u00a0\u2007\u2009\u202f]/;
const MIN_YEAR = 1970;
const MAX_YEAR = 2099;

const YEAR_FIRST = /^(\d{4})([-./])(\d{1,2})\2(\d{1,2})(?!\d)/;
const YEAR_FIRST_CJK = /^(\d{4})[年년] ?(\d{1,2})[月월] ?(\d{1,2})[日일]?/;
const YEAR_LAST = /^(\d{1,2})([-./])(\d{1,2})\2(\d{4}|\d{2})(?!\d)/;
const COMPACT = /^(\d{4})(\d{2})(\d{2})(?=$|[T ;,:-])/;
const COMPACT_WITH_TIME = /^(\d{4})(\d{2})(\d{2})(?=\d{4}(?:\d{2})?(?:$|[.Z ]))/;
const SERIAL = /^\d{5}(?:[.,]\d{1,15})?$/;
const DAY_MONTH_YEAR =
  /^(\d{1,2})(?:st|nd|rd|th|\.|º)?[ -/]{0,2}(?:de |of )?(\p{L}{3,12})\.?[ -/,]{0,2}(?:de )?(\d{4}|\d{2})(?!\d)/iu;
const MONTH_DAY_YEAR = /^(\p{L}{3,12})\.?[ -](\d{1,2})(?:st|nd|rd|th)?,? ?-?(\d{4})(?!\d)/iu;
const YEAR_MONTH_DAY = /^(\d{4})[ -/]{1,2}(\p{L}{3,12})\.?[ -/]{1,2}(\d{1,2})(?!\d)/iu;
const WEEKDAY = /^\p{L}{2,12}\.?,? (?=[\p{L}\d])/u;

interface CalendarDay {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  /** What follows the date. */
  readonly rest: string;
}

const DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function isLeap(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
}

function dayOf(yearText: string, month: number, dayText: string, rest: string): CalendarDay | null {
  const year = yearText.length === 2 ? 2000 + Number(yearText) : Number(yearText);
  const day = Number(dayText);
  if (year < MIN_YEAR || year > MAX_YEAR || month < 1 || month > 12 || day < 1) return null;
  if (day > (DAYS[month - 1] ?? 0) || (month === 2 && day === 29 && !isLeap(year))) return null;
  return { year, month, day, rest };
}

/**
 * Order of `3/4/2026`: full stops mean day first everywhere; else the order of the column, or the only possible one.
 */
function orderOf(first: number, mark: string, second: number, order: DateOrder): DateOrder | null {
  if (mark === '.') return 'dmy';
  if (order !== 'ymd') return order;
  if (first > 12) return 'dmy';
  return second > 12 || first === second ? 'mdy' : null;
}

function yearLast(match: RegExpExecArray, order: DateOrder, rest: string): CalendarDay | null {
  const [, first = '', mark = '', second = '', third = ''] = match;
  const actual = orderOf(Number(first), mark, Number(second), order);
  if (actual === null) return null;
  return actual === 'dmy'
    ? dayOf(third, Number(second), first, rest)
    : dayOf(third, Number(first), second, rest);
}

function namedMonth(text: string): CalendarDay | null {
  const forms = [
    [DAY_MONTH_YEAR, 3, 2, 1],
    [YEAR_MONTH_DAY, 1, 2, 3],
    [MONTH_DAY_YEAR, 3, 1, 2],
  ] as const;
  for (const [form, yearAt, monthAt, dayAt] of forms) {
    const match = form.exec(text);
    const month = match === null ? null : monthOfName(match[monthAt] ?? '');
    if (match === null || month === null) continue;
    return dayOf(match[yearAt] ?? '', month, match[dayAt] ?? '', text.slice(match[0].length));
  }
  return null;
}

function numericDay(text: string, order: DateOrder): CalendarDay | null | undefined {
  const first = YEAR_FIRST.exec(text);
  if (first !== null) {
    return dayOf(first[1] ?? '', Number(first[3]), first[4] ?? '', text.slice(first[0].length));
  }
  const last = YEAR_LAST.exec(text);
  if (last !== null) return yearLast(last, order, text.slice(last[0].length));
  const other = COMPACT.exec(text) ?? COMPACT_WITH_TIME.exec(text) ?? YEAR_FIRST_CJK.exec(text);
  if (other === null) return undefined;
  return dayOf(other[1] ?? '', Number(other[2]), other[3] ?? '', text.slice(other[0].length));
}

function calendarDay(text: string, order: DateOrder): CalendarDay | null {
  const numeric = numericDay(text, order);
  if (numeric !== undefined) return numeric;
  const named = namedMonth(text);
  if (named !== null) return named;
  const weekday = WEEKDAY.exec(text);
  if (weekday === null) return null;
  const behind = text.slice(weekday[0].length);
  return numericDay(behind, order) ?? namedMonth(behind);
}

/**
 * Local time of a cell. `order` decides `3/4/2026` only: full stops are day first, four digits in front are the year,
 * names of months need no order; with `ymd` an undecided one is not read. Five digits are the serial of a spreadsheet
 * (days since 1899-12-30). Null for an empty cell or a dash; undefined for anything that is not a possible date and
 * time between 1970 and 2099. Fractions of a second beyond milliseconds are cut off.
 */
export function readFileTime(text: string, order: DateOrder): FileTime | null | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const plain = ODD_BLANKS.test(text) ? text.replace(/[\s\u00a0\u2007\u2009\u202f]+/g, ' ').trim() : text;
  if (NOTHING.test(plain)) return null;
  if (SERIAL.test(plain)) return fileTimeOfSerial(plain.replace(',', '.'), false) ?? undefined;
  const day = calendarDay(plain, order);
  if (day === null) return undefined;
  const clock = readClock(day.rest);
  if (clock === null) return undefined;
  return { year: day.year, month: day.month, day: day.day, ...clock };
}

/** Order by one text: `either` for `3/4/2026`, `ymd` where no order is needed, null for no date. */
export function dateOrderIn(text: string): DateOrder | 'either' | null {
  if (text.length > MAX_LENGTH) return null;
  const plain = text.trim();
  const match = YEAR_LAST.exec(plain) ?? YEAR_LAST.exec(plain.replace(WEEKDAY, ''));
  if (match === null) return calendarDay(plain, 'ymd') === null ? null : 'ymd';
  const first = Number(match[1]);
  const second = Number(match[3]);
  if (first > 31 || second > 31 || (first > 12 && second > 12)) return null;
  if (match[2] === '.') return 'dmy';
  if (first > 12) return 'dmy';
  if (second > 12) return 'mdy';
  return first === second ? 'ymd' : 'either';
}
