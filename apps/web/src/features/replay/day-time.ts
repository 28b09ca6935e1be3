/** A time of day within a recorded span, in the reader's zone: as a field shows it, and as an instant. */
import { DAY_MS } from '@undertow/market';
import { formatClock, USER_ZONE } from '#lib/format/times.ts';

/** `16:51:47`, as a field for times holds it. */
export function timeText(timeMs: number, zone: string = USER_ZONE): string {
  return formatClock(timeMs, zone);
}

function secondsOf(time: string): number | null {
  const parts = /^(\d{2}):(\d{2})(?::(\d{2}))?$/.exec(time);
  if (parts === null) return null;
  return Number(parts[1]) * 3600 + Number(parts[2]) * 60 + Number(parts[3] ?? 0);
}

/** The instant of the span at which clocks of the zone show the time, ISO 8601; null where the span has none. */
export function instantOfTime(
  { from, to }: { readonly from: string; readonly to: string },
  time: string,
  zone: string = USER_ZONE,
): string | null {
  const wanted = secondsOf(time);
  const [fromMs, toMs] = [Math.ceil(Date.parse(from) / 1000) * 1000, Date.parse(to)];
  const first = secondsOf(timeText(fromMs, zone));
  if (wanted === null || first === null) return null;
  const timeMs = fromMs + (((wanted - first) * 1000 + DAY_MS) % DAY_MS);
  // A span of a day at most: around a change of the clocks an hour may be missing
  return timeMs <= toMs && timeText(timeMs, zone).startsWith(time) ? new Date(timeMs).toISOString() : null;
}
