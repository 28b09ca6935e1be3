/** Announcements as a person writes them, a line each in Chicago time, and as the contract has them. */
import { chicagoClock, chicagoToUtcMs, dayString, parseDay } from '@undertow/market';
import { z } from 'zod';

const LINE = /^(\d{4}-\d{2}-\d{2})[ T](\d{1,2}):(\d{2})$/;
const MAX_LINES = 500;

const two = (value: number): string => String(value).padStart(2, '0');

function instantOfLine(line: string): string | null {
  const [, day = '', hour = '', minute = ''] = LINE.exec(line) ?? [];
  if (!z.iso.date().safeParse(day).success || Number(hour) > 23 || Number(minute) > 59) return null;
  return new Date(chicagoToUtcMs(parseDay(day), Number(hour) * 60 + Number(minute))).toISOString();
}

/** Instants of the lines, in order and each once; the first line that is none otherwise. */
export function newsTimesOf(
  text: string,
): { readonly times: readonly string[] } | { readonly wrong: string } {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  const times = new Set<string>();
  for (const line of lines) {
    if (line === '') continue;
    const time = instantOfLine(line);
    if (time === null) return { wrong: line };
    times.add(time);
  }
  if (times.size > MAX_LINES) return { wrong: `${times.size} lines, where at most ${MAX_LINES} are kept` };
  return { times: [...times].toSorted() };
}

export function newsLinesOf(times: readonly string[]): string {
  return times
    .map((time) => {
      const { day, minute } = chicagoClock(Date.parse(time));
      return `${dayString(day)} ${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
    })
    .join('\n');
}
