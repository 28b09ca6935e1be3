/**
 * Spoofing-like patterns: large size or layers shown on one side, withdrawn unfilled right after the other side was filled.
 *
 * Intent and accounts are not in market data, so no word here speaks of a person. A single withdrawal without an opposite
 * fill is never raised, and one with it seldom: repetition and reaction time carry the evidence. Reference: detection,
 * section 6.
 */
import { type FeedTier, joinNs, type MatchEvent, SIDE_BID } from '@undertow/market';
import type { Availability, Detector, DetectorContext, DetectorEntry } from '#detector.ts';
import { EMIT_CONFIDENCE } from '#learning/judge.ts';
import type { MarketView } from '#market-view.ts';
import { SizeRank } from '#primitives/significance.ts';
import { cappedJudgement } from '#primitives/told-judgement.ts';
import { SPOOFING_WINDOW_MS, sequenceKey, spoofingEvent } from './spoofing-event.ts';
import { REVERSION_LATER, REVERSION_SOON, writeFeatures } from './spoofing-features.ts';
import { midOf, WeightedImbalance } from './spoofing-imbalance.ts';
import {
  type LargeOrder,
  type Posture,
  PostureBook,
  type Watch,
  WITHDRAWN_TOGETHER_MS,
} from './spoofing-posture.ts';
import { LevelPostureReader, OrderPostureReader, type PostureReader } from './spoofing-readers.ts';
import { SequenceMemory, SPOOFING_MODEL, type SpoofSequence, type Withdrawal } from './spoofing-sequence.ts';
import { Surroundings } from './spoofing-surroundings.ts';
import { WithdrawalTiming } from './spoofing-timing.ts';
import { type Manner, UsualWithdrawals } from './spoofing-usual.ts';

/** Levels cannot show one hand's orders. */
const LEVELS_CAP = 0.8;
/** A posture is large from this quantile of order sizes, or this part of usual best depth, whichever is more. */
const WATCHED_QUANTILE = 0.98;
const WATCHED_DEPTH = 0.6;
/** An order that may be a layer holds at least this part of that. */
const LAYER_SHARE = 0.25;
/** What a large order is, for the feature that tells how large this one is. */
const LARGE_QUANTILE = 0.99;
const LARGE_DEPTH = 0.75;
/** Watched up to this distance, or three deviations of ten seconds. */
const MOST_TICKS = 10;
const MOST_SIGMAS = 3 * Math.sqrt(10);
/** Rested longer, or filled more than this: honest interest. */
const MOST_AGE_MS = 60_000;
const MOST_FILLED = 0.35;
/** A genuine order is at most this part of the posture. */
const GENUINE_SHARE = 0.35;
/** A withdrawal answers a fill that came at most this long before. */
const MOST_LAG_MS = 3000;
/** Looks after a withdrawal, when the price has had time to go back. */
const SOON_MS = 1000;
const LATER_MS = 5000;
/** What is usual fades by half in 30 minutes. */
const FADE_EVERY_MS = 60_000;
const FADE = 2 ** (-1 / 30);
/** Reversion is cut here, in deviations. */
const MOST_SIGMA_REVERSION = 6;
const NS_PER_MS = 1_000_000n;

class SpoofingDetector implements Detector {
  private readonly context: DetectorContext;
  private readonly surroundings = new Surroundings();
  private readonly timing = new WithdrawalTiming();
  private readonly usual = new UsualWithdrawals();
  private readonly postures: PostureBook;
  private readonly memory: SequenceMemory;
  private readonly reader: PostureReader;
  private readonly watch: Watch = {
    leastSize: Number.POSITIVE_INFINITY,
    leastTotal: Number.POSITIVE_INFINITY,
    mostTicks: 0,
    leastGenuine: 0,
  };
  private readonly sizes = new SizeRank();
  private readonly shown = new Set<SpoofSequence>();
  private readonly imbalance = new WeightedImbalance();
  private waiting = 0;
  private fadeDueMs = Number.NaN;
  private degraded = false;
  private readonly seen: Withdrawal = {
    side: 0,
    logSize: 0,
    layers: 0,
    distance: 0,
    genuine: 0,
    lagMs: 0,
    ratio: 0,
    manner: 0,
    timeMs: 0,
  };

  constructor(context: DetectorContext) {
    this.context = context;
    this.postures = new PostureBook(
      this.watch,
      (order) => this.noteOrder(order),
      (posture, timeMs) => this.noteWithdrawn(posture, timeMs),
    );
    this.memory = new SequenceMemory((sequence) => this.expire(sequence));
    const Reader = context.view.tier === 'L3' ? OrderPostureReader : LevelPostureReader;
    this.reader = new Reader(this.postures, this.surroundings, this.watch);
  }

  onMatch(event: MatchEvent, view: MarketView): void {
    this.degraded = event.degraded;
    this.postures.settle(event.timeMs);
    this.reader.read(event, view);
  }

  onClock(timeMs: number, view: MarketView): void {
    this.surroundings.onClock(timeMs);
    this.usual.advance(timeMs);
    if (!(timeMs < this.fadeDueMs)) {
      if (!Number.isNaN(this.fadeDueMs)) this.timing.fade(FADE);
      this.fadeDueMs = timeMs + FADE_EVERY_MS;
    }
    this.postures.settle(timeMs);
    const depth = this.usualDepth(view);
    const { watch } = this;
    watch.leastTotal = Math.max(view.addSizeQuantile(WATCHED_QUANTILE), WATCHED_DEPTH * depth, 3);
    watch.leastSize = Math.max(LAYER_SHARE * watch.leastTotal, 2);
    watch.leastGenuine = view.addSizeQuantile(0.5) + 1;
    watch.mostTicks = Math.max(MOST_TICKS, MOST_SIGMAS * view.sigma1Ticks);
    if (this.waiting > 0) this.lookAgain(timeMs);
    if (this.shown.size === 0) return;
    for (const sequence of this.shown)
      if (timeMs >= sequence.lastMs + SPOOFING_WINDOW_MS) this.expire(sequence);
  }

  onDiscontinuity(): void {
    for (const sequence of this.shown) this.expire(sequence);
    this.postures.clear();
    this.surroundings.clear();
    this.memory.clear();
    this.reader.clear();
    this.waiting = 0;
  }

  /** Every withdrawal teaches what is usual. */
  private noteOrder({ side, size, placedMs, withdrawnMs, distance }: LargeOrder): void {
    if (withdrawnMs - placedMs > MOST_AGE_MS) return;
    const fromMs = Math.max(placedMs, withdrawnMs - MOST_LAG_MS);
    const { lagMs } = this.surroundings.oppositeFills(side, GENUINE_SHARE * size, fromMs, withdrawnMs);
    this.timing.note(distance, lagMs);
  }

  /** A posture is gone: if nothing of it traded, it is one more withdrawal of its fingerprint. */
  private noteWithdrawn(posture: Posture, timeMs: number): void {
    const { view } = this.context;
    const { size, filled, placedMs, withdrawnMs } = posture;
    if (filled > MOST_FILLED * size || withdrawnMs - placedMs > MOST_AGE_MS) return;
    const fromMs = Math.max(placedMs, withdrawnMs - MOST_LAG_MS);
    const opposite = this.surroundings.oppositeFills(posture.side, GENUINE_SHARE * size, fromMs, withdrawnMs);
    const { seen } = this;
    seen.side = posture.side;
    seen.logSize = Math.log2(size);
    seen.layers = posture.isLayered ? posture.orders.length : 1;
    seen.distance = posture.first.distance;
    seen.genuine = opposite.lagMs <= MOST_LAG_MS ? opposite.contracts : 0;
    seen.lagMs = opposite.lagMs;
    seen.ratio = this.timing.ratio(posture.distance, opposite.lagMs);
    const manner = this.mannerOf(posture);
    seen.manner = this.usual.mannerRatio(seen, manner);
    seen.timeMs = withdrawnMs;
    const sequence = this.memory.match(seen, this.usual);
    this.usual.note(seen, manner);
    const isHit = opposite.lagMs <= MOST_LAG_MS;
    sequence.take(seen, isHit, this.memory.back);
    sequence.answer = seen.ratio;
    if (!isHit) {
      const isIdle = sequence.lookMs === 0 && !this.shown.has(sequence);
      if (sequence.timing === 0 && isIdle) sequence.startOver();
      return;
    }
    sequence.noteCycle(posture, this.degraded);
    sequence.oppositeContracts = opposite.contracts;
    if (sequence.key === '') sequence.key = sequenceKey(sequence, view);
    this.measure(sequence, posture, manner);
    if (sequence.lookMs === 0) this.waiting += 1;
    sequence.midTicks = midOf(view.market.book);
    sequence.lookMs = withdrawnMs + SOON_MS;
    this.look(sequence, timeMs);
  }

  private mannerOf(posture: Posture): Manner {
    const { side, placedMs, withdrawnMs } = posture;
    const fromMs = withdrawnMs - WITHDRAWN_TOGETHER_MS;
    const toMs = withdrawnMs + WITHDRAWN_TOGETHER_MS;
    return {
      restedMs: withdrawnMs - placedMs,
      others: this.surroundings.cancelsWithin(side, fromMs, toMs, posture.orders.length),
      usualOthers: this.surroundings.usualCancels(side, fromMs, toMs - fromMs),
    };
  }

  private measure(sequence: SpoofSequence, posture: Posture, manner: Manner): void {
    const { view } = this.context;
    const depth = this.usualDepth(view);
    writeFeatures(sequence, posture, {
      manner,
      largeSize: Math.max(view.addSizeQuantile(LARGE_QUANTILE), LARGE_DEPTH * depth, 1),
      mostTicks: this.watch.mostTicks,
      lift: this.imbalance.lift(view.market.book, posture),
      usualRate: this.usual.commonness(this.seen) * this.usual.rate(this.seen),
      flippedCycles: this.memory.flippedCycles(this.seen, this.usual),
    });
  }

  /** One second and five seconds after a withdrawal the price has told whether it went back. */
  private lookAgain(timeMs: number): void {
    const { view } = this.context;
    for (const sequence of this.memory.sequences) {
      if (!sequence.inUse || sequence.lookMs === 0 || timeMs < sequence.lookMs) continue;
      const isLast = sequence.lookMs > sequence.withdrawnMs + SOON_MS;
      const sign = sequence.side === SIDE_BID ? -1 : 1;
      const back = (sign * (midOf(view.market.book) - sequence.midTicks)) / view.sigma1Ticks;
      const bounded = Math.max(-MOST_SIGMA_REVERSION, Math.min(MOST_SIGMA_REVERSION, back));
      sequence.features[isLast ? REVERSION_LATER : REVERSION_SOON] = Number.isNaN(bounded) ? 0 : bounded;
      sequence.lookMs = isLast ? 0 : sequence.withdrawnMs + LATER_MS;
      if (isLast) this.waiting -= 1;
      this.look(sequence, timeMs);
    }
  }

  private look(sequence: SpoofSequence, timeMs: number): void {
    const { view, judge } = this.context;
    const judged = judge.judge(SPOOFING_MODEL, {
      key: sequence.key,
      side: sequence.side,
      timeMs,
      priceLowTicks: sequence.lowTicks,
      priceHighTicks: sequence.highTicks,
      orderHi: view.tier === 'L3' ? (sequence.orderHi[0] as number) : 0,
      orderLo: view.tier === 'L3' ? (sequence.orderLo[0] as number) : 0,
      features: sequence.features,
    });
    sequence.judgement = view.tier === 'L3' ? judged : cappedJudgement(judged, LEVELS_CAP);
    if (sequence.raised) {
      this.shown.add(sequence);
      this.emit(sequence, 'update');
    } else if (sequence.judgement.confidence >= EMIT_CONFIDENCE) {
      sequence.raised = true;
      const nowNs = BigInt(Math.floor(timeMs)) * NS_PER_MS;
      const withdrawnNs = joinNs(sequence.withdrawnHi, sequence.withdrawnLo);
      sequence.detectedNs = nowNs > withdrawnNs ? nowNs : withdrawnNs;
      this.shown.add(sequence);
      this.emit(sequence, 'new');
      this.sizes.remember(sequence.size);
    }
  }

  private expire(sequence: SpoofSequence): void {
    if (sequence.lookMs > 0) this.waiting -= 1;
    sequence.lookMs = 0;
    if (this.shown.delete(sequence)) this.emit(sequence, 'update');
  }

  private emit(sequence: SpoofSequence, change: 'new' | 'update'): void {
    const { view, emit } = this.context;
    const percentile = this.sizes.percentile(sequence.size);
    const expired = !this.shown.has(sequence);
    emit(spoofingEvent(sequence, view, { percentile, expired }), change);
  }

  private usualDepth(view: MarketView): number {
    const depth = (view.medianDepth(1, 1) + view.medianDepth(2, 1)) / 2;
    return Number.isNaN(depth) ? 1 : depth;
  }
}

function availability(tier: FeedTier): Availability {
  if (tier === 'L3' || tier === 'L2S') return { available: true };
  return {
    available: false,
    reason:
      tier === 'L2C'
        ? 'Sampled levels show at most that the balance of the book has shifted, and never as surely as is raised.'
        : 'Without levels nothing tells what was shown and withdrawn.',
  };
}

export const SPOOFING: DetectorEntry = {
  type: 'spoofing',
  sub: null,
  models: [SPOOFING_MODEL],
  availability,
  create: (context) => new SpoofingDetector(context),
};
