/** The exchange day of an instant: it starts at 17:00 Chicago of the evening before. */
import { chicagoClock, dayString } from '@undertow/market';

const START_MINUTE = 17 * 60;

/** `YYYY-MM-DD` of the day that holds an instant in milliseconds since 1970 UTC. Days at weekends stay their own. */
export function exchangeDayOf(timeMs: number): string {
  const { day, minute } = chicagoClock(timeMs);
  return dayString(minute >= START_MINUTE ? day + 1 : day);
}
