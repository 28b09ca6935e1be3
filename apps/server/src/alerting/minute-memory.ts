/** Minutes of the last trading days: what volume is normal at this time of day, and the prices of the last day. */
import { chicagoClock, type ExchangeCalendar, MINUTE_MS } from '@undertow/market';
import type { MinuteFacts } from './market-step.ts';

const MINUTES_OF_DAY = 1440;
/** Trading days begin at 17:00 in Chicago or later. */
const OPEN_MINUTE = 17 * 60;
/** Earlier trading days in a normal, and how many there must be. */
const MAX_DAYS = 20;
const MIN_DAYS = 5;
/** With fewer the normal is that of the windows of the last two hours. */
const RECENT_MINUTES = 120;
const MIN_WINDOWS = 2;

/** Place of an instant in its trading day: by the time of day, which on a day that opens late is the same as on any other. */
function placeOf(timeMs: number): number {
  return (chicagoClock(timeMs).minute - OPEN_MINUTE + MINUTES_OF_DAY) % MINUTES_OF_DAY;
}

export interface NormalVolume {
  readonly volume: number;
  /** Trading days in it; null when it is of the last two hours. */
  readonly days: number | null;
}

export function medianOf(values: readonly number[]): number | null {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length >> 1;
  if (sorted.length === 0) return null;
  const upper = sorted[middle]!;
  return sorted.length % 2 === 1 ? upper : (upper + sorted[middle - 1]!) / 2;
}

export class MinuteMemory {
  readonly #calendar: ExchangeCalendar;
  readonly #days = new Map<string, Float64Array>();
  /** Minutes of the last 24 hours, oldest first. */
  #recent: MinuteFacts[] = [];
  #forming: MinuteFacts | null = null;
  #normals = new Map<number, NormalVolume | null>();
  #normalsAtMs = Number.NaN;

  constructor(calendar: ExchangeCalendar) {
    this.#calendar = calendar;
  }

  /** Of the last contract, oldest first, the one under way included: prices of another one are no part of a move. */
  get minutes(): readonly MinuteFacts[] {
    const all = this.#forming === null ? this.#recent : [...this.#recent, this.#forming];
    const last = all.at(-1)?.contract;
    return all.slice(all.findLastIndex(({ contract }) => contract !== last) + 1);
  }

  /** A minute that closed. Of two of one start the later counts; one from before others takes its place among them. */
  add(minute: MinuteFacts): void {
    const name = this.#calendar.tradingDayOf(minute.startMs);
    const volumes = this.#days.get(name) ?? this.#newDay(name);
    volumes[placeOf(minute.startMs)] = minute.volume;
    // A clock that was set back delivers minutes from before those already stored
    const at = this.#recent.findLastIndex(({ startMs }) => startMs <= minute.startMs);
    const isKnown = this.#recent[at]?.startMs === minute.startMs;
    this.#recent.splice(isKnown ? at : at + 1, isKnown ? 1 : 0, minute);
    if (this.#recent.length > 2 * MINUTES_OF_DAY) this.#recent = this.#recent.slice(-MINUTES_OF_DAY);
  }

  #newDay(name: string): Float64Array {
    const volumes = new Float64Array(MINUTES_OF_DAY);
    this.#days.set(name, volumes);
    // The present day, and those of a normal
    const names = [...this.#days.keys()].toSorted();
    for (const old of names.slice(0, Math.max(0, names.length - MAX_DAYS - 1))) this.#days.delete(old);
    return volumes;
  }

  setForming(minute: MinuteFacts | null): void {
    this.#forming = minute;
  }

  /** Inserts minutes from storage before those that were received meanwhile, oldest first. */
  restore(stored: readonly MinuteFacts[]): void {
    const received = this.#recent;
    const firstMs = received[0]?.startMs ?? Number.POSITIVE_INFINITY;
    this.#recent = [];
    for (const minute of stored) if (minute.startMs < firstMs) this.add(minute);
    for (const minute of received) this.add(minute);
    this.#normals.clear();
  }

  /** Volume of the last `windowMinutes` minutes up to that of the instant, which may be under way. */
  volumeOf(atMs: number, windowMinutes: number): number {
    const endMs = Math.floor(atMs / MINUTE_MS) * MINUTE_MS;
    const fromMs = endMs - (windowMinutes - 1) * MINUTE_MS;
    let volume = 0;
    if (this.#forming !== null && this.#forming.startMs >= fromMs && this.#forming.startMs <= endMs)
      volume += this.#forming.volume;
    for (let at = this.#recent.length - 1; at >= 0; at -= 1) {
      const minute = this.#recent[at]!;
      if (minute.startMs < fromMs) break;
      if (minute.startMs <= endMs && minute.startMs !== this.#forming?.startMs) volume += minute.volume;
    }
    return volume;
  }

  /** Normal volume of the window that ends in the minute of the instant; null while there is too little data. */
  normalOf(atMs: number, windowMinutes: number): NormalVolume | null {
    const minuteMs = Math.floor(atMs / MINUTE_MS) * MINUTE_MS;
    if (minuteMs !== this.#normalsAtMs) {
      this.#normals = new Map();
      this.#normalsAtMs = minuteMs;
    }
    const known = this.#normals.get(windowMinutes);
    if (known !== undefined) return known;
    const normal =
      this.#normalOfDays(minuteMs, windowMinutes) ?? this.#normalOfRecent(minuteMs, windowMinutes);
    this.#normals.set(windowMinutes, normal);
    return normal;
  }

  #normalOfDays(minuteMs: number, windowMinutes: number): NormalVolume | null {
    const today = this.#calendar.tradingDayOf(minuteMs);
    const place = placeOf(minuteMs);
    const earlier = [...this.#days]
      .filter(([name]) => name < today)
      .toSorted()
      .slice(-MAX_DAYS);
    const sums = earlier
      .map(([, volumes]) => sumOf(volumes, Math.max(0, place - windowMinutes + 1), place + 1))
      // A day without a trade in the window was not recorded then
      .filter((sum) => sum > 0);
    const volume = sums.length >= MIN_DAYS ? medianOf(sums) : null;
    return volume === null ? null : { volume, days: sums.length };
  }

  #normalOfRecent(minuteMs: number, windowMinutes: number): NormalVolume | null {
    const sums: number[] = [];
    const endMs = minuteMs - MINUTE_MS;
    for (let back = 0; back + windowMinutes <= RECENT_MINUTES; back += windowMinutes) {
      const sum = this.volumeOf(endMs - back * MINUTE_MS, windowMinutes);
      if (sum > 0) sums.push(sum);
    }
    const volume = sums.length >= MIN_WINDOWS ? medianOf(sums) : null;
    return volume === null ? null : { volume, days: null };
  }
}

function sumOf(volumes: Float64Array, from: number, to: number): number {
  let sum = 0;
  for (let at = from; at < to && at < volumes.length; at += 1) sum += volumes[at]!;
  return sum;
}
