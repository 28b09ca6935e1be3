/**
 * Trap zones: a level is broken, aggressors follow beyond it, price returns inside and leaves them under water. Who
 * they are cannot be seen; the name is the trade's. Reference: detection, section 11.9.
 */

import { type MatchEvent, MINUTE_MS, NO_PRICE, ROUND_AUCTION, SIDE_ASK, SIDE_BID } from '@undertow/market';
import { isRaised } from '#calibration/judge.ts';
import { SizeRank } from '#evidence/significance.ts';
import { SecondsRing } from '#statistics/seconds-ring.ts';
import type { Detector, DetectorContext, DetectorEntry, FlowEventChange } from '#view/detector.ts';
import type { MarketView } from '#view/market-view.ts';
import { DeltaBaseline } from './trap-zone-delta.ts';
import { TrapEpisode, type TrapOutcome } from './trap-zone-episode.ts';
import { existenceFeatures, TRAP_FOLLOW_MODEL, TRAP_ZONE_MODEL, trapFeatures } from './trap-zone-features.ts';
import { BreakLevels } from './trap-zone-levels.ts';
import { TRAP_LIFE_MS, trapPattern } from './trap-zone-pattern.ts';

const LEVELS_EVERY_MS = 1000;
const BREAK_TICKS = 2;
/** Price must return inside by this much, within this time. */
const MIN_INSIDE_TICKS = 2;
const INSIDE_ATR = 0.15;
const MAX_BEYOND_MS = 10 * MINUTE_MS;
/** A candidate needs a share of the delta that is unusual; how much of it is left to the judge. */
const LOOSE_DELTA = 0.3;
/** It is looked at when it forms and again while price stays inside. */
const LOOK_AFTER_MS = [0, 3000, 8000, 15_000] as const;
/** Follow-through: this far inside before price is beyond the level again by a little. */
const MIN_FOLLOW_TICKS = 6;
const FOLLOW_ATR = 0.75;
const MIN_RE_ENTRY_TICKS = 2;
const RE_ENTRY_ATR = 0.1;
/** The volume of a break is held against that of the ten minutes before it. */
const USUAL_SECONDS = 600;
/** Levels this close together break as one. */
const SAME_LEVEL_TICKS = 3;
/** Breaks of one side followed at once. */
const MAX_OPEN = 4;
const MAX_FORMED = 16;

class TrapZoneDetector implements Detector {
  readonly #context: DetectorContext;
  readonly #highs = new BreakLevels(1);
  readonly #lows = new BreakLevels(-1);
  readonly #baseline = new DeltaBaseline();
  readonly #volumes = new SecondsRing();
  #volume = 0;
  readonly #features = new Float64Array(TRAP_FOLLOW_MODEL.features.length);
  readonly #existence = new Float64Array(TRAP_ZONE_MODEL.features.length);
  readonly #sizes = new SizeRank();
  /** Breaks that price has not returned from, and traps without an outcome, oldest first. */
  #breaks: TrapEpisode[] = [];
  #traps: TrapEpisode[] = [];
  #levelsDueMs = Number.NaN;

  constructor(context: DetectorContext) {
    this.#context = context;
    // Requested at once, so that the map receives the market from the beginning.
    this.#highs.refresh(context.view);
    this.#lows.refresh(context.view);
  }

  onMatch(event: MatchEvent, view: MarketView): void {
    const { rounds } = event;
    if (rounds.count === 0) return;
    for (let round = 0; round < rounds.count; round += 1) {
      if (rounds.kind[round] === ROUND_AUCTION) continue;
      const side = rounds.side[round];
      const size = rounds.size[round]!;
      this.#volume += size;
      this.#baseline.add(side === SIDE_BID ? size : side === SIDE_ASK ? -size : 0);
      const priceTicks = rounds.priceTicks[round]!;
      if (priceTicks > this.#highs.nextTicks) this.#open(SIDE_BID, this.#highs, priceTicks, event);
      if (priceTicks < this.#lows.nextTicks) this.#open(SIDE_ASK, this.#lows, priceTicks, event);
    }
    for (const one of this.#breaks) one.addTrades(event, view.medianTradeSize);
    for (const one of this.#traps) one.addTrades(event, view.medianTradeSize);
  }

  onClock(timeMs: number, view: MarketView): void {
    this.#baseline.onClock(timeMs);
    this.#volumes.onClock(timeMs, this.#volume);
    if (view.lastTicks === NO_PRICE) return;
    if (!(timeMs < this.#levelsDueMs)) {
      this.#levelsDueMs = timeMs + LEVELS_EVERY_MS;
      this.#highs.refresh(view);
      this.#lows.refresh(view);
    }
    if (this.#breaks.length > 0) this.#followBreaks(timeMs, view);
    if (this.#traps.length > 0) this.#followTraps(timeMs, view);
  }

  onDiscontinuity(timeMs: number): void {
    for (const trap of this.#traps) this.#settle(trap, 'interrupted', timeMs);
    this.#traps = [];
    this.#breaks = [];
    this.#baseline.clear();
    this.#volumes.clear();
  }

  /** A trade beyond the next level: a break opens at the furthest level that it passed. */
  #open(side: number, levels: BreakLevels, priceTicks: number, event: MatchEvent): void {
    const sign = side === SIDE_BID ? 1 : -1;
    let passed = 0;
    while (passed < levels.count && (priceTicks - levels.priceTicks[passed]!) * sign > 0) {
      const levelTicks = levels.priceTicks[passed]!;
      const isKnown = this.#breaks.some(
        (one) => one.side === side && Math.abs(one.levelTicks - levelTicks) <= SAME_LEVEL_TICKS,
      );
      if (!isKnown) {
        const isZone = levels.isZone[passed] === 1;
        const episode = new TrapEpisode(side, levelTicks, levels.bornMs[passed]!, isZone, event.timeMs);
        episode.degraded = event.degraded;
        this.#breaks.push(episode);
      }
      passed += 1;
    }
    // Until the next refresh no trade breaks them again.
    levels.drop(passed);
    const ofSide = this.#breaks.filter((one) => one.side === side);
    if (ofSide.length > MAX_OPEN) {
      const [oldest] = ofSide;
      this.#breaks = this.#breaks.filter((one) => one !== oldest);
    }
  }

  #followBreaks(timeMs: number, view: MarketView): void {
    const inside = Math.max(MIN_INSIDE_TICKS, INSIDE_ATR * view.atr10Ticks);
    let isOver = false;
    for (const one of this.#breaks) {
      if (one.insideTicks(view.lastTicks) >= inside) {
        isOver = true;
        this.#form(one, timeMs);
      } else if (timeMs > one.startMs + MAX_BEYOND_MS) isOver = true;
    }
    if (!isOver) return;
    this.#breaks = this.#breaks.filter(
      (one) => one.insideTicks(view.lastTicks) < inside && timeMs <= one.startMs + MAX_BEYOND_MS,
    );
  }

  /** Price is back inside: a trap where the break was one and enough was bought (sold) beyond the level. */
  #form(one: TrapEpisode, timeMs: number): void {
    one.delta = one.trapped - one.opposed;
    const seconds = (timeMs - one.startMs) / 1000;
    one.neededDelta = this.#baseline.q90(seconds);
    const before = this.#volumes.ago(seconds) - this.#volumes.ago(seconds + USUAL_SECONDS);
    one.usualRate = Math.max(0, before) / USUAL_SECONDS;
    if (one.overshootTicks < BREAK_TICKS || one.delta < LOOSE_DELTA * one.neededDelta) return;
    one.formedMs = timeMs;
    this.#traps.push(one);
    if (this.#traps.length > MAX_FORMED) this.#settle(this.#traps.shift() as TrapEpisode, 'expired', timeMs);
  }

  #followTraps(timeMs: number, view: MarketView): void {
    const follow = followTicks(view);
    const reEntry = reEntryTicks(view);
    for (const trap of this.#traps) {
      const due = LOOK_AFTER_MS[trap.looks];
      const inside = trap.insideTicks(view.lastTicks);
      if (inside <= -reEntry) this.#settle(trap, 're-entered', timeMs);
      else if (due !== undefined && timeMs >= trap.formedMs + due) this.#look(trap, timeMs, view);
      if (trap.outcome !== 'pending') continue;
      if (inside >= follow) this.#settle(trap, 'followed', timeMs);
      else if (timeMs > trap.formedMs + TRAP_LIFE_MS) this.#settle(trap, 'expired', timeMs);
    }
    this.#traps = this.#traps.filter(({ outcome }) => outcome === 'pending');
  }

  #look(trap: TrapEpisode, timeMs: number, view: MarketView): void {
    trap.looks += 1;
    const { judge } = this.#context;
    const candidate = {
      key: trap.key,
      side: trap.side,
      timeMs,
      priceLowTicks: trap.lowTicks,
      priceHighTicks: trap.highTicks,
      features: trapFeatures(trap, view, this.#features),
    };
    const existence = judge.judge(TRAP_ZONE_MODEL, {
      ...candidate,
      features: existenceFeatures(candidate.features, this.#existence),
    });
    // What follows is predicted once, at the instant it forms: later the answer is already under way.
    const follow = trap.looks === 1 ? judge.judge(TRAP_FOLLOW_MODEL, candidate) : trap.follow;
    trap.follow = follow;
    if (trap.raised !== null || follow === null || !isRaised(existence)) return;
    if (this.#isEmittedAlready(trap)) return;
    trap.raised = { existence, follow, atMs: timeMs };
    trap.raisedTicks = view.lastTicks;
    this.#emit(trap, timeMs, 'new');
    this.#sizes.remember(trap.trapped);
  }

  /** A break of several levels at once traps the same traders: it is reported once. */
  #isEmittedAlready(trap: TrapEpisode): boolean {
    return this.#traps.some(
      (other) =>
        other.raised !== null &&
        other.side === trap.side &&
        other.lowTicks <= trap.highTicks &&
        other.highTicks >= trap.lowTicks,
    );
  }

  #settle(trap: TrapEpisode, outcome: TrapOutcome, timeMs: number): void {
    trap.outcome = outcome;
    if (trap.looks > 0) {
      const answer = outcome === 'interrupted' ? null : outcome === 'followed';
      this.#context.judge.resolve(TRAP_FOLLOW_MODEL, trap.key, answer, timeMs);
    }
    this.#emit(trap, timeMs, 'update');
  }

  #emit(trap: TrapEpisode, timeMs: number, change: FlowEventChange): void {
    const { view, emitPattern } = this.#context;
    const barriers = {
      winTicks: trap.levelTicks - trap.sign * Math.round(followTicks(view)),
      loseTicks: trap.levelTicks + trap.sign * reEntryTicks(view),
      withinMs: TRAP_LIFE_MS,
      stayMs: 0,
    };
    const updatedMs = trap.outcome === 'expired' ? (trap.raised?.atMs ?? timeMs) : timeMs;
    const pattern = trapPattern(trap, view, barriers, updatedMs, this.#sizes.percentile(trap.trapped));
    if (pattern !== null) emitPattern(pattern, change);
  }
}

/** How far price has to go on after its return, ticks. */
function followTicks({ atr10Ticks }: MarketView): number {
  return Math.max(MIN_FOLLOW_TICKS, FOLLOW_ATR * atr10Ticks);
}

/** How far beyond the level again the trap is none, ticks. */
function reEntryTicks({ atr10Ticks }: MarketView): number {
  return Math.max(MIN_RE_ENTRY_TICKS, RE_ENTRY_ATR * atr10Ticks);
}

export const TRAP_ZONE: DetectorEntry = {
  type: 'retail_trap_zone',
  sub: null,
  models: [TRAP_ZONE_MODEL, TRAP_FOLLOW_MODEL],
  receives: ['trades'],
  availability: () => ({ available: true }),
  create: (context) => new TrapZoneDetector(context),
};
