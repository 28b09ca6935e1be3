/**
 * Stoikov's micro-price (2018): where the mid moves on average from this imbalance and spread, learnt from transitions.
 */
import { HOUR_MS, MINUTE_MS } from '@undertow/market';
import { eliminate } from '#statistics/linear-system.ts';

const SHARES = 10;
const SPREADS = 3;
const STATES = SHARES * SPREADS;
const SOLVE_EVERY_MS = MINUTE_MS;
/** Two trading days of 23 hours. */
const HALF_LIFE_MS = 2 * 23 * HOUR_MS;
const FADE = 2 ** -(SOLVE_EVERY_MS / HALF_LIFE_MS);
/** Moves of the mid that were seen before the learnt adjustment is used at all, and visits of a state. */
const MIN_MOVES = 200;
const MIN_VISITS = 30;
/** A mid that jumps further says nothing about the next tick. */
const MAX_MOVE_TICKS = 2;
const MAX_TERMS = 64;
const SMALL_TICKS = 1e-6;

/** The state of the mirrored market: bid and ask exchanged. */
function mirrored(state: number): number {
  const share = state % SHARES;
  return state - share + SHARES - 1 - share;
}

export class Microprice {
  /** Transitions that left the mid, and those that moved it, from row to column. */
  readonly #still = new Float64Array(STATES * STATES);
  readonly #moved = new Float64Array(STATES * STATES);
  /** Sum of the mid's moves out of each state, ticks. */
  readonly #drift = new Float64Array(STATES);
  readonly #adjustment = new Float64Array(STATES).fill(Number.NaN);
  #moves = 0;
  #solveDueMs = Number.NaN;
  #state = -1;
  #midTicks = Number.NaN;
  #share = Number.NaN;
  #spread = Number.NaN;

  /** Ticks; NaN before both sides were seen. */
  get ticks(): number {
    const learnt = this.#state < 0 ? Number.NaN : this.#adjustment[this.#state]!;
    const weighted = (this.#share - 0.5) * this.#spread;
    return this.#midTicks + (Number.isNaN(learnt) ? weighted : learnt);
  }

  /** The best prices and sizes changed. */
  observe(bidTicks: number, askTicks: number, bidSize: number, askSize: number): void {
    const spread = askTicks - bidTicks;
    const midTicks = (bidTicks + askTicks) / 2;
    const share = bidSize / (bidSize + askSize);
    const wide = spread < 1 ? 0 : spread > SPREADS ? SPREADS - 1 : spread - 1;
    const state = wide * SHARES + Math.min(SHARES - 1, Math.floor(share * SHARES));
    if (this.#state >= 0) this.#count(state, midTicks - this.#midTicks);
    this.#state = state;
    this.#midTicks = midTicks;
    this.#share = share;
    this.#spread = spread;
  }

  /** After a hole in the feed the next state does not follow from the last one. */
  interrupt(): void {
    this.#state = -1;
  }

  onClock(timeMs: number): void {
    if (timeMs < this.#solveDueMs) return;
    const isFirst = Number.isNaN(this.#solveDueMs);
    this.#solveDueMs = timeMs + SOLVE_EVERY_MS;
    if (isFirst || this.#moves < MIN_MOVES) return;
    this.#solve();
    for (const counts of [this.#still, this.#moved, this.#drift]) {
      for (let at = 0; at < counts.length; at += 1) counts[at]! *= FADE;
    }
    this.#moves *= FADE;
  }

  #count(state: number, move: number): void {
    const at = this.#state * STATES + state;
    if (move !== 0) {
      this.#moves += 1;
      this.#moved[at]! += 1;
      const counted = Math.max(-MAX_MOVE_TICKS, Math.min(MAX_MOVE_TICKS, move));
      this.#drift[this.#state]! += counted;
    } else if (state !== this.#state) {
      // Staying in a state changes nothing about where the mid goes from it.
      this.#still[at]! += 1;
    }
  }

  /**
   * With Q the transitions that leave the mid, B those that moved it and r the mean move, both of the market and of its
   * mirror image: G1 = (I - Q)^-1 r, then the sum of (I - Q)^-1 B applied again and again to G1.
   */
  #solve(): void {
    const width = STATES + 1;
    const left = new Float64Array(STATES * STATES);
    const right = new Float64Array(STATES * width);
    const visits = this.#fill(left, right);
    eliminate(left, right, STATES, width);
    let term = Float64Array.from({ length: STATES }, (_, row) => right[row * width + STATES]!);
    const sum = term.slice();
    for (let k = 0; k < MAX_TERMS; k += 1) {
      const next = new Float64Array(STATES);
      let largest = 0;
      for (let row = 0; row < STATES; row += 1) {
        for (let column = 0; column < STATES; column += 1) {
          next[row]! += right[row * width + column]! * term[column]!;
        }
        sum[row]! += next[row]!;
        largest = Math.max(largest, Math.abs(next[row]!));
      }
      term = next;
      if (largest < SMALL_TICKS) break;
    }
    for (let state = 0; state < STATES; state += 1) {
      const isKnown = visits[state]! >= MIN_VISITS;
      this.#adjustment[state] = isKnown ? sum[state]! : Number.NaN;
    }
  }

  /** Writes I - Q, B and, as the last column, r; returns how often each state was left. */
  #fill(left: Float64Array, right: Float64Array): Float64Array {
    const visits = new Float64Array(STATES);
    for (let row = 0; row < STATES; row += 1) {
      const other = mirrored(row);
      let total = 0;
      for (let column = 0; column < STATES; column += 1) {
        const at = row * STATES + column;
        const image = other * STATES + mirrored(column);
        const still = this.#still[at]! + this.#still[image]!;
        const moved = this.#moved[at]! + this.#moved[image]!;
        left[at] = -still;
        right[row * (STATES + 1) + column] = moved;
        total += still + moved;
      }
      visits[row] = total;
      right[row * (STATES + 1) + STATES] = this.#drift[row]! - this.#drift[other]!;
      const scale = total === 0 ? 0 : 1 / total;
      for (let column = 0; column < STATES; column += 1) {
        left[row * STATES + column]! *= scale;
      }
      for (let column = 0; column <= STATES; column += 1) {
        const at = row * (STATES + 1) + column;
        right[at]! *= scale;
      }
      left[row * STATES + row]! += 1;
    }
    return visits;
  }
}
