import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { DateOrder } from '#model/import-model.ts';
import type { FileTime } from '#time/file-time.ts';
import { dateOrderIn, readFileTime } from './dates.ts';

/** `2026-03-02 09:31:05.123 +60`, without what is zero or null. */
function shown(time: FileTime | null | undefined): string {
  if (time === null || time === undefined) return String(time);
  const two = (value: number): string => String(value).padStart(2, '0');
  const day = `${time.year}-${two(time.month)}-${two(time.day)}`;
  if (time.dateOnly) return day;
  const ms = time.millisecond === 0 ? '' : `.${String(time.millisecond).padStart(3, '0')}`;
  const offset = time.offsetMinutes === null ? '' : ` ${time.offsetMinutes}`;
  return `${day} ${two(time.hour)}:${two(time.minute)}:${two(time.second)}${ms}${offset}`;
}

test.each([
  ['2026.03.02 09:30:00', 'ymd', '2026-03-02 09:30:00'],
  ['3/2/2026 9:31:05 AM', 'mdy', '2026-03-02 09:31:05'],
  ['3/2/2026 12:00:00 AM', 'mdy', '2026-03-02 00:00:00'],
  ['3/2/2026 12:15 PM', 'mdy', '2026-03-02 12:15:00'],
  ['2/3/2026 9:31:05', 'dmy', '2026-03-02 09:31:05'],
  ['03/02/2026 09:31:05 -05:00', 'mdy', '2026-03-02 09:31:05 -300'],
  ['03/02/2026 09:31:05 +02:00', 'mdy', '2026-03-02 09:31:05 120'],
  ['02 Mar 2026 09:31:05.123', 'ymd', '2026-03-02 09:31:05.123'],
  ['02/03/2026 09:31:05.123', 'dmy', '2026-03-02 09:31:05.123'],
  ['2026-03-02  09:31:05.123456', 'ymd', '2026-03-02 09:31:05.123'],
  ['2026-03-02, 09:31:05', 'ymd', '2026-03-02 09:31:05'],
  ['20260302;093105', 'ymd', '2026-03-02 09:31:05'],
  ['20260302 093105', 'ymd', '2026-03-02 09:31:05'],
  ['20260302', 'ymd', '2026-03-02'],
  ['2026-03-02T14:31:05Z', 'ymd', '2026-03-02 14:31:05 0'],
  ['2016-12-31T23:59:60Z', 'ymd', '2016-12-31 23:59:59.999 0'],
  ['6/30/2015 6:59:60.250 PM', 'mdy', '2015-06-30 18:59:59.999'],
  ['2026-03-02T14:31:05.120+01:00', 'ymd', '2026-03-02 14:31:05.120 60'],
  ['2026-03-02 14:31:05 EDT', 'ymd', '2026-03-02 14:31:05 -240'],
  ['2026-03-02 09:31', 'ymd', '2026-03-02 09:31:00'],
  ['2026-03-02', 'ymd', '2026-03-02'],
  ['46083.39657', 'ymd', '2026-03-02 09:31:04'],
  ['46083,39657', 'ymd', '2026-03-02 09:31:04'],
  ['46083', 'ymd', '2026-03-02'],
  ['3/2/26', 'mdy', '2026-03-02'],
  ['3/2/26 9:31', 'dmy', '2026-02-03 09:31:00'],
  ['02.03.2026 9:31', 'mdy', '2026-03-02 09:31:00'],
  ['2026 March 16, 22:35', 'ymd', '2026-03-16 22:35:00'],
  ['Mon, 02 Mar 2026 09:31:05 GMT', 'ymd', '2026-03-02 09:31:05 0'],
  ['Mar 2, 2026, 9:31 PM', 'ymd', '2026-03-02 21:31:00'],
  ['02-Mar-26 09:31:05', 'ymd', '2026-03-02 09:31:05'],
  ['2. März 2026 15:04', 'ymd', '2026-03-02 15:04:00'],
  ['02 févr. 2026 9:31:05', 'ymd', '2026-02-02 09:31:05'],
  ['2 de marzo de 2026', 'ymd', '2026-03-02'],
  ['2 mar 2026', 'ymd', '2026-03-02'],
  ['15 set 2026 10:00', 'ymd', '2026-09-15 10:00:00'],
  ['15 ott 2026 10:00', 'ymd', '2026-10-15 10:00:00'],
  ['15 out 2026 10:00', 'ymd', '2026-10-15 10:00:00'],
  ['2026年3月2日 09:31', 'ymd', '2026-03-02 09:31:00'],
  ['2026/03/02 下午 9:31', 'ymd', '2026-03-02 21:31:00'],
  ['16/3/2026 15:31:05', 'ymd', '2026-03-16 15:31:05'],
] as const)('%s read %s is %s', (text, order, expected) => {
  expect(shown(readFileTime(text, order))).toBe(expected);
});

test.each(['', '-', '—', 'N/A', '  '])('%j holds no time', (text) => {
  expect(readFileTime(text, 'mdy')).toBeNull();
});

test.each([
  ['31/02/2026', 'dmy'],
  ['2026-02-29', 'ymd'],
  ['2026-13-01', 'ymd'],
  ['0000-00-00 00:00:00', 'ymd'],
  ['16/3/2026', 'mdy'],
  ['3/16/2026', 'dmy'],
  ['3/2/2026', 'ymd'],
  ['2026-03-02 24:00', 'ymd'],
  ['2026-03-02 09:60', 'ymd'],
  ['2026-03-02 09:31:61', 'ymd'],
  ['13/3/2026 13:00 AM', 'dmy'],
  ['2026-03-02 09:31:05 nonsense', 'ymd'],
  ['1969-12-31', 'ymd'],
  ['2147483648', 'ymd'],
  ['99999', 'ymd'],
  ['ESZ6', 'ymd'],
  ['6000.25', 'ymd'],
  ['2026-03-02'.padEnd(80, ' x'), 'ymd'],
] as const)('%s is not a possible time when read %s', (text, order) => {
  expect(readFileTime(text, order)).toBeUndefined();
});

test('the order of a column comes from the days above twelve', () => {
  const texts = [
    '3/2/2026',
    '3/16/2026',
    '16/3/2026',
    '3.2.2026',
    '2026.03.02',
    '02 Mar 2026',
    '3/3/2026',
    'x',
  ];
  expect(texts.map(dateOrderIn)).toEqual(['either', 'mdy', 'dmy', 'dmy', 'ymd', 'ymd', 'ymd', null]);
});

test('every day and time written in any style is read back', () => {
  const two = (value: number): string => String(value).padStart(2, '0');
  const styles: readonly (readonly [DateOrder, (y: number, m: number, d: number) => string])[] = [
    ['ymd', (y, m, d) => `${y}-${two(m)}-${two(d)}`],
    ['ymd', (y, m, d) => `${y}.${two(m)}.${two(d)}`],
    ['dmy', (y, m, d) => `${d}/${m}/${y}`],
    ['mdy', (y, m, d) => `${m}/${d}/${y}`],
    ['mdy', (y, m, d) => `${two(d)}.${two(m)}.${y}`],
    ['ymd', (y, m, d) => `${y}${two(m)}${two(d)}`],
  ];
  fc.assert(
    fc.property(
      fc.constantFrom(...styles),
      fc.integer({ min: 1970, max: 2099 }),
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 1, max: 28 }),
      fc.nat(86_399),
      ([order, write], year, month, day, second) => {
        const clock = `${two(Math.floor(second / 3600))}:${two(Math.floor(second / 60) % 60)}:${two(second % 60)}`;
        expect(shown(readFileTime(`${write(year, month, day)} ${clock}`, order))).toBe(
          `${year}-${two(month)}-${two(day)} ${clock}`,
        );
      },
    ),
    { numRuns: 1_000 },
  );
});

test('a serial names the same instant as the calendar', () => {
  fc.assert(
    fc.property(fc.integer({ min: 25_569, max: 73_050 }), fc.nat(86_399), (day, second) => {
      const utc = new Date((day - 25_569) * 86_400_000 + second * 1_000).toISOString();
      const text = second === 0 ? String(day) : (day + second / 86_400).toFixed(10);
      expect(shown(readFileTime(text, 'ymd')).slice(0, 10)).toBe(utc.slice(0, 10));
      if (second > 0) expect(shown(readFileTime(text, 'ymd')).slice(11)).toBe(utc.slice(11, 19));
    }),
    { numRuns: 1_000 },
  );
});
