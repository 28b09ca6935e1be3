/** Aggressors of one direction whose sizes come more often, and evenly so, than in the other: clips of a programme. */

/** Half octaves of contracts. */
const CLASSES = 16;
const MAX_CLASSES = 5;
/** Half minutes that are compared. */
const BUCKETS = 10;
const ROW = 2 * CLASSES;
/** Deviations that the last two half minutes must not fall short of: what is over is no evidence for now. */
const RECENT = 3;
/** Part of the scatter of counts by chance that a clock may fall below. */
const MIN_SCATTER = 0.5;
const MIN_CLIPS = 6;

/** The sizes of one direction that are most prominent. */
export interface Band {
  /** Classes from the first to before the last; equal while there is none. */
  first: number;
  end: number;
  /** Deviations of the excess over the other direction, from one half minute to the next. */
  evidence: number;
  /** Share of the half minutes with an excess. */
  steady: number;
  /** Excess a half minute, and how many of a band's aggressors it is. */
  excess: number;
  purity: number;
}

export class ClipBands {
  readonly bands: readonly [Band, Band] = [emptyBand(), emptyBand()];
  readonly #counts = new Float64Array(BUCKETS * ROW);
  #filled = 0;
  #bucket = 0;

  /** `index` 0 is buying. */
  add(index: 0 | 1, size: number): void {
    const at = this.#bucket * ROW + index * CLASSES + classOf(size);
    this.#counts[at]! += 1;
  }

  /** Every half minute: finds the band of each direction again. */
  step(): void {
    this.#filled = Math.min(BUCKETS, this.#filled + 1);
    this.#find(0);
    this.#find(1);
    this.#bucket = (this.#bucket + 1) % BUCKETS;
    this.#counts.fill(0, this.#bucket * ROW, (this.#bucket + 1) * ROW);
  }

  clear(): void {
    this.#counts.fill(0);
    this.#filled = 0;
    this.#find(0);
    this.#find(1);
  }

  #find(index: 0 | 1): void {
    const band = this.bands[index];
    band.evidence = 0;
    band.end = band.first;
    band.steady = 0;
    band.excess = 0;
    band.purity = 0;
    if (this.#filled < BUCKETS) return;
    for (let first = 0; first < CLASSES; first += 1) {
      for (let end = first + 1; end <= Math.min(CLASSES, first + MAX_CLASSES); end += 1)
        this.#weigh(band, index, first, end);
    }
  }

  #weigh(band: Band, index: 0 | 1, first: number, end: number): void {
    let sum = 0;
    let squares = 0;
    let all = 0;
    let steady = 0;
    let recent = 0;
    for (let back = 0; back < BUCKETS; back += 1) {
      const row = ((this.#bucket - back + BUCKETS) % BUCKETS) * ROW;
      let own = 0;
      let against = 0;
      for (let at = first; at < end; at += 1) {
        own += this.#counts[row + index * CLASSES + at]!;
        against += this.#counts[row + (1 - index) * CLASSES + at]!;
      }
      const excess = own - against;
      sum += excess;
      squares += excess * excess;
      all += own + against;
      if (excess > 0) steady += 1;
      if (back < RECENT) recent += excess;
    }
    if (sum <= 0 || recent <= 0 || all < MIN_CLIPS) return;
    const mean = sum / BUCKETS;
    const variance = Math.max(
      (squares / BUCKETS - mean * mean) * (BUCKETS / (BUCKETS - 1)),
      (MIN_SCATTER * all) / BUCKETS,
    );
    const evidence = mean / Math.sqrt(variance / BUCKETS);
    if (evidence <= band.evidence) return;
    band.evidence = evidence;
    band.first = first;
    band.end = end;
    band.steady = steady / BUCKETS;
    band.excess = mean;
    band.purity = sum / all;
  }
}

/** Contracts in the middle of a band. */
export const sizeOf = ({ first, end }: Band): number => (end > first ? 2 ** ((first + end) / 4) : 0);

function emptyBand(): Band {
  return { first: 0, end: 0, evidence: 0, steady: 0, excess: 0, purity: 0 };
}

const classOf = (size: number): number =>
  Math.min(CLASSES - 1, Math.floor(2 * Math.log2(Math.max(1, size)) + 1e-9));
