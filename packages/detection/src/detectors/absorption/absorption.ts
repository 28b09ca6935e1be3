/**
 * Absorption: aggressive volume far above the usual against one side, while price does not move as it usually would,
 * because passive interest returns. An event's confidence is that somebody absorbs; that the zone then holds is a
 * probability of its own in the evidence. Reference: detection, section 7.
 */

import {
  EVENT_TYPES,
  type FeedTier,
  type MatchEvent,
  MINUTE_MS,
  NS_PER_MS,
  ROUND_AUCTION,
  SECOND_MS,
  SIDE_ASK,
  SIDE_BID,
} from '@undertow/market';
import { SizeRank } from '#evidence/significance.ts';
import { TimeOfDayBaseline } from '#statistics/time-of-day.ts';
import type { Detector, DetectorContext, DetectorEntry } from '#view/detector.ts';
import type { MarketView } from '#view/market-view.ts';
import { type AbsorptionEpisode, type AbsorptionOutcome, midOf } from './absorption-episode.ts';
import { type AbsorptionFinding, absorptionEvent, absorptionId } from './absorption-event.ts';
import {
  ABSORPTION,
  ABSORPTION_HOLD,
  type AbsorptionMeasures,
  existenceFeatures,
  holdFeatures,
  measure,
  oneSidedness,
  ZoneRanks,
  type ZoneWindows,
} from './absorption-features.ts';
import { ImpactRegression } from './absorption-impact.ts';
import { LastMinute, MINUTE_SECONDS } from './absorption-minute.ts';
import { type Raised, Side, ZONES } from './absorption-side.ts';

/** A zone is watched once its five seconds are above this quantile of the time of day. */
const OPEN_QUANTILE = 0.85;
/** Seconds after which it is known what is usual. */
const ENOUGH_SECONDS = 60;
/** And at least this many usual trades. */
const MIN_TRADES = 5;
/** In a minute this many times as many. */
const MINUTE_TRADES = 8;
/** A zone is hit hard while five seconds bring this share of what opens one. */
const ACTIVE_SHARE = 0.5;
const MIN_HOLD_MS = 1000;
const MIN_ONE_SIDED = 0.4;
/** Looked at again after this time, or once it took in this much more. */
const LOOK_MS = 5000;
const LOOK_GROWTH = 1.25;
/** Confirmed by a move away within this time; failed by trades this far through the zone. */
const CONFIRM_MS = MINUTE_MS;
const CONFIRM_TICKS = 3;
const THROUGH_TICKS = 3;
/** log(1 + contracts): up to 160,000 in five seconds. */
const MAX_LOG = 12;
const CAPS: Readonly<Record<FeedTier, number>> = { L3: 1, L2S: 1, L2C: 0.8, L1T: 0.6 };

class AbsorptionDetector implements Detector {
  readonly #context: DetectorContext;
  readonly #sides = [new Side(SIDE_BID), new Side(SIDE_ASK)] as const;
  readonly #baseline = new TimeOfDayBaseline(0, MAX_LOG);
  readonly #minuteBaseline = new TimeOfDayBaseline(0, MAX_LOG);
  readonly #impact = new ImpactRegression();
  readonly #sizes = new SizeRank();
  readonly #ranks = new ZoneRanks();
  readonly #lastMinute = new LastMinute();
  #secondMs = Number.NaN;
  #seconds = 0;
  #sinceOpenMs = Number.NEGATIVE_INFINITY;
  #neededVolume = Number.POSITIVE_INFINITY;
  #neededMinute = Number.POSITIVE_INFINITY;
  readonly #joined: boolean;

  constructor(context: DetectorContext) {
    this.#context = context;
    this.#joined = context.view.tier === 'L3' || context.view.tier === 'L2S';
  }

  onMatch(event: MatchEvent, view: MarketView): void {
    const trades = event.rounds.count > 0 && event.rounds.kind[0] !== ROUND_AUCTION;
    for (let n = 0; n < this.#sides.length; n += 1) {
      const side = this.#sides[n]!;
      if (side.openZones > 0) side.follow(event, view);
      if (trades) this.#noteTrades(side, event, view);
      if (this.#joined) side.supplied(event, view.tier === 'L3');
    }
  }

  onClock(timeMs: number, view: MarketView): void {
    for (const side of this.#sides) side.volume.turn();
    if (!(timeMs < this.#secondMs + SECOND_MS)) this.#everySecond(timeMs, view);
    for (const side of this.#sides) {
      for (let slot = 0; slot < ZONES && side.openZones > 0; slot += 1) {
        if (side.zones[slot]!.isOpen) this.#followZone(side, slot, timeMs, view);
      }
    }
  }

  onDiscontinuity(timeMs: number): void {
    for (const side of this.#sides) {
      for (let slot = 0; slot < ZONES; slot += 1) {
        if (side.zones[slot]!.isOpen) this.#end(side, slot, 'interrupted', timeMs);
      }
      side.clear();
    }
    this.#impact.interrupt();
    this.#lastMinute.clear();
  }

  #noteTrades(side: Side, event: MatchEvent, view: MarketView): void {
    const { touched } = event;
    for (let row = 0; row < touched.count; row += 1) {
      if (touched.side[row] !== side.side) continue;
      const priceTicks = touched.priceTicks[row]!;
      const size = touched.traded[row]!;
      side.volume.add(priceTicks, size);
      side.minute.add(priceTicks, size);
      side.visits.add(priceTicks, size, event.timeMs);
      const volume = side.volume.zone(priceTicks);
      const zone = side.zoneOf(priceTicks);
      if (zone !== null) {
        const own = side.volume.zone(zone.anchorTicks);
        zone.peak = Math.max(zone.peak, own);
        const minute = side.minute.zone(zone.anchorTicks);
        const isHard =
          own >= this.#neededVolume * ACTIVE_SHARE || minute >= this.#neededMinute * ACTIVE_SHARE;
        if (isHard) zone.activeMs = event.timeMs;
      } else if (volume >= this.#neededVolume || side.minute.zone(priceTicks) >= this.#neededMinute)
        this.#open(side, event, priceTicks, volume, view);
    }
  }

  #open(side: Side, event: MatchEvent, priceTicks: number, volume: number, view: MarketView): void {
    const slot = side.freeSlot();
    if (slot < 0) return;
    const zone = side.zones[slot]!;
    zone.begin(event, side.side, priceTicks, view);
    side.openZones += 1;
    // What hit it in the five seconds before belongs to it.
    zone.absorbed = volume;
    zone.peak = volume;
    zone.opposite = this.#sides[side === this.#sides[0] ? 1 : 0].volume.total;
    zone.aggressors = event.rounds.count;
    const drift = midOf(view) - this.#lastMinute.earliest;
    const towards =
      (side.side === SIDE_BID ? -drift : drift) / (view.sigma1Ticks * Math.sqrt(MINUTE_SECONDS));
    zone.approach = Number.isNaN(towards) ? 0 : Math.min(5, Math.max(-5, towards));
    side.raised[slot] = null;
  }

  #everySecond(timeMs: number, view: MarketView): void {
    this.#secondMs = timeMs;
    const { sinceOpenMs } = view;
    if (sinceOpenMs < this.#sinceOpenMs) {
      this.#baseline.endSession();
      this.#minuteBaseline.endSession();
    }
    this.#sinceOpenMs = sinceOpenMs;
    for (const side of this.#sides) {
      side.minute.turn();
      this.#baseline.add(sinceOpenMs, Math.log1p(side.volume.most()));
      this.#minuteBaseline.add(sinceOpenMs, Math.log1p(side.minute.most()));
    }
    this.#seconds += 1;
    const least =
      this.#seconds < ENOUGH_SECONDS ? Number.POSITIVE_INFINITY : MIN_TRADES * view.medianTradeSize;
    this.#neededVolume = needed(this.#baseline, sinceOpenMs, least);
    this.#neededMinute = needed(this.#minuteBaseline, sinceOpenMs, MINUTE_TRADES * least);
    const mid = midOf(view);
    this.#lastMinute.sample(mid);
    const depth = (view.medianDepth(SIDE_BID, 5) + view.medianDepth(SIDE_ASK, 5)) / 2;
    this.#impact.sample(mid, view.flow.signedVolume(10_000) / Math.max(1, depth));
  }

  #followZone(side: Side, slot: number, timeMs: number, view: MarketView): void {
    const zone = side.zones[slot]!;
    this.#look(side, slot, timeMs, view);
    const since = timeMs - zone.activeMs;
    if (zone.progress >= THROUGH_TICKS) this.#end(side, slot, 'failed', timeMs);
    else if (since <= CONFIRM_MS && zone.awayTicks(view) >= confirmTicks(view))
      this.#end(side, slot, 'confirmed', timeMs);
    else if (since >= EVENT_TYPES.absorption.windowMs) this.#end(side, slot, 'expired', timeMs);
  }

  #look(side: Side, slot: number, timeMs: number, view: MarketView): void {
    const zone = side.zones[slot]!;
    const grown = zone.absorbed >= zone.lookAbsorbed * LOOK_GROWTH;
    if (zone.absorbed === zone.lookAbsorbed || (!grown && timeMs < zone.lookMs + LOOK_MS)) return;
    if (zone.lastHitMs - zone.startMs < MIN_HOLD_MS) return;
    // Checked every 100 ms until it is true: what else is measured costs a hundred times as much.
    if (oneSidedness(zone) < MIN_ONE_SIDED) return;
    const measures = measure(zone, this.#impact, view, this.#windowsOf(side, zone, view), this.#joined);
    this.#ranks.rank(measures);
    zone.lookMs = timeMs;
    zone.lookAbsorbed = zone.absorbed;
    zone.looks += 1;
    side.measures[slot] = measures;
    if (zone.id === '') zone.id = absorptionId(zone, view);
    this.#judge(side, slot, measures, timeMs, view);
  }

  #windowsOf(side: Side, zone: AbsorptionEpisode, view: MarketView): ZoneWindows {
    const { sinceOpenMs } = view;
    const own = side.minute.zone(zone.anchorTicks);
    return {
      volumeZ: this.#baseline.z(sinceOpenMs, Math.log1p(zone.peak)),
      minuteZ: this.#minuteBaseline.z(sinceOpenMs, Math.log1p(own)),
      visit: side.visits.read(zone.anchorTicks, zone.lastHitMs),
      pinned: this.#lastMinute.range / (view.sigma1Ticks * Math.sqrt(MINUTE_SECONDS)),
    };
  }

  #judge(side: Side, slot: number, measures: AbsorptionMeasures, timeMs: number, view: MarketView): void {
    const zone = side.zones[slot]!;
    const { judge } = this.#context;
    const candidate = {
      key: zone.id,
      side: zone.side,
      timeMs,
      priceLowTicks: zone.lowTicks,
      priceHighTicks: zone.highTicks,
    };
    const existence = judge.judge(ABSORPTION, {
      ...candidate,
      features: existenceFeatures(zone, measures),
    });
    const hold = judge.judge(ABSORPTION_HOLD, {
      ...candidate,
      features: holdFeatures(zone, measures, view, confirmTicks(view)),
    });
    const raised = side.raised[slot] ?? null;
    if (raised !== null) {
      raised.measures = measures;
      raised.existence = existence;
      raised.hold = hold;
      this.#emit(zone, raised, 'update');
    } else if (Math.min(CAPS[view.tier], existence.confidence) >= existence.raiseFrom) {
      const detectedNs = BigInt(Math.round(timeMs)) * NS_PER_MS;
      const fresh: Raised = { measures, existence, hold, detectedNs };
      side.raised[slot] = fresh;
      this.#emit(zone, fresh, 'new');
      this.#sizes.remember(zone.absorbed);
    }
  }

  #end(side: Side, slot: number, outcome: AbsorptionOutcome, timeMs: number): void {
    const zone = side.zones[slot]!;
    zone.isOpen = false;
    side.openZones -= 1;
    zone.outcome = outcome;
    if (zone.looks === 0) return;
    const measures = side.measures[slot];
    if (measures) this.#ranks.remember(measures);
    const held = outcome === 'interrupted' ? null : outcome === 'confirmed';
    this.#context.judge.resolve(ABSORPTION_HOLD, zone.id, held, timeMs);
    const raised = side.raised[slot];
    if (raised) this.#emit(zone, raised, 'update');
  }

  #emit(zone: AbsorptionEpisode, raised: Raised, change: 'new' | 'update'): void {
    const { view, emit } = this.#context;
    const away = zone.side === SIDE_BID ? 1 : -1;
    const finding: AbsorptionFinding = {
      episode: zone,
      ...raised,
      cap: CAPS[view.tier],
      neededTicks: Math.round(confirmTicks(view)),
      barriers: {
        winTicks: zone.anchorTicks + away * confirmTicks(view),
        loseTicks: zone.anchorTicks - away * THROUGH_TICKS,
        withinMs: CONFIRM_MS,
        stayMs: 0,
      },
    };
    emit(absorptionEvent(finding, view, this.#sizes.percentile(zone.absorbed)), change);
  }
}

/** Contracts that open a zone at this time of day; Infinity while nothing is known. */
function needed(baseline: TimeOfDayBaseline, sinceOpenMs: number, least: number): number {
  const contracts = Math.expm1(baseline.quantile(sinceOpenMs, OPEN_QUANTILE));
  return Number.isNaN(contracts) ? Number.POSITIVE_INFINITY : Math.max(contracts, least);
}

/** Ticks that the mid must move away from the zone: three, or a deviation of a minute. */
function confirmTicks(view: MarketView): number {
  return Math.max(CONFIRM_TICKS, view.sigma1Ticks * Math.sqrt(MINUTE_SECONDS));
}

export const ABSORPTION_DETECTOR: DetectorEntry = {
  type: 'absorption',
  sub: null,
  models: [ABSORPTION, ABSORPTION_HOLD],
  availability: () => ({ available: true }),
  create: (context) => new AbsorptionDetector(context),
};
