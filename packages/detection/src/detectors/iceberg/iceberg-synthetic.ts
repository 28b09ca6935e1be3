/**
 * Synthetic icebergs: slices that a participant's own software releases, each a new order after the fill of the one
 * before.
 *
 * Only the likelihood of a chain distinguishes them from the crowd, which also adds orders after trades; slices of one
 * contract are part of that crowd and cannot be distinguished. On feeds of levels an increase after a trade represents
 * the order, and half of them is expected to be missed. Reference: detection, section 5.
 */

import { EVENT_TYPES, type FeedTier, joinNs, type MatchEvent } from '@undertow/market';
import { isRaised } from '#calibration/judge.ts';
import { SizeRank } from '#evidence/significance.ts';
import type { Availability, Detector, DetectorContext, DetectorEntry } from '#view/detector.ts';
import type { MarketView } from '#view/market-view.ts';
import { SYNTHETIC_MODEL, type SyntheticChain } from './iceberg-synthetic-chain.ts';
import { chainKey, syntheticIcebergEvent } from './iceberg-synthetic-event.ts';
import { LevelSliceReader } from './iceberg-synthetic-levels.ts';
import { OrderSliceReader } from './iceberg-synthetic-orders.ts';
import { SliceTracker } from './iceberg-synthetic-tracker.ts';

/** A chain is a candidate from its fourth slice on: before, a strong ratio is as often a chance among many. */
const CANDIDATE_LINKS = 3;
/** As long as there is this much evidence. */
const CANDIDATE_SCORE = 2;

/** Where slices come from: orders, or what levels gained. */
interface SliceReader {
  read(event: MatchEvent, view: MarketView): void;
  clear(): void;
}

class SyntheticIcebergDetector implements Detector {
  readonly #context: DetectorContext;
  readonly #tracker: SliceTracker;
  readonly #reader: SliceReader;
  readonly #sizes = new SizeRank();
  /** Scores of chains at each look. */
  readonly #evidence = new SizeRank();
  /** Raised chains whose window may end. */
  readonly #shown = new Set<SyntheticChain>();

  constructor(context: DetectorContext) {
    this.#context = context;
    this.#tracker = new SliceTracker({
      onLink: (chain) => this.#look(chain),
      onDrop: (chain) => this.#expire(chain),
    });
    this.#reader =
      context.view.tier === 'L3' ? new OrderSliceReader(this.#tracker) : new LevelSliceReader(this.#tracker);
  }

  onMatch(event: MatchEvent, view: MarketView): void {
    this.#tracker.begin(event, view);
    this.#reader.read(event, view);
  }

  onClock(timeMs: number, view: MarketView): void {
    this.#tracker.onClock(timeMs, view);
    if (this.#shown.size === 0) return;
    for (const chain of this.#shown)
      if (timeMs >= chain.lastMs + EVENT_TYPES.iceberg.windowMs) this.#expire(chain);
  }

  onDiscontinuity(): void {
    for (const chain of this.#shown) this.#expire(chain);
    this.#tracker.clear();
    this.#reader.clear();
  }

  /** A chain has grown: judged from its third link on, at each link. */
  #look(chain: SyntheticChain): void {
    if (chain.links < CANDIDATE_LINKS || (chain.score < CANDIDATE_SCORE && !chain.raised)) return;
    const { view, judge } = this.#context;
    if (chain.key === '') chain.key = chainKey(chain, view);
    chain.twin = this.#tracker.twinOf(chain);
    const evidence = this.#evidence;
    chain.writeFeatures({
      orderSize: view.addSizeQuantile(0.5),
      depth: (view.medianDepth(chain.side, 1) || 1) as number,
      rank: evidence.percentile(chain.score),
      rivals: this.#tracker.rivalsOf(chain, CANDIDATE_LINKS),
    });
    evidence.remember(chain.score);
    chain.judgement = judge.judge(SYNTHETIC_MODEL, {
      key: chain.key,
      side: chain.side,
      timeMs: chain.lastMs,
      priceLowTicks: chain.lowTicks,
      priceHighTicks: chain.highTicks,
      orderHi: chain.orderHi,
      orderLo: chain.orderLo,
      features: chain.features,
    });
    if (chain.raised) {
      this.#shown.add(chain);
      this.#emit(chain, 'update');
    } else if (isRaised(chain.judgement)) {
      chain.raised = true;
      chain.detectedNs = joinNs(chain.lastHi, chain.lastLo);
      this.#shown.add(chain);
      this.#emit(chain, 'new');
      this.#sizes.remember(chain.executed);
    }
  }

  #expire(chain: SyntheticChain): void {
    if (!this.#shown.delete(chain)) return;
    this.#emit(chain, 'update');
  }

  #emit(chain: SyntheticChain, change: 'new' | 'update'): void {
    const { view, emit } = this.#context;
    const percentile = this.#sizes.percentile(chain.executed);
    const expired = !this.#shown.has(chain);
    emit(syntheticIcebergEvent(chain, view, { percentile, expired }), change);
  }
}

function availability(tier: FeedTier): Availability {
  if (tier === 'L3' || tier === 'L2S') return { available: true };
  return {
    available: false,
    reason:
      'Orders that follow the fill of the one before within milliseconds cannot be seen on conflated levels.',
  };
}

export const SYNTHETIC_ICEBERG: DetectorEntry = {
  type: 'iceberg',
  sub: 'synthetic',
  models: [SYNTHETIC_MODEL],
  availability,
  create: (context) => new SyntheticIcebergDetector(context),
};
