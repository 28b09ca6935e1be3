/** Trading days as a profile writes them. */

const formatter = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  weekday: 'short',
  day: 'numeric',
  month: 'short',
});
const known = new Map<string, string>();

/** `Thu 19 Nov` of `2026-11-19`. */
export function dayText(day: string): string {
  const text = known.get(day) ?? formatter.format(Date.parse(`${day}T00:00:00Z`)).replace(',', '');
  known.set(day, text);
  return text;
}

/** `Thu 19`. */
export const shortDayText = (day: string): string => dayText(day).split(' ').slice(0, 2).join(' ');
