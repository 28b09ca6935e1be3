/** Which waiting fill an order most likely follows, and whether it continues the chain that the fill belongs to. */
import type { SyntheticChain } from './iceberg-synthetic-chain.ts';
import { isLikeSize, type SliceOdds, sizeRatio, type TraderHabits } from './iceberg-synthetic-odds.ts';
import { MAX_SLOTS, NO_CHAIN, type WaitingFills } from './iceberg-synthetic-slots.ts';

/** Smaller orders are no slices: one contract follows another all day. */
export const MIN_SLICE = 2;
/** A link that is likelier of the crowd than of one trader does not count. */
const MIN_RATIO = 0;
/** What a chain's score adds to its claim on an order, at most. */
const MAX_PRIOR = 6;
/** A new trader: what is assumed of a chain that does not exist yet. */
const NO_HABITS = { links: 0, equalLinks: 0, meanSize: 0, logDelaySum: 0, logDelaySquares: 0 } as const;

/** An order that may be a slice. Reused. */
export interface Slice {
  side: number;
  priceTicks: number;
  size: number;
  orderHi: number;
  orderLo: number;
  atTouch: boolean;
}

/** Nothing is allocated. */
export class SliceMatcher {
  /** Of the last match: the logarithm of its likelihood ratio, and whether it begins a chain of its own. */
  ratio = 0;
  isNew = false;
  /** Rows of the waiting fills near the order that was matched last: `[0, nearCount)`. */
  readonly near = new Int32Array(MAX_SLOTS);
  nearCount = 0;
  readonly #waiting: WaitingFills;
  readonly #odds: SliceOdds;
  readonly #chains: readonly SyntheticChain[];
  #best = -1;
  #most = 0;
  /** Evidence of the pace of a new chain, for a delay and a distance. */
  #newPace = 0;
  #newMs = Number.NaN;
  #newPlaces = 0;

  constructor(waiting: WaitingFills, odds: SliceOdds, chains: readonly SyntheticChain[]) {
    this.#waiting = waiting;
    this.#odds = odds;
    this.#chains = chains;
  }

  /** Row of the waiting fill that the order most likely follows, or -1. */
  find(slice: Slice, timeMs: number): number {
    const waiting = this.#waiting;
    this.#best = -1;
    this.#most = Number.NEGATIVE_INFINITY;
    this.nearCount = 0;
    if (slice.priceTicks < waiting.lowTicks - 1 || slice.priceTicks > waiting.highTicks + 1) return -1;
    this.#newMs = Number.NaN;
    for (let at = 0; at < waiting.count; at += 1) {
      const places = Math.abs(slice.priceTicks - waiting.priceTicks[at]!);
      if (places > 1 || waiting.side[at] !== slice.side) continue;
      const delayMs = timeMs - waiting.timeMs[at]!;
      if (!(delayMs > 0)) continue;
      this.near[this.nearCount] = at;
      this.nearCount += 1;
      if (waiting.linked[at] === 1 || slice.size < MIN_SLICE) continue;
      if (!this.#tryChain(at, slice, delayMs, places)) this.#tryNew(at, slice, delayMs, places);
    }
    return this.#best;
  }

  /** The chain that a waiting fill belongs to, while it exists. */
  chainAt(at: number): SyntheticChain | undefined {
    const index = this.#waiting.chain[at]!;
    const chain = index === NO_CHAIN ? undefined : this.#chains[index];
    return chain?.inUse === true ? chain : undefined;
  }

  /** True where the fill is the chain's own: it begins no other one. */
  #tryChain(at: number, slice: Slice, delayMs: number, places: number): boolean {
    const chain = this.chainAt(at);
    if (chain === undefined) return false;
    if (isLikeSize(chain, this.#waiting.size[at]!, slice.size)) {
      const pace = this.#odds.paceRatio(chain, delayMs, slice.size, places);
      // Of two fills, the one of a known trader is the likelier to be followed.
      this.#try(at, slice.size, chain, pace, Math.min(MAX_PRIOR, chain.score));
    }
    return this.#waiting.guessed[at] === 0;
  }

  /** A chain that would begin with the fill. */
  #tryNew(at: number, slice: Slice, delayMs: number, places: number): void {
    if (!isLikeSize(NO_HABITS, this.#waiting.size[at]!, slice.size)) return;
    // Fills of one event share their delay
    if (delayMs !== this.#newMs || places !== this.#newPlaces) {
      this.#newPace = this.#odds.paceRatio(NO_HABITS, delayMs, slice.size, places);
      this.#newMs = delayMs;
      this.#newPlaces = places;
    }
    this.#try(at, slice.size, NO_HABITS, this.#newPace, 0);
  }

  #try(at: number, size: number, habits: TraderHabits, pace: number, prior: number): void {
    const claim = Math.max(0, prior);
    // Its size only lowers the ratio
    if (pace <= MIN_RATIO || pace + claim <= this.#most) return;
    const ratio = pace + sizeRatio(habits, this.#waiting.size[at]!, size);
    const odds = ratio + claim;
    if (ratio <= MIN_RATIO || odds <= this.#most) return;
    this.#best = at;
    this.#most = odds;
    this.ratio = ratio;
    this.isNew = habits === NO_HABITS;
  }
}
