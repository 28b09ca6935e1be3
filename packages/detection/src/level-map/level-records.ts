/**
 * What is remembered of each zone's touches since it was born: outcomes, by side, and how they compare with arbitrary
 * prices.
 */
import { SIDE_BID } from '@undertow/market';
import type { PseudoLevels } from './pseudo-levels.ts';

/** Touches of a zone kept as evidence. */
const TOUCH_MEMORY = 16;

/** Columns by zone; read by others, written here. */
export class LevelRecords {
  /** Settled touches of both roles since birth, and whether the last was a bounce. */
  readonly settled: Uint32Array;
  readonly lastBounced: Uint8Array;
  /** Mean ranks of its touches against arbitrary prices, 0 to 1: how much was absorbed, how much was answered. */
  readonly absorbedRank: Float64Array;
  readonly answeredRank: Float64Array;
  /** Touches and bounces since birth as support, then as resistance: what came from the other side is kept separate. */
  readonly #sideTouches: Float64Array;
  readonly #sideBounces: Float64Array;
  readonly #touchMs: Float64Array;
  readonly #touchBounced: Uint8Array;
  readonly #arbitrary: PseudoLevels;

  constructor(zones: number, arbitrary: PseudoLevels) {
    this.#arbitrary = arbitrary;
    this.settled = new Uint32Array(zones);
    this.lastBounced = new Uint8Array(zones);
    this.absorbedRank = new Float64Array(zones);
    this.answeredRank = new Float64Array(zones);
    this.#sideTouches = new Float64Array(2 * zones);
    this.#sideBounces = new Float64Array(2 * zones);
    this.#touchMs = new Float64Array(zones * TOUCH_MEMORY);
    this.#touchBounced = new Uint8Array(zones * TOUCH_MEMORY);
  }

  /** Another zone takes the place. */
  clear(slot: number): void {
    this.settled[slot] = 0;
    this.absorbedRank[slot] = 0.5;
    this.answeredRank[slot] = 0.5;
    this.#sideTouches.fill(0, 2 * slot, 2 * slot + 2);
    this.#sideBounces.fill(0, 2 * slot, 2 * slot + 2);
  }

  /** A touch is over; the ranks are those of the touch settled last. */
  add(slot: number, side: number, bounced: boolean, timeMs: number): void {
    const ofSide = placeOfSide(slot, side);
    this.#sideTouches[ofSide]! += 1;
    if (bounced) this.#sideBounces[ofSide]! += 1;
    const number = this.settled[slot]!;
    const at = slot * TOUCH_MEMORY + (number % TOUCH_MEMORY);
    this.#touchMs[at] = timeMs;
    this.#touchBounced[at] = bounced ? 1 : 0;
    const absorbed = this.absorbedRank[slot]!;
    const answered = this.answeredRank[slot]!;
    this.absorbedRank[slot] = absorbed + (this.#arbitrary.renewalRank() - absorbed) / (number + 1);
    this.answeredRank[slot] = answered + (this.#arbitrary.answerRank() - answered) / (number + 1);
    this.settled[slot] = number + 1;
    this.lastBounced[slot] = bounced ? 1 : 0;
  }

  /** Touches from one side since birth. */
  touchesFrom(slot: number, side: number): number {
    return this.#sideTouches[placeOfSide(slot, side)]!;
  }

  /** Deviations by which the bounces of touches from one side exceed those of arbitrary prices. */
  sideExcess(slot: number, side: number): number {
    const at = placeOfSide(slot, side);
    const touches = this.#sideTouches[at]!;
    const mean = this.#arbitrary.bounceRate;
    return touches === 0
      ? 0
      : (this.#sideBounces[at]! - touches * mean) / Math.sqrt(mean * (1 - mean) * touches);
  }

  /** The last touches of a zone, oldest first. */
  touchesOf(slot: number): { readonly timeMs: number; readonly bounced: boolean }[] {
    const total = this.settled[slot]!;
    const touches: { readonly timeMs: number; readonly bounced: boolean }[] = [];
    for (let number = Math.max(0, total - TOUCH_MEMORY); number < total; number += 1) {
      const at = slot * TOUCH_MEMORY + (number % TOUCH_MEMORY);
      touches.push({ timeMs: this.#touchMs[at]!, bounced: this.#touchBounced[at] === 1 });
    }
    return touches;
  }
}

function placeOfSide(slot: number, side: number): number {
  return 2 * slot + (side === SIDE_BID ? 0 : 1);
}
