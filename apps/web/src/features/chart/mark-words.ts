/** What the card of a mark says, in words. Pure. */
import type { OrderFlowEventDto, TrackRecord } from '@undertow/contracts';
import { MINUTE_MS } from '@undertow/market';
import { formatSize } from '#lib/format/formats.ts';
import { EXCHANGE_ZONE, formatClock, USER_ZONE, zoneCity } from '#lib/format/times.ts';
import { bucketStart } from './merge-bars.ts';

/** Parts that are listed one by one. */
const MAX_PARTS = 6;

/** `302 at 14:41, 214 at 14:42 and 3 more`, in order of time. */
export function partsText(events: readonly OrderFlowEventDto[]): string {
  const inTime = events.toSorted((a, b) => (a.detectedAt < b.detectedAt ? -1 : 1));
  const parts = inTime
    .slice(0, MAX_PARTS)
    .map(
      ({ size, detectedAt }) => `${formatSize(size)} at ${formatClock(Date.parse(detectedAt)).slice(0, 5)}`,
    );
  const more = events.length - parts.length;
  return more > 0 ? `${parts.join(', ')} and ${more} more` : parts.join(', ');
}

/** `bar 14:40 to 14:50`, and the same by the exchange's clock where that is shown: `08:40 to 08:50 Chicago`. */
export function barWords(
  event: OrderFlowEventDto,
  minutes: number,
  hasExchangeClock: boolean,
): { readonly bar: string; readonly exchange: string | null } {
  // Only bars of minutes to an hour begin at parts of the hour
  if (minutes < 1 || minutes > 60) {
    const at = (zone: string): string => formatClock(Date.parse(event.metadata.startedAt), zone);
    const exchange = hasExchangeClock ? `${at(EXCHANGE_ZONE)} ${zoneCity(EXCHANGE_ZONE)}` : null;
    return { bar: `at ${at(USER_ZONE)}`, exchange };
  }
  const startMs = bucketStart(Date.parse(event.metadata.startedAt), minutes);
  const span = (zone: string): string =>
    [startMs, startMs + minutes * MINUTE_MS]
      .map((timeMs) => formatClock(timeMs, zone).slice(0, 5))
      .join(' to ');
  return {
    bar: `bar ${span(USER_ZONE)}`,
    exchange: hasExchangeClock ? `${span(EXCHANGE_ZONE)} ${zoneCity(EXCHANGE_ZONE)}` : null,
  };
}

/** How many events of this size or larger a day brings. */
export function perDayText(perDay: number): string {
  if (perDay < 1) return 'under 1 a day';
  return `${perDay < 10 ? Math.round(perDay * 10) / 10 : Math.round(perDay)} a day`;
}

export interface Holds {
  /** `61.3%`. */
  readonly share: string;
  /** `56.5 to 65.9, n = 408`. */
  readonly interval: string;
}

const percent = (share: number): string => (share * 100).toFixed(1);

/** How often findings of this kind came out as declared; null while too few are settled to say. */
export function holdsOf(record: TrackRecord | undefined, event: OrderFlowEventDto): Holds | null {
  const entry = record?.entries.find(
    ({ type, sub }) => type === event.eventType && sub === event.metadata.sub,
  );
  if (entry === undefined || entry.hitRate === null) return null;
  const { value, low, high } = entry.hitRate;
  return {
    share: `${percent(value)}%`,
    interval: `${percent(low)} to ${percent(high)}, n = ${entry.resolved}`,
  };
}
