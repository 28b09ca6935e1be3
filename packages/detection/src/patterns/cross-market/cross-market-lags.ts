/**
 * Which of two series moves first, and by how much: products of their changes by the time between them, against the
 * same with one series turned round the clock. One pass for the truth and one for each of a hundred turns.
 */
import type { MidSeries } from './cross-market-series.ts';

/** Distinguished lags, milliseconds; negative where the second series leads. */
const POSITIVE = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000] as const;
export const LAGS: readonly number[] = [...POSITIVE.map((lag) => -lag).reverse(), 0, ...POSITIVE];
const CENTER = POSITIVE.length;
/** A distance belongs to the nearest lag. The last cell ends as far beyond its lag as it begins before it. */
const EDGES: readonly number[] = [0, ...POSITIVE].map((lag, at) => (lag + (POSITIVE[at] ?? 10_000)) / 2);
const MAX_DISTANCE_MS = EDGES.at(-1) ?? 0;
/** Every edge is a multiple of half a millisecond: the cell of each half millisecond. */
const CELLS = Uint8Array.from({ length: 2 * MAX_DISTANCE_MS }, (_, half) =>
  EDGES.findIndex((edge) => half < 2 * edge),
);
const TURNS = 100;
/** A turn by less would leave what really belongs together near each other. */
const MIN_TURN_MS = 30_000;
/** Changes of each series that are looked at: what trades faster is looked at over a shorter time. */
const MAX_CHANGES = 4000;
const MIN_CHANGES = 100;

/** What the newest study found. */
export interface LagFinding {
  /** Milliseconds by which the first series leads; negative where it follows. */
  readonly lagMs: number;
  /**
   * Distance of its sum of products from 0 in deviations of the turned ones, and the largest such distance of a turn.
   */
  readonly z: number;
  readonly turnedZ: number;
  /** Share of turns whose largest distance is as great, never below 1 in 101. */
  readonly p: number;
  /** Whether the changes go the same way (1) or opposite ways (-1). */
  readonly sign: number;
  /** Squared distances at lags where the first leads over those where the second does (Huth and Abergel 2014). */
  readonly asymmetry: number;
  readonly changes: number;
}

class Changes {
  readonly times = new Float64Array(MAX_CHANGES);
  readonly sizes = new Float64Array(MAX_CHANGES);
  count = 0;

  /** Copies the changes of a span, capped so that none counts more than a few usual ones. */
  copy(series: MidSeries, fromMs: number, toMs: number): void {
    const end = series.firstFrom(toMs);
    const first = Math.max(1, series.firstFrom(fromMs), end - MAX_CHANGES);
    this.count = Math.max(0, end - first);
    for (let n = 0; n < this.count; n += 1) {
      this.times[n] = series.timeMs(first + n);
      this.sizes[n] = Math.sign(series.midTicks(first + n) - series.midTicks(first + n - 1));
    }
  }

  /** The changes of `other` in a span, turned round it by an offset. */
  turn(other: Changes, fromMs: number, spanMs: number, offsetMs: number): void {
    const seam = fromMs + spanMs - offsetMs;
    let first = 0;
    while (first < other.count && other.times[first]! < seam) first += 1;
    this.count = other.count;
    for (let n = 0; n < other.count; n += 1) {
      const from = (first + n) % other.count;
      const time = other.times[from]!;
      this.times[n] = from >= first ? time + offsetMs - spanMs : time + offsetMs;
      this.sizes[n] = other.sizes[from]!;
    }
  }
}

/** A study runs in steps, so that no single one holds up the feed. */
export class LagStudy {
  readonly #x = new Changes();
  readonly #y = new Changes();
  readonly #turned = new Changes();
  readonly #truth = new Float64Array(LAGS.length);
  readonly #sums = new Float64Array(TURNS * LAGS.length);
  #fromMs = 0;
  #spanMs = 0;
  #done = TURNS;

  /** Whether a study has begun and is not over. */
  get isRunning(): boolean {
    return this.#done < TURNS;
  }

  begin(x: MidSeries, y: MidSeries, fromMs: number, toMs: number): void {
    this.#x.copy(x, fromMs, toMs);
    this.#y.copy(y, fromMs, toMs);
    if (Math.min(this.#x.count, this.#y.count) < MIN_CHANGES) return;
    const first = Math.max(fromMs, this.#x.times[0]!, this.#y.times[0]!);
    this.#x.copy(x, first, toMs);
    this.#y.copy(y, first, toMs);
    this.#fromMs = first;
    this.#spanMs = toMs - first;
    if (this.#spanMs < 4 * MIN_TURN_MS || Math.min(this.#x.count, this.#y.count) < MIN_CHANGES) return;
    this.#truth.fill(0);
    correlate(this.#x, this.#y, this.#truth, 0);
    this.#sums.fill(0);
    this.#done = 0;
  }

  /** Ends a study without a finding. */
  end(): void {
    this.#done = TURNS;
  }

  /** One turn. Returns what was found after the last one, else null. */
  step(): LagFinding | null {
    const offset = MIN_TURN_MS + ((this.#spanMs - 2 * MIN_TURN_MS) * (this.#done + 0.5)) / TURNS;
    this.#turned.turn(this.#y, this.#fromMs, this.#spanMs, offset);
    correlate(this.#x, this.#turned, this.#sums, this.#done * LAGS.length);
    this.#done += 1;
    return this.#done === TURNS ? this.#conclude() : null;
  }

  #conclude(): LagFinding {
    const deviations = this.#deviations();
    const distances = LAGS.map((_, at) => this.#truth[at]! / deviations[at]!);
    let best: number = CENTER;
    for (let at = 0; at < LAGS.length; at += 1) {
      if (Math.abs(distances[at]!) > Math.abs(distances[best]!)) best = at;
    }
    const z = distances[best]!;
    let above = 0;
    let turnedZ = 0;
    for (let turn = 0; turn < TURNS; turn += 1) {
      let largest = 0;
      for (let at = 0; at < LAGS.length; at += 1) {
        const sum = this.#sums[turn * LAGS.length + at]!;
        largest = Math.max(largest, Math.abs(sum) / deviations[at]!);
      }
      if (largest >= Math.abs(z)) above += 1;
      turnedZ = Math.max(turnedZ, largest);
    }
    const squared = (side: number): number =>
      distances.reduce((sum, d, at) => sum + (Math.sign(LAGS[at]!) === side ? d * d : 0), 0);
    return {
      lagMs: LAGS[best]!,
      z: Math.abs(z),
      turnedZ,
      p: (above + 1) / (TURNS + 1),
      sign: Math.sign(z),
      asymmetry: squared(1) / Math.max(1, squared(-1)),
      changes: Math.min(this.#x.count, this.#y.count),
    };
  }

  /**
   * Root mean square of the turns at each lag; a cell with next to no data counts as if it had one product.
   */
  #deviations(): Float64Array {
    return Float64Array.from(LAGS, (_, at) => {
      let squares = 0;
      for (let turn = 0; turn < TURNS; turn += 1) squares += this.#sums[turn * LAGS.length + at]! ** 2;
      return Math.max(1, Math.sqrt(squares / TURNS));
    });
  }
}

/** Adds the products of all changes that are near each other to the cell of their distance. */
function correlate(x: Changes, y: Changes, into: Float64Array, offset: number): void {
  let first = 0;
  for (let n = 0; n < x.count; n += 1) {
    const time = x.times[n]!;
    const size = x.sizes[n]!;
    while (first < y.count && y.times[first]! <= time - MAX_DISTANCE_MS) first += 1;
    for (let other = first; other < y.count; other += 1) {
      const distance = y.times[other]! - time;
      if (distance >= MAX_DISTANCE_MS) break;
      const cell = CELLS[Math.floor(2 * Math.abs(distance))]!;
      const at = offset + (distance < 0 ? CENTER - cell : CENTER + cell);
      into[at]! += size * y.sizes[other]!;
    }
  }
}

/** Steps of the grid between two lags. */
export function lagSteps(one: number, other: number): number {
  return Math.abs(LAGS.indexOf(one) - LAGS.indexOf(other));
}
