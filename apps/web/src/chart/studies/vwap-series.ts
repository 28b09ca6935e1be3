/** Volume-weighted average price from an instant on, or of each session, with its deviation at each bar of a chart. */
import { AnchoredVwap, visitVolume } from '@undertow/market';
import type { ChartBar } from '#chart/data/chart-input.ts';
import { BarFold } from './bar-fold.ts';
import { SessionClock, type StudyMarket } from './session-bars.ts';

/** Deviations at which bands are drawn. */
export const BAND_MULTIPLES = [1, 2] as const;

/** NaN where it is not known. In ticks with a fraction. */
export interface VwapPoint {
  readonly value: number;
  readonly deviation: number;
  /** Where the average begins; null where there is none. */
  readonly originMs: number | null;
}

const UNKNOWN: VwapPoint = { value: Number.NaN, deviation: Number.NaN, originMs: null };

/** Says for a bar where its average begins: null, nowhere. */
type Origin = (bar: ChartBar) => number | null;

/** Volume by price where the bar has it, else spread over its range. */
export class VwapSeries {
  readonly #originOf: Origin;
  readonly #fold = new BarFold();
  #points: VwapPoint[] = [];
  /** Of every bar but the newest. */
  #closed = new AnchoredVwap();
  #closedOrigin: number | null = null;

  constructor(originOf: Origin) {
    this.#originOf = originOf;
  }

  /** One a bar. */
  get points(): readonly VwapPoint[] {
    return this.#points;
  }

  update(bars: readonly ChartBar[]): void {
    const changes = this.#fold.take(bars);
    if (changes === null) return;
    if (changes.keep === 0) {
      this.#points = [];
      this.#closed = new AnchoredVwap();
      this.#closedOrigin = null;
    } else if (!changes.isReplaced) {
      // What was the newest bar is over
      this.#add(this.#closed, bars[changes.keep - 1]!);
    }
    for (let index = changes.keep; index < bars.length - 1; index += 1) {
      this.#add(this.#closed, bars[index]!);
      this.#points[index] = this.#read(this.#closed);
    }
    const last = bars.at(-1);
    if (last === undefined) return;
    const origin = this.#closedOrigin;
    const forming = this.#closed.copy();
    this.#add(forming, last);
    this.#points[bars.length - 1] = this.#read(forming);
    this.#closedOrigin = origin;
  }

  #add(vwap: AnchoredVwap, bar: ChartBar): void {
    const origin = this.#originOf(bar);
    if (origin !== this.#closedOrigin) vwap.reset();
    this.#closedOrigin = origin;
    if (origin !== null) visitVolume(bar, (priceTicks, size) => vwap.add(priceTicks, size));
  }

  #read(vwap: AnchoredVwap): VwapPoint {
    const { valueTicks, deviationTicks } = vwap;
    return valueTicks === null || deviationTicks === null
      ? UNKNOWN
      : { value: valueTicks, deviation: deviationTicks, originMs: this.#closedOrigin };
  }
}

/** From the bar that holds the anchor on. */
export function anchoredSeries(anchorMs: number): VwapSeries {
  return new VwapSeries(({ startMs }) => (startMs >= anchorMs ? anchorMs : null));
}

/** Of each session whose opening is among the bars: of one that began before them only a part is known. */
export function sessionSeries(market: StudyMarket, knownFromMs: number): VwapSeries {
  const clock = new SessionClock(market);
  return new VwapSeries(({ startMs }) => {
    const session = clock.at(startMs);
    return session === null || session.openMs < knownFromMs ? null : session.openMs;
  });
}
