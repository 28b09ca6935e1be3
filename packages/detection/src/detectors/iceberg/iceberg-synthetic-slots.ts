/** Fills that wait for the next slice of the trader that was filled, for a quarter of a second or longer each. */
import { PATIENT_TTL_MS, SLICE_TTL_MS } from './iceberg-synthetic-odds.ts';

export const MAX_SLOTS = 128;
/** More fills than this at one price wait for nothing: the oldest gives way. */
const PER_LEVEL = 16;
export const NO_CHAIN = -1;

/** Columns are valid in `[0, count)`; nothing is allocated. */
export class WaitingFills {
  count = 0;
  readonly side = new Int32Array(MAX_SLOTS);
  readonly priceTicks = new Int32Array(MAX_SLOTS);
  readonly size = new Int32Array(MAX_SLOTS);
  readonly timeMs = new Float64Array(MAX_SLOTS);
  readonly timeHi = new Int32Array(MAX_SLOTS);
  readonly timeLo = new Int32Array(MAX_SLOTS);
  /** Chain whose newest slice was filled, or `NO_CHAIN`. */
  readonly chain = new Int32Array(MAX_SLOTS);
  /** 1: its owner took the order away, nothing was filled. */
  readonly withdrawn = new Uint8Array(MAX_SLOTS);
  /** 1: the next slice has come; it only waits to count the crowd. */
  readonly linked = new Uint8Array(MAX_SLOTS);
  /** 1: the chain had no slice at rest, and the fill only resembles it. */
  readonly guessed = new Uint8Array(MAX_SLOTS);
  /** 1: waits for long. */
  readonly patient = new Uint8Array(MAX_SLOTS);
  /** No fill waits outside these prices. */
  lowTicks = Number.POSITIVE_INFINITY;
  highTicks = Number.NEGATIVE_INFINITY;
  /** Nothing is released before this instant. */
  #dueMs = Number.NEGATIVE_INFINITY;

  /** Row of a new waiting fill. */
  push(side: number, priceTicks: number): number {
    let at = this.#rowOfOldestAt(side, priceTicks);
    if (at < 0) {
      if (this.count === MAX_SLOTS) this.#removeAt(0);
      at = this.count;
      this.count += 1;
    }
    this.side[at] = side;
    this.priceTicks[at] = priceTicks;
    this.#widen(priceTicks);
    this.linked[at] = 0;
    this.withdrawn[at] = 0;
    this.patient[at] = 0;
    this.guessed[at] = 0;
    this.chain[at] = NO_CHAIN;
    return at;
  }

  /** Releases what waited long enough; `onMissed` receives chains whose next slice did not come. */
  expire(nowMs: number, onMissed: (chain: number) => void): void {
    if (nowMs <= this.#dueMs) return;
    let kept = 0;
    this.lowTicks = Number.POSITIVE_INFINITY;
    this.highTicks = Number.NEGATIVE_INFINITY;
    let dueMs = nowMs + SLICE_TTL_MS;
    for (let at = 0; at < this.count; at += 1) {
      if (nowMs > this.#endMs(at)) {
        const isMissed = this.linked[at] === 0 && this.withdrawn[at] === 0 && this.guessed[at] === 0;
        if (isMissed && this.chain[at] !== NO_CHAIN) onMissed(this.chain[at]!);
        continue;
      }
      if (kept !== at) this.#copy(at, kept);
      dueMs = Math.min(dueMs, this.#endMs(kept));
      this.#widen(this.priceTicks[kept]!);
      kept += 1;
    }
    this.count = kept;
    this.#dueMs = dueMs;
  }

  clear(): void {
    this.count = 0;
  }

  #widen(priceTicks: number): void {
    if (priceTicks < this.lowTicks) this.lowTicks = priceTicks;
    if (priceTicks > this.highTicks) this.highTicks = priceTicks;
  }

  #endMs(at: number): number {
    return this.timeMs[at]! + (this.patient[at] === 1 ? PATIENT_TTL_MS : SLICE_TTL_MS);
  }

  /** The oldest of a level that is full, without a chain if there is one; -1 while it is not full. */
  #rowOfOldestAt(side: number, priceTicks: number): number {
    let found = 0;
    let oldest = -1;
    for (let at = 0; at < this.count; at += 1) {
      if (this.side[at] !== side || this.priceTicks[at] !== priceTicks) continue;
      found += 1;
      if (oldest < 0 || (this.chain[oldest] !== NO_CHAIN && this.chain[at] === NO_CHAIN)) oldest = at;
    }
    return found < PER_LEVEL ? -1 : oldest;
  }

  #removeAt(row: number): void {
    this.count -= 1;
    for (let at = row; at < this.count; at += 1) this.#copy(at + 1, at);
  }

  #copy(from: number, to: number): void {
    this.side[to] = this.side[from]!;
    this.priceTicks[to] = this.priceTicks[from]!;
    this.size[to] = this.size[from]!;
    this.timeMs[to] = this.timeMs[from]!;
    this.timeHi[to] = this.timeHi[from]!;
    this.timeLo[to] = this.timeLo[from]!;
    this.chain[to] = this.chain[from]!;
    this.withdrawn[to] = this.withdrawn[from]!;
    this.linked[to] = this.linked[from]!;
    this.patient[to] = this.patient[from]!;
    this.guessed[to] = this.guessed[from]!;
  }
}
