/**
 * Volume spikes: ten seconds or a minute in which far more trades than is usual at this time of the day. Every feed
 * that reports trades shows them. Reference: detection, 11.1.
 */
import {
  type FeedTier,
  type MatchEvent,
  MINUTE_MS,
  NO_PRICE,
  NS_PER_MS,
  ROUND_AUCTION,
  SECOND_MS,
} from '@undertow/market';
import { isRaised } from '#calibration/judge.ts';
import { eventId } from '#evidence/event-id.ts';
import { SizeRank } from '#evidence/significance.ts';
import { DecayedMean } from '#statistics/decayed-mean.ts';
import type { Availability, Detector, DetectorContext, DetectorEntry } from '#view/detector.ts';
import type { MarketView } from '#view/market-view.ts';
import {
  type SpikeWindows,
  type UsualVolume,
  VOLUME_SPIKE,
  VolumeBurst,
  type WindowVolume,
} from './volume-spike-burst.ts';
import { volumeSpikePattern } from './volume-spike-pattern.ts';
import { SpikeWindow } from './volume-spike-window.ts';

/** Nothing is usual before so much was seen. */
const WARM_MS = 300_000;
const SHORT_MS = 10_000;
const LONG_MS = MINUTE_MS;
/**
 * Ten seconds with this many times what is usual open a burst; it continues, and a raised one stays separate, above the
 * others.
 */
const OPENS = 2.5;
const GOES_ON = 1.8;
const STAYS = 3;
/**
 * A burst that nobody raised is dropped after this calm; a raised one takes in what follows within its refractory
 * time.
 */
const FORGET_MS = 5000;
const REFRACTORY_MS = MINUTE_MS;
const UPDATE_EVERY_MS = 5000;
/** Half-lives of what is usual, and how long a raised spike may keep windows from being learnt. */
const MINUTES_HALF_LIFE_MS = 6 * MINUTE_MS;
const HALF_HOUR_HALF_LIFE_MS = 30 * MINUTE_MS;
const MAX_FREEZE_MS = 180_000;
/** Of a window, in multiples of the level, at most. */
const MAX_LEARNT = 12;

class VolumeSpikeDetector implements Detector {
  readonly #context: DetectorContext;
  readonly #windows: SpikeWindows = {
    tenSeconds: new SpikeWindow(SHORT_MS),
    minute: new SpikeWindow(LONG_MS),
    tenSecondTrades: new SpikeWindow(SHORT_MS),
  };
  /** Contracts of ten seconds. */
  readonly #minutes = new DecayedMean(MINUTES_HALF_LIFE_MS);
  readonly #halfHour = new DecayedMean(HALF_HOUR_HALF_LIFE_MS);
  readonly #sizes = new SizeRank();
  #burst: VolumeBurst | null = null;
  #secondMs = Number.NaN;
  #recentDueMs = Number.NaN;
  #startMs = Number.NaN;
  #sinceOpenMs = Number.NEGATIVE_INFINITY;
  #updatedMs = Number.NEGATIVE_INFINITY;

  constructor(context: DetectorContext) {
    this.#context = context;
  }

  onMatch(event: MatchEvent): void {
    const burst = this.#burst;
    if (burst === null || event.rounds.count === 0) return;
    for (let round = 0; round < event.rounds.count; round += 1) {
      if (event.rounds.kind[round] !== ROUND_AUCTION) burst.add(event.rounds, round);
    }
  }

  onClock(timeMs: number, view: MarketView): void {
    if (timeMs < this.#secondMs + SECOND_MS) return;
    this.#secondMs = timeMs;
    const { sinceOpenMs, flow } = view;
    if (Number.isNaN(this.#startMs)) this.#startMs = timeMs;
    if (sinceOpenMs < this.#sinceOpenMs) this.#endSession();
    this.#sinceOpenMs = sinceOpenMs;
    const { tenSeconds, minute, tenSecondTrades } = this.#windows;
    const now = { tenSeconds: flow.volume(SHORT_MS), minute: flow.volume(LONG_MS) };
    tenSeconds.measure(sinceOpenMs, now.tenSeconds);
    minute.measure(sinceOpenMs, now.minute);
    tenSecondTrades.measure(sinceOpenMs, flow.trades(SHORT_MS));
    const usual = this.#usual();
    if (this.#burst === null && now.tenSeconds >= OPENS * usual.greater) this.#open(timeMs, view);
    if (this.#burst !== null) this.#follow(this.#burst, timeMs, view, now, usual);
    this.#learn(timeMs, sinceOpenMs, now.tenSeconds);
  }

  onDiscontinuity(): void {
    if (this.#burst?.detectedNs) this.#emit(this.#burst, this.#context.view, 'expired', 'update');
    this.#burst = null;
    this.#startMs = Number.NaN;
  }

  /** NaN while nothing was seen: no burst opens. */
  #usual(): UsualVolume {
    const minutes = this.#minutes.value;
    const halfHour = this.#halfHour.value;
    return { minutes, halfHour, greater: Math.max(minutes, halfHour, 1) };
  }

  #open(timeMs: number, view: MarketView): void {
    // Windows are whole only after a minute, and nothing is usual before some of them were seen.
    if (timeMs - this.#startMs < WARM_MS || view.bestBidTicks === NO_PRICE || view.bestAskTicks === NO_PRICE)
      return;
    const mid = (view.bestBidTicks + view.bestAskTicks) / 2;
    const timeNs = BigInt(Math.round(timeMs)) * NS_PER_MS;
    const { flow } = view;
    this.#burst = new VolumeBurst(timeMs, timeNs, mid, flow.volume(SHORT_MS), flow.signedVolume(SHORT_MS));
  }

  #follow(burst: VolumeBurst, timeMs: number, view: MarketView, now: WindowVolume, usual: UsualVolume): void {
    const isRaised = burst.detectedNs !== null;
    const isActive = now.tenSeconds >= (isRaised ? STAYS : GOES_ON) * usual.greater;
    if (isActive) burst.activeMs = timeMs;
    burst.peak = Math.max(burst.peak, now.tenSeconds);
    if (isActive) this.#look(burst, timeMs, view, now, usual);
    if (burst.detectedNs === null) {
      // What is unusual for long without being raised starts again: a spike may come on top of it.
      if (timeMs - burst.activeMs >= FORGET_MS || timeMs - burst.startMs >= LONG_MS) this.#burst = null;
      return;
    }
    if (timeMs - burst.activeMs >= REFRACTORY_MS) {
      this.#sizes.remember(burst.volume);
      this.#burst = null;
    } else if (isActive && timeMs - this.#updatedMs >= UPDATE_EVERY_MS) {
      this.#emit(burst, view, 'open', 'update');
    } else if (timeMs - burst.activeMs === SHORT_MS) {
      this.#emit(burst, view, 'confirmed', 'update');
    }
  }

  #look(burst: VolumeBurst, timeMs: number, view: MarketView, now: WindowVolume, usual: UsualVolume): void {
    const judgement = this.#context.judge.judge(VOLUME_SPIKE, {
      key: String(burst.startNs),
      side: burst.side,
      timeMs,
      priceLowTicks: burst.lowTicks,
      priceHighTicks: burst.highTicks,
      features: burst.features(timeMs, this.#windows, now, usual),
    });
    if (burst.judgement === null || judgement.confidence > burst.judgement.confidence)
      burst.judgement = judgement;
    if (burst.detectedNs !== null || !isRaised(judgement)) return;
    burst.detectedNs = BigInt(Math.round(timeMs)) * NS_PER_MS;
    this.#emit(burst, view, 'open', 'new');
  }

  /** What is usual is learnt from all seconds but those of a raised spike, and from one that lasts for minutes. */
  #learn(timeMs: number, sinceOpenMs: number, volume: number): void {
    // A market that does not trade, before an opening for example, is no evidence about one that does.
    if (timeMs - this.#startMs < LONG_MS || this.#windows.minute.isEmpty) return;
    if (!(timeMs < this.#recentDueMs)) {
      this.#recentDueMs = timeMs + SHORT_MS;
      // One extreme window must not become the usual; a market that becomes active must.
      const most = MAX_LEARNT * Math.max(1, this.#minutes.value);
      const learnt = this.#minutes.value >= 1 ? Math.min(volume, most) : volume;
      this.#minutes.add(timeMs, learnt);
      this.#halfHour.add(timeMs, learnt);
    }
    const burst = this.#burst;
    const isRaised = burst !== null && burst.detectedNs !== null && timeMs - burst.activeMs < LONG_MS;
    if (isRaised && timeMs - burst.startMs < MAX_FREEZE_MS) {
      this.#windows.tenSeconds.note();
      this.#windows.minute.note();
      return;
    }
    this.#windows.tenSeconds.learn(timeMs, sinceOpenMs);
    this.#windows.minute.learn(timeMs, sinceOpenMs);
    this.#windows.tenSecondTrades.learn(timeMs, sinceOpenMs);
  }

  #endSession(): void {
    this.#windows.tenSeconds.endSession();
    this.#windows.minute.endSession();
    this.#windows.tenSecondTrades.endSession();
  }

  #emit(
    burst: VolumeBurst,
    view: MarketView,
    status: 'open' | 'confirmed' | 'expired',
    change: 'new' | 'update',
  ): void {
    const { judgement, detectedNs } = burst;
    if (judgement === null || detectedNs === null) return;
    const windows = this.#windows;
    this.#updatedMs = this.#secondMs;
    const id = eventId({
      detector: 'volume_spike',
      instrumentId: view.instrument.id,
      side: '',
      priceTicks: burst.startTicks,
      startNs: burst.startNs,
      key: '',
    });
    this.#context.emitPattern(
      volumeSpikePattern(
        {
          id,
          burst,
          judgement,
          detectedNs,
          status,
          windows,
          usual: windows.tenSeconds.usual(view.sinceOpenMs),
          recent: this.#minutes.value,
          percentile: this.#sizes.percentile(burst.volume),
          degraded: view.isDegraded,
        },
        view,
      ),
      change,
    );
  }
}

const ALWAYS: Availability = { available: true };

export const VOLUME_SPIKE_ENTRY: DetectorEntry = {
  type: 'volume_spike',
  sub: null,
  models: [VOLUME_SPIKE],
  receives: ['trades'],
  clock: 'second',
  availability: (_tier: FeedTier) => ALWAYS,
  create: (context) => new VolumeSpikeDetector(context),
};
