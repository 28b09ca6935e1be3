/** Holidays of CME Globex by rule: full closes and early halts. One-off closures (days of mourning, storms) are not known. */
import {
  civilFromDays,
  daysFromCivil,
  easterSunday,
  lastWeekday,
  nthWeekday,
  weekdayOf,
} from './civil-date.ts';

const SUNDAY = 0;
const MONDAY = 1;
const THURSDAY = 4;
const FRIDAY = 5;
const SATURDAY = 6;

/** Holidays halt at noon Chicago, days beside a holiday at 12:15 (times of the equity index products). */
export const HOLIDAY_HALT_MINUTE = 12 * 60;
export const EVE_HALT_MINUTE = 12 * 60 + 15;

/** Trading hours of a day that is not an ordinary one. */
export type SpecialDay = 'closed' | typeof HOLIDAY_HALT_MINUTE | typeof EVE_HALT_MINUTE;

/** Days that are not ordinary ones. `holiday` stands for those on a Monday and Juneteenth. */
export type HolidayKind =
  | 'new_year'
  | 'good_friday'
  | 'christmas'
  | 'holiday'
  | 'independence'
  | 'thanksgiving'
  | 'thanksgiving_friday'
  | 'independence_eve'
  | 'christmas_eve';

const CLOSED_KINDS: ReadonlySet<HolidayKind> = new Set(['new_year', 'good_friday', 'christmas']);
const EVE_KINDS: ReadonlySet<HolidayKind> = new Set([
  'thanksgiving_friday',
  'independence_eve',
  'christmas_eve',
]);

interface HolidayYear {
  readonly kinds: ReadonlyMap<number, HolidayKind>;
  /** Weekdays on which nothing settles: they do not count for expiries. */
  readonly bankHolidays: ReadonlySet<number>;
}

/** A holiday of fixed date moves to Friday from a Saturday and to Monday from a Sunday. */
function observed(day: number): number {
  const weekday = weekdayOf(day);
  if (weekday === SATURDAY) return day - 1;
  return weekday === SUNDAY ? day + 1 : day;
}

function buildYear(year: number): HolidayYear {
  const newYear = daysFromCivil(year, 1, 1);
  const independence = daysFromCivil(year, 7, 4);
  const christmas = daysFromCivil(year, 12, 25);
  const thanksgiving = nthWeekday(year, 11, THURSDAY, 4);
  const halts: readonly (readonly [number, HolidayKind])[] = [
    [nthWeekday(year, 1, MONDAY, 3), 'holiday'],
    [nthWeekday(year, 2, MONDAY, 3), 'holiday'],
    [lastWeekday(year, 5, MONDAY), 'holiday'],
    [observed(daysFromCivil(year, 6, 19)), 'holiday'],
    [observed(independence), 'independence'],
    [nthWeekday(year, 9, MONDAY, 1), 'holiday'],
    [thanksgiving, 'thanksgiving'],
  ];
  const closes: (readonly [number, HolidayKind])[] = [
    [easterSunday(year) - 2, 'good_friday'],
    [observed(christmas), 'christmas'],
  ];
  // A New Year's Day on a Saturday closes nothing: 31 December settles the year.
  if (weekdayOf(newYear) !== SATURDAY) closes.push([observed(newYear), 'new_year']);
  const kinds = new Map<number, HolidayKind>(halts);
  kinds.set(thanksgiving + 1, 'thanksgiving_friday');
  for (const [eve, kind] of [
    [independence - 1, 'independence_eve'],
    [christmas - 1, 'christmas_eve'],
  ] as const) {
    const weekday = weekdayOf(eve);
    if (weekday >= MONDAY && weekday < FRIDAY && !kinds.has(eve)) kinds.set(eve, kind);
  }
  for (const [day, kind] of closes) kinds.set(day, kind);
  return { kinds, bankHolidays: new Set([...halts, ...closes].map(([day]) => day)) };
}

const years = new Map<number, HolidayYear>();

function holidayYear(year: number): HolidayYear {
  let known = years.get(year);
  if (!known) {
    known = buildYear(year);
    years.set(year, known);
  }
  return known;
}

/** What is special about a day (number since 1970-01-01): a full close, the minute of its early halt, or nothing. */
export function specialDay(day: number): SpecialDay | undefined {
  const kind = holidayKindOf(day);
  if (kind === undefined) return undefined;
  if (CLOSED_KINDS.has(kind)) return 'closed';
  return EVE_KINDS.has(kind) ? EVE_HALT_MINUTE : HOLIDAY_HALT_MINUTE;
}

/** Which holiday, or day beside one, a day is: product groups keep different hours on them. */
export function holidayKindOf(day: number): HolidayKind | undefined {
  return holidayYear(civilFromDays(day).year).kinds.get(day);
}

/** Monday to Friday and no holiday; days with a mere early close beside a holiday count. */
export function isBusinessDay(day: number): boolean {
  const weekday = weekdayOf(day);
  if (weekday === SUNDAY || weekday === SATURDAY) return false;
  return !holidayYear(civilFromDays(day).year).bankHolidays.has(day);
}

/** The n-th business day strictly before a day; n 0 gives the day itself, or the last business day before it. */
export function businessDaysBefore(day: number, n: number): number {
  let at = day;
  while (n === 0 && !isBusinessDay(at)) at -= 1;
  for (let left = n; left > 0; ) {
    at -= 1;
    if (isBusinessDay(at)) left -= 1;
  }
  return at;
}
