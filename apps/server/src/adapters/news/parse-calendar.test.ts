/** Dates of calendars: instants where the zone is known, days where it is not, recurring ones within the span only. */
import { DAY_MS } from '@undertow/market';
import { expect, test } from 'vitest';
import { SourceFailure } from '#ports/news/news-sources.ts';
import { parseCalendar } from './parse-calendar.ts';

const NOW = Date.UTC(2026, 10, 29);
const SPAN = { fromMs: NOW - 2 * DAY_MS, toMs: NOW + 45 * DAY_MS };

const EASTERN = `BEGIN:VTIMEZONE
TZID:US-Eastern
BEGIN:STANDARD
DTSTART:20071104T020000
RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU
TZOFFSETFROM:-0400
TZOFFSETTO:-0500
END:STANDARD
BEGIN:DAYLIGHT
DTSTART:20070311T020000
RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU
TZOFFSETFROM:-0500
TZOFFSETTO:-0400
END:DAYLIGHT
END:VTIMEZONE
`;
const calendar = (body: string): string =>
  `BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:x\n${body}END:VCALENDAR\n`.replaceAll('\n', '\r\n');
const entry = (lines: string): string => `BEGIN:VEVENT\n${lines}\nEND:VEVENT\n`;
const read = (body: string) => parseCalendar(calendar(body), SPAN);
const at = (...time: [number, number, number, number, number]): number => Date.UTC(...time);

test.each([
  [
    'a zone that the calendar defines',
    `${EASTERN}`,
    'DTSTART;TZID=US-Eastern:20261210T083000',
    at(2026, 11, 10, 13, 30),
  ],
  ['a zone of the system', '', 'DTSTART;TZID=America/New_York:20261210T083000', at(2026, 11, 10, 13, 30)],
  ['UTC', '', 'DTSTART:20261210T133000Z', at(2026, 11, 10, 13, 30)],
  ['no zone', '', 'DTSTART:20261210T083000', null],
  ['an unknown zone', '', 'DTSTART;TZID=Nowhere/Land:20261210T083000', null],
  ['a whole day', '', 'DTSTART;VALUE=DATE:20261210', null],
])('a date in %s', (_, zone, start, atMs) => {
  expect(read(zone + entry(`UID:a\n${start}\nSUMMARY:Consumer Price Index`))).toEqual([
    {
      ...{ uid: 'a', title: 'Consumer Price Index', day: '2026-12-10', atMs },
      ...{ isCancelled: false, actual: null, expected: null },
    },
  ]);
});

test('figures are read from the description where it has them, and a status that calls the date off', () => {
  const [found] = read(
    entry(
      String.raw`UID:a
DTSTART:20261210T133000Z
SUMMARY:Jobless claims
STATUS:CANCELLED
DESCRIPTION:Weekly.\nActual: 219k\nForecast: 228k`,
    ),
  );
  expect(found).toMatchObject({ isCancelled: true, actual: '219k', expected: '228k' });
});

test('a date of a recurring entry that is moved keeps its name', () => {
  const weekly = entry(
    'UID:e\nDTSTART;TZID=America/New_York:20261202T103000\nRRULE:FREQ=WEEKLY;COUNT=3\nSUMMARY:Weekly Petroleum Status Report',
  );
  const moved = entry(
    'UID:e\nRECURRENCE-ID;TZID=America/New_York:20261209T103000\nDTSTART;TZID=America/New_York:20261210T120000\nSUMMARY:Weekly Petroleum Status Report',
  );
  const [before, after] = [read(weekly), read(weekly + moved)];
  expect(before.map(({ atMs }) => atMs)).toEqual([
    ...[at(2026, 11, 2, 15, 30), at(2026, 11, 9, 15, 30), at(2026, 11, 16, 15, 30)],
  ]);
  expect(after.map(({ uid }) => uid)).toEqual(before.map(({ uid }) => uid));
  expect(after[1]?.atMs).toBe(at(2026, 11, 10, 17, 0));
});

test('dates outside the span are left out, and an entry without end gives those within it', () => {
  const daily = entry('UID:d\nDTSTART:20260101T120000Z\nRRULE:FREQ=DAILY\nSUMMARY:Daily');
  const old = entry('UID:o\nDTSTART:20250101T120000Z\nSUMMARY:Old');
  const found = read(daily + old);
  expect(found).toHaveLength(47);
  expect(found.every(({ atMs }) => (atMs ?? 0) >= SPAN.fromMs && (atMs ?? 0) <= SPAN.toMs)).toBe(true);
});

test('an entry that recurs every second is no release, and one that cannot be read costs none of the others', () => {
  const bomb = entry('UID:b\nDTSTART:20261202T103000Z\nRRULE:FREQ=SECONDLY\nSUMMARY:Bomb');
  const broken = entry('UID:c\nDTSTART:xx\nSUMMARY:Broken');
  const nameless = entry('UID:n\nDTSTART:20261202T103000Z');
  const without = entry('UID:s\nSUMMARY:Without a start');
  const good = entry('UID:g\nDTSTART:20261202T103000Z\nSUMMARY:<b>Good</b>');
  expect(read(bomb + broken + nameless + without + good).map(({ title }) => title)).toEqual(['Good']);
});

test('a thousand entries with one name are as many dates', () => {
  const many = Array.from({ length: 5000 }, () => entry('DTSTART:20261202T103000Z\nSUMMARY:Many')).join('');
  expect(read(many)).toHaveLength(2000);
});

test.each(['', 'BEGIN:VCALENDAR', '<html>', 'null', calendar('BEGIN:VEVENT\n')])(
  '%j is refused as no calendar',
  (text) => {
    expect(() => parseCalendar(text, SPAN)).toThrow(SourceFailure);
  },
);

test('a clock that is set back or forward is converted at its own offset', () => {
  const summer = { fromMs: at(2026, 6, 1, 0, 0), toMs: at(2026, 7, 30, 0, 0) };
  const text = calendar(entry('UID:a\nDTSTART;TZID=America/New_York:20260714T083000\nSUMMARY:CPI'));
  expect(parseCalendar(text, summer)[0]?.atMs).toBe(at(2026, 6, 14, 12, 30));
});
