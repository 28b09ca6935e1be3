/**
 * Volume spikes: ten seconds or a minute in which far more trades than is usual at this time of the day. Every feed that
 * tells trades shows them. Reference: detection, 11.1.
 */
import { type FeedTier, type MatchEvent, NO_PRICE, ROUND_AUCTION } from '@undertow/market';
import type { Availability, Detector, DetectorContext, DetectorEntry } from '#detector.ts';
import { EMIT_CONFIDENCE } from '#learning/judge.ts';
import type { MarketView } from '#market-view.ts';
import { DecayedMean } from '#primitives/decayed-mean.ts';
import { eventId } from '#primitives/event-id.ts';
import { SizeRank } from '#primitives/significance.ts';
import { type Multiples, type SpikeWindows, VOLUME_SPIKE, VolumeBurst } from './volume-spike-burst.ts';
import { volumeSpikePattern } from './volume-spike-pattern.ts';
import { SpikeWindow } from './volume-spike-window.ts';

const SECOND_MS = 1000;
const SHORT_MS = 10_000;
const LONG_MS = 60_000;
/** Looked at from this tail probability on, or this multiple of the last minutes; over once both are well below. */
const LOOK_AT_PROBABILITY = 0.02;
const LOOK_AT_MULTIPLE = 2.5;
const OVER_PROBABILITY = 0.05;
const OVER_MULTIPLE = 1.8;
const BUSY_MULTIPLE = 1.3;
/** A burst that nobody raised is forgotten after this calm; a raised one takes in what follows within its refractory time. */
const FORGET_MS = 5000;
const REFRACTORY_MS = 60_000;
/** Judged again when it has become this much less probable (decades), or after this time. */
const LOOK_DECADES = 0.25;
const LOOK_EVERY_MS = 4000;
const UPDATE_EVERY_MS = 5000;
/** The level of the last minutes: half-life, and how long a raised spike may keep it from being learnt. */
const RECENT_HALF_LIFE_MS = 8 * 60_000;
const MOST_FREEZE_MS = 180_000;
/** Of a window, in multiples of the level, at most. */
const MOST_LEARNT = 4;
const NS_PER_MS = 1e6;

class VolumeSpikeDetector implements Detector {
  private readonly context: DetectorContext;
  private readonly windows: SpikeWindows = {
    tenSeconds: new SpikeWindow(SHORT_MS),
    minute: new SpikeWindow(LONG_MS),
    tenSecondTrades: new SpikeWindow(SHORT_MS),
    minuteTrades: new SpikeWindow(LONG_MS),
  };
  /** Contracts of ten seconds, mean of the last minutes. */
  private readonly recent = new DecayedMean(RECENT_HALF_LIFE_MS);
  private readonly sizes = new SizeRank();
  private burst: VolumeBurst | null = null;
  private secondMs = Number.NaN;
  private recentDueMs = Number.NaN;
  private startMs = Number.NaN;
  private sinceOpenMs = Number.NEGATIVE_INFINITY;
  private updatedMs = Number.NEGATIVE_INFINITY;

  constructor(context: DetectorContext) {
    this.context = context;
  }

  onMatch(event: MatchEvent): void {
    const { burst } = this;
    if (burst === null || event.rounds.count === 0) return;
    for (let round = 0; round < event.rounds.count; round += 1) {
      if (event.rounds.kind[round] !== ROUND_AUCTION) burst.add(event.rounds, round);
    }
  }

  onClock(timeMs: number, view: MarketView): void {
    if (timeMs < this.secondMs + SECOND_MS) return;
    this.secondMs = timeMs;
    const { sinceOpenMs, flow } = view;
    if (Number.isNaN(this.startMs)) this.startMs = timeMs;
    if (sinceOpenMs < this.sinceOpenMs) this.endSession();
    this.sinceOpenMs = sinceOpenMs;
    const { tenSeconds, minute, tenSecondTrades, minuteTrades } = this.windows;
    tenSeconds.measure(sinceOpenMs, flow.volume(SHORT_MS));
    minute.measure(sinceOpenMs, flow.volume(LONG_MS));
    tenSecondTrades.measure(sinceOpenMs, flow.trades(SHORT_MS));
    minuteTrades.measure(sinceOpenMs, flow.trades(LONG_MS));
    const multiples = this.multiples(view);
    if (this.burst === null && this.standsOut(multiples, LOOK_AT_PROBABILITY, LOOK_AT_MULTIPLE)) {
      this.open(timeMs, view);
    }
    if (this.burst !== null) this.follow(this.burst, timeMs, view, multiples);
    this.learn(timeMs, sinceOpenMs, flow.volume(SHORT_MS));
  }

  onDiscontinuity(): void {
    if (this.burst?.detectedNs) this.emit(this.burst, this.context.view, 'expired', 'update');
    this.burst = null;
    this.startMs = Number.NaN;
  }

  private multiples({ flow }: MarketView): Multiples {
    const usual = this.recent.value;
    if (!(usual > 0)) return { tenSeconds: 1, minute: 1, onset: 1 };
    const now = flow.volume(SHORT_MS);
    const minute = flow.volume(LONG_MS);
    // A market that was all but silent for fifty seconds is measured by a part of what is usual.
    const before = Math.max((minute - now) / 5, usual / 10);
    return { tenSeconds: now / usual, minute: minute / (6 * usual), onset: now / before };
  }

  private standsOut({ tenSeconds, minute }: Multiples, probability: number, multiple: number): boolean {
    if (this.windows.tenSeconds.tailProbability < probability || tenSeconds >= multiple) return true;
    // A minute goes on to stand out after the business is over.
    const isBusy = tenSeconds >= BUSY_MULTIPLE;
    return isBusy && (this.windows.minute.tailProbability < probability || minute >= multiple);
  }

  private open(timeMs: number, view: MarketView): void {
    // Windows are whole only after a minute, and nothing is usual before some of them were seen.
    if (
      timeMs - this.startMs < 2 * LONG_MS ||
      view.bestBidTicks === NO_PRICE ||
      view.bestAskTicks === NO_PRICE
    )
      return;
    const mid = (view.bestBidTicks + view.bestAskTicks) / 2;
    const timeNs = BigInt(Math.round(timeMs)) * BigInt(NS_PER_MS);
    const { flow } = view;
    this.burst = new VolumeBurst(timeMs, timeNs, mid, flow.volume(SHORT_MS), flow.signedVolume(SHORT_MS));
  }

  private follow(burst: VolumeBurst, timeMs: number, view: MarketView, multiples: Multiples): void {
    if (this.standsOut(multiples, OVER_PROBABILITY, OVER_MULTIPLE)) burst.activeMs = timeMs;
    burst.peak = Math.max(burst.peak, view.flow.volume(SHORT_MS));
    const isActive = burst.activeMs === timeMs;
    if (isActive && this.isLookDue(burst, timeMs)) this.look(burst, timeMs, view, multiples);
    if (burst.detectedNs === null) {
      // What stands out for long without being raised begins anew: a spike may come on top of it.
      if (timeMs - burst.activeMs >= FORGET_MS || timeMs - burst.startMs >= LONG_MS) this.burst = null;
      return;
    }
    if (timeMs - burst.activeMs >= REFRACTORY_MS) {
      this.sizes.remember(burst.volume);
      this.burst = null;
    } else if (isActive && timeMs - this.updatedMs >= UPDATE_EVERY_MS) {
      this.emit(burst, view, 'open', 'update');
    } else if (timeMs - burst.activeMs === SHORT_MS) {
      this.emit(burst, view, 'confirmed', 'update');
    }
  }

  private isLookDue(burst: VolumeBurst, timeMs: number): boolean {
    const { tenSeconds, minute } = this.windows;
    const evidence = -Math.log10(tenSeconds.tailProbability) - Math.log10(minute.tailProbability);
    if (evidence < burst.evidence + LOOK_DECADES && timeMs - burst.lookedMs < LOOK_EVERY_MS) return false;
    burst.evidence = Math.max(burst.evidence, evidence);
    return true;
  }

  private look(burst: VolumeBurst, timeMs: number, view: MarketView, multiples: Multiples): void {
    burst.lookedMs = timeMs;
    const judgement = this.context.judge.judge(VOLUME_SPIKE, {
      key: String(burst.startNs),
      side: burst.side,
      timeMs,
      priceLowTicks: burst.lowTicks,
      priceHighTicks: burst.highTicks,
      features: burst.features(timeMs, this.windows, multiples),
    });
    if (burst.judgement === null || judgement.confidence > burst.judgement.confidence)
      burst.judgement = judgement;
    if (burst.detectedNs !== null || judgement.confidence < EMIT_CONFIDENCE) return;
    burst.detectedNs = BigInt(Math.round(timeMs)) * BigInt(NS_PER_MS);
    this.emit(burst, view, 'open', 'new');
  }

  /** What is usual is learnt from all seconds but those of a raised spike, and from one that goes on for minutes. */
  private learn(timeMs: number, sinceOpenMs: number, volume: number): void {
    // A market that does not trade, before an opening for example, says nothing about one that does.
    if (timeMs - this.startMs < LONG_MS || this.windows.minute.isEmpty) return;
    const { burst } = this;
    const isRaised = burst !== null && burst.detectedNs !== null && timeMs - burst.activeMs < LONG_MS;
    if (isRaised && timeMs - burst.startMs < MOST_FREEZE_MS) {
      this.windows.tenSeconds.note();
      this.windows.minute.note();
      return;
    }
    this.windows.tenSeconds.learn(timeMs, sinceOpenMs);
    this.windows.minute.learn(timeMs, sinceOpenMs);
    this.windows.tenSecondTrades.learn(timeMs, sinceOpenMs);
    this.windows.minuteTrades.learn(timeMs, sinceOpenMs);
    if (timeMs < this.recentDueMs) return;
    this.recentDueMs = timeMs + SHORT_MS;
    // One wild window must not become what is usual; a market that wakes up must.
    const usual = this.recent.value;
    this.recent.add(timeMs, usual >= 1 ? Math.min(volume, MOST_LEARNT * usual) : volume);
  }

  private endSession(): void {
    this.windows.tenSeconds.endSession();
    this.windows.minute.endSession();
    this.windows.tenSecondTrades.endSession();
    this.windows.minuteTrades.endSession();
  }

  private emit(
    burst: VolumeBurst,
    view: MarketView,
    status: 'open' | 'confirmed' | 'expired',
    change: 'new' | 'update',
  ): void {
    const { judgement, detectedNs } = burst;
    if (judgement === null || detectedNs === null) return;
    const { windows } = this;
    this.updatedMs = this.secondMs;
    const id = eventId({
      detector: 'volume_spike',
      instrumentId: view.instrument.id,
      side: '',
      priceTicks: burst.startTicks,
      startNs: burst.startNs,
      key: '',
    });
    this.context.emitPattern(
      volumeSpikePattern(
        {
          id,
          burst,
          judgement,
          detectedNs,
          status,
          windows,
          usual: windows.tenSeconds.usual(view.sinceOpenMs),
          recent: this.recent.value,
          percentile: this.sizes.percentile(burst.volume),
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
  hears: ['trades'],
  clock: 'second',
  availability: (_tier: FeedTier) => ALWAYS,
  create: (context) => new VolumeSpikeDetector(context),
};
