/**
 * Support and resistance: zones where price turned more often than at arbitrary prices. Both types read one map of the
 * instrument; support is raised when price comes from above, resistance when it comes from below. Reference: detection,
 * section 9.
 */
import { NO_PRICE, SIDE_ASK, SIDE_BID } from '@undertow/market';
import { isRaised, type Judgement } from '#calibration/judge.ts';
import { SizeRank } from '#evidence/significance.ts';
import { type LevelMap, ZONES } from '#level-map/level-map.ts';
import type { Detector, DetectorContext, DetectorEntry } from '#view/detector.ts';
import type { MarketView } from '#view/market-view.ts';
import { bounceFeatures, distanceTicks, LEVEL_BOUNCE } from './level-bounce.ts';
import {
  FALSE_DISCOVERIES,
  type LevelOutcome,
  levelEvent,
  type RaisedLevel,
  raiseLevel,
  volumeIn,
} from './level-event.ts';
import { LEVEL, levelFeatures } from './level-existence.ts';

/** Touches in one role after which a zone that differs from arbitrary prices is shown whatever its probability. */
const TESTED_TOUCHES = 3;
/** Price is near a zone within this distance. */
const MIN_NEAR_TICKS = 3;
const NEAR_ATR = 0.3;
/** It has left again once it is this much further away than that. */
const LEAVE_FACTOR = 2;
/** Seconds of prices that the speed of an approach is measured over. */
const SPEED_SECONDS = 10;

/** A touch is looked at when it begins and again so long after. */
const LOOK_AFTER_MS = [3000, 10_000, 30_000] as const;

/** What one zone is to this side of the market. */
class FollowedZone {
  serial = -1;
  /** Settled touches of the map's zone that were reported already. */
  settled = 0;
  /** Key of the approach that is judged and has no outcome; null while there is none. */
  key: string | null = null;
  isTouched = false;
  touchedMs = 0;
  looks = 0;
  raised: RaisedLevel | null = null;
}

class LevelDetector implements Detector {
  readonly #context: DetectorContext;
  readonly #side: number;
  readonly #map: LevelMap;
  readonly #zones = Array.from({ length: ZONES }, () => new FollowedZone());
  readonly #features = new Float64Array(LEVEL_BOUNCE.features.length);
  readonly #existence = new Float64Array(LEVEL.features.length);
  readonly #volumes = new SizeRank();
  readonly #seconds = new Float64Array(SPEED_SECONDS).fill(Number.NaN);
  #second = 0;
  #secondDueMs = Number.NaN;
  /** Result of the last evaluation of the zones; NaN where one of them has just changed because of it. */
  #seenVersion = Number.NaN;
  #seenTicks = Number.NaN;
  #seenNearTicks = Number.NaN;

  constructor(context: DetectorContext, side: number) {
    this.#context = context;
    this.#side = side;
    this.#map = context.view.levelMap;
  }

  /** Touches are reported on the clock: milliseconds do not matter to a zone. */
  onMatch(): void {
    // It follows the map of levels.
  }

  onClock(timeMs: number, view: MarketView): void {
    const { lastTicks } = view;
    if (lastTicks === NO_PRICE) return;
    if (!(timeMs < this.#secondDueMs)) {
      this.#secondDueMs = timeMs + 1000;
      this.#seconds[this.#second % SPEED_SECONDS] = lastTicks;
      this.#second += 1;
    }
    const nearTicks = Math.max(MIN_NEAR_TICKS, NEAR_ATR * view.atr10Ticks);
    const { version } = this.#map;
    const isSame = version === this.#seenVersion && lastTicks === this.#seenTicks;
    if (isSame && nearTicks === this.#seenNearTicks) return;
    this.#seenVersion = version;
    this.#seenTicks = lastTicks;
    this.#seenNearTicks = nearTicks;
    for (let slot = 0; slot < ZONES; slot += 1) this.#follow(slot, view, nearTicks);
  }

  onDiscontinuity(timeMs: number): void {
    this.#seconds.fill(Number.NaN);
    this.#seenVersion = Number.NaN;
    for (let slot = 0; slot < ZONES; slot += 1) {
      this.#end(slot, null, 'interrupted', timeMs);
      this.#zones[slot] = new FollowedZone();
    }
  }

  #follow(slot: number, view: MarketView, nearTicks: number): void {
    const map = this.#map;
    const zone = this.#zones[slot]!;
    if (zone.serial !== map.serial[slot]) this.#adopt(slot, view);
    if (map.touches.isLive[slot] === 0) return;
    if (zone.settled !== map.records.settled[slot]) this.#settle(slot, view);
    const distance = distanceTicks(map, slot, this.#side, view.lastTicks);
    if (zone.key === null) {
      if (map.touches.armedSide(slot) === this.#side && distance <= nearTicks) this.#begin(slot, view);
    } else if (map.touches.isTouched(slot)) {
      if (!zone.isTouched) this.#touch(slot, view);
      else this.#lookAgain(zone, slot, view);
    } else if (distance > nearTicks * LEAVE_FACTOR) {
      this.#end(slot, null, 'left', view.timeMs);
    }
  }

  /** The map has settled a touch: it answers the approach of this side. */
  #settle(slot: number, view: MarketView): void {
    const map = this.#map;
    this.#zones[slot]!.settled = map.records.settled[slot]!;
    if (map.touches.role[slot] !== this.#side) return;
    const bounced = map.records.lastBounced[slot] === 1;
    this.#end(slot, bounced, bounced ? 'bounced' : 'broken', view.timeMs);
  }

  /** The place holds another zone than before. */
  #adopt(slot: number, view: MarketView): void {
    const zone = this.#zones[slot]!;
    this.#end(slot, null, 'gone', view.timeMs);
    zone.serial = this.#map.serial[slot]!;
    zone.settled = this.#map.records.settled[slot]!;
    zone.raised = null;
  }

  /** Price has come near: the zone is judged, and raised where it differs from arbitrary prices. */
  #begin(slot: number, view: MarketView): void {
    const zone = this.#zones[slot]!;
    zone.key = `${this.#side}|${slot}|${zone.serial}|${Math.round(view.timeMs)}`;
    zone.isTouched = false;
    // The touch may have come already: the next look reports it.
    this.#seenVersion = Number.NaN;
    this.#look(slot, zone.key, 'near', view);
  }

  #touch(slot: number, view: MarketView): void {
    const zone = this.#zones[slot]!;
    if (zone.key === null) return;
    zone.isTouched = true;
    zone.touchedMs = view.timeMs;
    zone.looks = 0;
    this.#look(slot, zone.key, 'touched', view);
  }

  /** While the touch lasts, what is traded and shown again at the zone adds evidence. */
  #lookAgain(zone: FollowedZone, slot: number, view: MarketView): void {
    const due = LOOK_AFTER_MS[zone.looks];
    if (zone.key === null || due === undefined || view.timeMs < zone.touchedMs + due) return;
    zone.looks += 1;
    const existence = this.#judgeLevel(slot, view);
    if (zone.raised !== null) zone.raised.existence = existence;
    else if (this.#isLevel(slot, existence)) this.#look(slot, zone.key, 'touched', view);
  }

  #look(slot: number, key: string, outcome: LevelOutcome, view: MarketView): void {
    const zone = this.#zones[slot]!;
    const existence = this.#judgeLevel(slot, view);
    const bounce = this.#judge(slot, key, view);
    if (zone.raised !== null) {
      zone.raised.existence = existence;
      zone.raised.bounce = bounce;
      this.#emit(slot, outcome, view.timeMs, 'update');
    } else if (this.#isLevel(slot, existence)) {
      zone.raised = raiseLevel(this.#map, slot, this.#side, { existence, bounce }, view);
      zone.raised.degraded = view.isDegraded;
      this.#emit(slot, outcome, view.timeMs, 'new');
      this.#volumes.remember(volumeIn(this.#map, zone.raised.lowTicks, zone.raised.highTicks));
    }
  }

  /** Different from arbitrary prices, and tested often enough or more probably a level than not. */
  #isLevel(slot: number, existence: Judgement): boolean {
    const map = this.#map;
    const side = this.#side;
    // What held on the other side alone is no evidence for this one.
    const wasHeld = map.touches.role[slot] === side || map.records.sideExcess(slot, side) > 0;
    const isTested = map.touches.touches[slot]! >= TESTED_TOUCHES || isRaised(existence);
    return wasHeld && isTested && map.falseDiscoveryRate(slot) <= FALSE_DISCOVERIES;
  }

  /** The approach is over; `bounced` is null where it ended without an answer. */
  #end(slot: number, bounced: boolean | null, outcome: LevelOutcome, timeMs: number): void {
    const zone = this.#zones[slot]!;
    if (zone.key !== null) this.#context.judge.resolve(LEVEL_BOUNCE, zone.key, bounced, timeMs);
    const wasNear = zone.key !== null;
    zone.key = null;
    if (zone.raised === null || (!wasNear && bounced === null)) return;
    this.#emit(slot, outcome, timeMs, 'update');
    // A broken zone returns in the other role, as another claim.
    if (outcome === 'broken') zone.raised = null;
  }

  /** Whether it is a level: one candidate while the zone exists, evaluated again at each approach. */
  #judgeLevel(slot: number, view: MarketView): Judgement {
    const { touches, serial } = this.#map;
    return this.#context.judge.judge(LEVEL, {
      key: `${this.#side}|${slot}|${serial[slot]}`,
      side: this.#side,
      timeMs: view.timeMs,
      priceLowTicks: touches.lowTicks[slot]!,
      priceHighTicks: touches.highTicks[slot]!,
      features: levelFeatures(this.#map, slot, this.#side, view, this.#existence),
    });
  }

  #judge(slot: number, key: string, view: MarketView): Judgement {
    const levelMap = this.#map;
    const { touches } = levelMap;
    return this.#context.judge.judge(LEVEL_BOUNCE, {
      key,
      side: this.#side,
      timeMs: view.timeMs,
      priceLowTicks: touches.lowTicks[slot]!,
      priceHighTicks: touches.highTicks[slot]!,
      features: bounceFeatures(
        levelMap,
        slot,
        this.#side,
        view,
        this.#context.board,
        this.#movedToward(view.lastTicks),
        this.#features,
      ),
    });
  }

  /** Ticks that price came toward this side's zones in the last ten seconds. */
  #movedToward(lastTicks: number): number {
    const before = this.#seconds[this.#second % SPEED_SECONDS]!;
    if (Number.isNaN(before)) return 0;
    return this.#side === SIDE_BID ? before - lastTicks : lastTicks - before;
  }

  #emit(slot: number, outcome: LevelOutcome, timeMs: number, change: 'new' | 'update'): void {
    const { raised } = this.#zones[slot]!;
    if (raised === null) return;
    const { view, emit } = this.#context;
    raised.outcome = outcome;
    if (outcome !== 'left' && outcome !== 'gone') raised.updatedMs = timeMs;
    const volume = volumeIn(this.#map, raised.lowTicks, raised.highTicks);
    emit(levelEvent(this.#map, slot, this.#side, raised, view, this.#volumes.percentile(volume)), change);
  }
}

const entryOf = (type: 'support' | 'resistance', side: number): DetectorEntry => ({
  type,
  sub: null,
  models: [LEVEL, LEVEL_BOUNCE],
  receives: [],
  availability: () => ({ available: true }),
  create: (context) => new LevelDetector(context, side),
});

export const SUPPORT = entryOf('support', SIDE_BID);
export const RESISTANCE = entryOf('resistance', SIDE_ASK);
