/** Serial dates of spreadsheets: days since 1899-12-30 (or 1904-01-01), the time as a fraction of the day. */
import { civilFromDays, DAY_MS, HOUR_MS, MINUTE_MS } from '@undertow/market';
import type { FileTime } from '#time/file-time.ts';

/** 1970-01-01 as a serial: below it nothing traded is written; 2099-12-31 is the last day that is read. */
const SERIAL_OF_1970 = 25_569;
const SERIAL_OF_2100 = 73_051;
const DAYS_BETWEEN_SYSTEMS = 1_462;

/** Up to eight decimals a serial is no finer than a millisecond: the second is what was meant. */
function roundedMs(serial: number, decimals: number): number {
  const ms = Math.round(serial * DAY_MS);
  const toSecond = Math.round(ms / 1_000) * 1_000;
  return decimals <= 8 || Math.abs(ms - toSecond) <= 1 ? toSecond : ms;
}

/**
 * Local time of a serial given as plain decimal text. Null outside 1970 to 2099 and for text that is not a number. Sums
 * to whole seconds where the serial is too coarse for milliseconds.
 */
export function fileTimeOfSerial(text: string, is1904: boolean): FileTime | null {
  const serial = Number(text) + (is1904 ? DAYS_BETWEEN_SYSTEMS : 0);
  if (!(serial >= SERIAL_OF_1970 && serial < SERIAL_OF_2100)) return null;
  const ms = roundedMs(serial - SERIAL_OF_1970, (text.split('.')[1] ?? '').length);
  const daysSince1970 = Math.floor(ms / DAY_MS);
  const ofDay = ms - daysSince1970 * DAY_MS;
  return {
    ...civilFromDays(daysSince1970),
    hour: Math.floor(ofDay / HOUR_MS),
    minute: Math.floor(ofDay / MINUTE_MS) % 60,
    second: Math.floor(ofDay / 1_000) % 60,
    millisecond: ofDay % 1_000,
    offsetMinutes: null,
    dateOnly: ofDay === 0,
  };
}
