/**
 * Lengths of time, each named by its unit. A day here is 24 hours; exchange days are in `civil-date`. Instants in
 * nanoseconds need a bigint (`NS_PER_…`); spans below a hundred days fit a number (`…_NS`).
 */

export const SECOND_MS = 1000;
export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;
export const WEEK_MS = 604_800_000;

export const HOUR_S = 3600;
export const DAY_S = 86_400;

export const NS_PER_MS = 1_000_000n;
export const NS_PER_SECOND = 1_000_000_000n;

export const MS_NS = 1e6;
export const SECOND_NS = 1e9;
export const HOUR_NS = 3600e9;
