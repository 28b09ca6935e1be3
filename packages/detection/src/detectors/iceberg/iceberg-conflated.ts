/**
 * Icebergs on sampled levels: a price trades more than it showed and was seen to gain. The bound is a lower one and the
 * order behind it is never proven, because orders may come and go between two samples. Reference: detection, section 4.
 */

import { EVENT_TYPES, type FeedTier, joinNs, type MatchEvent, MINUTE_MS } from '@undertow/market';
import { isRaised } from '#calibration/judge.ts';
import { SizeRank } from '#evidence/significance.ts';
import { LevelSteps } from '#orders/level-steps.ts';
import { EpisodeTable } from '#statistics/episode-table.ts';
import type { Availability, Detector, DetectorContext, DetectorEntry } from '#view/detector.ts';
import type { MarketView } from '#view/market-view.ts';
import { CONFLATED_MODEL, LevelEpisode } from './iceberg-conflated-episode.ts';
import { conflatedIcebergEvent, episodeKey } from './iceberg-conflated-event.ts';

/** A price that does not trade for this long starts again. */
const GAP_MS = MINUTE_MS;
/** A candidate hides this part of usual best depth and was replenished so often. */
const CANDIDATE_DEPTH = 0.25;
const CANDIDATE_REPLENISHMENTS = 2;
/** Judged again when the hidden size has grown by this factor. */
const GROWTH = 1.4;

class ConflatedIcebergDetector implements Detector {
  readonly #context: DetectorContext;
  readonly #episodes = new EpisodeTable<LevelEpisode>();
  readonly #unused: LevelEpisode[] = [];
  readonly #steps = new LevelSteps();
  readonly #sizes = new SizeRank();
  readonly #shown = new Set<LevelEpisode>();

  constructor(context: DetectorContext) {
    this.#context = context;
  }

  onMatch(event: MatchEvent, view: MarketView): void {
    if (event.rounds.count > 0) this.#readTrades(event, view);
    this.#steps.read(view.market.book);
    const steps = this.#steps;
    for (let step = 0; step < steps.count; step += 1) {
      const side = steps.side[step]!;
      const priceTicks = steps.priceTicks[step]!;
      const episode = this.#episodes.find(side, priceTicks);
      if (episode === undefined) continue;
      this.#readSample(event, episode, steps.after[step]!);
    }
  }

  onClock(timeMs: number): void {
    if (this.#shown.size === 0) return;
    for (const episode of this.#shown)
      if (timeMs >= episode.lastMs + EVENT_TYPES.iceberg.windowMs) this.#expire(episode);
  }

  onDiscontinuity(): void {
    for (const episode of this.#shown) this.#expire(episode);
    for (const episode of this.#episodes.all()) this.#unused.push(episode);
    this.#episodes.clear();
    this.#steps.clear();
  }

  #readTrades(event: MatchEvent, view: MarketView): void {
    const { touched } = event;
    for (let level = 0; level < touched.count; level += 1) {
      const side = touched.side[level]!;
      const priceTicks = touched.priceTicks[level]!;
      const episode = this.#episodeAt(event, side, priceTicks, view);
      episode.noteTrade(touched.traded[level]!);
      episode.lastHi = event.timeHi;
      episode.lastLo = event.timeLo;
      episode.lastMs = event.timeMs;
      episode.degraded = event.degraded;
    }
  }

  #episodeAt(event: MatchEvent, side: number, priceTicks: number, view: MarketView): LevelEpisode {
    const known = this.#episodes.find(side, priceTicks);
    if (known !== undefined && event.timeMs - known.lastMs <= GAP_MS) return known;
    const episode = known ?? this.#unused.pop() ?? new LevelEpisode();
    if (known !== undefined) this.#expire(known);
    episode.begin(side, priceTicks, view.market.book.levelSize(side, priceTicks));
    episode.startHi = event.timeHi;
    episode.startLo = event.timeLo;
    episode.startMs = event.timeMs;
    episode.lastMs = event.timeMs;
    if (known !== undefined) return episode;
    const evicted = this.#episodes.add(side, priceTicks, episode);
    if (evicted !== undefined) {
      this.#expire(evicted);
      this.#unused.push(evicted);
    }
    return episode;
  }

  /** The level is empty: the price was traded through, whatever rested there is filled. */
  #readSample(event: MatchEvent, episode: LevelEpisode, shown: number): void {
    episode.noteSample(shown);
    if (shown === 0) {
      this.#expire(episode);
      this.#episodes.delete(episode.side, episode.priceTicks);
      this.#unused.push(episode);
      return;
    }
    const { view } = this.#context;
    const depth = Math.max(1, view.medianDepth(episode.side, 1) || 1);
    const { hidden, replenishments } = episode;
    if (hidden < CANDIDATE_DEPTH * depth || replenishments < CANDIDATE_REPLENISHMENTS) return;
    if (hidden < GROWTH * episode.judgedHidden) return;
    episode.judgedHidden = hidden;
    this.#look(event, episode, depth);
  }

  #look(event: MatchEvent, episode: LevelEpisode, depth: number): void {
    const { view, judge } = this.#context;
    if (episode.key === '') episode.key = episodeKey(episode, view);
    episode.writeFeatures(depth);
    episode.judgement = judge.judge(CONFLATED_MODEL, {
      key: episode.key,
      side: episode.side,
      timeMs: event.timeMs,
      priceLowTicks: episode.priceTicks,
      priceHighTicks: episode.priceTicks,
      features: episode.features,
    });
    if (episode.raised) {
      this.#shown.add(episode);
      this.#emit(episode, 'update');
    } else if (isRaised(episode.judgement)) {
      episode.raised = true;
      episode.detectedNs = joinNs(event.timeHi, event.timeLo);
      this.#shown.add(episode);
      this.#emit(episode, 'new');
      this.#sizes.remember(episode.hidden);
    }
  }

  #expire(episode: LevelEpisode): void {
    if (this.#shown.delete(episode)) this.#emit(episode, 'update');
  }

  #emit(episode: LevelEpisode, change: 'new' | 'update'): void {
    const { view, emit } = this.#context;
    const percentile = this.#sizes.percentile(episode.hidden);
    const expired = !this.#shown.has(episode);
    emit(conflatedIcebergEvent(episode, view, { percentile, expired }), change);
  }
}

function availability(tier: FeedTier): Availability {
  if (tier === 'L2C') return { available: true };
  return {
    available: false,
    reason:
      tier === 'L1T'
        ? 'Without levels the size shown at a price is unknown.'
        : 'Exact refills take its place where book changes and trades arrive together.',
  };
}

export const CONFLATED_ICEBERG: DetectorEntry = {
  type: 'iceberg',
  sub: 'conflated',
  models: [CONFLATED_MODEL],
  availability,
  create: (context) => new ConflatedIcebergDetector(context),
};
