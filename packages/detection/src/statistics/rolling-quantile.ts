/** Rolling quantiles of contract sizes: a log-histogram in two generations, so that the past fades by half-lives. */

/** Eight bins an octave: sizes up to 16 have a bin each, larger ones are exact to 9 %. */
const BINS_PER_OCTAVE = 8;
const BINS = 256;
const CACHE_MS = 1000;
/** Shares requested by all detectors of one instrument are fewer. */
const CACHED = 12;
/** Bins of small sizes, looked up instead of computed. */
const TABLE_SIZE = 1024;

/** What a histogram held at an instant, as plain data: a new one restored from it continues identically. */
export interface QuantileState {
  readonly current: Float64Array;
  readonly older: Float64Array;
  readonly turnMs: number;
  readonly total: number;
  readonly lowest: number;
  readonly cacheUntilMs: number;
  readonly dueMs: number;
  readonly shares: Float64Array;
  readonly sizes: Float64Array;
  readonly known: number;
}

function binOf(size: number): number {
  return Math.min(BINS - 1, Math.floor(Math.log2(size) * BINS_PER_OCTAVE));
}

const SMALL_BINS = Uint8Array.from({ length: TABLE_SIZE }, (_, size) => (size === 0 ? 0 : binOf(size)));

/** The smallest whole size of a bin. */
function sizeOf(bin: number): number {
  return Math.ceil(2 ** (bin / BINS_PER_OCTAVE) - 1e-9);
}

export class RollingQuantile {
  readonly #current = new Float64Array(BINS);
  readonly #older = new Float64Array(BINS);
  readonly #halfLifeMs: number;
  #turnMs = Number.NaN;
  #total = 0;
  /** Lowest bin that was ever filled: the search for a quantile begins there. */
  #lowest = BINS;
  #cacheUntilMs = Number.NEGATIVE_INFINITY;
  /** When `advance` has something to do again. */
  #dueMs = Number.NaN;
  /** Shares that were ever requested, and their quantiles of this second: a handful, so they are in a row. */
  readonly #requestedShares = new Float64Array(CACHED);
  readonly #knownSizes = new Float64Array(CACHED);
  /** Their places, the least share first. */
  readonly #ascending = new Int32Array(CACHED);
  #known = 0;

  constructor(halfLifeMs: number) {
    this.#halfLifeMs = halfLifeMs;
  }

  /** Weight of what was seen; older than a half-life counts half. */
  get weight(): number {
    return this.#total;
  }

  save(): QuantileState {
    const turnMs = this.#turnMs;
    const total = this.#total;
    const lowest = this.#lowest;
    const cacheUntilMs = this.#cacheUntilMs;
    const dueMs = this.#dueMs;
    const known = this.#known;
    return {
      ...{ turnMs, total, lowest, cacheUntilMs, dueMs, known },
      current: this.#current.slice(),
      older: this.#older.slice(),
      shares: this.#requestedShares.slice(),
      sizes: this.#knownSizes.slice(),
    };
  }

  restore(state: QuantileState): void {
    this.#current.set(state.current);
    this.#older.set(state.older);
    this.#requestedShares.set(state.shares);
    this.#knownSizes.set(state.sizes);
    this.#turnMs = state.turnMs;
    this.#total = state.total;
    this.#lowest = state.lowest;
    this.#cacheUntilMs = state.cacheUntilMs;
    this.#dueMs = state.dueMs;
    this.#known = state.known;
    this.#sortShares();
  }

  /** Sets the exchange time in milliseconds, at least every second; sizes count at the time set last. */
  advance(timeMs: number): void {
    if (timeMs < this.#dueMs) return;
    if (!(timeMs < this.#turnMs)) this.#turn(timeMs);
    if (timeMs >= this.#cacheUntilMs) {
      // Now, not with the first request: who requests first differs between a market and the tape of a part of it
      this.#computeKnown();
      this.#cacheUntilMs = timeMs + CACHE_MS;
    }
    this.#dueMs = Math.min(this.#turnMs, this.#cacheUntilMs);
  }

  /**
   * Adds a positive whole size. Takes no time: a double as argument would be allocated for each order of the market.
   */
  add(size: number): void {
    if (size < 1) return;
    const bin = size < TABLE_SIZE ? SMALL_BINS[size]! : binOf(size);
    this.#current[bin]! += 1;
    if (bin < this.#lowest) this.#lowest = bin;
    this.#total += 1;
  }

  /** Size at or below which the share `p` of the weight lies; 1 before anything was seen. As it was when the second began. */
  quantile(p: number): number {
    for (let at = 0; at < this.#known; at += 1) {
      if (this.#requestedShares[at] === p) return this.#knownSizes[at]!;
    }
    const size = this.#compute(p);
    if (this.#known < CACHED) {
      this.#requestedShares[this.#known] = p;
      this.#knownSizes[this.#known] = size;
      this.#known += 1;
      this.#sortShares();
    }
    return size;
  }

  /** All known shares in one pass over the sizes. */
  #computeKnown(): void {
    let next = 0;
    let sum = 0;
    for (let bin = this.#lowest; bin < BINS && next < this.#known; bin += 1) {
      sum += this.#current[bin]! + this.#older[bin]!;
      while (next < this.#known) {
        const at = this.#ascending[next]!;
        const wanted = this.#requestedShares[at]! * this.#total;
        if (wanted - sum > 1e-9) break;
        this.#knownSizes[at] = wanted <= 1e-9 ? 1 : sizeOf(bin);
        next += 1;
      }
    }
    for (; next < this.#known; next += 1)
      this.#knownSizes[this.#ascending[next]!] = this.#total === 0 ? 1 : sizeOf(BINS - 1);
  }

  /** By insertion: a handful, and hardly ever another one. */
  #sortShares(): void {
    const shares = this.#requestedShares;
    const order = this.#ascending;
    for (let n = 0; n < this.#known; n += 1) {
      let to = n;
      for (; to > 0 && shares[order[to - 1]!]! > shares[n]!; to -= 1) order[to] = order[to - 1]!;
      order[to] = n;
    }
  }

  #compute(p: number): number {
    if (this.#total === 0) return 1;
    let left = p * this.#total;
    if (left <= 1e-9) return 1;
    for (let bin = this.#lowest; bin < BINS; bin += 1) {
      left -= this.#current[bin]! + this.#older[bin]!;
      if (left <= 1e-9) return sizeOf(bin);
    }
    return sizeOf(BINS - 1);
  }

  /** Begins a generation: all that was counted so far weighs half from now on. */
  #turn(timeMs: number): void {
    const first = Number.isNaN(this.#turnMs);
    this.#turnMs = timeMs + this.#halfLifeMs;
    if (first) return;
    this.#total = 0;
    for (let bin = 0; bin < BINS; bin += 1) {
      const kept = (this.#older[bin]! + this.#current[bin]!) / 2;
      this.#older[bin] = kept;
      this.#current[bin] = 0;
      this.#total += kept;
    }
  }
}
