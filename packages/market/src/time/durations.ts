/** Lengths of time in milliseconds, and how many nanoseconds make one of those. A day here is 24 hours; exchange days are in `civil-date`. */

export const SECOND_MS = 1000;
export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;
export const WEEK_MS = 604_800_000;
export const NS_PER_MS = 1_000_000n;
