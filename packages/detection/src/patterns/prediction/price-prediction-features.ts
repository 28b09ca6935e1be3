/** About sixty numbers that describe the instant of a prediction, all near -1 to 1; none of them uses the future. */
import { DAY_MS, MINUTE_MS, NO_PRICE } from '@undertow/market';
import type { FlowWindow } from '#flow/order-flow.ts';
import { DecayedMean } from '#statistics/decayed-mean.ts';
import type { MarketView } from '#view/market-view.ts';
import type { SignalBoard } from '#view/signal-board.ts';

const WINDOWS: readonly FlowWindow[] = [100, 1000, 10_000, 60_000];
const SCALE_HALF_LIFE_MS = 20 * MINUTE_MS;
/** Signals of other detectors count for this long. */
const SIGNAL_MS = MINUTE_MS;
const MIDS = 61;
const RETURN_SECONDS = [1, 5, 20, 60] as const;

// Groups of features, in order
const BIAS = 0;
const SCALED = 1;
/** Flow over four windows three ways, and returns over four times. */
const SCALED_COUNT = 16;
const FAST = SCALED + SCALED_COUNT;
const FAST_COUNT = 16;
const SLOW = FAST + FAST_COUNT;
const SLOW_COUNT = 17;
const WIDE = SLOW + SLOW_COUNT;
/** Features that mean something else when the spread is wide. */
const INTERACTING: readonly number[] = [
  SCALED,
  SCALED + 1,
  SCALED + 4,
  SCALED + 8,
  SCALED + 12,
  FAST,
  FAST + 1,
  FAST + 4,
];

export const PREDICTION_FEATURES = WIDE + INTERACTING.length;

export class PredictionFeatures {
  /** Of the last `read`. */
  readonly values = new Float64Array(PREDICTION_FEATURES);
  readonly #raw = new Float64Array(SCALED_COUNT);
  readonly #scales = Array.from({ length: SCALED_COUNT }, () => new DecayedMean(SCALE_HALF_LIFE_MS));
  readonly #mids = new Float64Array(MIDS).fill(Number.NaN);
  #newest = 0;

  /** Called each second: what changes slowly, and the scales of what is squashed. */
  everySecond(timeMs: number, midTicks: number, view: MarketView, board: SignalBoard): void {
    this.#newest = (this.#newest + 1) % MIDS;
    this.#mids[this.#newest] = midTicks;
    this.#readRaw(midTicks, view);
    for (let at = 0; at < SCALED_COUNT; at += 1) {
      const size = Math.abs(this.#raw[at]!);
      if (Number.isFinite(size)) this.#scales[at]!.add(timeMs, size);
    }
    this.#readSlow(timeMs, midTicks, view, board);
  }

  /** Reads the instant into `values`. */
  read(midTicks: number, view: MarketView): void {
    const { values } = this;
    values[BIAS] = 1;
    this.#readRaw(midTicks, view);
    for (let at = 0; at < SCALED_COUNT; at += 1) {
      const scale = 2 * this.#scales[at]!.value;
      const value = this.#raw[at]!;
      values[SCALED + at] = scale > 0 && Number.isFinite(value) ? Math.tanh(value / scale) : 0;
    }
    this.#readFast(midTicks, view);
    const wide = view.bestAskTicks - view.bestBidTicks > 1 ? 1 : 0;
    for (let at = 0; at < INTERACTING.length; at += 1) {
      values[WIDE + at] = wide * values[INTERACTING[at]!]!;
    }
  }

  /** After a hole in the feed no return is measured across it. */
  interrupt(): void {
    this.#mids.fill(Number.NaN);
  }

  #readRaw(midTicks: number, { flow }: MarketView): void {
    const raw = this.#raw;
    for (let at = 0; at < WINDOWS.length; at += 1) {
      const window = WINDOWS[at]!;
      raw[at] = flow.ofi(window);
      raw[4 + at] = flow.deepOfi(window);
      raw[8 + at] = flow.signedVolume(window);
      const seconds = RETURN_SECONDS[at]!;
      raw[12 + at] = midTicks - this.#mids[(this.#newest - seconds + MIDS) % MIDS]!;
    }
  }

  #readFast(midTicks: number, view: MarketView): void {
    const { flow } = view;
    const imbalance = flow.imbalance(1);
    this.#put(FAST, imbalance);
    this.#put(FAST + 1, flow.micropriceTicks - midTicks);
    this.#put(FAST + 2, flow.imbalance(5));
    this.#put(FAST + 3, flow.imbalance(10));
    this.#put(FAST + 4, imbalance * Math.abs(imbalance));
    this.#put(FAST + 5, (view.bestAskTicks - view.bestBidTicks - 1) / 2);
    const buys = flow.intensityZ('buy');
    const sells = flow.intensityZ('sell');
    const bidPulls = flow.intensityZ('bidPull');
    const askPulls = flow.intensityZ('askPull');
    this.#put(FAST + 6, buys / 2);
    this.#put(FAST + 7, sells / 2);
    this.#put(FAST + 8, bidPulls / 2);
    this.#put(FAST + 9, askPulls / 2);
    this.#put(FAST + 10, (buys - sells) / 2);
    this.#put(FAST + 11, (askPulls - bidPulls) / 2);
    this.#put(FAST + 12, flow.signRun / 5);
    this.#put(FAST + 13, Math.sign(flow.signRun) * flow.signAutocorrelation);
    this.#put(FAST + 14, slope(flow.signedVolume(1000), flow.volume(1000)));
    this.#put(FAST + 15, slope(flow.signedVolume(10_000), flow.volume(10_000)));
  }

  #readSlow(timeMs: number, midTicks: number, view: MarketView, board: SignalBoard): void {
    const { flow, market, levels } = view;
    const atr = Math.max(1, view.atr10Ticks);
    const distance = (ticks: number | null | undefined): number =>
      ticks === null || ticks === undefined ? 0 : (midTicks - ticks) / atr;
    this.#put(SLOW, slope(flow.signedVolume(60_000), flow.volume(60_000)));
    this.#put(SLOW + 1, Math.log((1 + 6 * flow.volume(10_000)) / (1 + flow.volume(60_000))));
    this.#put(SLOW + 2, distance(market.facts.vwapTicks));
    this.#put(SLOW + 3, distance(levels.dayHighTicks));
    this.#put(SLOW + 4, distance(levels.dayLowTicks));
    this.#put(SLOW + 5, distance(view.unbrokenHighs(1, timeMs)[0]?.priceTicks));
    this.#put(SLOW + 6, distance(view.unbrokenLows(1, timeMs)[0]?.priceTicks));
    const angle = (2 * Math.PI * view.sinceOpenMs) / DAY_MS;
    this.#put(SLOW + 7, Math.sin(angle));
    this.#put(SLOW + 8, Math.cos(angle));
    this.#put(SLOW + 9, Math.log(view.sigma1Ticks));
    this.#put(SLOW + 10, flow.branching('buy'));
    this.#put(SLOW + 11, flow.branching('sell'));
    this.#put(SLOW + 12, flow.vpinPercentile - 0.5);
    const since = timeMs - SIGNAL_MS;
    this.#put(SLOW + 13, sided(board.events('iceberg', since)));
    this.#put(SLOW + 14, sided(board.events('absorption', since)));
    this.#put(SLOW + 15, sided(board.events('stop_run', since)));
    this.#put(SLOW + 16, sided(board.patterns('institutional_activity', since)));
  }

  /** Unknown values are neutral. */
  #put(at: number, value: number): void {
    this.values[at] = Number.isFinite(value) ? Math.min(2, Math.max(-2, value)) : 0;
  }
}

/** Mid of the best prices in ticks; NaN where a side is empty. */
export function midOf({ bestBidTicks, bestAskTicks }: MarketView): number {
  const isWhole = bestBidTicks !== NO_PRICE && bestAskTicks !== NO_PRICE && bestAskTicks > bestBidTicks;
  return isWhole ? (bestBidTicks + bestAskTicks) / 2 : Number.NaN;
}

function slope(signed: number, volume: number): number {
  return volume === 0 ? 0 : signed / volume;
}

/** Signals of the bid less those of the ask. */
function sided(signals: readonly { readonly side: 'bid' | 'ask' | null }[]): number {
  let sum = 0;
  for (const { side } of signals) sum += side === 'bid' ? 0.5 : side === 'ask' ? -0.5 : 0;
  return sum;
}
