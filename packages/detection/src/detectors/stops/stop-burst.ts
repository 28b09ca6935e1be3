/**
 * Stop runs on feeds that do not show elections: a burst of prints in one direction that sweeps beyond a reference
 * level into a thin side. Inferred, never exact. Reference: detection, section 8.
 */
import {
  EVENT_TYPES,
  type MatchEvent,
  NO_PRICE,
  ROUND_AUCTION,
  SECOND_MS,
  SIDE_ASK,
  SIDE_BID,
} from '@undertow/market';
import type { ModelSpec } from '#calibration/judge.ts';
import { SizeRank } from '#evidence/significance.ts';
import { TimeOfDayBaseline } from '#statistics/time-of-day.ts';
import type { Detector, DetectorContext } from '#view/detector.ts';
import type { MarketView } from '#view/market-view.ts';
import { BurstEpisode, burstEvent, burstId } from './stop-burst-event.ts';
import { breachedLevel } from './stop-levels.ts';
import { bounded, depthAhead, flowWith, madeByTrade, roundness } from './stop-models.ts';
import { outcomeOf } from './stop-outcome.ts';

/** A burst of prints that stops would make, on feeds where they cannot be seen. */
export const STOP_RUN_INFERRED: ModelSpec = {
  name: 'stop_run_inferred',
  version: 1,
  features: [
    'prints',
    'span',
    'volumeZ',
    'beyond',
    'madeLevel',
    'roundLevel',
    'thinning',
    'oneSided',
    'flow',
    'speed',
  ],
  truth: { from: 'labels', type: 'stop_run', sub: null },
};

/** The most that a feed without elections can prove. */
const MAX_CONFIDENCE = 0.7;
/** Prints of one burst follow each other within this time; sampled feeds resolve times to about this. */
const BURST_MS = 500;
const NEEDED_PRINTS = 3;
const NEEDED_TICKS = 2;
/** Volume against a second of this time of day, deviations: less is no burst to look at. */
const NEEDED_Z = 1.25;
const QUIET_MS = 2000;
const LOOK_GROWTH = 1.5;
const MAX_LOG = 12;
const MIN_SECONDS = 0.1;

/** One direction: the burst that may be under way, and what a second of it usually brings. */
class Direction {
  readonly side: number;
  prints = 0;
  contracts = 0;
  startMs = 0;
  lastMs = Number.NEGATIVE_INFINITY;
  startHi = 0;
  startLo = 0;
  beforeTicks = NO_PRICE;
  firstTicks = 0;
  lowTicks = 0;
  highTicks = 0;
  thinning = 0;
  /** Contracts since the last full second, for the baseline. */
  inSecond = 0;
  episode: BurstEpisode | null = null;

  constructor(side: number) {
    this.side = side;
  }

  begin(event: MatchEvent, priceTicks: number, view: MarketView): void {
    this.prints = 0;
    this.contracts = 0;
    this.startMs = event.timeMs;
    this.startHi = event.timeHi;
    this.startLo = event.timeLo;
    this.beforeTicks = view.lastTicks === NO_PRICE ? priceTicks : view.lastTicks;
    this.firstTicks = priceTicks;
    this.lowTicks = Math.min(priceTicks, this.beforeTicks);
    this.highTicks = Math.max(priceTicks, this.beforeTicks);
    this.thinning = depthAhead(this.side, view);
    this.episode = null;
  }
}

export class StopBurstDetector implements Detector {
  readonly #context: DetectorContext;
  readonly #directions = [new Direction(SIDE_BID), new Direction(SIDE_ASK)] as const;
  readonly #baseline = new TimeOfDayBaseline(0, MAX_LOG);
  readonly #sizes = new SizeRank();
  /** Raised bursts without an outcome, oldest first. */
  #pending: BurstEpisode[] = [];
  #secondMs = Number.NaN;
  #sinceOpenMs = Number.NEGATIVE_INFINITY;

  constructor(context: DetectorContext) {
    this.#context = context;
  }

  onMatch(event: MatchEvent, view: MarketView): void {
    const { rounds } = event;
    if (rounds.count === 0 || rounds.kind[0] === ROUND_AUCTION) return;
    for (let round = 0; round < rounds.count; round += 1) {
      const direction = this.#directions[rounds.side[round] === SIDE_BID ? 0 : 1];
      if (rounds.side[round] !== direction.side) continue;
      this.#print(direction, event, round, view);
    }
    for (const direction of this.#directions) this.#look(direction, event, view);
  }

  onClock(timeMs: number, view: MarketView): void {
    if (!(timeMs < this.#secondMs + SECOND_MS)) this.#everySecond(timeMs, view);
    for (const { episode } of this.#directions) {
      if (episode?.raised && episode.outcome === 'running' && timeMs >= episode.lastMs + QUIET_MS) {
        episode.outcome = 'pending';
        this.#emit(episode, 'update');
      }
    }
    for (const episode of this.#pending) this.#followOutcome(episode, timeMs, view);
    if (this.#pending.length > 0)
      this.#pending = this.#pending.filter(({ outcome }) => outcome === 'running' || outcome === 'pending');
  }

  onDiscontinuity(): void {
    for (const episode of this.#pending) {
      episode.outcome = 'interrupted';
      this.#emit(episode, 'update');
    }
    this.#pending = [];
    for (const direction of this.#directions) {
      direction.episode = null;
      direction.lastMs = Number.NEGATIVE_INFINITY;
    }
  }

  #print(direction: Direction, event: MatchEvent, round: number, view: MarketView): void {
    const { rounds, timeMs } = event;
    const priceTicks = rounds.priceTicks[round]!;
    const size = rounds.size[round]!;
    direction.inSecond += size;
    if (timeMs > direction.lastMs + BURST_MS) direction.begin(event, priceTicks, view);
    direction.prints += 1;
    direction.contracts += size;
    direction.lastMs = timeMs;
    direction.lowTicks = Math.min(direction.lowTicks, priceTicks);
    direction.highTicks = Math.max(direction.highTicks, priceTicks);
  }

  #look(direction: Direction, event: MatchEvent, view: MarketView): void {
    if (event.timeMs !== direction.lastMs || direction.prints < NEEDED_PRINTS) return;
    if (direction.highTicks - direction.lowTicks < NEEDED_TICKS) return;
    const { episode } = direction;
    if (episode !== null && direction.contracts < episode.contracts * LOOK_GROWTH) return;
    const volumeZ = this.#baseline.z(view.sinceOpenMs, Math.log1p(direction.contracts));
    if (volumeZ >= NEEDED_Z) this.#judge(direction, episode ?? this.#open(direction, view), event, volumeZ);
  }

  #open(direction: Direction, view: MarketView): BurstEpisode {
    const { side, beforeTicks, startMs } = direction;
    const end = side === SIDE_BID ? direction.highTicks : direction.lowTicks;
    const level = breachedLevel(view, side, beforeTicks, end, startMs);
    const episode = new BurstEpisode(direction, level);
    direction.episode = episode;
    return episode;
  }

  #judge(direction: Direction, episode: BurstEpisode, event: MatchEvent, volumeZ: number): void {
    const { view } = this.#context;
    episode.grow(direction, event);
    const judgement = this.#context.judge.judge(STOP_RUN_INFERRED, {
      key: burstId(episode, view),
      side: episode.side,
      timeMs: event.timeMs,
      priceLowTicks: episode.lowTicks,
      priceHighTicks: episode.highTicks,
      features: this.#features(direction, episode, volumeZ, view),
    });
    episode.judgement = judgement;
    episode.volumeZ = volumeZ;
    if (episode.raised) this.#emit(episode, 'update');
    else if (Math.min(MAX_CONFIDENCE, judgement.confidence) >= judgement.raiseFrom) this.#raise(episode);
  }

  #raise(episode: BurstEpisode): void {
    episode.raised = true;
    episode.detectedNs = episode.lastNs;
    this.#pending.push(episode);
    this.#emit(episode, 'new');
    this.#sizes.remember(episode.contracts);
  }

  #features(direction: Direction, episode: BurstEpisode, volumeZ: number, view: MarketView): number[] {
    const { side, level } = episode;
    const end = side === SIDE_BID ? episode.highTicks : episode.lowTicks;
    const seconds = Math.max(MIN_SECONDS, (direction.lastMs - direction.startMs) / 1000);
    const against = this.#directions[side === SIDE_BID ? 1 : 0];
    const other = against.lastMs >= direction.startMs ? against.contracts : 0;
    const span = episode.highTicks - episode.lowTicks;
    return [
      Math.log1p(direction.prints),
      Math.log1p(span / Math.max(1, view.sigma1Ticks * 3)),
      bounded(volumeZ, -10, 10),
      level === null ? 0 : Math.log1p(Math.abs(end - level.priceTicks)),
      madeByTrade(level),
      roundness(level),
      direction.thinning,
      episode.contracts / Math.max(1, episode.contracts + other),
      flowWith(side, 10_000, view),
      Math.log1p(span / (view.sigma1Ticks * Math.sqrt(seconds))),
    ];
  }

  #everySecond(timeMs: number, view: MarketView): void {
    this.#secondMs = timeMs;
    const { sinceOpenMs } = view;
    if (sinceOpenMs < this.#sinceOpenMs) this.#baseline.endSession();
    this.#sinceOpenMs = sinceOpenMs;
    for (const direction of this.#directions) {
      this.#baseline.add(sinceOpenMs, Math.log1p(direction.inSecond));
      direction.inSecond = 0;
    }
  }

  #followOutcome(episode: BurstEpisode, timeMs: number, view: MarketView): void {
    const outcome = outcomeOf(episode, timeMs, view);
    if (outcome !== null) {
      episode.outcome = outcome;
      episode.outcomeMs = timeMs;
    } else if (!episode.expired && timeMs >= episode.lastMs + EVENT_TYPES.stop_run.windowMs) {
      episode.expired = true;
    } else return;
    this.#emit(episode, 'update');
  }

  #emit(episode: BurstEpisode, change: 'new' | 'update'): void {
    const { view, emit } = this.#context;
    emit(burstEvent(episode, view, MAX_CONFIDENCE, this.#sizes.percentile(episode.contracts)), change);
  }
}
