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

interface HolidayYear {
  readonly special: ReadonlyMap<number, SpecialDay>;
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
  const special = new Map<number, SpecialDay>();
  const bankHolidays = new Set<number>();
  const newYear = daysFromCivil(year, 1, 1);
  const independence = daysFromCivil(year, 7, 4);
  const christmas = observed(daysFromCivil(year, 12, 25));
  const thanksgiving = nthWeekday(year, 11, THURSDAY, 4);
  // A New Year's Day on a Saturday closes nothing: 31 December settles the year.
  const closes = [easterSunday(year) - 2, christmas];
  if (weekdayOf(newYear) !== SATURDAY) closes.push(observed(newYear));
  const halts = [
    nthWeekday(year, 1, MONDAY, 3),
    nthWeekday(year, 2, MONDAY, 3),
    lastWeekday(year, 5, MONDAY),
    observed(daysFromCivil(year, 6, 19)),
    observed(independence),
    nthWeekday(year, 9, MONDAY, 1),
    thanksgiving,
  ];
  for (const day of halts) special.set(day, HOLIDAY_HALT_MINUTE);
  special.set(thanksgiving + 1, EVE_HALT_MINUTE);
  for (const eve of [independence - 1, daysFromCivil(year, 12, 24)]) {
    const weekday = weekdayOf(eve);
    if (weekday >= MONDAY && weekday < FRIDAY && !special.has(eve)) special.set(eve, EVE_HALT_MINUTE);
  }
  for (const day of closes) special.set(day, 'closed');
  for (const day of [...halts, ...closes]) bankHolidays.add(day);
  return { special, bankHolidays };
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
  return holidayYear(civilFromDays(day).year).special.get(day);
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
