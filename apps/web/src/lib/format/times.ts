/** How instants are written: the user's zone, 24 hours, ages in the largest whole unit. */
import { MINUTE_MS } from '@undertow/market';

const zones = new Map<string, Intl.DateTimeFormat>();

function formatter(key: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  let found = zones.get(key);
  if (found === undefined) {
    found = new Intl.DateTimeFormat('en-GB', options);
    zones.set(key, found);
  }
  return found;
}

const ZONE_KEY = 'timeZone';

/** True for a zone that this browser can reckon with. */
export function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-GB', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    // Somebody wrote something else there, or this browser does not know the zone
    return false;
  }
}

/** The zone that was chosen in the account, as this browser keeps it; null for the browser's own. */
export function keptZone(): string | null {
  try {
    const kept = localStorage.getItem(ZONE_KEY);
    return kept !== null && isZone(kept) ? kept : null;
  } catch {
    // Refused storage keeps no zone
    return null;
  }
}

/** Keeps a chosen zone for the next document. True when it is kept and differs from the one that was. */
export function keepZone(zone: string | null): boolean {
  const before = keptZone();
  try {
    if (zone === null) localStorage.removeItem(ZONE_KEY);
    else localStorage.setItem(ZONE_KEY, zone);
  } catch {
    // Refused storage: the browser's own zone applies
    return false;
  }
  return keptZone() !== before;
}

/** The zone of the reader, for example `Europe/London`: fixed for a document, or its parts would disagree. */
export const USER_ZONE: string =
  (typeof localStorage === 'undefined' ? null : keptZone()) ??
  Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The zone of CME Group, in which trading days and sessions are reckoned. */
export const EXCHANGE_ZONE = 'America/Chicago';

/** Name of a zone's city as shown beside a clock: `Europe/London` is `London`. */
export function zoneCity(zone: string): string {
  return (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');
}

/** `16:51:55` in a zone. */
export function formatClock(timeMs: number, zone: string = USER_ZONE): string {
  return formatter(`clock ${zone}`, { timeZone: zone, timeStyle: 'medium', hourCycle: 'h23' }).format(timeMs);
}

/** `10:51:55 Chicago`: the exchange's clock. */
export function formatExchangeClock(timeMs: number): string {
  return `${formatClock(timeMs, EXCHANGE_ZONE)} ${zoneCity(EXCHANGE_ZONE)}`;
}

/** `16:51:55`, or `16:51:55 London, 10:51:55 Chicago` where the exchange's clock is shown too. */
export function clockText(timeMs: number, hasExchangeClock: boolean): string {
  const own = formatClock(timeMs);
  return hasExchangeClock ? `${own} ${zoneCity(USER_ZONE)}, ${formatExchangeClock(timeMs)}` : own;
}

/** `16:51:55.4` in a zone, for gaps shorter than a second. */
export function formatTenths(timeMs: number, zone: string = USER_ZONE): string {
  const tenths = Math.floor((((timeMs % 1000) + 1000) % 1000) / 100);
  return `${formatClock(timeMs, zone)}.${tenths}`;
}

/** `19 Nov 2026` in a zone. */
export function formatDate(timeMs: number, zone: string = USER_ZONE): string {
  return formatter(`date ${zone}`, {
    timeZone: zone,
    day: 'numeric',
    month: 'short',
    year: 'numeric',
  }).format(timeMs);
}

/** `3 December 2026` in a zone. */
export function formatLongDate(timeMs: number, zone: string = USER_ZONE): string {
  return formatter(`long ${zone}`, { timeZone: zone, day: 'numeric', month: 'long', year: 'numeric' }).format(
    timeMs,
  );
}

/** `3 December` in a zone. */
export function formatDayMonth(timeMs: number, zone: string = USER_ZONE): string {
  return formatter(`day month ${zone}`, { timeZone: zone, day: 'numeric', month: 'long' }).format(timeMs);
}

/** `20 Aug 2026, 08:14` in a zone. */
export function formatDateTime(timeMs: number, zone: string = USER_ZONE): string {
  return `${formatDate(timeMs, zone)}, ${formatClock(timeMs, zone).slice(0, 5)}`;
}

/** `Sun` in a zone. */
export function formatWeekday(timeMs: number, zone: string = USER_ZONE): string {
  return formatter(`weekday ${zone}`, { timeZone: zone, weekday: 'short' }).format(timeMs);
}

/** `Sun 22 Nov 23:00` in a zone. */
export function formatDayAndTime(timeMs: number, zone: string = USER_ZONE): string {
  return formatter(`day ${zone}`, {
    timeZone: zone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
    .format(timeMs)
    .replaceAll(',', '');
}

/** `12 s`, `4 min`, `3 h`, `2 d`. Nothing is younger than 0 s. */
export function formatAge(ageMs: number): string {
  const seconds = Math.max(0, Math.floor(ageMs / 1000));
  if (seconds < 120) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 120) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} d`;
}

/** `8 h 12 min`, for waits. */
export function formatWait(waitMs: number): string {
  const minutes = Math.max(0, Math.ceil(waitMs / MINUTE_MS));
  const hours = Math.floor(minutes / 60);
  return hours === 0 ? `${minutes} min` : `${hours} h ${minutes % 60} min`;
}
