/**
 * The touch test: which of many price zones were approached, touched, and bounced from or broken. One loop, no objects.
 */
import { SIDE_ASK, SIDE_BID } from '@undertow/market';
import type { LevelPrices } from './level-prices.ts';

/** Price is near or inside, and has not been far enough away since. */
const NEAR = 0;
/** Price was far enough above (below) for the next touch to count. */
const ARMED_ABOVE = 1;
const ARMED_BELOW = 2;
/** Price came into the zone from above (below) and has neither bounced nor broken it. */
const TOUCH_ABOVE = 3;
const TOUCH_BELOW = 4;
/** Who takes the zone's side trades in it or this near to it. */
const BESIDE_TICKS = 2;
/** What a zone did in the other role counts half. */
const FLIP_KEEPS = 0.5;

/** What one step of the market looks like to the zones. */
export interface PriceStep {
  timeMs: number;
  lowTicks: number;
  highTicks: number;
  lastTicks: number;
  /** How far away price must have been for a touch to count, and how far a bounce must go. */
  thetaTicks: number;
  bounceTicks: number;
  /** How far beyond its far edge price must trade for a zone to be broken. */
  breakTicks: number;
}

export interface TouchListener {
  /**
   * The touch is over; `side` is bid where the zone is support. What was traded during it is in `absorbed`, `answered` and
   * `rested`.
   */
  onSettled(slot: number, side: number, bounced: boolean): void;
  /** The zone is approached from the other side than before: its role has changed. */
  onFlip(slot: number, side: number): void;
}

/** Zones by slot; columns are read by others, written here. */
export class LevelTouches {
  readonly isLive: Uint8Array;
  readonly lowTicks: Int32Array;
  readonly highTicks: Int32Array;
  /** `SIDE_BID` while the zone is support; 0 before its first touch. */
  readonly role: Uint8Array;
  /** Settled touches and bounces in the present role. */
  readonly touches: Uint16Array;
  readonly bounces: Uint16Array;
  /** Bounces and touches over both roles, the past role faded. */
  readonly score: Float64Array;
  readonly weight: Float64Array;
  /** Of the touch that was settled last: contracts traded into the zone, and by those who took its side there. */
  absorbed = 0;
  answered = 0;
  /** What rested in the zone when that touch began. */
  rested = 0;
  readonly #state: Uint8Array;
  readonly #tradedAtEntry: Float64Array;
  readonly #answeredAtEntry: Float64Array;
  readonly #restedAtEntry: Float64Array;
  readonly #bounceAtEntry: Float64Array;
  readonly #listener: TouchListener;
  readonly #prices: LevelPrices;

  constructor(slots: number, prices: LevelPrices, listener: TouchListener) {
    this.isLive = new Uint8Array(slots);
    this.lowTicks = new Int32Array(slots);
    this.highTicks = new Int32Array(slots);
    this.role = new Uint8Array(slots);
    this.touches = new Uint16Array(slots);
    this.bounces = new Uint16Array(slots);
    this.score = new Float64Array(slots);
    this.weight = new Float64Array(slots);
    this.#state = new Uint8Array(slots);
    this.#tradedAtEntry = new Float64Array(slots);
    this.#answeredAtEntry = new Float64Array(slots);
    this.#restedAtEntry = new Float64Array(slots);
    this.#bounceAtEntry = new Float64Array(slots);
    this.#prices = prices;
    this.#listener = listener;
  }

  open(slot: number, lowTicks: number, highTicks: number): void {
    this.isLive[slot] = 1;
    this.lowTicks[slot] = lowTicks;
    this.highTicks[slot] = highTicks;
    this.role[slot] = 0;
    this.touches[slot] = 0;
    this.bounces[slot] = 0;
    this.score[slot] = 0;
    this.weight[slot] = 0;
    this.#state[slot] = NEAR;
  }

  close(slot: number): void {
    this.isLive[slot] = 0;
  }

  /** Whether price is in the zone and the touch has no outcome yet. */
  isTouched(slot: number): boolean {
    return this.#state[slot]! >= TOUCH_ABOVE;
  }

  /** Side of the touch that would count next: bid when price is above, 0 when it was not far enough away. */
  armedSide(slot: number): number {
    const state = this.#state[slot];
    return state === ARMED_ABOVE ? SIDE_BID : state === ARMED_BELOW ? SIDE_ASK : 0;
  }

  /**
   * Of the touch in progress: logarithm of how often over what rested there has been traded into the zone; 0 without
   * one.
   */
  renewalNow(slot: number): number {
    const state = this.#state[slot]!;
    if (state < TOUCH_ABOVE) return 0;
    const absorbed =
      this.#into(slot, state === TOUCH_ABOVE ? SIDE_BID : SIDE_ASK) - this.#tradedAtEntry[slot]!;
    return Math.log((Math.max(0, absorbed) + 1) / (this.#restedAtEntry[slot]! + 1));
  }

  /** After a hole in the feed no touch continues across it. */
  interrupt(): void {
    this.#state.fill(NEAR);
  }

  /** Adds the score of a settled touch. */
  addScore(slot: number, score: number): void {
    this.score[slot]! += score;
    this.weight[slot]! += 1;
  }

  step(step: PriceStep): void {
    for (let slot = 0; slot < this.isLive.length; slot += 1) {
      if (this.isLive[slot] === 1) this.#stepSlot(slot, step);
    }
  }

  #stepSlot(slot: number, step: PriceStep): void {
    const before = this.#state[slot]!;
    if (before < TOUCH_ABOVE) this.#approach(slot, before, step);
    const state = this.#state[slot]!;
    // Inside one step the order of prices is not known: what entered in it can break in it, not bounce.
    if (state >= TOUCH_ABOVE) this.#test(slot, state === TOUCH_ABOVE, state === before, step);
    if (this.#state[slot] === NEAR) this.#arm(slot, step);
  }

  #approach(slot: number, state: number, step: PriceStep): void {
    if (state === ARMED_ABOVE && step.lowTicks <= this.highTicks[slot]!) {
      this.#enter(slot, SIDE_BID, step);
    } else if (state === ARMED_BELOW && step.highTicks >= this.lowTicks[slot]!) {
      this.#enter(slot, SIDE_ASK, step);
    }
  }

  #test(slot: number, fromAbove: boolean, mayBounce: boolean, step: PriceStep): void {
    const low = this.lowTicks[slot]!;
    const high = this.highTicks[slot]!;
    const bounce = this.#bounceAtEntry[slot]!;
    const side = fromAbove ? SIDE_BID : SIDE_ASK;
    const isBroken = fromAbove
      ? step.lowTicks <= low - step.breakTicks
      : step.highTicks >= high + step.breakTicks;
    const isAway = fromAbove ? step.highTicks >= high + bounce : step.lowTicks <= low - bounce;
    if (isBroken) this.#settle(slot, side, false);
    else if (isAway && mayBounce) this.#settle(slot, side, true);
  }

  #arm(slot: number, step: PriceStep): void {
    if (step.lastTicks >= this.highTicks[slot]! + step.thetaTicks) this.#state[slot] = ARMED_ABOVE;
    else if (step.lastTicks <= this.lowTicks[slot]! - step.thetaTicks) {
      this.#state[slot] = ARMED_BELOW;
    }
  }

  #enter(slot: number, side: number, step: PriceStep): void {
    this.#state[slot] = side === SIDE_BID ? TOUCH_ABOVE : TOUCH_BELOW;
    this.#bounceAtEntry[slot] = step.bounceTicks;
    this.#tradedAtEntry[slot] = this.#into(slot, side);
    this.#answeredAtEntry[slot] = this.#outOf(slot, side);
    this.#restedAtEntry[slot] = this.#prices.restingIn(this.lowTicks[slot]!, this.highTicks[slot]!);
    if (this.role[slot] !== side) this.#flip(slot, side);
  }

  #flip(slot: number, side: number): void {
    const wasKnown = this.role[slot] !== 0;
    this.role[slot] = side;
    if (!wasKnown) return;
    this.touches[slot] = 0;
    this.bounces[slot] = 0;
    this.score[slot]! *= FLIP_KEEPS;
    this.weight[slot]! *= FLIP_KEEPS;
    this.#listener.onFlip(slot, side);
  }

  #settle(slot: number, side: number, bounced: boolean): void {
    this.#state[slot] = NEAR;
    this.touches[slot]! += 1;
    if (bounced) this.bounces[slot]! += 1;
    this.absorbed = Math.max(0, this.#into(slot, side) - this.#tradedAtEntry[slot]!);
    this.answered = Math.max(0, this.#outOf(slot, side) - this.#answeredAtEntry[slot]!);
    this.rested = this.#restedAtEntry[slot]!;
    this.#listener.onSettled(slot, side, bounced);
  }

  /** Contracts that aggressors ever traded into the zone against a side. */
  #into(slot: number, side: number): number {
    const aggressor = side === SIDE_BID ? SIDE_ASK : SIDE_BID;
    return this.#prices.traded(aggressor, this.lowTicks[slot]!, this.highTicks[slot]!);
  }

  /** Contracts that aggressors of the zone's own side ever traded in it and just before it. */
  #outOf(slot: number, side: number): number {
    const low = this.lowTicks[slot]! - BESIDE_TICKS;
    const high = this.highTicks[slot]! + BESIDE_TICKS;
    return this.#prices.traded(side, low, high);
  }
}
