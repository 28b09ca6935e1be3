/**
 * Spoofing on sampled levels: all that shows is that the book leans as it rarely does. A weak sign, never an alert.
 *
 * Decision: its probability is capped at 0.5, below what is raised, so no chart, list, alert or track record ever holds
 * it. It is emitted as a minor finding: `undertow detect --tier L2C` writes it, labelled weak, for the study of a
 * recording, and the evaluation scores it as a model. To the screens the type stays unavailable on such feeds.
 * Reference: detection, section 6.
 */
import {
  expiryNs,
  type FeedTier,
  type FlowEvent,
  NO_PRICE,
  NS_PER_MS,
  SIDE_ASK,
  SIDE_BID,
} from '@undertow/market';
import type { Judgement, ModelSpec } from '#calibration/judge.ts';
import { eventId } from '#evidence/event-id.ts';
import { cappedJudgement, judgementFields } from '#evidence/judgement-fields.ts';
import { bookSide, rule } from '#evidence/wording.ts';
import type { Availability, Detector, DetectorContext, DetectorEntry } from '#view/detector.ts';
import type { MarketView } from '#view/market-view.ts';
import { type ImbalanceShift, ImbalanceShiftGauge } from './imbalance-shift-gauge.ts';
import { midOf, WeightedImbalance } from './spoofing-imbalance.ts';

/** Sampled levels show neither who nor what was withdrawn. */
const MAX_CONFIDENCE = 0.5;
const SAMPLE_MS = 1000;
/** Levels that the imbalance weighs. */
const REACH_TICKS = 9;
/** The price half a minute ago, in samples. */
const LOOK_BACK = 30;
const MAX_SIGMAS = 6;

export const SHIFT_MODEL: ModelSpec = {
  name: 'spoofing_shift',
  version: 1,
  features: ['distance', 'rarity', 'lean', 'suddenness', 'priceMove'],
  truth: { from: 'labels', type: 'spoofing', sub: null },
};

/** A shift from its first rare distance until it is usual again. */
interface Episode {
  readonly id: string;
  readonly side: number;
  readonly startMs: number;
  readonly startTicks: number;
}

class ImbalanceShiftDetector implements Detector {
  readonly #context: DetectorContext;
  readonly #gauge = new ImbalanceShiftGauge();
  readonly #imbalance = new WeightedImbalance();
  readonly #mids = new Float64Array(LOOK_BACK).fill(Number.NaN);
  readonly #features = new Float64Array(SHIFT_MODEL.features.length);
  #samples = 0;
  #sampledMs = Number.NEGATIVE_INFINITY;
  #lastDistance = 0;
  #episode: Episode | null = null;

  constructor(context: DetectorContext) {
    this.#context = context;
  }

  onMatch(): void {
    // Levels are sampled by the clock.
  }

  onClock(timeMs: number, view: MarketView): void {
    if (timeMs < this.#sampledMs + SAMPLE_MS) return;
    this.#sampledMs = timeMs;
    const { book } = view.market;
    const mid = midOf(book);
    if (Number.isNaN(mid)) return;
    const shift = this.#gauge.sample(this.#imbalance.of(book), timeMs);
    if (shift !== null) this.#look(shift, timeMs, mid);
    this.#mids[this.#samples % LOOK_BACK] = mid;
    this.#samples += 1;
  }

  onDiscontinuity(): void {
    this.#gauge.interrupt();
    this.#mids.fill(Number.NaN);
    this.#episode = null;
    this.#lastDistance = 0;
  }

  #look(shift: ImbalanceShift, timeMs: number, mid: number): void {
    const side = shift.lean > 0 ? SIDE_BID : SIDE_ASK;
    if (shift.distance <= shift.usual || (this.#episode !== null && this.#episode.side !== side))
      this.#episode = null;
    if (shift.distance > shift.rare || this.#episode !== null) this.#judge(shift, side, timeMs, mid);
    this.#lastDistance = shift.distance;
  }

  #judge(shift: ImbalanceShift, side: number, timeMs: number, mid: number): void {
    const { view, judge, onMinor } = this.#context;
    const best = side === SIDE_BID ? view.bestBidTicks : view.bestAskTicks;
    if (best === NO_PRICE) return;
    const change = this.#episode === null ? 'new' : 'update';
    this.#episode ??= this.#begin(side, timeMs, best);
    this.#writeFeatures(shift, mid);
    const [priceLowTicks, priceHighTicks] =
      side === SIDE_BID ? [best - REACH_TICKS, best] : [best, best + REACH_TICKS];
    const candidate = {
      key: this.#episode.id,
      side,
      timeMs,
      priceLowTicks,
      priceHighTicks,
      features: this.#features,
    };
    const judgement = cappedJudgement(judge.judge(SHIFT_MODEL, candidate), MAX_CONFIDENCE);
    onMinor?.(this.#eventOf(this.#episode, shift, judgement, candidate), change);
  }

  #begin(side: number, timeMs: number, priceTicks: number): Episode {
    const id = eventId({
      detector: 'spoofing/imbalance_shift',
      instrumentId: this.#context.view.instrument.id,
      side: bookSide(side),
      priceTicks,
      startNs: BigInt(Math.round(timeMs)) * NS_PER_MS,
      key: '',
    });
    return { id, side, startMs: timeMs, startTicks: priceTicks };
  }

  #writeFeatures({ distance, lean, usual, rare }: ImbalanceShift, mid: number): void {
    const features = this.#features;
    const before = this.#mids[this.#samples % LOOK_BACK]!;
    const expected = this.#context.view.sigma1Ticks * Math.sqrt(LOOK_BACK);
    const move = (Math.sign(lean) * (mid - before)) / Math.max(1e-9, expected);
    features[0] = Math.log((distance + 0.01) / (usual + 0.01));
    features[1] = Math.log((distance + 0.01) / (rare + 0.01));
    features[2] = Math.abs(lean);
    features[3] = distance - this.#lastDistance;
    features[4] = Number.isNaN(move) ? 0 : Math.max(-MAX_SIGMAS, Math.min(MAX_SIGMAS, move));
  }

  #eventOf(
    { id, side, startMs, startTicks }: Episode,
    { distance, lean, usual, rare }: ImbalanceShift,
    judgement: Judgement,
    seen: { readonly timeMs: number; readonly priceLowTicks: number; readonly priceHighTicks: number },
  ): FlowEvent {
    const { view } = this.#context;
    const { priceLowTicks, priceHighTicks } = seen;
    const startNs = BigInt(Math.round(startMs)) * NS_PER_MS;
    const updatedNs = BigInt(Math.round(seen.timeMs)) * NS_PER_MS;
    const word = bookSide(side);
    return {
      id,
      type: 'spoofing',
      sub: 'imbalance_shift',
      instrumentId: view.instrument.id,
      side: word,
      priceTicks: startTicks,
      priceLowTicks,
      priceHighTicks,
      size: 0,
      tier: view.tier,
      exact: false,
      ...judgementFields(judgement),
      status: 'open',
      startNs,
      detectedNs: startNs,
      updatedNs,
      expiresNs: expiryNs('spoofing', updatedNs),
      degraded: false,
      description: `The book leans to the ${word} as it seldom does: a weak sign of a spoofing-like pattern`,
      severity: 'low',
      zoneHeightTicks: priceHighTicks - priceLowTicks,
      evidence: {
        minor: true,
        strength: 'weak',
        distance,
        lean,
        usual,
        rare,
        limits: 'Sampled levels show neither orders nor withdrawals: this describes the balance of the book.',
        tier: view.tier,
        rules: [
          rule('Shift of the balance', distance.toFixed(2), `above ${rare.toFixed(2)}`, distance > rare),
        ],
      },
    };
  }
}

function availability(tier: FeedTier): Availability {
  if (tier === 'L2C') return { available: true };
  return {
    available: false,
    reason:
      tier === 'L1T'
        ? 'Without levels the balance of the book is unknown.'
        : 'What was shown and withdrawn is seen itself on this feed.',
  };
}

export const IMBALANCE_SHIFT: DetectorEntry = {
  type: 'spoofing',
  sub: 'imbalance_shift',
  models: [SHIFT_MODEL],
  minorOnly: true,
  receives: [],
  clock: 'second',
  availability,
  create: (context) => new ImbalanceShiftDetector(context),
};
