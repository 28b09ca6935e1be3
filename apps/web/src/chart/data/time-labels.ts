/** Clock texts of bars in the user's zone and in the exchange's, and the labels of the time axis. */
import { HOUR_MS, HOUR_S, MINUTE_MS } from '@undertow/market';
import { EXCHANGE_ZONE } from '#lib/format/times.ts';
import type { ChartInput } from './chart-input.ts';

export interface ZoneClock {
  /** `16:50`. */
  minute(timeMs: number): string;
  /** `16:50:00 GMT`. */
  second(timeMs: number): string;
  /** `Fri 20 Nov`. */
  day(timeMs: number): string;
  /** Short name of the zone at that time. */
  zone(timeMs: number): string;
}

/** Formatters are made once: making one costs a thousand times more than using it. */
export function zoneClock(timeZone: string): ZoneClock {
  const minute = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' });
  const second = new Intl.DateTimeFormat('en-GB', { timeZone, timeStyle: 'medium' });
  const day = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
  });
  const zoneName = new Intl.DateTimeFormat('en-GB', { timeZone, timeZoneName: 'short' });
  const zone = (timeMs: number): string =>
    zoneName.formatToParts(timeMs).find((part) => part.type === 'timeZoneName')?.value ?? timeZone;
  const known = new Map<number, string>();
  return {
    minute: (timeMs) => {
      const text = known.get(timeMs) ?? minute.format(timeMs);
      if (known.size > 4096) known.clear();
      known.set(timeMs, text);
      return text;
    },
    second: (timeMs) => `${second.format(timeMs)} ${zone(timeMs)}`,
    day: (timeMs) => day.format(timeMs).replace(',', ''),
    zone,
  };
}

const exchangeZoneClock = zoneClock(EXCHANGE_ZONE);

/** `10:50` in the exchange's zone. */
export function exchangeMinute(timeMs: number): string {
  return exchangeZoneClock.minute(timeMs);
}

/** Which rows are below the plot: another text for other ones. */
export function belowPlot(input: Pick<ChartInput, 'exchangeClock' | 'timeZone' | 'news'>): string {
  return `${showsExchangeTimes(input)} ${input.news.hasLane}`;
}

/** True where the exchange's times are wanted beside others. */
export function showsExchangeTimes({
  exchangeClock,
  timeZone,
}: Pick<ChartInput, 'exchangeClock' | 'timeZone'>): boolean {
  return exchangeClock && timeZone !== EXCHANGE_ZONE;
}

/** Shown only while there are no data. */
export const FIXED_TIMES = ['09:30', '10:00', '10:30', '11:00', '11:30', '12:00'] as const;

const STEPS_MINUTES = [1, 2, 5, 10, 15, 30, 60, 120, 240, 360, 720, 1440] as const;
const MIN_LABEL_GAP = 54;

function minuteOfDay(text: string): number {
  return Number(text.slice(0, 2)) * 60 + Number(text.slice(3, 5));
}

const DAY_MINUTES = 1440;

/** Bars of seconds, of a day, and those that no time ends have no round start of their own: the first one after a round time is named. */
function isIrregular(timeframeMinutes: number): boolean {
  return timeframeMinutes < 1 || timeframeMinutes >= DAY_MINUTES;
}

/** Minutes from one bar to the next. */
function minutesPerBar(startTimesMs: readonly number[], timeframeMinutes: number): number {
  const [first, last] = [startTimesMs[0], startTimesMs.at(-1)];
  if (timeframeMinutes >= 1 || first === undefined || last === undefined) return timeframeMinutes;
  return Math.max(1 / 60, (last - first) / Math.max(1, startTimesMs.length - 1) / MINUTE_MS);
}

/** Indices of the bars that the axis names: round clock times in the user's zone, at least 54 px apart. */
export function labelledBars(
  startTimesMs: readonly number[],
  timeframeMinutes: number,
  barSpacing: number,
  clock: ZoneClock,
): number[] {
  const barsPerLabel = MIN_LABEL_GAP / barSpacing;
  const minutes = minutesPerBar(startTimesMs, timeframeMinutes);
  const step = STEPS_MINUTES.find((one) => one / minutes >= barsPerLabel) ?? DAY_MINUTES;
  const irregular = isIrregular(timeframeMinutes);
  const labelled: number[] = [];
  let before: number | null = null;
  startTimesMs.forEach((timeMs, index) => {
    const minute = minuteOfDay(clock.minute(timeMs));
    const part = timeframeMinutes >= DAY_MINUTES ? index : Math.floor(minute / step);
    const isRound = irregular ? before !== null && part !== before : minute % step === 0;
    before = part;
    const last = labelled.at(-1);
    if (!isRound || (last !== undefined && (index - last) * barSpacing < MIN_LABEL_GAP)) return;
    labelled.push(index);
  });
  // A handful of young bars may hold no round time: the first one then says when they are.
  return labelled.length === 0 && startTimesMs.length > 0 ? [0] : labelled;
}

/** From the opening of a trading day, on the evening before it, or of its regular hours into the day itself. */
const INTO_DAY_MS = 7 * HOUR_MS;

/** `16:50`; of a bar of a day the trading day, `20 Nov`, which is the exchange's. */
export function labelText(timeMs: number, timeframeMinutes: number, clock: ZoneClock): string {
  if (timeframeMinutes < DAY_MINUTES) return clock.minute(timeMs);
  return exchangeZoneClock
    .day(timeMs + INTO_DAY_MS)
    .split(' ')
    .slice(1)
    .join(' ');
}

/** `07:53`, or `1:07:53` from an hour on. */
export function countdown(leftMs: number): string {
  const seconds = Math.max(0, Math.floor(leftMs / 1000));
  const two = (value: number): string => String(value).padStart(2, '0');
  const hours = Math.floor(seconds / HOUR_S);
  const rest = `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  return hours > 0 ? `${hours}:${rest}` : rest;
}
