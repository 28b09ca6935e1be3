/** How far aggressive volume usually moves price: a robust regression with decay (Cont, Kukanov and Stoikov 2014). */

/** Seconds over which volume and move are compared. */
export const IMPACT_SECONDS = 10;
const HALF_LIFE_SECONDS = 30 * 60;
/** Residuals beyond this many scales pull no harder (Huber 1964). */
const HUBER = 1.345;
/** Mean absolute deviation to the deviation of a normal law. */
const SIGMA_OF_MEAN_ABS = 1.2533;
/** Keeps the slope at nothing until some volume was seen. */
const RIDGE = 2;
const SCALE_FLOOR_TICKS = 0.25;
/** Samples before the slope is meaningful. */
const ENOUGH = 60;
const KEEP = 2 ** (-1 / HALF_LIFE_SECONDS);

/**
 * `move(10 s) = beta * signed volume(10 s) / usual depth of five levels + rest`, without an intercept: a market without
 * volume has no direction. Sample it once a second.
 */
export class ImpactRegression {
  readonly #mids = new Float64Array(IMPACT_SECONDS).fill(Number.NaN);
  #at = 0;
  #sxx = 0;
  #sxy = 0;
  #absSum = 0;
  #weight = 0;
  #samples = 0;

  /** Ticks for volume of one usual depth; 0 while too little was seen. */
  get beta(): number {
    return this.#samples < ENOUGH ? 0 : Math.max(0, this.#sxy / (this.#sxx + RIDGE));
  }

  /** Deviation of what the volume does not explain, ticks over ten seconds. */
  get scale(): number {
    return this.#weight === 0
      ? SCALE_FLOOR_TICKS
      : Math.max(SCALE_FLOOR_TICKS, (SIGMA_OF_MEAN_ABS * this.#absSum) / this.#weight);
  }

  /** Mid of ten seconds ago; NaN when it is not known. */
  get earlierMid(): number {
    return this.#mids[this.#at]!;
  }

  /** `depths`: signed volume of the last ten seconds over usual depth. NaN mid: nothing is measured across it. */
  sample(midTicks: number, depths: number): void {
    const move = midTicks - this.earlierMid;
    this.#mids[this.#at] = midTicks;
    this.#at = (this.#at + 1) % IMPACT_SECONDS;
    if (Number.isNaN(move) || !Number.isFinite(depths)) return;
    const slope = this.#sxy / (this.#sxx + RIDGE);
    const rest = Math.abs(move - slope * depths);
    const bound = HUBER * this.scale;
    const pull = this.#samples < ENOUGH || rest <= bound ? 1 : bound / rest;
    this.#sxx = this.#sxx * KEEP + pull * depths * depths;
    this.#sxy = this.#sxy * KEEP + pull * depths * move;
    this.#absSum = this.#absSum * KEEP + rest;
    this.#weight = this.#weight * KEEP + 1;
    this.#samples += 1;
  }

  /** After a hole in the feed no move is measured across it. */
  interrupt(): void {
    this.#mids.fill(Number.NaN);
  }
}
