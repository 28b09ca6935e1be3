/** The map of support and resistance of an instrument: candidate zones, their touches, and what arbitrary prices do. */
import { type MatchEvent, MINUTE_MS, NO_PRICE, ROUND_AUCTION } from '@undertow/market';
import type { ViewFacts } from '#facts/view-facts.ts';
import { LevelDensity } from './level-density.ts';
import { LevelPrices } from './level-prices.ts';
import { LevelRecords } from './level-records.ts';
import { LevelSignificance } from './level-significance.ts';
import { fillDensity } from './level-sources.ts';
import { LevelTouches, type PriceStep, type TouchListener } from './level-touches.ts';
import { PseudoLevels } from './pseudo-levels.ts';

/** Live zones; the pseudo-levels have their 200 places behind them. */
export const ZONES = 24;
const PSEUDO_LEVELS = 200;
const REFRESH_MS = 10_000;
const BOOK_EVERY_MS = 1000;
const MAX_A_SIDE = 12;
/** Half-width of the kernel. */
const MIN_BANDWIDTH_TICKS = 2;
const BANDWIDTH_ATR = 0.15;
const MIN_WIDTH_TICKS = 2;
const MAX_WIDTH_TICKS = 12;
const MAX_WIDTH_ATR = 0.25;
/** Refreshes over which the prominence of a zone is averaged: about five minutes. */
const PROMINENCE_REFRESHES = 30;
/** Maxima must exceed this share of all of them. */
const PROMINENCE_QUANTILE = 0.6;
/** Zones lie at most this far from price. */
const MIN_REACH_TICKS = 48;
const REACH_ATR = 4;
/** New pseudo-levels at each refresh until all 200 are there; then each lasts about an hour and a half. */
const FIRST_PSEUDO_LEVELS = 8;
const RENEW_EVERY = 3;
/** Touch test: approach from theta away, bounce as far; a smaller scale than that of swings gives touches to count. */
const MIN_THETA_TICKS = 4;
const THETA_ATR = 0.3;
const BOUNCE_ATR = 0.3;
/** Broken two ticks beyond the far edge; more where ticks are small against the range, else everything breaks. */
const MIN_BREAK_TICKS = 2;
const BREAK_ATR = 0.1;
/** A zone that no maximum confirms for this long makes room. */
const STALE_MS = 20 * MINUTE_MS;

export class LevelMap implements TouchListener {
  readonly prices = new LevelPrices();
  readonly touches: LevelTouches;
  readonly pseudoLevels: PseudoLevels;
  /** Rises whenever a place is given to another zone. */
  readonly serial = new Uint32Array(ZONES);
  readonly bornMs = new Float64Array(ZONES);
  readonly records: LevelRecords;
  /** How much fuller than beside it the zone was over the last minutes (logarithm). */
  readonly sizeProminence = new Float64Array(ZONES);
  readonly #confirmedMs = new Float64Array(ZONES);
  readonly #strength = new Float64Array(ZONES);
  readonly #significance: LevelSignificance;
  readonly #density = new LevelDensity();
  readonly #view: ViewFacts;
  readonly #step: PriceStep = {
    timeMs: 0,
    lowTicks: 0,
    highTicks: 0,
    lastTicks: 0,
    thetaTicks: MIN_THETA_TICKS,
    bounceTicks: MIN_THETA_TICKS,
    breakTicks: MIN_BREAK_TICKS,
  };
  /** Rises whenever zones or their touches may have changed. */
  version = 0;
  #hasTraded = false;
  #refreshes = 0;
  #nextLike = 0;
  #refreshDueMs = Number.NaN;
  #bookDueMs = 0;
  #lastSinceOpenMs = Number.NEGATIVE_INFINITY;

  constructor(view: ViewFacts) {
    this.#view = view;
    this.touches = new LevelTouches(ZONES + PSEUDO_LEVELS, this.prices, this);
    this.pseudoLevels = new PseudoLevels(
      this.touches,
      this.prices,
      ZONES,
      PSEUDO_LEVELS,
      `levels|${view.instrument.id}`,
    );
    this.records = new LevelRecords(ZONES, this.pseudoLevels);
    this.#significance = new LevelSignificance(this.touches, this.pseudoLevels, ZONES);
  }

  get bandwidthTicks(): number {
    return Math.max(MIN_BANDWIDTH_TICKS, BANDWIDTH_ATR * this.#view.atr10Ticks);
  }

  /** False discovery rate at which a zone differs from arbitrary prices; 1 while it is not tested. */
  falseDiscoveryRate(slot: number): number {
    return this.#significance.rateOf(slot, this.#view.timeMs);
  }

  pValue(slot: number): number {
    return this.#significance.pValueOf(slot, this.#view.timeMs);
  }

  /** Trades of an event that the detectors have judged. */
  observe({ rounds }: MatchEvent): void {
    const step = this.#step;
    for (let round = 0; round < rounds.count; round += 1) {
      if (rounds.kind[round] === ROUND_AUCTION) continue;
      const priceTicks = rounds.priceTicks[round]!;
      this.prices.addTrade(priceTicks, rounds.size[round]!, rounds.side[round]!);
      step.lowTicks = this.#hasTraded ? Math.min(step.lowTicks, priceTicks) : priceTicks;
      step.highTicks = this.#hasTraded ? Math.max(step.highTicks, priceTicks) : priceTicks;
      step.lastTicks = priceTicks;
      this.#hasTraded = true;
    }
  }

  onClock(timeMs: number): void {
    const view = this.#view;
    const step = this.#step;
    if (timeMs >= this.#bookDueMs) {
      this.#bookDueMs = timeMs + BOOK_EVERY_MS;
      if (view.tier !== 'L1T') this.prices.readBook(view.market.book);
      this.#turnDay(view.sinceOpenMs);
    }
    if (this.#hasTraded) {
      step.timeMs = timeMs;
      step.thetaTicks = Math.max(MIN_THETA_TICKS, THETA_ATR * view.atr10Ticks);
      step.bounceTicks = Math.max(MIN_THETA_TICKS, BOUNCE_ATR * view.atr10Ticks);
      step.breakTicks = Math.max(MIN_BREAK_TICKS, BREAK_ATR * view.atr10Ticks);
      this.touches.step(step);
      this.version += 1;
      this.#hasTraded = false;
    }
    if (!(timeMs < this.#refreshDueMs) && view.lastTicks !== NO_PRICE) {
      this.#refreshDueMs = timeMs + REFRESH_MS;
      this.#refresh(timeMs, view.lastTicks);
      this.version += 1;
    }
  }

  interrupt(): void {
    this.touches.interrupt();
    this.version += 1;
    this.#hasTraded = false;
  }

  prominenceOf(slot: number): ReturnType<LevelPrices['prominenceOf']> {
    const { lowTicks, highTicks } = this.touches;
    return this.prices.prominenceOf(lowTicks[slot]! - 1, highTicks[slot]! + 1);
  }

  onFlip(slot: number): void {
    if (slot < ZONES) this.#significance.forget();
  }

  onSettled(slot: number, side: number, bounced: boolean): void {
    this.#significance.forget();
    if (slot >= ZONES) {
      this.pseudoLevels.settle(slot, bounced);
      return;
    }
    this.touches.addScore(slot, bounced ? 1 : 0);
    this.records.add(slot, side, bounced, this.#step.timeMs);
  }

  #turnDay(sinceOpenMs: number): void {
    if (sinceOpenMs < this.#lastSinceOpenMs) this.prices.fade();
    this.#lastSinceOpenMs = sinceOpenMs;
  }

  /** Redraws the density and matches its maxima with the zones that are known. */
  #refresh(timeMs: number, lastTicks: number): void {
    const density = this.#density;
    const view = this.#view;
    fillDensity(density, view, this.prices, lastTicks, this.bandwidthTicks);
    const peaks = density.findPeaks({
      leastTicks: MIN_WIDTH_TICKS,
      mostTicks: Math.max(MAX_WIDTH_TICKS, MAX_WIDTH_ATR * view.atr10Ticks),
    });
    const reach = Math.max(MIN_REACH_TICKS, REACH_ATR * view.atr10Ticks);
    const needed = prominenceNeeded(peaks.prominence, peaks.count);
    for (let slot = 0; slot < ZONES; slot += 1) this.#review(slot, timeMs, lastTicks, reach);
    for (let peak = 0; peak < peaks.count; peak += 1) {
      const priceTicks = peaks.priceTicks[peak]!;
      if (peaks.prominence[peak]! < needed || Math.abs(priceTicks - lastTicks) > reach) continue;
      const known = this.#zoneAt(peaks.lowTicks[peak]!, peaks.highTicks[peak]!);
      if (known >= 0) this.#confirmedMs[known] = timeMs;
      else this.#open(peaks.lowTicks[peak]!, peaks.highTicks[peak]!, timeMs, lastTicks);
    }
    this.#renewNull(lastTicks);
    // On the map's own clock: what a zone looks like must not depend on who requested whether it is significant.
    this.pseudoLevels.measure();
    this.#significance.forget();
  }

  /** Draws pseudo-levels like the zones of the moment, one zone after the other. */
  #renewNull(lastTicks: number): void {
    this.#refreshes += 1;
    if (this.pseudoLevels.isFull && this.#refreshes % RENEW_EVERY !== 0) return;
    const { isLive, lowTicks, highTicks } = this.touches;
    for (let tries = 0; tries < ZONES; tries += 1) {
      const slot = this.#nextLike;
      this.#nextLike = (slot + 1) % ZONES;
      if (isLive[slot] !== 1) continue;
      const count = this.pseudoLevels.isFull ? 1 : FIRST_PSEUDO_LEVELS;
      this.pseudoLevels.spawnLike(lowTicks[slot]!, highTicks[slot]!, lastTicks, count);
      return;
    }
  }

  #review(slot: number, timeMs: number, lastTicks: number, reachTicks: number): void {
    const { touches } = this;
    if (touches.isLive[slot] === 0) return;
    const center = Math.round((touches.lowTicks[slot]! + touches.highTicks[slot]!) / 2);
    this.#strength[slot] = this.#density.at(center);
    const mean = this.sizeProminence[slot]!;
    this.sizeProminence[slot] = mean + (this.prominenceOf(slot).size - mean) / PROMINENCE_REFRESHES;
    const isFar = Math.abs(center - lastTicks) > 2 * reachTicks;
    const isStale = timeMs > this.#confirmedMs[slot]! + STALE_MS;
    if ((isFar || isStale) && !touches.isTouched(slot)) this.#drop(slot);
  }

  /** The live zone that overlaps a price range, or -1. */
  #zoneAt(lowTicks: number, highTicks: number): number {
    const { isLive, lowTicks: lows, highTicks: highs } = this.touches;
    for (let slot = 0; slot < ZONES; slot += 1) {
      if (isLive[slot] === 1 && lowTicks <= highs[slot]! && highTicks >= lows[slot]!) {
        return slot;
      }
    }
    return -1;
  }

  #open(lowTicks: number, highTicks: number, timeMs: number, lastTicks: number): void {
    const center = Math.round((lowTicks + highTicks) / 2);
    const slot = this.#placeFor(center > lastTicks, this.#density.at(center), lastTicks);
    if (slot < 0) return;
    this.touches.open(slot, lowTicks, highTicks);
    this.serial[slot]! += 1;
    this.bornMs[slot] = timeMs;
    this.#confirmedMs[slot] = timeMs;
    this.records.clear(slot);
    this.#strength[slot] = this.#density.at(center);
    this.sizeProminence[slot] = this.prominenceOf(slot).size;
    this.#significance.forget();
  }

  /** A free place, or that of the weakest zone of a full side when the new one is stronger; -1 where there is none. */
  #placeFor(isAbove: boolean, strength: number, lastTicks: number): number {
    const { isLive, lowTicks } = this.touches;
    let free = -1;
    let weakest = -1;
    let ofSide = 0;
    for (let slot = 0; slot < ZONES; slot += 1) {
      if (isLive[slot] === 0) {
        free = slot;
      } else if (lowTicks[slot]! > lastTicks === isAbove) {
        ofSide += 1;
        const isWeaker = weakest < 0 || this.#strength[slot]! < this.#strength[weakest]!;
        if (isWeaker && !this.touches.isTouched(slot)) weakest = slot;
      }
    }
    if (free >= 0 && ofSide < MAX_A_SIDE) return free;
    if (weakest < 0 || this.#strength[weakest]! >= strength) return -1;
    return weakest;
  }

  #drop(slot: number): void {
    this.touches.close(slot);
    this.serial[slot]! += 1;
    this.#significance.forget();
  }
}

function prominenceNeeded(prominence: Float64Array, count: number): number {
  const sorted = prominence.slice(0, count).sort();
  return sorted[Math.floor(PROMINENCE_QUANTILE * count)] ?? Number.POSITIVE_INFINITY;
}
