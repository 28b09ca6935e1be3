/** What earlier sessions were like: the usual volume of each minute and the usual range of each hour. */
import type { SessionFacts } from '#facts/session-facts.ts';
import type { Volatility } from '#rule/backtest-rule.ts';

/** Earlier sessions in a normal, and how many there must be; as for alerts. */
const MAX_SESSIONS = 20;
const MIN_SESSIONS = 5;
const MINUTES_OF_DAY = 1440;
const MINUTES_OF_HOUR = 60;
const HOURS = MINUTES_OF_DAY / MINUTES_OF_HOUR;

interface Remembered {
  /** Contracts up to and with each minute of the trading day. */
  readonly volumeTo: Float64Array;
  /** Mean range of the minutes of each hour of the trading day, ticks; NaN without one. */
  readonly rangeOfHour: Float64Array;
}

function remember({ minutes }: SessionFacts): Remembered {
  const volumeTo = new Float64Array(MINUTES_OF_DAY);
  const sums = new Float64Array(HOURS);
  const counts = new Float64Array(HOURS);
  for (let row = 0; row < minutes.count; row += 1) {
    const minute = minutes.minute[row]!;
    if (minute >= MINUTES_OF_DAY) continue;
    volumeTo[minute] = minutes.volume[row]!;
    const hour = Math.floor(minute / MINUTES_OF_HOUR);
    sums[hour]! += minutes.highTicks[row]! - minutes.lowTicks[row]!;
    counts[hour]! += 1;
  }
  for (let minute = 1; minute < MINUTES_OF_DAY; minute += 1) volumeTo[minute]! += volumeTo[minute - 1]!;
  return { volumeTo, rangeOfHour: sums.map((sum, hour) => sum / counts[hour]!) };
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle]! + sorted[middle - 1]!) / 2;
}

export class SessionMemory {
  readonly #sessions: Remembered[] = [];

  /** A session that is over. */
  add(facts: SessionFacts): void {
    this.#sessions.push(remember(facts));
    if (this.#sessions.length > MAX_SESSIONS) this.#sessions.shift();
  }

  /** Median volume of the window that ends with a minute of the trading day; null with too few earlier sessions. */
  normalVolume(minute: number, windowMinutes: number): number | null {
    const from = minute - windowMinutes;
    const volumes = this.#sessions
      .map(({ volumeTo }) => (volumeTo[minute] ?? 0) - (from < 0 ? 0 : (volumeTo[from] ?? 0)))
      .filter((volume) => volume > 0);
    return volumes.length < MIN_SESSIONS ? null : medianOf(volumes);
  }

  /** A range of minutes against the same hour of earlier sessions, by thirds; null with too few of them. */
  volatility(minute: number, rangeTicks: number): Volatility | null {
    const hour = Math.floor(minute / MINUTES_OF_HOUR);
    const ranges = this.#sessions
      .map(({ rangeOfHour }) => rangeOfHour[hour] ?? Number.NaN)
      .filter((range) => !Number.isNaN(range))
      .toSorted((one, other) => one - other);
    if (ranges.length < MIN_SESSIONS) return null;
    const place = ranges.filter((range) => range < rangeTicks).length / ranges.length;
    if (place < 1 / 3) return 'low';
    return place > 2 / 3 ? 'high' : 'mid';
  }
}
