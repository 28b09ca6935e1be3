/**
 * Off-book and hidden liquidity. Futures have no dark pools: there are privately negotiated trades that the exchange
 * reports, and hidden size of native icebergs inside the book. Both are facts. Reference: detection, section 11.4.
 */
import { DAY_MS, joinNs, type MatchEvent, MINUTE_MS, NO_PRICE, NS_PER_MS, SIDE_BID } from '@undertow/market';
import { eventId } from '#evidence/event-id.ts';
import { SizeRank } from '#evidence/significance.ts';
import { RollingQuantile } from '#statistics/rolling-quantile.ts';
import { SlidingSum } from '#statistics/sliding-sum.ts';
import { TimeOfDayBaseline } from '#statistics/time-of-day.ts';
import type { Detector, DetectorContext, DetectorEntry } from '#view/detector.ts';
import type { MarketView } from '#view/market-view.ts';
import { blockPattern, type HiddenStretch, hiddenSharePattern } from './hidden-liquidity-patterns.ts';

const BLOCK_QUANTILE = 0.9;
/** Sizes of blocks are remembered over days: there are few. */
const BLOCK_HALF_LIFE_MS = 3 * DAY_MS;
/** With fewer blocks before it every one is reported: a quantile of less means nothing. */
const MIN_BLOCKS = 10;

class BlockDetector implements Detector {
  readonly #context: DetectorContext;
  readonly #quantiles = new RollingQuantile(BLOCK_HALF_LIFE_MS);
  readonly #sizes = new SizeRank();
  #known: number;
  #judged = 0;

  constructor(context: DetectorContext) {
    this.#context = context;
    this.#known = context.view.market.facts.blocks.total;
  }

  onMatch(event: MatchEvent, view: MarketView): void {
    const { blocks } = view.market.facts;
    if (blocks.total === this.#known) return;
    const fresh = blocks.after(this.#known);
    this.#known = blocks.total;
    for (const block of fresh) {
      this.#quantiles.advance(event.timeMs);
      const neededSize = this.#judged < MIN_BLOCKS ? 0 : this.#quantiles.quantile(BLOCK_QUANTILE);
      if (block.size >= neededSize) {
        const facts = {
          block,
          ordinal: this.#judged,
          neededSize,
          known: this.#judged,
          percentile: this.#sizes.percentile(block.size),
          degraded: event.degraded,
        };
        this.#context.emitPattern(blockPattern(facts, view), 'new');
      }
      this.#judged += 1;
      this.#quantiles.add(block.size);
      this.#sizes.remember(block.size);
    }
  }

  onClock(): void {
    // Blocks come as rows; the clock alone changes nothing.
  }

  onDiscontinuity(): void {
    // A printed block stays a fact.
  }
}

const WINDOW_MS = 5 * MINUTE_MS;
const SAMPLE_MS = 10_000;
const NEEDED_Z = 3;
/** A stretch is over when the share is no more than this above the usual. */
const OVER_Z = 2;
/** Hidden contracts of the window in medians of trade size. */
const MIN_MEDIANS = 20;
/** Where hardly anything is hidden any trace of it is unusual; less than this share is no news. */
const MIN_SHARE = 0.05;
/** Half an hour of samples before anything can be called unusual. */
const MIN_SAMPLES = 180;
const EMIT_EVERY_MS = 30_000;
/** One side where it holds this share of the hidden contracts. */
const ONE_SIDED = 2 / 3;
/** asin(sqrt(share)): its deviation hardly depends on the share. */
const MAX_ANGLE = Math.PI / 2;

class HiddenShareDetector implements Detector {
  readonly #context: DetectorContext;
  readonly #baseline = new TimeOfDayBaseline(0, MAX_ANGLE);
  readonly #volume = new SlidingSum(WINDOW_MS);
  readonly #hidden = [new SlidingSum(WINDOW_MS), new SlidingSum(WINDOW_MS)] as const;
  readonly #sizes = new SizeRank();
  readonly #ofOrders: boolean;
  #sampleMs = Number.NaN;
  #sinceOpenMs = Number.NEGATIVE_INFINITY;
  #samples = 0;
  #lastHi = 0;
  #lastLo = 0;
  #lastTicks = NO_PRICE;
  #degraded = false;
  #stretch: HiddenStretch | null = null;
  #emittedMs = 0;

  constructor(context: DetectorContext) {
    this.#context = context;
    this.#ofOrders = context.view.tier === 'L3';
  }

  onMatch(event: MatchEvent): void {
    const { rounds } = event;
    if (rounds.count === 0) return;
    for (let round = 0; round < rounds.count; round += 1) this.#volume.add(event.timeMs, rounds.size[round]!);
    if (this.#ofOrders) this.#readFills(event);
    else this.#readLevels(event);
  }

  onClock(timeMs: number, view: MarketView): void {
    if (timeMs < this.#sampleMs) return;
    const first = Number.isNaN(this.#sampleMs);
    this.#sampleMs = timeMs + SAMPLE_MS;
    const { sinceOpenMs } = view;
    if (sinceOpenMs < this.#sinceOpenMs) this.#baseline.endSession();
    this.#sinceOpenMs = sinceOpenMs;
    if (!first) this.#sample(timeMs, view);
  }

  onDiscontinuity(timeMs: number): void {
    if (this.#stretch !== null) this.#close(this.#stretch, this.#context.view);
    this.#volume.clear();
    for (const side of this.#hidden) side.clear();
    this.#sampleMs = timeMs + WINDOW_MS;
  }

  /** What a resting order shows after its fills beyond what it can. */
  #readFills(event: MatchEvent): void {
    const { fills } = event;
    for (let fill = 0; fill < fills.count; fill += 1) {
      const before = fills.displayedBefore[fill]!;
      if (before < 0 || fills.priceAfterTicks[fill] !== fills.priceTicks[fill]) continue;
      const shown = fills.displayedAfter[fill]! + fills.size[fill]! - before;
      if (shown > 0) this.#note(event, fills.side[fill]!, fills.priceTicks[fill]!, shown);
    }
  }

  /** The same of a whole level: inside a match event no other order can enter. */
  #readLevels(event: MatchEvent): void {
    const { touched } = event;
    for (let row = 0; row < touched.count; row += 1) {
      const before = touched.before[row]!;
      const shown = touched.after[row]! - before + touched.traded[row]!;
      if (before > 0 && shown > 0) this.#note(event, touched.side[row]!, touched.priceTicks[row]!, shown);
    }
  }

  #note(event: MatchEvent, side: number, priceTicks: number, contracts: number): void {
    this.#hidden[side === SIDE_BID ? 0 : 1].add(event.timeMs, contracts);
    this.#lastHi = event.timeHi;
    this.#lastLo = event.timeLo;
    this.#lastTicks = priceTicks;
    this.#degraded = event.degraded;
    const stretch = this.#stretch;
    if (stretch === null) return;
    stretch.lowTicks = Math.min(stretch.lowTicks, priceTicks);
    stretch.highTicks = Math.max(stretch.highTicks, priceTicks);
  }

  #sample(timeMs: number, view: MarketView): void {
    const volume = this.#volume.sum(timeMs);
    const bid = this.#hidden[0].sum(timeMs);
    const ask = this.#hidden[1].sum(timeMs);
    const share = volume === 0 ? 0 : Math.min(1, (bid + ask) / volume);
    const angle = Math.asin(Math.sqrt(share));
    const z = this.#baseline.z(view.sinceOpenMs, angle);
    this.#baseline.add(view.sinceOpenMs, angle);
    this.#samples += 1;
    if (this.#samples < MIN_SAMPLES) return;
    const needed = MIN_MEDIANS * view.medianTradeSize;
    const stretch = this.#stretch;
    if (stretch === null) {
      if (z >= NEEDED_Z && share >= MIN_SHARE && bid + ask >= needed)
        this.#open(bid, ask, volume, share, z, timeMs, view);
    } else if (z < OVER_Z) this.#close(stretch, view);
    else if (timeMs >= this.#emittedMs + EMIT_EVERY_MS) {
      this.#measure(stretch, bid, ask, volume, share, z);
      stretch.lastNs = BigInt(Math.round(timeMs)) * NS_PER_MS;
      this.#emit(stretch, timeMs, view, 'update');
    }
  }

  #open(
    bid: number,
    ask: number,
    volume: number,
    share: number,
    z: number,
    timeMs: number,
    view: MarketView,
  ): void {
    const startNs = joinNs(this.#lastHi, this.#lastLo);
    const detectedNs = BigInt(Math.round(timeMs)) * NS_PER_MS;
    const priceTicks = this.#lastTicks;
    const id = eventId({
      detector: 'dark_pool_activity/hidden_share',
      instrumentId: view.instrument.id,
      side: '',
      priceTicks,
      startNs,
      key: '',
    });
    const stretch: HiddenStretch = {
      id,
      startNs,
      detectedNs,
      lastNs: detectedNs,
      priceTicks,
      lowTicks: priceTicks,
      highTicks: priceTicks,
      share,
      z,
      hidden: 0,
      volume,
      side: null,
      status: 'open',
      degraded: this.#degraded,
    };
    this.#measure(stretch, bid, ask, volume, share, z);
    this.#stretch = stretch;
    this.#emit(stretch, timeMs, view, 'new');
    this.#sizes.remember(stretch.hidden);
  }

  #measure(stretch: HiddenStretch, bid: number, ask: number, volume: number, share: number, z: number): void {
    stretch.hidden = bid + ask;
    stretch.volume = volume;
    stretch.share = share;
    stretch.z = z;
    const most = Math.max(bid, ask);
    stretch.side = most < ONE_SIDED * (bid + ask) ? null : bid > ask ? 'bid' : 'ask';
  }

  #close(stretch: HiddenStretch, view: MarketView): void {
    stretch.status = 'expired';
    this.#stretch = null;
    this.#emit(stretch, this.#emittedMs, view, 'update');
  }

  #emit(stretch: HiddenStretch, timeMs: number, view: MarketView, change: 'new' | 'update'): void {
    this.#emittedMs = timeMs;
    const needed = { z: NEEDED_Z, contracts: MIN_MEDIANS * view.medianTradeSize, warm: this.#baseline.warm };
    const percentile = this.#sizes.percentile(stretch.hidden);
    this.#context.emitPattern(hiddenSharePattern(stretch, view, needed, percentile), change);
  }
}

/** Blocks come with any feed that carries them; a feed without them never raises one. */
export const BLOCK_PRINTS: DetectorEntry = {
  type: 'dark_pool_activity',
  sub: 'block',
  models: [],
  receives: ['blocks'],
  clock: 'never',
  availability: () => ({ available: true }),
  create: (context) => new BlockDetector(context),
};

export const HIDDEN_SHARE: DetectorEntry = {
  type: 'dark_pool_activity',
  sub: 'hidden_share',
  models: [],
  receives: ['trades'],
  availability: (tier) =>
    tier === 'L3' || tier === 'L2S'
      ? { available: true }
      : {
          available: false,
          reason: 'Hidden size shows only where book changes and trades of one match event arrive together.',
        },
  create: (context) => new HiddenShareDetector(context),
};
