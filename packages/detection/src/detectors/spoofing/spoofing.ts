/**
 * Spoofing-like patterns: large size or layers shown on one side, withdrawn unfilled right after the other side was
 * filled, right before somebody trades against their side, or after they followed the price.
 *
 * Intent and accounts are not in market data, so no text here is about a person. A single withdrawal with none of these is
 * never raised, and one with them rarely: repetition and reaction time carry the evidence. Reference: detection,
 * section 6; worlds, section 3.
 */
import {
  EVENT_TYPES,
  type FeedTier,
  joinNs,
  type MatchEvent,
  MINUTE_MS,
  NS_PER_MS,
  SIDE_BID,
} from '@undertow/market';
import { isRaised } from '#calibration/judge.ts';
import { cappedJudgement } from '#evidence/judgement-fields.ts';
import { SizeRank } from '#evidence/significance.ts';
import type { Availability, Detector, DetectorContext, DetectorEntry } from '#view/detector.ts';
import type { MarketView } from '#view/market-view.ts';
import { sequenceKey, spoofingEvent } from './spoofing-event.ts';
import { writeFeatures } from './spoofing-features.ts';
import { midOf, WeightedImbalance } from './spoofing-imbalance.ts';
import { SequenceMemory } from './spoofing-memory.ts';
import { SPOOFING_MODEL, SPOOFING_SINGLE_MODEL } from './spoofing-models.ts';
import { type Posture, PostureBook, type Watch } from './spoofing-posture.ts';
import { LevelPostureReader, OrderPostureReader, type PostureReader } from './spoofing-readers.ts';
import type { SpoofSequence } from './spoofing-sequence.ts';
import { Surroundings } from './spoofing-surroundings.ts';
import { WithdrawalReader } from './spoofing-withdrawal.ts';
import { WithdrawalBaseline } from './withdrawal-baseline.ts';

/** Levels cannot show the orders of one trader. */
const LEVELS_CAP = 0.8;
/** A posture is large from this quantile of order sizes, or this part of usual best depth, whichever is more. */
const WATCHED_QUANTILE = 0.98;
const WATCHED_DEPTH = 0.6;
/** An order that may be a layer holds at least this part of that. */
const LAYER_SHARE = 0.25;
/** What a large order is, for the feature that measures how large this one is. */
const LARGE_QUANTILE = 0.99;
const LARGE_DEPTH = 0.75;
/** Watched up to this distance, or three deviations of ten seconds. */
const MAX_TICKS = 10;
const MAX_SIGMAS = 3 * Math.sqrt(10);
/** Rested at one price for longer, or filled more than this: honest interest. */
const MAX_AGE_MS = MINUTE_MS;
const MAX_FILLED = 0.35;
/**
 * Nothing is judged that chance explains as well: logarithms of likelihood ratios, of a first withdrawal and of a
 * sequence.
 */
const MIN_SINGLE_EVIDENCE = 0;
const MIN_EVIDENCE = 2;
/** After a withdrawal the price has had time to go back. */
const RETURN_MS = 5000;
/** Reversion is cut here, in deviations of its time. */
const MAX_RETURN = 6;

class SpoofingDetector implements Detector {
  readonly #context: DetectorContext;
  readonly #surroundings = new Surroundings();
  readonly #withdrawal = new WithdrawalReader(this.#surroundings);
  readonly #baseline = new WithdrawalBaseline();
  readonly #postures: PostureBook;
  readonly #memory: SequenceMemory;
  readonly #reader: PostureReader;
  readonly #watch: Watch = {
    leastSize: Number.POSITIVE_INFINITY,
    leastTotal: Number.POSITIVE_INFINITY,
    mostTicks: 0,
    leastGenuine: 0,
  };
  readonly #sizes = new SizeRank();
  readonly #shown = new Set<SpoofSequence>();
  readonly #imbalance = new WeightedImbalance();
  #waiting = 0;
  #degraded = false;
  readonly #own = { size: 0, distance: 0, rest: 0, chase: 0, remainder: 0 };

  constructor(context: DetectorContext) {
    this.#context = context;
    this.#postures = new PostureBook(this.#watch, (posture, timeMs) => this.#noteWithdrawn(posture, timeMs));
    this.#memory = new SequenceMemory((sequence) => this.#expire(sequence));
    const Reader = context.view.tier === 'L3' ? OrderPostureReader : LevelPostureReader;
    this.#reader = new Reader(this.#postures, this.#surroundings, this.#watch);
  }

  onMatch(event: MatchEvent, view: MarketView): void {
    this.#degraded = event.degraded;
    this.#postures.settle(event.timeMs);
    this.#reader.read(event, view);
  }

  onClock(timeMs: number, view: MarketView): void {
    this.#surroundings.onClock(timeMs);
    this.#baseline.advance(timeMs);
    this.#withdrawal.onClock(timeMs);
    this.#postures.settle(timeMs);
    const depth = this.#usualDepth(view);
    const watch = this.#watch;
    watch.leastTotal = Math.max(view.addSizeQuantile(WATCHED_QUANTILE), WATCHED_DEPTH * depth, 3);
    watch.leastSize = Math.max(LAYER_SHARE * watch.leastTotal, 2);
    watch.leastGenuine = view.addSizeQuantile(0.5) + 1;
    watch.mostTicks = Math.max(MAX_TICKS, MAX_SIGMAS * view.sigma1Ticks);
    if (this.#waiting > 0) this.#lookForReturns(timeMs);
    if (this.#shown.size === 0) return;
    for (const sequence of this.#shown)
      if (timeMs >= sequence.lastMs + EVENT_TYPES.spoofing.windowMs) this.#expire(sequence);
  }

  onDiscontinuity(): void {
    for (const sequence of this.#shown) this.#expire(sequence);
    this.#postures.clear();
    this.#surroundings.clear();
    this.#memory.clear();
    this.#reader.clear();
    this.#waiting = 0;
  }

  /** A posture is gone: every withdrawal teaches what is usual, and some are a cycle. */
  #noteWithdrawn(posture: Posture, timeMs: number): void {
    const withdrawal = this.#withdrawal;
    const own = this.#own;
    const baseline = this.#baseline;
    const memory = this.#memory;
    withdrawal.read(posture, this.#largeSize(), this.#watch.leastGenuine);
    const { seen, behaviour } = withdrawal;
    if (posture.filled > MAX_FILLED * posture.size || behaviour.stillMs > MAX_AGE_MS) return;
    const known = memory.match(seen, behaviour, baseline);
    const flipped = memory.flipped(seen, behaviour, baseline);
    baseline.measure(seen, behaviour, own);
    baseline.record(seen, behaviour);
    if (!withdrawal.isCycle) {
      known?.takeUnanswered(seen, memory.likeness);
      return;
    }
    const sequence = known ?? memory.open(seen);
    this.#closeReturn(sequence);
    sequence.takeCycle(seen, own, memory.likeness);
    sequence.noteCycle(posture, this.#degraded);
    sequence.oppositeContracts = withdrawal.contracts;
    if (sequence.key === '') sequence.key = sequenceKey(sequence, this.#context.view);
    this.#measure(sequence, posture, flipped);
    sequence.midTicks = midOf(this.#context.view.market.book);
    sequence.lookMs = seen.timeMs + RETURN_MS;
    this.#waiting += 1;
    this.#look(sequence, timeMs);
  }

  /** What a large order is at this time, contracts. */
  #largeSize(): number {
    const { view } = this.#context;
    return Math.max(view.addSizeQuantile(LARGE_QUANTILE), LARGE_DEPTH * this.#usualDepth(view), 1);
  }

  #measure(sequence: SpoofSequence, posture: Posture, flipped: number): void {
    writeFeatures(sequence, posture, {
      behaviour: this.#withdrawal.behaviour,
      own: this.#own,
      likeness: this.#memory.likeness,
      mostTicks: this.#watch.mostTicks,
      lift: this.#imbalance.lift(this.#context.view.market.book, posture),
      others: this.#withdrawal.othersAt(posture),
      flipped,
    });
  }

  /** Seconds after a withdrawal it is known whether the price reversed: the next cycle uses it. */
  #lookForReturns(timeMs: number): void {
    for (const sequence of this.#memory.sequences) {
      if (sequence.inUse && sequence.lookMs > 0 && timeMs >= sequence.lookMs) this.#closeReturn(sequence);
    }
  }

  #closeReturn(sequence: SpoofSequence): void {
    if (sequence.lookMs === 0) return;
    this.#waiting -= 1;
    sequence.lookMs = 0;
    const { view } = this.#context;
    const sign = sequence.side === SIDE_BID ? -1 : 1;
    const deviation = view.sigma1Ticks * Math.sqrt(RETURN_MS / 1000);
    const back = (sign * (midOf(view.market.book) - sequence.midTicks)) / deviation;
    if (Number.isFinite(back)) sequence.noteReturn(Math.max(-MAX_RETURN, Math.min(MAX_RETURN, back)));
  }

  #look(sequence: SpoofSequence, timeMs: number): void {
    const { view, judge } = this.#context;
    const isFirst = sequence.cycles === 1;
    const least = isFirst ? MIN_SINGLE_EVIDENCE : MIN_EVIDENCE;
    if (sequence.evidence <= least && !sequence.raised) return;
    const judged = judge.judge(isFirst ? SPOOFING_SINGLE_MODEL : SPOOFING_MODEL, {
      key: sequence.key,
      side: sequence.side,
      timeMs,
      priceLowTicks: sequence.lowTicks,
      priceHighTicks: sequence.highTicks,
      orderHi: view.tier === 'L3' ? sequence.orderHi[0]! : 0,
      orderLo: view.tier === 'L3' ? sequence.orderLo[0]! : 0,
      features: isFirst ? sequence.single : sequence.features,
    });
    sequence.judgement = view.tier === 'L3' ? judged : cappedJudgement(judged, LEVELS_CAP);
    if (sequence.raised) {
      this.#shown.add(sequence);
      this.#emit(sequence, 'update');
    } else if (isRaised(sequence.judgement)) {
      sequence.raised = true;
      const nowNs = BigInt(Math.floor(timeMs)) * NS_PER_MS;
      const withdrawnNs = joinNs(sequence.withdrawnHi, sequence.withdrawnLo);
      sequence.detectedNs = nowNs > withdrawnNs ? nowNs : withdrawnNs;
      this.#shown.add(sequence);
      this.#emit(sequence, 'new');
      this.#sizes.remember(sequence.size);
    }
  }

  #expire(sequence: SpoofSequence): void {
    if (sequence.lookMs > 0) this.#waiting -= 1;
    sequence.lookMs = 0;
    if (this.#shown.delete(sequence)) this.#emit(sequence, 'update');
  }

  #emit(sequence: SpoofSequence, change: 'new' | 'update'): void {
    const { view, emit } = this.#context;
    const percentile = this.#sizes.percentile(sequence.size);
    const expired = !this.#shown.has(sequence);
    emit(spoofingEvent(sequence, view, { percentile, expired }), change);
  }

  #usualDepth(view: MarketView): number {
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
        : 'Without levels shown and withdrawn size is unknown.',
  };
}

export const SPOOFING: DetectorEntry = {
  type: 'spoofing',
  sub: null,
  models: [SPOOFING_MODEL, SPOOFING_SINGLE_MODEL],
  availability,
  create: (context) => new SpoofingDetector(context),
};
