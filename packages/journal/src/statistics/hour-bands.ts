/** The fixed bands of the exchange's day by New York time: never fitted to the data. */
import { chicagoClock } from '@undertow/market';

export interface HourBand {
  /** Start and end, for example `0830-0930`; also the stable part of an insight's key. */
  readonly key: string;
  readonly label: string;
  /** Minutes since New York's midnight, start included, end not. The first band runs over midnight. */
  readonly startMinute: number;
  readonly endMinute: number;
}

const MINUTES_A_DAY = 1440;
/**
 * New York is an hour ahead of Chicago all year except for the hour in which the clocks change, when the exchange is
 * closed.
 */
const AHEAD_OF_CHICAGO = 60;

function clock(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
}

function band(startMinute: number, endMinute: number): HourBand {
  const label = `${clock(startMinute)} to ${clock(endMinute)}`;
  return { key: label.replaceAll(':', '').replace(' to ', '-'), label, startMinute, endMinute };
}

/** In the order of the exchange's day; the last is the daily break, in which only other venues trade. */
export const HOUR_BANDS: readonly HourBand[] = [
  band(18 * 60, 3 * 60),
  band(3 * 60, 8 * 60 + 30),
  band(8 * 60 + 30, 9 * 60 + 30),
  band(9 * 60 + 30, 10 * 60 + 30),
  band(10 * 60 + 30, 12 * 60),
  band(12 * 60, 14 * 60),
  band(14 * 60, 16 * 60),
  band(16 * 60, 17 * 60),
  band(17 * 60, 18 * 60),
];

const BAND_OF_MINUTE = Int32Array.from({ length: MINUTES_A_DAY }, (_, minute) =>
  HOUR_BANDS.findIndex(({ startMinute, endMinute }) =>
    startMinute < endMinute
      ? minute >= startMinute && minute < endMinute
      : minute >= startMinute || minute < endMinute,
  ),
);

/** Index in `HOUR_BANDS` of an instant. */
export function hourBandOf(timeMs: number): number {
  return BAND_OF_MINUTE[(chicagoClock(timeMs).minute + AHEAD_OF_CHICAGO) % MINUTES_A_DAY]!;
}
