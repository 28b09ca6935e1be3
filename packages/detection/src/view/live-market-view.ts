/** The facts that detectors look at, kept up to date by the pipeline from an instrument's market. */
import {
  aggregateBars,
  CHANGE_ADD,
  type FeedTier,
  type Instrument,
  type InstrumentMarket,
  type MatchEvent,
  MINUTE_MS,
  type NewsWindow,
  NO_PRICE,
  ROUND_AUCTION,
} from '@undertow/market';
import type { LearntState, ViewBaselines } from '#facts/pipeline-baselines.ts';
import type { DayLevels, DepthLevels } from '#facts/view-facts.ts';
import { LiveOrderFlow } from '#flow/live-order-flow.ts';
import { LevelMap } from '#level-map/level-map.ts';
import { DepthBaseline } from '#statistics/depth-baseline.ts';
import { RollingQuantile } from '#statistics/rolling-quantile.ts';
import { type Swing, Swings } from '#statistics/swings.ts';
import { Volatility } from '#statistics/volatility.ts';
import type { MarketView } from './market-view.ts';
import { NewsBaselines } from './news-baselines.ts';

const HALF_LIFE_MS = 30 * MINUTE_MS;
const DEPTH_EVERY_MS = 100;
const MID_EVERY_MS = 1000;
const LEVELS_EVERY_MS = 5000;
const ATR_EVERY_MS = MINUTE_MS;
const ATR_BARS = 14;
const ATR_MINUTES = 10;
/** Expected range of a Brownian path over its deviation: sqrt(8 / pi). */
const RANGE_OF_SIGMA = 1.596;
/** A swing counts once price returned by this much. */
const MIN_THETA_TICKS = 4;
const THETA_ATR = 0.6;

export class LiveMarketView implements MarketView {
  readonly instrument: Instrument;
  readonly tier: FeedTier;
  readonly market: InstrumentMarket;
  timeMs = Number.NaN;
  bestBidTicks = NO_PRICE;
  bestAskTicks = NO_PRICE;
  lastTicks = NO_PRICE;
  gapRate = 0;
  isDegraded = false;
  /** The last event moved a best price. */
  isTouchMoved = false;
  levels: DayLevels;
  readonly #tradeSizes = new RollingQuantile(HALF_LIFE_MS);
  readonly #addSizes = new RollingQuantile(HALF_LIFE_MS);
  readonly #depths = new DepthBaseline(HALF_LIFE_MS);
  readonly flow = new LiveOrderFlow(this.#depths);
  readonly #volatility = new Volatility();
  readonly swings = new Swings();
  readonly #news = new NewsBaselines({
    save: () => this.#learnt(),
    restore: (state) => {
      this.#restoreLearnt(state);
      // What is displayed now, not what was when this was learnt
      this.#depths.read(this.market.book);
    },
  });
  #zoneMap: LevelMap | null = null;
  #newerLevels: DayLevels;
  #depthDueMs = 0;
  #midDueMs = 0;
  #levelsDueMs = 0;
  #atrDueMs = 0;
  #atrTicks = Number.NaN;

  constructor(instrument: Instrument, tier: FeedTier, market: InstrumentMarket) {
    this.instrument = instrument;
    this.tier = tier;
    this.market = market;
    this.levels = this.#readLevels();
    this.#newerLevels = this.levels;
  }

  get levelMap(): LevelMap {
    this.#zoneMap ??= new LevelMap(this);
    return this.#zoneMap;
  }

  get newsWindow(): NewsWindow | null {
    return this.#news.open;
  }

  get medianTradeSize(): number {
    return this.tradeSizeQuantile(0.5);
  }

  get sinceOpenMs(): number {
    return this.timeMs - this.market.facts.dayOpenMs;
  }

  get sigma1Ticks(): number {
    return this.#volatility.sigma1Ticks;
  }

  get atr10Ticks(): number {
    if (!Number.isNaN(this.#atrTicks)) return this.#atrTicks;
    return RANGE_OF_SIGMA * this.sigma1Ticks * Math.sqrt(ATR_MINUTES * 60);
  }

  tradeSizeQuantile(p: number): number {
    return this.#tradeSizes.quantile(p);
  }

  addSizeQuantile(p: number): number {
    const sizes = this.tier === 'L3' ? this.#addSizes : this.#tradeSizes;
    return sizes.quantile(p);
  }

  depth(side: number, levels: DepthLevels): number {
    return this.#depths.depth(side, levels);
  }

  medianDepth(side: number, levels: DepthLevels): number {
    return this.#depths.median(side, levels);
  }

  unbrokenHighs(count: number, untilMs: number): readonly Swing[] {
    return this.swings.unbrokenHighs(count, untilMs);
  }

  unbrokenLows(count: number, untilMs: number): readonly Swing[] {
    return this.swings.unbrokenLows(count, untilMs);
  }

  baselines(): ViewBaselines {
    return {
      levels: this.levels,
      newerLevels: this.#newerLevels,
      bestBidTicks: this.bestBidTicks,
      bestAskTicks: this.bestAskTicks,
      lastTicks: this.lastTicks,
      gapRate: this.gapRate,
      atrTicks: this.#atrTicks,
      depthDueMs: this.#depthDueMs,
      midDueMs: this.#midDueMs,
      levelsDueMs: this.#levelsDueMs,
      atrDueMs: this.#atrDueMs,
      ...this.#learnt(),
      news: this.#news.save(),
    };
  }

  #learnt(): LearntState {
    return {
      tradeSizes: this.#tradeSizes.save(),
      addSizes: this.#addSizes.save(),
      depths: this.#depths.save(),
      volatility: this.#volatility.save(),
    };
  }

  #restoreLearnt({ tradeSizes, addSizes, depths, volatility }: LearntState): void {
    this.#tradeSizes.restore(tradeSizes);
    this.#addSizes.restore(addSizes);
    this.#depths.restore(depths);
    this.#volatility.restore(volatility);
  }

  /** Continues from what another view had learnt at `timeMs`. */
  restore(timeMs: number, baselines: ViewBaselines): void {
    this.timeMs = timeMs;
    this.levels = baselines.levels;
    this.#newerLevels = baselines.newerLevels;
    this.bestBidTicks = baselines.bestBidTicks;
    this.bestAskTicks = baselines.bestAskTicks;
    this.lastTicks = baselines.lastTicks;
    this.gapRate = baselines.gapRate;
    this.#atrTicks = baselines.atrTicks;
    this.#depthDueMs = baselines.depthDueMs;
    this.#midDueMs = baselines.midDueMs;
    this.#levelsDueMs = baselines.levelsDueMs;
    this.#atrDueMs = baselines.atrDueMs;
    this.#restoreLearnt(baselines);
    if (baselines.news !== undefined) this.#news.restore(baselines.news);
  }

  /** Time passed, in steps of 100 ms: samples what is measured on a grid, as of the previous event. */
  onClock(timeMs: number): void {
    this.timeMs = timeMs;
    this.#news.onClock(timeMs, this.market.newsWindow);
    this.#tradeSizes.advance(timeMs);
    this.#addSizes.advance(timeMs);
    this.#depths.onClock(timeMs);
    this.flow.onClock(timeMs);
    if (timeMs >= this.#midDueMs) {
      this.#midDueMs = timeMs + MID_EVERY_MS;
      if (this.bestBidTicks !== NO_PRICE && this.bestAskTicks !== NO_PRICE) {
        this.#volatility.sample(timeMs, (this.bestBidTicks + this.bestAskTicks) / 2);
      }
    }
    if (timeMs >= this.#levelsDueMs) {
      this.#levelsDueMs = timeMs + LEVELS_EVERY_MS;
      this.levels = this.#newerLevels;
      this.#newerLevels = this.#readLevels();
    }
    if (timeMs >= this.#atrDueMs) {
      this.#atrDueMs = timeMs + ATR_EVERY_MS;
      this.#atrTicks = this.#averageTrueRange();
    }
    this.#zoneMap?.onClock(timeMs);
  }

  /** Takes an event in, after the detectors judged it by what was known before. */
  observe(event: MatchEvent): void {
    const { timeMs, rounds, changes } = event;
    const { bestBidTicks, bestAskTicks } = this.market.book;
    this.isTouchMoved = bestBidTicks !== this.bestBidTicks || bestAskTicks !== this.bestAskTicks;
    this.bestBidTicks = bestBidTicks;
    this.bestAskTicks = bestAskTicks;
    for (let change = 0; change < changes.count; change += 1) {
      if (changes.kind[change] === CHANGE_ADD) this.#addSizes.add(changes.sizeAfter[change]!);
    }
    if (rounds.count > 0) this.#observeTrades(event);
    const isSample = timeMs >= this.#depthDueMs;
    if (isSample) {
      this.#depthDueMs = timeMs + DEPTH_EVERY_MS;
      this.#depths.read(this.market.book);
    }
    this.flow.observe(event, this.market, isSample);
    this.#zoneMap?.observe(event);
  }

  /** After a hole in the feed nothing may be measured across it. */
  interrupt(): void {
    this.#volatility.interrupt();
    this.swings.interrupt();
    this.flow.interrupt();
    this.#zoneMap?.interrupt();
  }

  #observeTrades({ timeMs, rounds }: MatchEvent): void {
    const theta = Math.max(MIN_THETA_TICKS, THETA_ATR * this.atr10Ticks);
    for (let round = 0; round < rounds.count; round += 1) {
      if (rounds.kind[round] === ROUND_AUCTION) continue;
      this.#tradeSizes.add(rounds.size[round]!);
      this.swings.add(timeMs, rounds.priceTicks[round]!, theta);
    }
    this.lastTicks = this.market.facts.lastTicks ?? NO_PRICE;
  }

  #readLevels(): DayLevels {
    const { levels } = this.market.facts;
    return { ...levels.facts(), dayHighTicks: levels.dayHighTicks, dayLowTicks: levels.dayLowTicks };
  }

  /** Mean true range of the last closed ten-minute bars; NaN before there are two. */
  #averageTrueRange(): number {
    const minutes = this.market.facts.bars.last((ATR_BARS + 1) * ATR_MINUTES);
    const bars = aggregateBars(minutes, ATR_MINUTES);
    let sum = 0;
    for (let n = 1; n < bars.length; n += 1) {
      const bar = bars[n];
      const before = bars[n - 1];
      if (!bar || !before) continue;
      sum += Math.max(bar.highTicks, before.closeTicks) - Math.min(bar.lowTicks, before.closeTicks);
    }
    return bars.length > 1 ? sum / (bars.length - 1) : Number.NaN;
  }
}
