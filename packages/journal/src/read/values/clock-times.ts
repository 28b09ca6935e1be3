/** The time of day behind a date: 24 or 12 hours, fractions, offset. */
import type { FileTime } from '#time/file-time.ts';
import { offsetOfAbbreviation } from './zones.ts';

export type ClockTime = Pick<
  FileTime,
  'hour' | 'minute' | 'second' | 'millisecond' | 'offsetMinutes' | 'dateOnly'
>;

/** Of a leap second, or of a second that was rounded up: read as the end of its minute, so that it stays in its day. */
const LEAP_SECOND = 60;

const MIDNIGHT: ClockTime = {
  hour: 0,
  minute: 0,
  second: 0,
  millisecond: 0,
  offsetMinutes: null,
  dateOnly: true,
};

const BEFORE = /^(?:[T;,_ -]|um |at |a las |à )+/i;
const DIGITS =
  /^(\d{1,2})(?:[:.h]|(?=\d{2}(?:\d{2})?(?!\d|:)))(\d{2})(?:[:.m]?(\d{2})s?)?(?:[.,:](\d{1,9}))?/;
const HALF = /^ ?(am|pm|a\.? ?m\.?|p\.? ?m\.?|vorm\.?|nachm\.?|上午|下午|午前|午後|오전|오후)(?![a-z])/i;
const MORNING = /^(?:a|vorm|上午|午前|오전)/i;

/** 24-hour value; null for 13 in the morning. An afternoon hour above 12 is already a 24-hour one. */
function hourOf(hour: number, half: string | undefined): number | null {
  if (half === undefined) return hour;
  if (MORNING.test(half)) return hour > 12 ? null : hour % 12;
  return hour > 12 ? hour : hour === 0 ? null : (hour % 12) + 12;
}

function offsetOf(text: string): number | null | undefined {
  const word = text.trim().replace(/^[([]|[)\]]$/g, '');
  if (word === '') return null;
  return offsetOfAbbreviation(word) ?? undefined;
}

/**
 * Time of day in the text that follows a date; midnight and `dateOnly` for an empty text. Null for an impossible time
 * and for anything behind it that is not an offset.
 */
export function readClock(text: string): ClockTime | null {
  let rest = text.replace(BEFORE, '');
  if (rest === '') return MIDNIGHT;
  const ahead = HALF.exec(rest);
  if (ahead !== null) rest = rest.slice(ahead[0].length).trimStart();
  const digits = DIGITS.exec(rest);
  if (digits === null) return null;
  rest = rest.slice(digits[0].length);
  const behind = ahead === null ? HALF.exec(rest) : null;
  if (behind !== null) rest = rest.slice(behind[0].length);
  const hour = hourOf(Number(digits[1]), (ahead ?? behind)?.[1]);
  const minute = Number(digits[2]);
  const second = Number(digits[3] ?? 0);
  const offsetMinutes = offsetOf(rest);
  if (hour === null || hour > 23 || minute > 59 || second > LEAP_SECOND || offsetMinutes === undefined)
    return null;
  const time = { hour, minute, offsetMinutes, dateOnly: false };
  if (second === LEAP_SECOND) return { ...time, second: 59, millisecond: 999 };
  const millisecond = Number((digits[4] ?? '').slice(0, 3).padEnd(3, '0'));
  return { ...time, second, millisecond };
}
